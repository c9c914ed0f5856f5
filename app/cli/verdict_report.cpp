// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/verdict_report.h"

#include "app/cli/body_excerpt.h"
#include "app/cli/changes_report.h"
#include "app/cli/json_values.h"
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
    return orNull(tokens, [](const QuotaCharged& charged) {
        return QJsonObject{{QStringLiteral("before"), charged.before},
                           {QStringLiteral("cost"), charged.cost},
                           {QStringLiteral("after"), charged.after},
                           {QStringLiteral("granted"), charged.granted}};
    });
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
    return arrayOf(hints, [](const ServerHint& hint) {
        return QJsonObject{{hint.isInBody ? QStringLiteral("place") : QStringLiteral("header"),
                            toQString(shownName(hint.header))},
                           {QStringLiteral("value"), toQString(shownName(hint.value))},
                           {QStringLiteral("asksForMs"), durationOrNull(hint.asked)},
                           {QStringLiteral("use"), toQString(std::string(toString(hint.use)))},
                           {QStringLiteral("appliedMs"), durationOrNull(hint.applied)},
                           {QStringLiteral("bounds"), boundsToJson(hint)},
                           {QStringLiteral("text"), toQString(hintSentences(hint))}};
    });
}

QJsonValue bodyErrorToJson(const JudgedUnder& verdict)
{
    return orNull(verdict.row.bodyError, [&verdict](const BodyError& error) {
        return QJsonObject{{QStringLiteral("place"), toQString(error.place)},
                           {QStringLiteral("name"), toQString(shownName(error.name))},
                           {QStringLiteral("noticed"), verdict.row.noticesBodyError}};
    });
}

QJsonValue redirectToJson(const VerdictRow& row)
{
    return orNull(row.redirect, [](const SeenRedirect& redirect) {
        return QJsonObject{{QStringLiteral("location"), toQString(io::redactedUrl(redirect.location))},
                           {QStringLiteral("followed"), toQString(wordOf(redirect.followed))}};
    });
}

/// What it means to send the request again hangs on a method that nobody told.
bool isMethodNeeded(const JudgedUnder& verdict, const PossibleEffect& effect)
{
    return !verdict.isMethodTold && effect.processing == Processing::Ambiguous;
}

/// Where another protocol would turn the verdict.
QJsonArray protocolsToJson(const Situation& situation)
{
    return arrayOf(verdictsInOtherProtocols(situation), [](const ProtocolVerdict& other) {
        return QJsonObject{{QStringLiteral("protocol"), toQString(other.protocol)},
                           {QStringLiteral("verdict"), toQString(toString(other.verdict))},
                           {QStringLiteral("kind"), toQString(toString(other.kind))}};
    });
}

/// Null where a retry may cure the error.
QJsonValue incurableToJson(const AttemptFacts& facts)
{
    return orNull(incurableErrorIn(io::incurableErrors(), facts), [](const IncurableError& error) {
        return QJsonObject{{QStringLiteral("name"), toQString(shownName(error.name))},
                           {QStringLiteral("because"), toQString(error.because)},
                           {QStringLiteral("source"), toQString(error.source)}};
    });
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
        {QStringLiteral("attempts"), numberOrNull(row.attempts)},
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

/// Empty where there is nothing to point at. width: of its lines, in characters.
ReportLines nameExcerpt(const Situation& situation, int width)
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
    return range ? bodyExcerpt(facts.response->body, *range, width) : ReportLines{};
}

/// In bytes of the body; null where there is nothing to point at.
QJsonValue nameRangeToJson(const Situation& situation)
{
    return orNull(nameRange(situation.policy.reading, situation.facts), [](const io::BodyRange& range) {
        return QJsonObject{{QStringLiteral("offset"), qint64{range.offset}},
                           {QStringLiteral("length"), qint64{range.length}}};
    });
}

void addFindings(Report& report, const JudgedUnder& verdict, int width)
{
    const Situation& situation = verdict.situation;
    const Explanation explanation = explain(situation.policy, situation.facts, verdict.decision,
                                            situation.request.attemptsMade + 1, situation.clock.wallTime);
    for (const Sentence& sentence : explanation.sentences) {
        const MarkStyle mark = styleOf(sentence.mark);
        report.add(ReportText{.lead = {{mark.sign, mark.tone}, {" "}},
                              .text = {io::redactedText(sentence.title)},
                              .indent = 2,
                              .hang = 4});
        report.detail(sentence.text);
        if (isNameFound(verdict.decision, sentence)) {
            report.add(nameExcerpt(situation, width));
        }
        report.detail(sentence.source, Tone::Faint);
    }
}

/// `attempts: 3; retry quota (tokens): 500 - 5 = 495`
std::string allowance(const VerdictRow& row)
{
    const std::string tokens = tokensCell(row);
    return "attempts: " + attemptsCell(row) + (tokens.empty() ? "" : "; retry quota (tokens): " + tokens);
}

/// `retry (throttling), delay 1 s`
ReportText verdictLine(const VerdictRow& row)
{
    const std::string delay = delayCell(row);
    return {.lead = {{std::string(toString(row.verdict)), toneOf(row)}, {" "}},
            .text = {"(" + std::string(kindWord(row.kind)) + ')' +
                     (!row.window         ? ""
                      : row.isImmediate() ? ", " + delay
                                          : ", delay " + delay)}};
}

/// By its status; readings of a document differ about failures only.
bool isFailure(const AttemptFacts& facts)
{
    constexpr int kFirstError = 400;
    return facts.fault || !facts.response || facts.response->status >= kFirstError;
}

/// What a retry might do at the server; empty where nothing is to be said.
std::string effectText(const JudgedUnder& verdict, const Responder& responder)
{
    const auto effect = possibleEffectOf(verdict.situation.spec, verdict.situation.facts, verdict.row.kind);
    return !effect ? ""
           : isMethodNeeded(verdict, *effect)
               ? "The server might already have processed the request. Whether a retry does harm depends on "
                 "the method (--method)."
               : effectSentence(*effect, responder.kind);
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
    const QJsonArray rows = arrayOf(verdicts, [](const JudgedUnder& verdict) { return rowToJson(verdict); });
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

Report verdictStory(const JudgedUnder& verdict, bool isBrief, int width)
{
    const VerdictRow& row = verdict.row;
    const Situation& situation = verdict.situation;
    const Policy& policy = situation.policy.policy;
    const Responder responder = responderOf(situation.facts);
    Report report;
    report.headline(row.policy, io::redactedText(row.title));
    report.gap();
    report.add(verdictLine(row));
    report.say(row.why);
    for (const ServerHint& hint : row.hints) {
        report.say(hintSentences(hint));
    }
    report.say(waitMarkText(row.waitMark, row.window), Tone::Warning);
    if (row.bodyError) {
        report.say(bodyErrorSentence(situation.policy, situation.facts, verdict.decision));
    }
    report.say(protocolSentence(situation));
    if (!verdict.otherServices.empty()) {
        report.say(filled("No service was given. For %1 the verdict differs; choose with --service.",
                          joined(verdict.otherServices, " or ")));
    }
    report.say("evidence: " + evidenceText(row.evidence));
    report.say(allowance(row));
    report.say(verdict.isRecorded ? kRecordedSituation : "");
    report.say(sentenceFor(responder));
    if (dividesErrorTypes(policy)) {
        report.say(errorTypeSentence(policy, situation.facts, row.kind));
    }
    report.say(redirectSentence(situation.policy, situation.facts));
    report.say(effectText(verdict, responder));
    const auto incurable = incurableErrorIn(io::incurableErrors(), situation.facts);
    if (incurable && row.kind != ErrorKind::ClockSkew) { // else the clock is what is cured
        report.say(incurableSentence(*incurable));
    }
    if (isFailure(situation.facts)) {
        for (const std::string& conflict : conflictSentences(policy, {NoteTopic::Verdict})) {
            report.say("The document can be read in two ways: " + conflict);
        }
    }
    if (!isBrief) {
        report.gap();
        addFindings(report, verdict, width);
    }
    report.append(changesReport(situation, verdict.decision.verdict, verdict.code, isBrief));
    return report;
}

} // namespace retryscope::cli
