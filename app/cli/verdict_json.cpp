// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/verdict_json.h"

#include "app/cli/body_excerpt.h"
#include "app/cli/json_values.h"
#include "core/change/other_protocols.h"
#include "core/explain/effect_text.h"
#include "core/explain/hint_text.h"
#include "core/explain/name_text.h"
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
    return orNull(incurableErrorIn(io::errorKnowledge().incurable, facts), [](const IncurableError& error) {
        return QJsonObject{{QStringLiteral("name"), toQString(shownName(error.name))},
                           {QStringLiteral("because"), toQString(error.because)},
                           {QStringLiteral("source"), toQString(error.source)}};
    });
}

/// Null unless code that was not read decides: that code, and both outcomes.
QJsonValue dependsOnToJson(const JudgedUnder& verdict)
{
    if (verdict.decision.stopReason != StopReason::UnreadCode) {
        return {};
    }
    const Rule& rule = verdict.situation.policy.policy.rules[static_cast<std::size_t>(verdict.decision.rule)];
    return QJsonObject{
        {QStringLiteral("code"), toQString(shownName(rule.unread))},
        {QStringLiteral("outcomes"), QJsonArray{QStringLiteral("stop"), QStringLiteral("retry")}},
        {QStringLiteral("delayWindowMs"), windowToJson(verdict.decision.window)}};
}

QJsonObject rowToJson(const JudgedUnder& verdict)
{
    const VerdictRow& row = verdict.row;
    const std::optional<PossibleEffect> effect =
        possibleEffectOf(verdict.situation.spec, verdict.situation.facts, row.kind);
    return {
        {QStringLiteral("policy"), toQString(row.policy)},
        {QStringLiteral("title"), toQString(row.title)},
        {QStringLiteral("client"), toQString(row.client)},
        {QStringLiteral("mode"), textOrNull(row.mode)},
        {QStringLiteral("situation"),
         verdict.isRecorded ? QStringLiteral("recorded") : QStringLiteral("fresh")},
        {QStringLiteral("attempt"), verdict.situation.request.attemptsMade + 1},
        {QStringLiteral("verdict"), toQString(toString(row.verdict))},
        {QStringLiteral("stopReason"),
         row.stopReason ? QJsonValue(toQString(toString(*row.stopReason))) : QJsonValue()},
        {QStringLiteral("kind"), toQString(toString(row.kind))},
        {QStringLiteral("dependsOn"), dependsOnToJson(verdict)},
        {QStringLiteral("callerGets"),
         textOrNull(callerGets(verdict.situation.policy.policy, verdict.situation.facts, verdict.decision))},
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
        {QStringLiteral("ruleEvidence"), toQString(wordOf(row.ruleEvidence.level))},
        {QStringLiteral("checkedReleases"), textsToJson(row.ruleEvidence.releases)},
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

/// In bytes of the body; null where there is nothing to point at.
QJsonValue nameRangeToJson(const Situation& situation)
{
    return orNull(nameRange(situation.policy.reading, situation.facts), [](const io::BodyRange& range) {
        return QJsonObject{{QStringLiteral("offset"), qint64{range.offset}},
                           {QStringLiteral("length"), qint64{range.length}}};
    });
}

} // namespace

QJsonObject verdictDocument(const std::vector<JudgedUnder>& verdicts)
{
    const QJsonArray rows = arrayOf(verdicts, [](const JudgedUnder& verdict) { return rowToJson(verdict); });
    return {{QStringLiteral("rows"), rows}};
}

QJsonObject verdictDocument(const JudgedUnder& verdict, const PossibleChanges& changes,
                            const CodeCommand& command)
{
    const Situation& situation = verdict.situation;
    QJsonObject document = verdictDocument({verdict});
    document.insert(QStringLiteral("trace"), io::traceToJson(verdict.decision.trace, situation.policy));
    document.insert(QStringLiteral("nameRange"), nameRangeToJson(situation));
    document.insert(QStringLiteral("flips"), changesToJson(changes.reversing, command));
    document.insert(QStringLiteral("shorter"), changesToJson(changes.shorter, command));
    document.insert(QStringLiteral("pairs"), pairsToJson(changes.pairs, command));
    document.insert(QStringLiteral("sensitivity"), sensitivitiesToJson(changes.sensitivities));
    return document;
}

} // namespace retryscope::cli
