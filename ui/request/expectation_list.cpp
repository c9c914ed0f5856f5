// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/expectation_list.h"

#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/long_words.h"
#include "ui/parts/plain_edit.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace retryscope::ui {

ExpectationList::ExpectationList(QWidget* parent)
    : QWidget(parent)
    , m_text(new PlainEdit)
    , m_state(makeSentence(QStringLiteral("expectationState"), nullptr))
{
    nameInput(m_text, QStringLiteral("expectationText"), tr("Expectations, one a line"));
    setTextStyle(m_text, TextStyle::Code);
    m_text->setTabChangesFocus(true);
    setFocusProxy(m_text);
    m_text->setPlaceholderText(QStringLiteral("attempts<=3\nverdict==succeeded\np99<2s"));
    m_text->setToolTip(plainToolTip(io::expectationForms().join(QLatin1Char('\n'))));
    m_state->setTextFormat(Qt::PlainText);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->addWidget(makeHint(tr("One expectation per line. If one does not hold, the run counts as failed, "
                                  "whatever the responses were."),
                               this));
    column->addWidget(m_text, 1);
    column->addWidget(m_state);
    column->addStretch(2);
    connect(m_text, &QPlainTextEdit::textChanged, this, &ExpectationList::edited);
}

QStringList ExpectationList::lines() const
{
    QStringList lines;
    for (const QString& line : m_text->toPlainText().split(QLatin1Char('\n'))) {
        if (!line.trimmed().isEmpty()) {
            lines += line.trimmed();
        }
    }
    return lines;
}

void ExpectationList::setLines(const QStringList& lines)
{
    if (lines != this->lines()) {
        const QSignalBlocker blocker(m_text);
        m_text->setPlainText(lines.join(QLatin1Char('\n')));
    }
}

void ExpectationList::check(const RunRecord* record)
{
    m_results.clear();
    QStringList state;
    int number = 0;
    for (const QString& line : m_text->toPlainText().split(QLatin1Char('\n'))) {
        ++number;
        if (line.trimmed().isEmpty()) {
            continue;
        }
        const io::Result<io::Expectation> expectation = io::readExpectation(line, tr("Line %1").arg(number));
        if (!expectation) {
            state += expectation.error().text();
        } else if (record != nullptr) {
            m_results.push_back(io::checkExpectation(expectation.value(), *record));
            const io::ExpectationResult& result = m_results.back();
            state += result.holds ? tr("✓ %1").arg(result.text) : tr("✗ %1: %2").arg(result.text, result.why);
        }
    }
    m_state->setText(breakable(state.join(QLatin1Char('\n'))));
    m_state->setVisible(!state.isEmpty());
}

} // namespace retryscope::ui
