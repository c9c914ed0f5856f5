// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/verdict_report.h"

#include "app/cli/attempt_report.h"
#include "app/cli/body_excerpt.h"
#include "app/cli/text_table.h"
#include "core/explain/change_text.h"
#include "core/explain/explain.h"
#include "core/io/storage/json_fields.h"
#include "core/io/storage/record_json.h"
#include "core/simulate/counterfactual.h"

#include <QJsonArray>

namespace retryscope::cli {

namespace {

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

QString text(std::string_view utf8)
{
    return io::toQString(utf8);
}

QJsonValue textOrNull(const std::string& value)
{
    return value.empty() ? QJsonValue() : QJsonValue(text(value));
}

QJsonValue windowToJson(const std::optional<DelayWindow>& window)
{
    return window ? QJsonValue(
                        QJsonArray{io::millisecondsToJson(window->low), io::millisecondsToJson(window->high)})
                  : QJsonValue();
}

QJsonValue tokensToJson(const std::optional<QuotaCharged>& tokens)
{
    return tokens ? QJsonValue(QJsonObject{{QStringLiteral("before"), tokens->before},
                                           {QStringLiteral("cost"), tokens->cost},
                                           {QStringLiteral("after"), tokens->after},
                                           {QStringLiteral("granted"), tokens->granted}})
                  : QJsonValue();
}

QJsonObject rowToJson(const JudgedUnder& verdict)
{
    const VerdictRow& row = verdict.row;
    return {
        {QStringLiteral("policy"), text(row.policy)},
        {QStringLiteral("title"), text(row.title)},
        {QStringLiteral("client"), text(row.client)},
        {QStringLiteral("mode"), textOrNull(row.mode)},
        {QStringLiteral("situation"),
         verdict.isRecorded ? QStringLiteral("recorded") : QStringLiteral("fresh")},
        {QStringLiteral("verdict"), text(toString(row.verdict))},
        {QStringLiteral("stopReason"),
         row.stopReason ? QJsonValue(text(toString(*row.stopReason))) : QJsonValue()},
        {QStringLiteral("kind"), text(toString(row.kind))},
        {QStringLiteral("rule"), textOrNull(row.rule)},
        {QStringLiteral("ruleTitle"), textOrNull(row.ruleTitle)},
        {QStringLiteral("source"), textOrNull(row.source)},
        {QStringLiteral("errorName"),
         row.name.state == NameState::Absent ? QJsonValue() : QJsonValue(text(row.name.name))},
        {QStringLiteral("errorNameOrigin"), textOrNull(row.name.origin)},
        {QStringLiteral("whyNoName"), textOrNull(row.whyNoName)},
        {QStringLiteral("delayWindowMs"), windowToJson(row.window)},
        {QStringLiteral("attempts"), row.attempts ? QJsonValue(*row.attempts) : QJsonValue()},
        {QStringLiteral("tokens"), tokensToJson(row.tokens)},
        {QStringLiteral("why"), text(row.why)},
    };
}

struct MarkStyle
{
    const char* sign;
    Tone tone;
};

MarkStyle styleOf(SentenceMark mark)
{
    switch (mark) {
    case SentenceMark::Info:
        return {"·", Tone::Plain};
    case SentenceMark::Passed:
        return {"✓", Tone::Good};
    case SentenceMark::NotMatched:
        return {"–", Tone::Faint};
    case SentenceMark::Matched:
        return {"►", Tone::Warning};
    case SentenceMark::Blocked:
        return {"✗", Tone::Bad};
    }
    return {"·", Tone::Plain};
}

bool isNameFound(const Decision& decision, const Sentence& sentence)
{
    return sentence.step >= 0 &&
           std::holds_alternative<NameFound>(decision.trace[static_cast<std::size_t>(sentence.step)]);
}

/// Empty where there is nothing to point at.
QString nameExcerpt(const Situation& situation, const TextStyle& style, int indent)
{
    const std::optional<io::BodyRange> range = nameRange(situation.policy.reading, situation.facts);
    return range ? bodyExcerpt(situation.facts.reply->body, *range, style, indent) : QString();
}

/// In bytes of the body; null where there is nothing to point at.
QJsonValue nameRangeToJson(const Situation& situation)
{
    const std::optional<io::BodyRange> range = nameRange(situation.policy.reading, situation.facts);
    return range ? QJsonValue(QJsonObject{{QStringLiteral("offset"), qint64{range->offset}},
                                          {QStringLiteral("length"), qint64{range->length}}})
                 : QJsonValue();
}

QString findings(const JudgedUnder& verdict, const TextStyle& style)
{
    constexpr int kMargin = 4;
    const QString margin(kMargin, QLatin1Char(' '));
    QString result;
    const Situation& situation = verdict.situation;
    const Explanation explanation =
        explain(situation.policy, situation.facts, verdict.decision, situation.request.attemptsMade + 1);
    for (const Sentence& sentence : explanation.sentences) {
        const MarkStyle mark = styleOf(sentence.mark);
        result += QStringLiteral("  ") + style.paint(QString::fromUtf8(mark.sign), mark.tone) +
                  QLatin1Char(' ') + wrapped(text(sentence.title), style, kMargin, kMargin) +
                  QLatin1Char('\n');
        if (!sentence.text.empty()) {
            result += margin + wrapped(text(sentence.text), style, kMargin, kMargin) + QLatin1Char('\n');
        }
        if (isNameFound(verdict.decision, sentence)) {
            result += nameExcerpt(situation, style, kMargin);
        }
        if (!sentence.source.empty()) {
            result += margin +
                      style.paint(wrapped(text(sentence.source), style, kMargin, kMargin), Tone::Faint) +
                      QLatin1Char('\n');
        }
    }
    return result;
}

QString flipsReport(const JudgedUnder& verdict, const TextStyle& style)
{
    QString result;
    for (const Flip& flip : flipsOf(verdict.situation)) {
        result += QStringLiteral("  ") + wrapped(text(changeText(flip.change)), style, 4, 2) +
                  QStringLiteral("\n    ") + style.paint(text(ownerText(ownerOf(flip.change))), Tone::Faint) +
                  QLatin1Char('\n');
    }
    if (result.isEmpty()) {
        return verdict.decision.verdict == Verdict::Succeed
                   ? QString()
                   : QStringLiteral("\nNo single change turns this around.\n");
    }
    return (verdict.decision.verdict == Verdict::Stop
                ? QStringLiteral("\nAny one of these would make it retry\n")
                : QStringLiteral("\nAny one of these would make it stop\n")) +
           result;
}

QJsonArray flipsToJson(const Situation& situation)
{
    QJsonArray result;
    for (const Flip& flip : flipsOf(situation)) {
        result.append(QJsonObject{{QStringLiteral("change"), text(changeText(flip.change))},
                                  {QStringLiteral("owner"), text(toString(ownerOf(flip.change)))},
                                  {QStringLiteral("verdictAfter"), text(toString(flip.verdictAfter))},
                                  {QStringLiteral("sort"), text(sortOf(flip.change))},
                                  {QStringLiteral("reach"), text(toString(reachOf(flip.change)))}});
    }
    return result;
}

/// `attempts 3 in all; tokens 500 - 5 = 495`
QString allowance(const VerdictRow& row)
{
    const QString attempts = QStringLiteral("attempts: %1").arg(text(attemptsCell(row)));
    const std::string tokens = tokensCell(row);
    return tokens.empty() ? attempts : attempts + QStringLiteral("; tokens: %1").arg(text(tokens));
}

} // namespace

JudgedUnder judgedIn(Situation situation, bool isRecorded)
{
    Decision decision = decisionIn(situation);
    VerdictRow row =
        verdictRowOf(situation.policy, situation.facts, decision, situation.request.attemptsMade + 1);
    return {std::move(situation), std::move(decision), std::move(row), isRecorded};
}

std::vector<VerdictRow> rowsOf(const std::vector<JudgedUnder>& verdicts)
{
    std::vector<VerdictRow> rows;
    for (const JudgedUnder& verdict : verdicts) {
        rows.push_back(verdict.row);
    }
    return rows;
}

QJsonObject verdictDocument(const std::vector<JudgedUnder>& verdicts, bool inFull)
{
    QJsonArray rows;
    for (const JudgedUnder& verdict : verdicts) {
        rows.append(rowToJson(verdict));
    }
    QJsonObject document{{QStringLiteral("rows"), rows}};
    if (inFull) {
        const Situation& situation = verdicts.front().situation;
        document.insert(QStringLiteral("trace"),
                        io::traceToJson(verdicts.front().decision.trace, situation.policy));
        document.insert(QStringLiteral("nameRange"), nameRangeToJson(situation));
        document.insert(QStringLiteral("flips"), flipsToJson(situation));
    }
    return document;
}

QString verdictStory(const JudgedUnder& verdict, bool isBrief, const TextStyle& style)
{
    const VerdictRow& row = verdict.row;
    QString result = style.paint(text(row.policy), Tone::Strong) + QStringLiteral(": ") +
                     wrapped(text(row.title), style, 0, static_cast<int>(row.policy.size()) + 2) +
                     QStringLiteral("\n\n");
    result += style.paint(text(toString(row.verdict)), toneOf(row.verdict)) +
              QStringLiteral(" (%1)").arg(text(toString(row.kind)));
    const std::string delay = delayCell(row);
    result += delay.empty() ? QStringLiteral("\n") : QStringLiteral(", delay %1\n").arg(text(delay));
    result += wrapped(text(row.why), style, 0, 0) + QLatin1Char('\n');
    result += allowance(row) + QLatin1Char('\n');
    if (verdict.isRecorded) {
        result += QStringLiteral("judged in the situation it was recorded in\n");
    }
    const Answerer answerer = answererOf(verdict.situation.facts);
    result += wrapped(text(sentenceFor(answerer)), style, 0, 0) + QLatin1Char('\n');
    if (!isBrief) {
        result += QLatin1Char('\n') + findings(verdict, style);
    }
    return result + flipsReport(verdict, style);
}

} // namespace retryscope::cli
