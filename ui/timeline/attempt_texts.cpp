// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/attempt_texts.h"

#include "core/explain/explain.h"
#include "core/explain/units.h"
#include "core/facts/error_name.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>
#include <tuple>

namespace retryscope::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("AttemptTexts", text);
}

QString dash()
{
    return QStringLiteral("—");
}

/// Two words at most: there is little room under a bar's number.
QString faultLabel(FaultKind kind)
{
    switch (kind) {
    case FaultKind::HostNotFound:
        return tr("no such host");
    case FaultKind::ConnectionRefused:
        return tr("refused");
    case FaultKind::Unreachable:
        return tr("unreachable");
    case FaultKind::ConnectTimeout:
        return tr("connect timeout");
    case FaultKind::TlsFailed:
        return tr("TLS failed");
    case FaultKind::ConnectionReset:
        return tr("reset");
    case FaultKind::ClosedBeforeResponse:
        return tr("closed");
    case FaultKind::ResponseTruncated:
        return tr("cut short");
    case FaultKind::ResponseReset:
        return tr("cut by reset");
    case FaultKind::MalformedResponse:
        return tr("not HTTP");
    case FaultKind::ReadTimeout:
        return tr("read timeout");
    case FaultKind::ResponseTooLarge:
        return tr("too large");
    case FaultKind::Cancelled:
        return tr("cancelled");
    }
    return {};
}

QString lineOf(const QString& label, const QString& value)
{
    return QStringLiteral("<tr><td style='padding-right:12px'>%1</td><td align='right'>%2</td></tr>")
        .arg(label.toHtmlEscaped(), value.toHtmlEscaped());
}

std::vector<CardLine> phaseLines(const AttemptRecord& attempt)
{
    const Phases& phases = attempt.facts.phases;
    const std::array<std::tuple<SpanKind, const char*, std::optional<Duration>>, 6> all{{
        {SpanKind::Lookup, QT_TRANSLATE_NOOP("AttemptTexts", "look-up"), phases.lookup},
        {SpanKind::Connect, QT_TRANSLATE_NOOP("AttemptTexts", "connect"), phases.connect},
        {SpanKind::Tls, QT_TRANSLATE_NOOP("AttemptTexts", "TLS"), phases.tls},
        {SpanKind::Send, QT_TRANSLATE_NOOP("AttemptTexts", "send"), phases.send},
        {SpanKind::Wait, QT_TRANSLATE_NOOP("AttemptTexts", "wait for first byte"), phases.wait},
        {SpanKind::Receive, QT_TRANSLATE_NOOP("AttemptTexts", "receive"), phases.receive},
    }};
    std::vector<CardLine> lines;
    Duration rest = attempt.end - attempt.start;
    for (const auto& [kind, label, duration] : all) {
        if (duration) {
            lines.push_back({tr(label), textOf(*duration), kind, false});
            rest -= *duration;
        }
    }
    constexpr int kWorthALine = 20; // the same share as in the chart
    if (!lines.empty() && rest * kWorthALine > attempt.end - attempt.start) {
        lines.push_back({tr("in this program"), textOf(rest), SpanKind::Attempt, false});
    }
    return lines;
}

} // namespace

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString textOf(Duration duration)
{
    return textOf(durationText(duration));
}

AttemptTexts::AttemptTexts(const RunRecord& record, AttemptRows::Place place)
    : m_record(record)
    , m_call(record.calls()[static_cast<std::size_t>(place.call)])
    , m_attempt(m_call.attempts[static_cast<std::size_t>(place.attempt)])
{
}

QString AttemptTexts::number() const
{
    const QString attempt = QString::number(m_attempt.attempt);
    if (m_record.header().clients > 1) {
        return QStringLiteral("%1/%2.%3").arg(m_call.client).arg(m_call.call).arg(attempt);
    }
    return m_record.header().callsPerClient > 1 ? QStringLiteral("%1.%2").arg(m_call.call).arg(attempt)
                                                : attempt;
}

QString AttemptTexts::start() const
{
    return textOf(m_attempt.start.time_since_epoch());
}

QString AttemptTexts::took() const
{
    return m_attempt.isRunning ? QStringLiteral("…") : textOf(m_attempt.end - m_attempt.start);
}

QString AttemptTexts::status() const
{
    return m_attempt.facts.reply ? QString::number(m_attempt.facts.reply->status) : dash();
}

QString AttemptTexts::result() const
{
    if (m_attempt.isRunning) {
        return QStringLiteral("…");
    }
    if (!m_attempt.facts.fault) {
        return status();
    }
    return m_attempt.facts.reply
               ? QStringLiteral("%1, %2").arg(status(), faultLabel(m_attempt.facts.fault->kind))
               : faultLabel(m_attempt.facts.fault->kind);
}

QString AttemptTexts::name() const
{
    if (m_attempt.isRunning) {
        return {};
    }
    const QString found = errorName();
    return found.isEmpty() ? dash() : found;
}

QString AttemptTexts::errorName() const
{
    if (!m_attempt.facts.reply || policy() == nullptr) {
        return {};
    }
    return textOf(nameOf(policy()->reading, m_attempt.facts).name);
}

QString AttemptTexts::caption() const
{
    if (m_attempt.isRunning) {
        return tr("running");
    }
    if (m_attempt.facts.fault) {
        return faultLabel(m_attempt.facts.fault->kind);
    }
    const QString found = errorName();
    return found.isEmpty() && m_attempt.facts.reply ? textOf(m_attempt.facts.reply->reason) : found;
}

QString AttemptTexts::kind() const
{
    if (m_attempt.isRunning) {
        return {};
    }
    return m_attempt.decision.kind == ErrorKind::None ? dash() : textOf(toString(m_attempt.decision.kind));
}

QString AttemptTexts::verdict() const
{
    if (m_attempt.isRunning) {
        return QStringLiteral("…");
    }
    switch (m_attempt.decision.verdict) {
    case Verdict::Succeed:
        return tr("✓ done");
    case Verdict::Retry:
        return tr("↻ retry");
    case Verdict::Stop:
        return tr("✕ stop");
    }
    return {};
}

bool AttemptTexts::hasDelay() const
{
    return !m_attempt.isRunning &&
           (m_attempt.decision.verdict == Verdict::Retry || m_attempt.decision.delay > Duration::zero());
}

QString AttemptTexts::delay() const
{
    return hasDelay() ? textOf(m_attempt.decision.delay) : dash();
}

QString AttemptTexts::delayOfWindow() const
{
    if (!hasDelay()) {
        return {};
    }
    const Decision& decision = m_attempt.decision;
    if (!window().isEmpty()) {
        return tr("%1 of %2").arg(textOf(decision.delay), window());
    }
    return decision.delay == Duration::zero() ? tr("at once") : textOf(decision.delay);
}

QString AttemptTexts::window() const
{
    const std::optional<DelayWindow>& window = m_attempt.decision.window;
    return hasDelay() && window && window->low != window->high ? textOf(windowText(window->low, window->high))
                                                               : QString();
}

std::optional<int> AttemptTexts::quotaAfter() const
{
    if (const auto charged = findStep<QuotaCharged>(m_attempt.decision.trace)) {
        return charged->after;
    }
    if (const auto returned = findStep<QuotaReturned>(m_attempt.decision.trace)) {
        return returned->after;
    }
    return std::nullopt;
}

QString AttemptTexts::tokens() const
{
    if (const auto charged = findStep<QuotaCharged>(m_attempt.decision.trace)) {
        return charged->granted ? tr("%1 → %2").arg(charged->before).arg(charged->after)
                                : tr("%1, needs %2").arg(charged->before).arg(charged->cost);
    }
    if (const auto returned = findStep<QuotaReturned>(m_attempt.decision.trace)) {
        return returned->before == returned->after ? QString::number(returned->after)
                                                   : tr("%1 → %2").arg(returned->before).arg(returned->after);
    }
    return dash();
}

QString AttemptTexts::summary() const
{
    QStringList parts{tr("Attempt %1").arg(number()), result(), errorName()};
    if (hasDelay()) {
        parts << verdict() << tr("delay %1").arg(delayOfWindow());
    } else {
        parts << verdict();
    }
    parts << tr("started at %1").arg(start());
    if (!m_attempt.isRunning) {
        parts << tr("took %1").arg(took());
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

std::optional<HintApplied> AttemptTexts::hint() const
{
    auto found = m_attempt.isRunning ? std::nullopt : findStep<HintApplied>(m_attempt.decision.trace);
    return found && found->asked ? found : std::nullopt;
}

QString AttemptTexts::hintText() const
{
    const std::optional<HintApplied> found = hint();
    return !found ? QString()
                  : tr("%1 asked %2, applied %3")
                        .arg(textOf(found->header), textOf(*found->asked), textOf(found->applied));
}

QString AttemptTexts::connection() const
{
    const auto& wire = m_attempt.facts.wire;
    if (m_attempt.isRunning || !wire || wire->connection == 0) {
        return {};
    }
    return wire->reused ? tr("reused, number %1").arg(wire->connection)
                        : tr("new, number %1").arg(wire->connection);
}

QString AttemptTexts::why() const
{
    return m_attempt.isRunning || policy() == nullptr
               ? QString()
               : textOf(whySentence(*policy(), m_attempt.facts, m_attempt.decision, m_attempt.attempt));
}

std::vector<CardLine> AttemptTexts::lines() const
{
    std::vector<CardLine> lines;
    if (m_attempt.sendDelay > Duration::zero()) {
        lines.push_back({tr("delayed before sending"), textOf(m_attempt.sendDelay), SpanKind::SendDelay});
    }
    lines.push_back({tr("started at"), start()});
    lines.push_back({tr("took"), took()});
    if (!m_attempt.isRunning) {
        const std::vector<CardLine> phases = phaseLines(m_attempt);
        lines.insert(lines.end(), phases.begin(), phases.end());
    }
    addDelayLines(lines);
    const std::size_t facts = lines.size();
    if (quotaAfter()) {
        lines.push_back({tr("retry tokens"), tokens()});
    }
    if (!connection().isEmpty()) {
        lines.push_back({tr("connection"), connection()});
    }
    if (m_attempt.assumed) {
        lines.push_back({tr("assumed"), tr("not in the record")});
    }
    if (lines.size() > facts) {
        lines[facts].beginsGroup = true;
    }
    return lines;
}

void AttemptTexts::addDelayLines(std::vector<CardLine>& lines) const
{
    if (!hasDelay()) {
        return;
    }
    const Decision& decision = m_attempt.decision;
    lines.push_back({tr("delay planned"), textOf(decision.delay), SpanKind::RetryDelay, true});
    if (!window().isEmpty()) {
        lines.push_back({tr("drawn from"), window()});
    }
    if (const auto asked = hint()) {
        lines.push_back({tr("%1 asked").arg(textOf(asked->header)), textOf(*asked->asked)});
        lines.push_back({tr("%1 applied").arg(textOf(asked->header)), textOf(asked->applied)});
    }
    if (m_attempt.actualDelay) {
        lines.push_back({tr("delay measured"), textOf(*m_attempt.actualDelay)});
        const Duration late = *m_attempt.actualDelay - decision.delay;
        if (late > Duration::zero()) {
            lines.push_back({tr("late by"), textOf(late)});
        }
    }
}

QString AttemptTexts::card() const
{
    QString rows;
    for (const CardLine& line : lines()) {
        rows += lineOf((line.phase ? QStringLiteral("\u2003") : QString()) + line.label, line.value);
    }
    return QStringLiteral("<div><b>%1 · %2</b> %3 · <b>%4</b></div><table>%5</table><div>%6</div>")
        .arg(number().toHtmlEscaped(), status().toHtmlEscaped(), caption().toHtmlEscaped(),
             verdict().toHtmlEscaped(), rows, why().toHtmlEscaped());
}

} // namespace retryscope::ui
