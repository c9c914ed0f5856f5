// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/policy_json_editor.h"

#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_json.h"
#include "ui/parts/code_highlighter.h"
#include "ui/parts/form.h"
#include "ui/parts/long_text.h"
#include "ui/theme/theme.h"

#include <QVBoxLayout>

namespace retryscope::ui {

PolicyJsonEditor::PolicyJsonEditor(QWidget* parent) : QWidget(parent), m_text(new LongText(this))
{
    nameInput(m_text, QStringLiteral("policyJsonEdit"), tr("Policy as JSON"));
    setTextStyle(m_text, TextStyle::Code);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    (void)new CodeHighlighter(m_text);
    connect(m_text, &QPlainTextEdit::textChanged, this, &PolicyJsonEditor::read);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 12, 0, 0);
    layout->addWidget(m_text, 1);
}

void PolicyJsonEditor::display(const Policy& policy)
{
    m_isDisplaying = true;
    m_policy = policy;
    m_text->setText(QString::fromUtf8(io::documentBytes(io::policyToJson(policy))));
    m_read = text();
    m_isDisplaying = false;
}

QString PolicyJsonEditor::text() const
{
    return m_text->text();
}

void PolicyJsonEditor::setText(const QString& text)
{
    m_isDisplaying = true;
    m_text->setText(text);
    m_read = this->text();
    m_isDisplaying = false;
    m_policy = io::policyFromJson(text.toUtf8(), {});
}

void PolicyJsonEditor::setReadOnly(bool isReadOnly)
{
    m_text->setReadOnly(isReadOnly);
}

/// Colours that change count as a change of the text, too; only its letters are read.
void PolicyJsonEditor::read()
{
    if (m_isDisplaying || m_read == text()) {
        return;
    }
    m_read = text();
    m_policy = io::policyFromJson(m_read.toUtf8(), {});
    Q_EMIT edited();
}

} // namespace retryscope::ui
