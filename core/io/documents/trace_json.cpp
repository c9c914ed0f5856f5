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
    fields.field("state", step.name.state);
    fields.field("name", step.name.name);
    fields.field("found", step.name.found);
    fields.field("origin", step.name.origin);
    fields.field("body", step.body);
}

template <typename Fields>
void describe(Fields& fields, EmbeddedErrorFound& step)
{
    fields.field("status", step.status);
    fields.field("treatedAs", step.treatedAs);
    fields.field("body", step.body);
}

template <typename Fields>
void describe(Fields& fields, RuleTried& step)
{
    fields.rule(step.rule);
    fields.field("matched", step.matched);
    fields.field("evidence", step.evidence);
}

template <typename Fields>
void describe(Fields& fields, KindChosen& step)
{
    fields.field("kind", step.kind);
    fields.rule(step.rule);
    fields.field("status", step.status);
    fields.field("fault", step.fault);
}

template <typename Fields>
void describe(Fields& fields, ClockCompared& step)
{
    fields.field("differenceMs", step.difference);
    fields.field("toleranceMs", step.tolerance);
    fields.field("isOff", step.isOff);
}

template <typename Fields>
void describe(Fields& fields, LimiterUpdated& step)
{
    fields.field("rateBeforePerSecond", step.rateBeforePerSecond);
    fields.field("rateAfterPerSecond", step.rateAfterPerSecond);
    fields.field("measuredPerSecond", step.measuredPerSecond);
    fields.field("throttled", step.throttled);
    fields.field("enabled", step.enabled);
}

template <typename Fields>
void describe(Fields& fields, QuotaReturned& step)
{
    fields.field("amount", step.amount);
    fields.field("before", step.before);
    fields.field("after", step.after);
}

template <typename Fields>
void describe(Fields& fields, OperationStarted& step)
{
    fields.field("token", step.token);
}

template <typename Fields>
void describe(Fields& fields, ClientObserved& step)
{
    fields.field("isRetried", step.isRetried);
    fields.field("hasWait", step.hasWait);
    fields.field("waitMs", step.wait);
}

template <typename Fields>
void describe(Fields& fields, PartDoneFound& step)
{
    fields.field("left", step.left);
    fields.field("total", step.total);
}

template <typename Fields>
void describe(Fields& fields, AttemptsCounted& step)
{
    fields.field("made", step.made);
    fields.field("allowed", step.allowed);
    fields.field("counted", step.counted);
    fields.rare("laterStop", step.laterStop);
}

template <typename Fields>
void describe(Fields& fields, BodyChecked& step)
{
    fields.field("isReplayable", step.isReplayable);
    fields.field("bytes", step.bytes);
    fields.field("limit", step.limit);
}

template <typename Fields>
void describe(Fields& fields, BackoffComputed& step)
{
    fields.field("kind", step.kind);
    fields.field("type", step.type);
    fields.field("baseMs", step.base);
    fields.field("factor", step.factor);
    fields.field("exponent", step.exponent);
    fields.field("capMs", step.cap);
    fields.field("capApplies", step.capApplies);
    fields.field("jitter", step.jitter);
    fields.field("draw", step.draw);
    fields.field("lowMs", step.low);
    fields.field("highMs", step.high);
    fields.field("resultMs", step.result);
    fields.field("atOnce", step.atOnce);
    fields.field("beforeGivingUp", step.beforeGivingUp);
}

template <typename Fields>
void describe(Fields& fields, HintApplied& step)
{
    fields.field("header", step.header);
    fields.field("text", step.text);
    fields.field("askedMs", step.asked);
    fields.field("lowerMs", step.lower);
    fields.field("upperMs", step.upper);
    fields.field("appliedMs", step.applied);
    fields.field("forbids", step.forbids);
}

template <typename Fields>
void describe(Fields& fields, DeadlineChecked& step)
{
    fields.field("leftMs", step.left);
    fields.field("neededMs", step.needed);
    fields.field("fits", step.fits);
    fields.field("ofPolicy", step.isOfPolicy);
}

template <typename Fields>
void describe(Fields& fields, QuotaCharged& step)
{
    fields.field("kind", step.kind);
    fields.field("cost", step.cost);
    fields.field("before", step.before);
    fields.field("after", step.after);
    fields.field("granted", step.granted);
}

template <typename Fields>
void describe(Fields& fields, WaitedBefore& step)
{
    describe(fields, step.backoff);
}

template <typename Fields>
void describe(Fields& fields, SendDelayed& step)
{
    fields.field("tokens", step.tokens);
    fields.field("ratePerSecond", step.ratePerSecond);
    fields.field("delayMs", step.delay);
    fields.field("enabled", step.enabled);
    fields.field("refused", step.refused);
}

template <typename Fields>
void describe(Fields& fields, SafetyLimitReached& step)
{
    fields.field("attempts", step.attempts);
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
