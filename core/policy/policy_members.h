// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/policy/member_range.h"
#include "core/policy/policy.h"

#include <optional>
#include <string>
#include <vector>

/// Every struct of a policy, member by member, under its name in policy files. What reads, writes or lists
/// members is a `Fields` with `field`, `required`, `filled`, `unless`, `constant`, `byKind` and `range`,
/// which is about the member before it. What JSON does differently is a function of its own beside it
/// (describePlace() for example); the others are walks over values.
namespace retryscope {

/// `{ "type": "none" }` and a missing group both mean that the client has no such thing.
inline constexpr const char* kTokens = "tokens";
inline constexpr const char* kCubic = "cubic";

template <typename Fields>
concept Walk = Fields::kIsWalk;

template <Walk Fields>
void describeMost(Fields& fields, AttemptLimit& value)
{
    fields.byKind("max", value.max, value.maxByKind);
}

template <Walk Fields>
void describePlace(Fields& fields, std::string& place)
{
    fields.field("place", place);
}

template <Walk Fields>
void describeBodyPlaces(Fields& fields, const char* key, std::vector<std::string>& places)
{
    fields.field(key, places);
}

/// An empty list that stands there matches nothing.
template <Walk Fields>
void describeNames(Fields& fields, Condition& value)
{
    std::vector<std::string> names = value.nameIn;
    if (names.empty() && value.nameMustBeListed) {
        names.emplace_back("none listed");
    }
    fields.field("nameIn", names);
}

template <Walk Fields>
void describeEmulated(Fields& fields, std::vector<EmulatedClient>& emulates)
{
    fields.field("emulates", emulates);
}

template <Walk Fields>
void describeSchema(Fields&)
{
}

template <Walk Fields>
void describeRetired(Fields&)
{
}

template <Walk Fields, typename Group>
void describeGroup(Fields& fields, const char* key, std::optional<Group>& group)
{
    fields.field(key, group);
}

template <typename Fields>
void describe(Fields& fields, EmulatedClient& value)
{
    fields.required("client", value.client);
    fields.required("version", value.version);
    fields.required("mode", value.mode);
}

template <typename Fields>
void describe(Fields& fields, AttemptLimit& value)
{
    describeMost(fields, value);
    fields.field("countsFirst", value.countsFirst);
    fields.field("maxElapsed", value.maxElapsed);
    fields.range(MemberRange{.isAbove = true, .why = "otherwise the client could never retry"});
    fields.unless(false, "timeoutCoversCall", value.timeoutCoversCall);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, BackoffSpec& value)
{
    fields.required("type", value.type);
    fields.byKind("base", value.base.byDefault, value.base.byKind);
    fields.range(kNotNegative);
    fields.field("factor", value.factor);
    fields.range(kAboveZero);
    fields.field("exponentStart", value.exponentStart);
    fields.range(kNotNegative);
    fields.filled("delays", value.delays);
    fields.range(kNotNegative);
    fields.field("cap", value.cap);
    fields.range(kNotNegative);
    fields.field("capApplies", value.capApplies);
    fields.field("jitter", value.jitter);
    fields.unless(BackoffSpec{}.spread, "spread", value.spread);
    fields.range(kNotNegative);
    fields.unless(Duration::zero(), "noise", value.noise);
    fields.range(kNotNegative);
    fields.field("floor", value.floor);
    fields.range(kNotNegative);
    fields.unless(false, "firstWithoutJitter", value.firstWithoutJitter);
    fields.field("when", value.when);
    fields.field("firstRetryAtOnce", value.firstRetryAtOnce);
    fields.field("beforeGivingUp", value.beforeGivingUp);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, QuotaSpec& value)
{
    fields.constant("type", kTokens, "\"tokens\"; for no retry quota write {\"type\": \"none\"} alone");
    fields.field("scope", value.scope);
    fields.required("capacity", value.capacity);
    fields.range(kNotNegative);
    fields.byKind("cost", value.cost, value.costByKind);
    fields.range(kNotNegative);
    fields.field("giveBack", value.giveBack);
    fields.field("whenEmpty", value.whenEmpty);
    fields.filled("longPolling", value.longPolling);
    fields.unless(0, "reserve", value.reserve);
    fields.unless(1, "units", value.perToken);
    fields.range(MemberRange{.least = 1, .most = 1000});
    fields.unless(0, "earnPerCall", value.earnPerCall);
    fields.range(kNotNegative);
    fields.field("start", value.start);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, LimiterSpec& value)
{
    fields.constant("type", kCubic, "\"cubic\"; for no send rate write {\"type\": \"none\"} alone");
    fields.field("scope", value.scope);
    fields.field("minFillRatePerSecond", value.minFillRatePerSecond);
    fields.range(MemberRange{.isAbove = true, .why = "otherwise the client would stop sending for ever"});
    fields.field("minCapacity", value.minCapacity);
    fields.field("smooth", value.smooth);
    fields.range(kUpToOne);
    fields.field("beta", value.beta);
    fields.range(MemberRange{.most = 1, .why = "otherwise throttling would not slow the client down"});
    fields.field("scale", value.scale);
    fields.range(kAboveZero);
    fields.field("timeBucketSeconds", value.timeBucketSeconds);
    fields.range(kAboveZero);
    fields.field("rateCapFactor", value.rateCapFactor);
    fields.range(kAboveZero);
    fields.field("costPerAttempt", value.costPerAttempt);
    fields.range(MemberRange{.isAbove = true, .why = "otherwise the limiter would have no effect"});
    fields.unless(0.0, "startTokens", value.startTokens);
    fields.range(kNotNegative);
    fields.unless(WhenLimited::Wait, "whenEmpty", value.whenEmpty);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, HintSpec& value)
{
    fields.required("header", value.header);
    fields.required("unit", value.unit);
    fields.required("bounds", value.bounds);
    fields.unless(DateForms::Http, "dates", value.dates);
    fields.unless(false, "restartsBackoff", value.restartsBackoff);
    fields.filled("statusIn", value.statusIn);
    fields.field("cap", value.cap);
    fields.unless(false, "decimals", value.decimals);
    fields.unless(false, "signed", value.isSigned);
    fields.unless(false, "leading", value.leading);
    fields.unless(false, "zeroMeansNone", value.zeroMeansNone);
    fields.unless(false, "pastMeansNone", value.pastMeansNone);
    fields.unless(false, "hidesOthers", value.hidesOthers);
    fields.unless(false, "unreadableForbids", value.unreadableForbids);
    fields.field("unreadableMeans", value.unreadableMeans);
    fields.field("ignoreBelow", value.ignoreBelow);
    fields.field("ignoreAbove", value.ignoreAbove);
    fields.field("forbidsAbove", value.forbidsAbove);
    fields.unless(false, "forbidsAboveTimeout", value.forbidsAboveTimeout);
    fields.field("atOnceAbove", value.atOnceAbove);
    fields.unless(0.0, "spread", value.spread);
    fields.range(kNotNegative);
    fields.unless(Duration::zero(), "noise", value.noise);
    fields.range(kNotNegative);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, ResendSpec& value)
{
    fields.required("methodIn", value.methodIn);
    fields.filled("methodIn", value.methodIn);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, RequestBodySpec& value)
{
    fields.required("max", value.max);
    fields.range(kNotNegative);
    fields.unless(false, "onlyOnceSent", value.onlyOnceSent);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, ConnectionSpec& value)
{
    fields.required("closeAfter", value.closeAfter);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, ClockSpec& value)
{
    fields.required("tolerance", value.tolerance);
    fields.field("learns", value.learns);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, EnvironmentHabits& value)
{
    fields.field("otherMode", value.otherMode);
    fields.field("ignoresAttempts", value.ignoresAttempts);
    fields.field("ignoresBadAttempts", value.ignoresBadAttempts);
    fields.field("zeroAttemptsMeanOne", value.zeroAttemptsMeanOne);
    fields.field("onBadMode", value.onBadMode);
    fields.field("onBadAttempts", value.onBadAttempts);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, ClientTimeouts& value)
{
    fields.field("attempt", value.attempt);
    fields.range(kNotNegative);
    fields.field("connect", value.connect);
    fields.range(kNotNegative);
    fields.field("read", value.read);
    fields.range(kNotNegative);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, ErrorClasses& value)
{
    fields.required("responded", value.responded);
    fields.required("unanswered", value.unanswered);
    fields.field("exhausted", value.exhausted);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, RedirectSpec& value)
{
    fields.required("follows", value.follows);
    fields.field("most", value.most);
    fields.range(kAtLeastOne);
    fields.field("changesMethod", value.changesMethod);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, SuccessSpec& value)
{
    fields.required("statusIn", value.statusIn);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, PolicyNote& value)
{
    fields.required("text", value.text);
    fields.field("source", value.source);
    fields.filled("conflictsAbout", value.conflictsAbout);
    fields.filled("statusIn", value.statusIn);
    fields.filled("assumedAbout", value.assumedAbout);
}

template <typename Fields>
void describe(Fields& fields, EmbeddedError& value)
{
    fields.required("bodyIs", value.bodyIs);
    fields.filled("bodyIs", value.bodyIs);
    fields.field("within", value.within);
    fields.range(kAboveZero);
    fields.filled("statusIn", value.statusIn);
    fields.filled("operationIn", value.operationIn);
    fields.filled("operationNotIn", value.operationNotIn);
    fields.field("treatAsStatus", value.treatAsStatus);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, AttemptHeader& value)
{
    fields.required("name", value.name);
    fields.required("first", value.first);
    fields.field("later", value.later);
    fields.field("laterWithTtl", value.laterWithTtl);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, ErrorReading& value)
{
    fields.field("syntax", value.syntax);
    fields.field("rootMatch", value.rootMatch);
    fields.required("places", value.places);
    fields.field("strip", value.strip);
    fields.field("messages", value.messagePlaces);
    fields.field("nameFromStatusWhenUnreadable", value.nameFromStatusWhenUnreadable);
    fields.field("tolerates", value.tolerates);
    fields.field("verbatim", value.verbatim);
    fields.unless(false, "unreadableHidesName", value.unreadableHidesName);
    fields.unless(false, "anyLetterCase", value.anyLetterCase);
    fields.unless(false, "pagesAreNoBody", value.pagesAreNoBody);
    fields.field("in200", value.embedded);
    fields.field("evidence", value.evidence);
    fields.field("source", value.source);
}

template <typename Fields>
void describe(Fields& fields, ValueAt& value)
{
    describePlace(fields, value.place);
    fields.required("textIn", value.textIn);
    fields.filled("textIn", value.textIn);
}

template <typename Fields>
void describe(Fields& fields, HeaderValue& value)
{
    fields.required("header", value.header);
    fields.filled("textIn", value.textIn);
    fields.filled("prefixIn", value.prefixIn);
    fields.field("from", value.from);
    fields.field("to", value.to);
}

/// `"crc32": "mismatch"` or `"match"`.
enum class Crc32 { Mismatch, Match };

template <>
struct EnumWords<Crc32>
{
    static constexpr Words<Crc32, 2> kWords{{{Crc32::Mismatch, "mismatch"}, {Crc32::Match, "match"}}};
};

template <typename Fields>
void describe(Fields& fields, Condition& value)
{
    fields.filled("statusIn", value.statusIn);
    describeNames(fields, value);
    fields.filled("namePrefixIn", value.namePrefixIn);
    fields.filled("nameHas", value.nameHas);
    fields.field("nameIs", value.nameIs);
    fields.filled("bodyIs", value.bodyIs);
    describeBodyPlaces(fields, "lacks", value.lacks);
    fields.filled("methodIn", value.methodIn);
    fields.filled("jsonIs", value.jsonIs);
    fields.filled("faultIn", value.faultIn);
    fields.filled("protocolIn", value.protocolIn);
    fields.filled("serviceIn", value.serviceIn);
    fields.filled("operationIn", value.operationIn);
    fields.filled("operationNotIn", value.operationNotIn);
    fields.filled("messageHas", value.messageHas);
    fields.filled("bodyHas", value.bodyHas);
    fields.filled("headerIn", value.headerIn);
    fields.filled("headerValues", value.headerValues);
    fields.field("hinted", value.hinted);
    describeRetired(fields);
    fields.field("idempotent", value.idempotent);
    fields.filled("afterRules", value.afterRules);
    fields.field("valueAt", value.valueAt);
    fields.field("serverClockOff", value.serverClockOff);
    std::optional<Crc32> crc32;
    if (value.crc32Mismatch) {
        crc32 = *value.crc32Mismatch ? Crc32::Mismatch : Crc32::Match;
    }
    fields.field("crc32", crc32);
    value.crc32Mismatch = crc32 ? std::optional(*crc32 == Crc32::Mismatch) : std::nullopt;
    fields.field("partDone", value.partDone);
}

template <typename Fields>
void describe(Fields& fields, Rule& value)
{
    fields.required("id", value.id);
    fields.field("title", value.title);
    fields.unless(RuleScope::Errors, "on", value.scope);
    fields.field("when", value.when);
    fields.required("kind", value.kind);
    fields.field("meaning", value.meaning);
    fields.field("message", value.message);
    fields.field("quotaCost", value.quotaCost);
    fields.range(kNotNegative);
    fields.field("delay", value.delay);
    fields.range(kNotNegative);
    fields.field("atMost", value.atMost);
    fields.range(kAtLeastOne);
    fields.unless(true, "countsAsAttempt", value.countsAsAttempt);
    fields.unless(false, "succeedsAtLimit", value.succeedsAtLimit);
    fields.field("proviso", value.proviso);
    fields.field("unread", value.unread);
    fields.field("raises", value.raises);
    fields.field("advice", value.advice);
    fields.field("source", value.source);
}

enum class RuleOrder { FirstMatch, LastMatch };

template <>
struct EnumWords<RuleOrder>
{
    static constexpr Words<RuleOrder, 2> kWords{
        {{RuleOrder::FirstMatch, "firstMatch"}, {RuleOrder::LastMatch, "lastMatch"}}};
};

/// What becomes of a failure that no rule knows.
struct Otherwise
{
    ErrorKind kind = ErrorKind::Permanent;
    std::string meaning;
    std::string source;
};

template <typename Fields>
void describe(Fields& fields, Otherwise& value)
{
    fields.required("kind", value.kind);
    fields.field("meaning", value.meaning);
    fields.field("source", value.source);
}

inline constexpr const char* kPolicyFormat = "retryscope.policy/1";

/// Everything but the services, which are described by how they differ from the rest.
template <typename Fields>
void describeGeneral(Fields& fields, Policy& policy)
{
    describeSchema(fields);
    fields.constant("format", kPolicyFormat, "\"retryscope.policy/1\"");
    fields.required("id", policy.id);
    fields.required("title", policy.title);
    fields.field("shortName", policy.shortName);
    fields.field("version", policy.version);
    fields.field("family", policy.family);
    fields.field("mode", policy.mode);
    fields.field("ecosystem", policy.ecosystem);
    fields.field("document", policy.document);
    describeEmulated(fields, policy.emulates);
    fields.filled("userAgents", policy.userAgents);
    fields.field("notes", policy.notes);
    fields.field("evidence", policy.evidence);
    fields.field("reading", policy.reading);
    fields.field("protocols", policy.protocols);
    RuleOrder order = policy.lastMatchWins ? RuleOrder::LastMatch : RuleOrder::FirstMatch;
    fields.field("ruleOrder", order);
    policy.lastMatchWins = order == RuleOrder::LastMatch;
    fields.field("success", policy.success);
    fields.required("attempts", policy.attempts);
    fields.required("rules", policy.rules);
    Otherwise otherwise{policy.otherwise, policy.otherwiseMeaning, policy.otherwiseSource};
    fields.field("otherwise", otherwise);
    policy.otherwise = otherwise.kind;
    policy.otherwiseMeaning = otherwise.meaning;
    policy.otherwiseSource = otherwise.source;
    fields.required("backoff", policy.backoff);
    describeGroup(fields, "quota", policy.quota);
    describeGroup(fields, "limiter", policy.limiter);
    fields.field("hints", policy.hints);
    fields.field("attemptHeaders", policy.attemptHeaders);
    fields.field("connection", policy.connection);
    fields.field("clock", policy.clock);
    fields.field("environment", policy.environment);
    fields.field("resends", policy.resends);
    fields.field("requestBody", policy.requestBody);
    fields.field("timeouts", policy.timeouts);
    fields.field("errorClasses", policy.errorClasses);
    fields.unless(false, "filtersMethods", policy.filtersMethods);
    fields.field("redirects", policy.redirects);
}

} // namespace retryscope
