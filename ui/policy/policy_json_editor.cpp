// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/policy_json_editor.h"

#include "core/io/format/policy_json.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QJsonDocument>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace retryscope::ui {

PolicyJsonEditor::PolicyJsonEditor(QWidget* parent)
    : QWidget(parent), m_text(new QPlainTextEdit(this)), m_problem(makeHint({}, this))
{
    nameInput(m_text, QStringLiteral("policyJsonEdit"), tr("Policy as JSON"));
    m_text->setFont(Theme::fixedFont(m_text->font()));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    m_problem->setObjectName(QStringLiteral("policyJsonProblem"));
    m_problem->setProperty("mark", QStringLiteral("danger"));
    m_problem->setMargin(6);
    m_problem->hide();
    connect(m_text, &QPlainTextEdit::textChanged, this, &PolicyJsonEditor::read);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(m_problem);
    layout->addWidget(m_text, 1);
}

void PolicyJsonEditor::display(const Policy& policy)
{
    m_isDisplaying = true;
    m_policy = policy;
    m_text->setPlainText(QString::fromUtf8(QJsonDocument(io::policyToJson(policy)).toJson()));
    m_problem->hide();
    m_isDisplaying = false;
}

void PolicyJsonEditor::read()
{
    if (m_isDisplaying) {
        return;
    }
    m_policy = io::policyFromJson(m_text->toPlainText().toUtf8(), {});
    m_problem->setText(m_policy ? QString() : m_policy.error().text());
    m_problem->setVisible(!m_policy);
    Q_EMIT edited();
}

} // namespace retryscope::ui
