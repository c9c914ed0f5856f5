// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/trace_json.h"

#include "core/decide/decision.h"

#include <functional>
#include <optional>
#include <utility>

namespace retryscope::io {

namespace {

/// The name of each finding in JSON; a new alternative does not compile without one.
constexpr const char* nameOfStep(const NameFound*)
{
    return "nameFound";
}
constexpr const char* nameOfStep(const EmbeddedErrorFound*)
{
    return "embeddedErrorFound";
}
constexpr const char* nameOfStep(const RuleTried*)
{
    return "ruleTried";
}
constexpr const char* nameOfStep(const KindChosen*)
{
    return "kindChosen";
}
constexpr const char* nameOfStep(const ClockCompared*)
{
    return "clockCompared";
}
constexpr const char* nameOfStep(const LimiterUpdated*)
{
    return "limiterUpdated";
}
constexpr const char* nameOfStep(const QuotaReturned*)
{
    return "quotaReturned";
}
constexpr const char* nameOfStep(const PartDoneFound*)
{
    return "partDoneFound";
}
constexpr const char* nameOfStep(const AttemptsCounted*)
{
    return "attemptsCounted";
}
constexpr const char* nameOfStep(const BodyChecked*)
{
    return "bodyChecked";
}
constexpr const char* nameOfStep(const BackoffComputed*)
{
    return "backoffComputed";
}
constexpr const char* nameOfStep(const HintApplied*)
{
    return "hintApplied";
}
constexpr const char* nameOfStep(const DeadlineChecked*)
{
    return "deadlineChecked";
}
constexpr const char* nameOfStep(const QuotaCharged*)
{
    return "quotaCharged";
}
constexpr const char* nameOfStep(const WaitedBefore*)
{
    return "waitedBefore";
}
constexpr const char* nameOfStep(const SendDelayed*)
{
    return "sendDelayed";
}
constexpr const char* nameOfStep(const SafetyLimitReached*)
{
    return "safetyLimitReached";
}
constexpr const char* nameOfStep(const OperationStarted*)
{
    return "operationStarted";
}
constexpr const char* nameOfStep(const ClientObserved*)
{
    return "clientObserved";
}

} // namespace

template <typename Fields>
void describe(Fields& fields, NameFound& step)
{
    fields("state", step.name.state);
    fields("name", step.name.name);
    fields("found", step.name.found);
    fields("origin", step.name.origin);
    fields("body", step.body);
}

template <typename Fields>
void describe(Fields& fields, EmbeddedErrorFound& step)
{
    fields("status", step.status);
    fields("treatedAs", step.treatedAs);
    fields("body", step.body);
}

template <typename Fields>
void describe(Fields& fields, RuleTried& step)
{
    fields.rule(step.rule);
    fields("matched", step.matched);
    fields("evidence", step.evidence);
}

template <typename Fields>
void describe(Fields& fields, KindChosen& step)
{
    fields("kind", step.kind);
    fields.rule(step.rule);
    fields("status", step.status);
    fields("fault", step.fault);
}

template <typename Fields>
void describe(Fields& fields, ClockCompared& step)
{
    fields("differenceMs", step.difference);
    fields("toleranceMs", step.tolerance);
    fields("isOff", step.isOff);
}

template <typename Fields>
void describe(Fields& fields, LimiterUpdated& step)
{
    fields("rateBeforePerSecond", step.rateBeforePerSecond);
    fields("rateAfterPerSecond", step.rateAfterPerSecond);
    fields("measuredPerSecond", step.measuredPerSecond);
    fields("throttled", step.throttled);
    fields("enabled", step.enabled);
}

template <typename Fields>
void describe(Fields& fields, QuotaReturned& step)
{
    fields("amount", step.amount);
    fields("before", step.before);
    fields("after", step.after);
}

template <typename Fields>
void describe(Fields& fields, OperationStarted& step)
{
    fields("token", step.token);
}

template <typename Fields>
void describe(Fields& fields, ClientObserved& step)
{
    fields("isRetried", step.isRetried);
    fields("hasWait", step.hasWait);
    fields("waitMs", step.wait);
}

template <typename Fields>
void describe(Fields& fields, PartDoneFound& step)
{
    fields("left", step.left);
    fields("total", step.total);
}

template <typename Fields>
void describe(Fields& fields, AttemptsCounted& step)
{
    fields("made", step.made);
    fields("allowed", step.allowed);
    fields("counted", step.counted);
    fields.rare("laterStop", step.laterStop);
}

template <typename Fields>
void describe(Fields& fields, BodyChecked& step)
{
    fields("isReplayable", step.isReplayable);
    fields("bytes", step.bytes);
    fields("limit", step.limit);
}

template <typename Fields>
void describe(Fields& fields, BackoffComputed& step)
{
    fields("kind", step.kind);
    fields("type", step.type);
    fields("baseMs", step.base);
    fields("factor", step.factor);
    fields("exponent", step.exponent);
    fields("capMs", step.cap);
    fields("capApplies", step.capApplies);
    fields("jitter", step.jitter);
    fields("draw", step.draw);
    fields("lowMs", step.low);
    fields("highMs", step.high);
    fields("resultMs", step.result);
    fields("atOnce", step.atOnce);
    fields("beforeGivingUp", step.beforeGivingUp);
}

template <typename Fields>
void describe(Fields& fields, HintApplied& step)
{
    fields("header", step.header);
    fields("text", step.text);
    fields("askedMs", step.asked);
    fields("lowerMs", step.lower);
    fields("upperMs", step.upper);
    fields("appliedMs", step.applied);
    fields("forbids", step.forbids);
}

template <typename Fields>
void describe(Fields& fields, DeadlineChecked& step)
{
    fields("leftMs", step.left);
    fields("neededMs", step.needed);
    fields("fits", step.fits);
    fields("ofPolicy", step.isOfPolicy);
}

template <typename Fields>
void describe(Fields& fields, QuotaCharged& step)
{
    fields("kind", step.kind);
    fields("cost", step.cost);
    fields("before", step.before);
    fields("after", step.after);
    fields("granted", step.granted);
}

template <typename Fields>
void describe(Fields& fields, WaitedBefore& step)
{
    describe(fields, step.backoff);
}

template <typename Fields>
void describe(Fields& fields, SendDelayed& step)
{
    fields("tokens", step.tokens);
    fields("ratePerSecond", step.ratePerSecond);
    fields("delayMs", step.delay);
    fields("enabled", step.enabled);
    fields("refused", step.refused);
}

template <typename Fields>
void describe(Fields& fields, SafetyLimitReached& step)
{
    fields("attempts", step.attempts);
}

namespace {

void writeStep(JsonWriter& writer, const TraceStep& step, const ResolvedPolicy& policy)
{
    writer.beginObject();
    std::visit(
        [&writer, &policy](const auto& finding) {
            FieldWriter(writer, policy).members(finding);
            writer.key("step");
            writer.text(nameOfStep(&finding));
        },
        step);
    writer.endObject();
}

/// Reads the step if `name` is that of this alternative or of a later one of the variant.
template <std::size_t Index = 0>
std::optional<TraceStep> readStep(std::string_view name, const JsonCursor& cursor, RuleBook& rules)
{
    if constexpr (Index == std::variant_size_v<TraceStep>) {
        cursor.at("step").complain(QStringLiteral("the name of a finding"));
        return std::nullopt;
    } else {
        using Step = std::variant_alternative_t<Index, TraceStep>;
        if (name != nameOfStep(static_cast<const Step*>(nullptr))) {
            return readStep<Index + 1>(name, cursor, rules);
        }
        Step step;
        FieldReader reader(cursor, rules);
        describe(reader, step);
        return step;
    }
}

} // namespace

void writeTrace(JsonWriter& writer, const Trace& trace, const ResolvedPolicy& policy)
{
    writer.beginArray();
    for (const TraceStep& step : trace) {
        writeStep(writer, step, policy);
    }
    writer.endArray();
}

void writeHint(JsonWriter& writer, const Trace& trace, const ResolvedPolicy& policy)
{
    const auto hint = findLastStep<HintApplied>(trace);
    hint ? writeStep(writer, *hint, policy) : writer.null();
}

Trace TraceReader::read(const JsonCursor& steps)
{
    Trace result;
    for (const JsonCursor& step : steps.items()) {
        const std::string_view content = step.content();
        Known& known = m_known[std::hash<std::string_view>()(content) % kKnown];
        if (known.content == content) {
            result.push_back(known.step);
        } else if (std::optional<TraceStep> read = readStep(step.required("step").text(), step, m_rules)) {
            result.push_back(*read);
            if (content.size() <= kLongest) {
                known = {std::string(content), std::move(*read)};
            }
        }
    }
    result.trim();
    return result;
}

} // namespace retryscope::io
