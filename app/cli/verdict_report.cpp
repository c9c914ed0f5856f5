// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/verdict_report.h"

#include "app/cli/attempt_report.h"
#include "app/cli/body_excerpt.h"
#include "app/cli/changes_report.h"
#include "app/cli/json_values.h"
#include "app/cli/text_table.h"
#include "core/change/other_protocols.h"
#include "core/change/reversing_changes.h"
#include "core/explain/body_error_text.h"
#include "core/explain/change_text.h"
#include "core/explain/condition_text.h"
#include "core/explain/conflict_text.h"
#include "core/explain/effect_text.h"
#include "core/explain/explain.h"
#include "core/explain/hint_text.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/policy_summary.h"
#include "core/explain/protocol_text.h"
#include "core/explain/redirect_text.h"
#include "core/explain/stop_text.h"
#include "core/io/documents/error_files.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_json.h"
#include "core/io/json/json_fields.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>

namespace retryscope::cli {

namespace {

QJsonValue tokensToJson(const std::optional<QuotaCharged>& tokens)
{
    return tokens ? QJsonValue(QJsonObject{{QStringLiteral("before"), tokens->before},
                                           {QStringLiteral("cost"), tokens->cost},
                                           {QStringLiteral("after"), tokens->after},
                                           {QStringLiteral("granted"), tokens->granted}})
                  : QJsonValue();
}

template <typename Word>
QJsonValue wordOrNull(const std::optional<PossibleEffect>& effect, Word PossibleEffect::*word)
{
    return effect ? QJsonValue(toQString(wordOf((*effect).*word))) : QJsonValue();
}

/// Of what may be applied, the second null where it is unbounded; null where nothing is applied.
QJsonValue boundsToJson(const ServerHint& hint)
{
    return hint.applied
               ? QJsonValue(QJsonArray{io::millisecondsToJson(hint.lower), durationOrNull(hint.upper)})
               : QJsonValue();
}

QJsonArray hintsToJson(const std::vector<ServerHint>& hints)
{
    QJsonArray list;
    for (const ServerHint& hint : hints) {
        list.append(QJsonObject{{hint.isInBody ? QStringLiteral("place") : QStringLiteral("header"),
                                 toQString(shownName(hint.header))},
                                {QStringLiteral("value"), toQString(shownName(hint.value))},
                                {QStringLiteral("asksForMs"), durationOrNull(hint.asked)},
                                {QStringLiteral("use"), toQString(std::string(toString(hint.use)))},
                                {QStringLiteral("appliedMs"), durationOrNull(hint.applied)},
                                {QStringLiteral("bounds"), boundsToJson(hint)},
                                {QStringLiteral("text"), toQString(hintSentences(hint))}});
    }
    return list;
}

QJsonValue bodyErrorToJson(const JudgedUnder& verdict)
{
    const std::optional<BodyError>& error = verdict.row.bodyError;
    if (!error) {
        return {};
    }
    return QJsonObject{{QStringLiteral("place"), toQString(error->place)},
                       {QStringLiteral("name"), toQString(shownName(error->name))},
                       {QStringLiteral("noticed"), verdict.row.noticesBodyError}};
}

QJsonValue redirectToJson(const VerdictRow& row)
{
    return row.redirect
               ? QJsonObject{{QStringLiteral("location"), toQString(io::redactedUrl(row.redirect->location))},
                             {QStringLiteral("followed"), toQString(wordOf(row.redirect->followed))}}
               : QJsonValue();
}

/// What it means to send the request again hangs on a method that nobody told.
bool isMethodNeeded(const JudgedUnder& verdict, const PossibleEffect& effect)
{
    return !verdict.isMethodTold && effect.processing == Processing::Ambiguous;
}

/// Where another protocol would turn the verdict.
QJsonArray protocolsToJson(const Situation& situation)
{
    QJsonArray result;
    for (const ProtocolVerdict& other : verdictsInOtherProtocols(situation)) {
        result.append(QJsonObject{{QStringLiteral("protocol"), toQString(other.protocol)},
                                  {QStringLiteral("verdict"), toQString(toString(other.verdict))},
                                  {QStringLiteral("kind"), toQString(toString(other.kind))}});
    }
    return result;
}

/// Null where a retry may cure the error.
QJsonValue incurableToJson(const AttemptFacts& facts)
{
    const std::optional<IncurableError> error = incurableErrorIn(io::incurableErrors(), facts);
    return error ? QJsonValue(QJsonObject{{QStringLiteral("name"), toQString(shownName(error->name))},
                                          {QStringLiteral("because"), toQString(error->because)},
                                          {QStringLiteral("source"), toQString(error->source)}})
                 : QJsonValue();
}

QJsonObject rowToJson(const JudgedUnder& verdict)
{
    const VerdictRow& row = verdict.row;
    const std::optional<PossibleEffect> effect =
        possibleEffectOf(verdict.situation.spec, verdict.situation.facts, row.kind);
    return {
        {QStringLiteral("policy"), toQString(row.policy)},
        {QStringLiteral("title"), toQString(io::redactedText(row.title))},
        {QStringLiteral("client"), toQString(row.client)},
        {QStringLiteral("mode"), textOrNull(row.mode)},
        {QStringLiteral("situation"),
         verdict.isRecorded ? QStringLiteral("recorded") : QStringLiteral("fresh")},
        {QStringLiteral("attempt"), verdict.situation.request.attemptsMade + 1},
        {QStringLiteral("verdict"), toQString(toString(row.verdict))},
        {QStringLiteral("stopReason"),
         row.stopReason ? QJsonValue(toQString(toString(*row.stopReason))) : QJsonValue()},
        {QStringLiteral("kind"), toQString(toString(row.kind))},
        {QStringLiteral("rule"), textOrNull(row.rule)},
        {QStringLiteral("ruleTitle"), textOrNull(row.ruleTitle)},
        {QStringLiteral("source"), textOrNull(row.source)},
        {QStringLiteral("errorName"),
         row.name.state == NameState::Absent ? QJsonValue() : QJsonValue(toQString(row.name.name))},
        {QStringLiteral("errorNameOrigin"), textOrNull(row.name.origin)},
        {QStringLiteral("whyNoName"), textOrNull(row.whyNoName)},
        {QStringLiteral("delayWindowMs"), windowToJson(row.window)},
        {QStringLiteral("attempts"), row.attempts ? QJsonValue(*row.attempts) : QJsonValue()},
        {QStringLiteral("tokens"), tokensToJson(row.tokens)},
        {QStringLiteral("processing"), wordOrNull(effect, &PossibleEffect::processing)},
        {QStringLiteral("repeating"), effect && isMethodNeeded(verdict, *effect)
                                          ? QJsonValue()
                                          : wordOrNull(effect, &PossibleEffect::repeating)},
        {QStringLiteral("evidence"), toQString(wordOf(row.evidence))},
        {QStringLiteral("protocol"), toQString(verdict.situation.policy.protocol)},
        {QStringLiteral("otherProtocols"), protocolsToJson(verdict.situation)},
        {QStringLiteral("otherServices"), textsToJson(verdict.otherServices)},
        {QStringLiteral("why"), toQString(row.why)},
        {QStringLiteral("hints"), hintsToJson(row.hints)},
        {QStringLiteral("waitMark"), textOrNull(std::string(toString(row.waitMark)))},
        {QStringLiteral("incurable"), incurableToJson(verdict.situation.facts)},
        {QStringLiteral("bodyError"), bodyErrorToJson(verdict)},
        {QStringLiteral("redirect"), redirectToJson(row)},
        {QStringLiteral("warnings"), io::problemsToJson(warningsOn(verdict.situation.policy.policy))},
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
    if (!situation.facts.response) {
        return {};
    }
    // What stands beside a name may be what is not for a terminal, or the log that it is copied to.
    Response shown = *situation.facts.response;
    shown.body = io::redactedText(shown.body);
    AttemptFacts facts = situation.facts;
    facts.response = std::make_shared<const Response>(std::move(shown));
    const std::optional<io::BodyRange> range = nameRange(situation.policy.reading, facts);
    return range ? bodyExcerpt(facts.response->body, *range, style, indent) : QString();
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
    const Explanation explanation = explain(situation.policy, situation.facts, verdict.decision,
                                            situation.request.attemptsMade + 1, situation.clock.wallTime);
    for (const Sentence& sentence : explanation.sentences) {
        const MarkStyle mark = styleOf(sentence.mark);
        result +=
            QStringLiteral("  ") + style.paint(QString::fromUtf8(mark.sign), mark.tone) + QLatin1Char(' ') +
            wrapped(toQString(io::redactedText(sentence.title)), style, kMargin, kMargin) + QLatin1Char('\n');
        if (!sentence.text.empty()) {
            result += margin + wrapped(toQString(sentence.text), style, kMargin, kMargin) + QLatin1Char('\n');
        }
        if (isNameFound(verdict.decision, sentence)) {
            result += nameExcerpt(situation, style, kMargin);
        }
        if (!sentence.source.empty()) {
            result += margin +
                      style.paint(wrapped(toQString(sentence.source), style, kMargin, kMargin), Tone::Faint) +
                      QLatin1Char('\n');
        }
    }
    return result;
}

/// `attempts: 3; retry quota (tokens): 500 - 5 = 495`
QString allowance(const VerdictRow& row)
{
    const QString attempts = QStringLiteral("attempts: %1").arg(toQString(attemptsCell(row)));
    const std::string tokens = tokensCell(row);
    return tokens.empty() ? attempts
                          : attempts + QStringLiteral("; retry quota (tokens): %1").arg(toQString(tokens));
}

/// By its status; readings of a document differ about failures only.
bool isFailure(const AttemptFacts& facts)
{
    constexpr int kFirstError = 400;
    return facts.fault || !facts.response || facts.response->status >= kFirstError;
}

/// What the server asked for and what came of it, one line each; and a wait that is very long.
QString hintLines(const VerdictRow& row, const TextStyle& style)
{
    QString result;
    for (const ServerHint& hint : row.hints) {
        result += wrapped(toQString(hintSentences(hint)), style, 0, 0) + QLatin1Char('\n');
    }
    if (row.waitMark != WaitMark::None) {
        result += style.paint(wrapped(toQString(waitMarkText(row.waitMark, row.window)), style, 0, 0),
                              Tone::Warning) +
                  QLatin1Char('\n');
    }
    return result;
}

} // namespace

JudgedUnder judgedIn(Situation situation, bool isRecorded)
{
    Decision decision = decisionIn(situation);
    VerdictRow row = verdictRowOf(situation.policy, situation.facts, decision,
                                  situation.request.attemptsMade + 1, situation.clock.wallTime);
    return {std::move(situation), std::move(decision), std::move(row), isRecorded, {}, {}};
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
        const QJsonArray changes = changesToJson(situation, verdicts.front().code);
        document.insert(QStringLiteral("flips"), changes);
        document.insert(QStringLiteral("shorter"), shorteningsToJson(situation, verdicts.front().code));
        document.insert(QStringLiteral("pairs"),
                        changes.isEmpty() ? pairsToJson(situation, verdicts.front().code) : QJsonArray());
        document.insert(QStringLiteral("sensitivity"), sensitivitiesToJson(situation));
    }
    return document;
}

QString verdictStory(const JudgedUnder& verdict, bool isBrief, const TextStyle& style)
{
    const VerdictRow& row = verdict.row;
    QString result =
        style.paint(toQString(row.policy), Tone::Strong) + QStringLiteral(": ") +
        wrapped(toQString(io::redactedText(row.title)), style, 0, static_cast<int>(row.policy.size()) + 2) +
        QStringLiteral("\n\n");
    result += style.paint(toQString(toString(row.verdict)), toneOf(row)) +
              QStringLiteral(" (%1)").arg(toQString(std::string(kindWord(row.kind))));
    const QString delay = toQString(delayCell(row));
    result += !row.window         ? QStringLiteral("\n")
              : row.isImmediate() ? QStringLiteral(", %1\n").arg(delay)
                                  : QStringLiteral(", delay %1\n").arg(delay);
    result += wrapped(toQString(row.why), style, 0, 0) + QLatin1Char('\n');
    result += hintLines(row, style);
    if (row.bodyError) {
        result += wrapped(toQString(bodyErrorSentence(verdict.situation.policy, verdict.situation.facts,
                                                      verdict.decision)),
                          style, 0, 0) +
                  QLatin1Char('\n');
    }
    if (const std::string protocols = protocolSentence(verdict.situation); !protocols.empty()) {
        result += wrapped(toQString(protocols), style, 0, 0) + QLatin1Char('\n');
    }
    if (!verdict.otherServices.empty()) {
        result +=
            wrapped(
                toQString(filled("No service was given. For %1 the verdict differs; choose with --service.",
                                 joined(verdict.otherServices, " or "))),
                style, 0, 0) +
            QLatin1Char('\n');
    }
    result += QStringLiteral("evidence: %1\n").arg(toQString(evidenceText(row.evidence)));
    result += allowance(row) + QLatin1Char('\n');
    if (verdict.isRecorded) {
        result +=
            QStringLiteral("Judged in the recorded situation: attempts, tokens and clock as at that time\n");
    }
    const Responder responder = responderOf(verdict.situation.facts);
    result += wrapped(toQString(sentenceFor(responder)), style, 0, 0) + QLatin1Char('\n');
    for (const std::string& sentence :
         {dividesErrorTypes(verdict.situation.policy.policy)
              ? errorTypeSentence(verdict.situation.policy.policy, verdict.situation.facts, row.kind)
              : std::string(),
          redirectSentence(verdict.situation.policy, verdict.situation.facts)}) {
        result +=
            sentence.empty() ? QString() : wrapped(toQString(sentence), style, 0, 0) + QLatin1Char('\n');
    }
    if (const auto effect = possibleEffectOf(verdict.situation.spec, verdict.situation.facts, row.kind)) {
        const QString text =
            isMethodNeeded(verdict, *effect)
                ? QStringLiteral("The server might already have processed the request. Whether a retry does "
                                 "harm depends on the method (--method).")
                : toQString(effectSentence(*effect, responder.kind));
        result += wrapped(text, style, 0, 0) + QLatin1Char('\n');
    }
    const auto incurable = incurableErrorIn(io::incurableErrors(), verdict.situation.facts);
    if (incurable && row.kind != ErrorKind::ClockSkew) { // else the clock is what is cured
        result += wrapped(toQString(incurableSentence(*incurable)), style, 0, 0) + QLatin1Char('\n');
    }
    const std::vector<std::string> conflicts =
        isFailure(verdict.situation.facts)
            ? conflictSentences(verdict.situation.policy.policy, {NoteTopic::Verdict})
            : std::vector<std::string>{};
    for (const std::string& conflict : conflicts) {
        result += wrapped(QStringLiteral("The document can be read in two ways: ") + toQString(conflict),
                          style, 0, 0) +
                  QLatin1Char('\n');
    }
    if (!isBrief) {
        result += QLatin1Char('\n') + findings(verdict, style);
    }
    return result + changesReport(verdict.situation, verdict.decision.verdict, verdict.code, isBrief, style);
}

} // namespace retryscope::cli
