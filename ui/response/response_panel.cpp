// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/response/response_panel.h"

#include "core/explain/explain.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/response/marked_text.h"
#include "ui/response/response_text.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

QLabel* addFact(QGridLayout* grid, int row, int column, const QString& caption, const QString& objectName)
{
    auto* label = new QLabel(caption);
    label->setProperty("muted", true);
    auto* value = new QLabel;
    value->setObjectName(objectName);
    value->setTextFormat(Qt::PlainText);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value->setWordWrap(true); // a long name must be readable in a narrow window
    value->setMinimumWidth(1);
    grid->addWidget(label, row, column, Qt::AlignTop);
    grid->addWidget(value, row, column + 1);
    return value;
}

void setFact(QLabel* label, const QString& text)
{
    label->setText(text.isEmpty() ? QStringLiteral("—") : shortened(text));
    label->setToolTip(plainToolTip(text));
}

QString nameText(const ErrorName& name)
{
    switch (name.state) {
    case NameState::Absent:
        return ResponsePanel::tr("none found");
    case NameState::Empty:
        return ResponsePanel::tr("empty");
    case NameState::Present:
        return name.name == name.found
                   ? toQString(name.name)
                   : ResponsePanel::tr("%1 (written %2)").arg(toQString(name.name), toQString(name.found));
    }
    return {};
}

} // namespace

ResponsePanel::ResponsePanel(QWidget* parent)
    : QWidget(parent), m_error(new QWidget(this)), m_text(new MarkedText(this))
{
    nameInput(m_text, QStringLiteral("responseText"), tr("Answer"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setStyleSheet(QStringLiteral("QPlainTextEdit { border: none; }"));
    m_text->setFont(Theme::fixedFont(font()));
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);

    auto* grid = new QGridLayout(m_error);
    grid->setContentsMargins(4, 6, 4, 0);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(2);
    m_name = addFact(grid, 0, 0, tr("Error name"), QStringLiteral("errorName"));
    m_where = addFact(grid, 0, 2, tr("Read from"), QStringLiteral("errorNameOrigin"));
    m_message = addFact(grid, 1, 0, tr("Message"), QStringLiteral("errorMessage"));
    m_requestId = addFact(grid, 1, 2, tr("Request id"), QStringLiteral("requestId"));
    grid->setColumnStretch(1, 3);
    grid->setColumnStretch(3, 2);
    m_name->setFont(Theme::boldFont(font()));

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_error);
    layout->addWidget(m_text, 1);
    clear();
}

void ResponsePanel::clear()
{
    m_error->hide();
    m_text->setMark(0, 0, {});
    m_text->clear();
    m_text->setPlaceholderText(tr("The answer to the selected attempt will stand here."));
}

void ResponsePanel::display(const RunRecord& record, const AttemptRecord& attempt)
{
    clear();
    if (attempt.isRunning || !record.header().policy) {
        m_text->setPlaceholderText(tr("Waiting for the answer …"));
        return;
    }
    const ResolvedPolicy& policy = *record.header().policy;
    displayError(policy, attempt.facts);
    QStringList parts;
    if (attempt.facts.fault) {
        const QString detail = toQString(attempt.facts.fault->detail);
        const QString phrase = toQString(faultPhrase(attempt.facts.fault->kind));
        parts += detail.isEmpty() ? phrase : phrase + QStringLiteral(" (") + detail + QLatin1Char(')');
    }
    const QString intro =
        parts.isEmpty() ? QString() : tr("No complete answer: %1\n").arg(parts.join(QString()));
    if (!attempt.facts.response) {
        m_text->setPlainText(intro);
        return;
    }
    const ResponseText shown = responseTextOf(*attempt.facts.response, nameOf(policy.reading, attempt.facts));
    const QString lead = intro.isEmpty() ? QString() : intro + QLatin1Char('\n');
    m_text->setPlainText(lead + shown.text);
    if (shown.name && attempt.decision.verdict != Verdict::Succeed) {
        m_text->setMark(lead.size() + shown.name->begin, shown.name->length, tr("← the name was read here"));
    }
}

void ResponsePanel::displayError(const ResolvedPolicy& policy, const AttemptFacts& facts)
{
    const ErrorName name = nameOf(policy.reading, facts);
    const bool isError =
        facts.fault || (facts.response && facts.response->status >= 300) || name.state != NameState::Absent;
    m_error->setVisible(isError && facts.response);
    setFact(m_name, nameText(name));
    setFact(m_where, toQString(name.origin));
    setFact(m_message, toQString(messageOf(policy.reading, facts)));
    setFact(m_requestId, toQString(requestIdOf(facts)));
}

} // namespace retryscope::ui
