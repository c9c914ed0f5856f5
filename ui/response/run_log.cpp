// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/response/run_log.h"

#include "core/explain/attempt_words.h"
#include "core/explain/call_outcome.h"
#include "core/explain/explain.h"
#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/form.h"
#include "ui/parts/long_words.h"
#include "ui/parts/tr.h"
#include "ui/theme/theme.h"

#include <QElapsedTimer>
#include <QMimeData>
#include <QTextCursor>
#include <QTextDocumentFragment>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kMostLines = 20000;

/// `   1.204 s  call 1  …`; client and call are named only where there are several.
QString stamped(const RunRecord& record, const CallRecord& call, Instant at, const QString& text)
{
    const QString time = QString::number(toSeconds(at - Instant{}), 'f', 3).rightJustified(8);
    QString who;
    if (record.header().clients > 1) {
        who += tr("client %1  ").arg(call.client);
    }
    if (record.header().callsPerClient > 1) {
        who += tr("call %1  ").arg(call.call);
    }
    return tr("%1 s  %2%3").arg(time, who, text);
}

QString attemptBegan(const RunRecord& record, const CallRecord& call, const AttemptRecord& attempt)
{
    QString text = tr("attempt %1 starts").arg(attempt.attempt);
    if (attempt.sendDelay > Duration::zero()) {
        text += tr(" after a send delay of %1").arg(toQString(durationText(attempt.sendDelay)));
    }
    return stamped(record, call, attempt.start, text);
}

QString attemptJudged(const RunRecord& record, const CallRecord& call, const AttemptRecord& attempt)
{
    const AttemptContext at{.header = record.header(), .call = call, .attempt = attempt};
    return stamped(record, call, attempt.end,
                   tr("attempt %1: %2 · %3")
                       .arg(QString::number(attempt.attempt), toQString(words::response(at)),
                            toQString(words::why(at))));
}

QString delayEnded(const RunRecord& record, const CallRecord& call, const AttemptRecord& attempt)
{
    return stamped(record, call, attempt.end + *attempt.actualDelay,
                   tr("the delay of %1 after attempt %2 ends")
                       .arg(toQString(durationText(*attempt.actualDelay)))
                       .arg(attempt.attempt));
}

void addLinesOf(const RunRecord& record, const CallRecord& call, TimedLines& lines)
{
    lines.emplace_back(call.start, stamped(record, call, call.start, tr("call starts")));
    for (const AttemptRecord& attempt : call.attempts) {
        lines.emplace_back(attempt.start, attemptBegan(record, call, attempt));
        if (!attempt.isRunning) {
            lines.emplace_back(attempt.end, attemptJudged(record, call, attempt));
        }
        if (attempt.actualDelay) {
            lines.emplace_back(attempt.end + *attempt.actualDelay, delayEnded(record, call, attempt));
        }
    }
    if (call.verdict != CallVerdict::Running) {
        lines.emplace_back(
            call.end, stamped(record, call, call.end, tr("call ends: %1").arg(toQString(summaryOf(call)))));
    }
}

} // namespace

QString logLineOf(const RunRecord& record, Place place)
{
    const CallRecord& call = record.callAt(place.call);
    if (place.attempt < 0) {
        return call.verdict == CallVerdict::Running
                   ? stamped(record, call, call.start, tr("call starts"))
                   : stamped(record, call, call.end, tr("call ends: %1").arg(toQString(summaryOf(call))));
    }
    const AttemptRecord& attempt = record.at(place);
    if (attempt.isRunning) {
        return attemptBegan(record, call, attempt);
    }
    return attempt.actualDelay ? delayEnded(record, call, attempt) : attemptJudged(record, call, attempt);
}

RunLog::RunLog(QWidget* parent) : QPlainTextEdit(parent)
{
    nameInput(this, QStringLiteral("runLog"), tr("Run log"));
    setReadOnly(true);
    wrapLongWordsAnywhere(this);
    setFrameShape(QFrame::NoFrame);
    setProperty("bare", true);
    setTextStyle(this, TextStyle::Code);
    setMaximumBlockCount(kMostLines);
    setPlaceholderText(tr("One line per event appears here."));
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &RunLog::fillForAWhile);
}

QMimeData* RunLog::createMimeDataFromSelection() const
{
    return selectionWithoutSecrets(textCursor().selection().toPlainText());
}

void RunLog::onRecorded(const RunRecord& record, Place place)
{
    appendPlainText(logLineOf(record, place));
}

void RunLog::onReplaced(const RunRecord& record)
{
    constexpr int kAtOnce = 300; // attempts: a single call can have a million
    clear();
    m_pause.stop();
    m_record = &record;
    m_nextCall = m_nextLine = 0;
    m_lines.clear();
    if (record.attemptCount() <= kAtOnce) {
        while (m_record != nullptr) {
            if (!collectSome()) {
                writeSome();
            }
        }
    } else if (isVisible()) {
        m_pause.start();
    }
}

void RunLog::showEvent(QShowEvent* event)
{
    QPlainTextEdit::showEvent(event);
    if (m_record != nullptr) {
        m_pause.start();
    }
}

/// For so long that nobody notices, then the event loop has its turn.
void RunLog::fillForAWhile()
{
    constexpr qint64 kMilliseconds = 15;
    QElapsedTimer sinceBegin;
    sinceBegin.start();
    while (m_record != nullptr && sinceBegin.elapsed() < kMilliseconds) {
        if (!collectSome()) {
            writeSome();
        }
    }
    if (m_record != nullptr) {
        m_pause.start();
    }
}

bool RunLog::collectSome()
{
    const std::vector<CallRecord>& calls = m_record->calls();
    if (m_nextLine > 0) {
        return false;
    }
    if (m_nextCall < calls.size() && m_lines.size() <= static_cast<std::size_t>(kMostLines)) {
        addLinesOf(*m_record, calls[m_nextCall++], m_lines);
        return true;
    }
    std::stable_sort(m_lines.begin(), m_lines.end(),
                     [](const auto& left, const auto& right) { return left.first < right.first; });
    return false;
}

/// Behind what stands there; the place that is looked at stays.
void RunLog::writeSome()
{
    constexpr std::size_t kTogether = 500;
    const std::size_t end = std::min(m_nextLine + kTogether, m_lines.size());
    QString text;
    for (; m_nextLine < end; ++m_nextLine) {
        text += (m_nextLine > 0 ? QStringLiteral("\n") : QString()) + m_lines[m_nextLine].second;
    }
    QTextCursor place(document());
    place.movePosition(QTextCursor::End);
    place.insertText(text);
    if (m_nextLine == m_lines.size()) {
        m_record = nullptr;
        m_lines = {};
    }
}

} // namespace retryscope::ui
