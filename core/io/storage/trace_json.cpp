// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/storage/trace_json.h"

#include <algorithm>
#include <array>

namespace retryscope::io {

namespace {

struct NameStateTable
{
    static constexpr std::array<std::pair<NameState, std::string_view>, 3> entries = {
        {{NameState::Absent, "absent"}, {NameState::Empty, "empty"}, {NameState::Present, "present"}}};
};

struct BodyStateTable
{
    static constexpr std::array<std::pair<BodyState, std::string_view>, 3> entries = {
        {{BodyState::Absent, "absent"},
         {BodyState::Unparseable, "unparseable"},
         {BodyState::Parsed, "parsed"}}};
};

struct EvidenceTable
{
    static constexpr std::array<std::pair<Evidence, std::string_view>, 16> entries = {
        {{Evidence::Matched, "matched"},
         {Evidence::Message, "message"},
         {Evidence::Uses, "uses"},
         {Evidence::Protocol, "protocol"},
         {Evidence::Scope, "scope"},
         {Evidence::Status, "status"},
         {Evidence::Name, "name"},
         {Evidence::NameState, "nameState"},
         {Evidence::Body, "body"},
         {Evidence::Fault, "fault"},
         {Evidence::Service, "service"},
         {Evidence::Operation, "operation"},
         {Evidence::Value, "value"},
         {Evidence::Clock, "clock"},
         {Evidence::Crc32, "crc32"},
         {Evidence::PartDone, "partDone"}}};
};

struct CapAppliesTable
{
    static constexpr std::array<std::pair<CapApplies, std::string_view>, 2> entries = {
        {{CapApplies::BeforeJitter, "beforeJitter"}, {CapApplies::AfterJitter, "afterJitter"}}};
};

struct JitterTable
{
    static constexpr std::array<std::pair<Jitter, std::string_view>, 4> entries = {
        {{Jitter::None, "none"},
         {Jitter::Full, "full"},
         {Jitter::Equal, "equal"},
         {Jitter::Decorrelated, "decorrelated"}}};
};

} // namespace

template <>
struct EnumNames<NameState> : NamesFromTable<NameState, NameStateTable>
{
};
template <>
struct EnumNames<BodyState> : NamesFromTable<BodyState, BodyStateTable>
{
};
template <>
struct EnumNames<Evidence> : NamesFromTable<Evidence, EvidenceTable>
{
};
template <>
struct EnumNames<CapApplies> : NamesFromTable<CapApplies, CapAppliesTable>
{
};
template <>
struct EnumNames<Jitter> : NamesFromTable<Jitter, JitterTable>
{
};
template <>
struct EnumNames<ErrorKind>
{
    [[nodiscard]] static std::string_view text(ErrorKind kind) { return toString(kind); }
    [[nodiscard]] static std::optional<ErrorKind> from(std::string_view text) { return errorKindFrom(text); }
    [[nodiscard]] static QString all()
    {
        return QStringLiteral(
            "none, permanent, transient, timeout, server, throttling, clockSkew, notReady, partDone");
    }
};
template <>
struct EnumNames<FaultKind>
{
    [[nodiscard]] static std::string_view text(FaultKind kind) { return toString(kind); }
    [[nodiscard]] static std::optional<FaultKind> from(std::string_view text) { return faultKindFrom(text); }
    [[nodiscard]] static QString all()
    {
        QStringList names;
        for (const FaultKind kind : allFaultKinds()) {
            names.append(toQString(toString(kind)));
        }
        return names.join(QStringLiteral(", "));
    }
};

namespace {

template <typename Step>
struct StepName;
template <>
struct StepName<NameFound>
{
    static constexpr auto text = "nameFound";
};
template <>
struct StepName<EmbeddedErrorFound>
{
    static constexpr auto text = "embeddedErrorFound";
};
template <>
struct StepName<RuleTried>
{
    static constexpr auto text = "ruleTried";
};
template <>
struct StepName<KindChosen>
{
    static constexpr auto text = "kindChosen";
};
template <>
struct StepName<ClockCompared>
{
    static constexpr auto text = "clockCompared";
};
template <>
struct StepName<LimiterUpdated>
{
    static constexpr auto text = "limiterUpdated";
};
template <>
struct StepName<QuotaReturned>
{
    static constexpr auto text = "quotaReturned";
};
template <>
struct StepName<PartDoneFound>
{
    static constexpr auto text = "partDoneFound";
};
template <>
struct StepName<AttemptsCounted>
{
    static constexpr auto text = "attemptsCounted";
};
template <>
struct StepName<BodyChecked>
{
    static constexpr auto text = "bodyChecked";
};
template <>
struct StepName<BackoffComputed>
{
    static constexpr auto text = "backoffComputed";
};
template <>
struct StepName<HintApplied>
{
    static constexpr auto text = "hintApplied";
};
template <>
struct StepName<DeadlineChecked>
{
    static constexpr auto text = "deadlineChecked";
};
template <>
struct StepName<QuotaCharged>
{
    static constexpr auto text = "quotaCharged";
};
template <>
struct StepName<WaitedBefore>
{
    static constexpr auto text = "waitedBefore";
};
template <>
struct StepName<SendDelayed>
{
    static constexpr auto text = "sendDelayed";
};
template <>
struct StepName<SafetyLimitReached>
{
    static constexpr auto text = "safetyLimitReached";
};

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
}

template <typename Fields>
void describe(Fields& fields, BodyChecked& step)
{
    fields("isReplayable", step.isReplayable);
}

template <typename Fields>
void describe(Fields& fields, BackoffComputed& step)
{
    fields("kind", step.kind);
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
}

template <typename Fields>
void describe(Fields& fields, DeadlineChecked& step)
{
    fields("leftMs", step.left);
    fields("neededMs", step.needed);
    fields("fits", step.fits);
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
}

template <typename Fields>
void describe(Fields& fields, SafetyLimitReached& step)
{
    fields("attempts", step.attempts);
}

template <typename Step>
QJsonObject stepToJson(Step step, const ResolvedPolicy& policy)
{
    FieldWriter writer(policy);
    describe(writer, step);
    QJsonObject result = writer.takeObject();
    result.insert(QStringLiteral("step"), QLatin1String(StepName<Step>::text));
    return result;
}

/// Reads the step if `name` is that of this alternative or of a later one of the variant.
template <std::size_t Index = 0>
void readStep(const QString& name, const JsonCursor& cursor, const ResolvedPolicy& policy, Trace& trace)
{
    if constexpr (Index == std::variant_size_v<TraceStep>) {
        cursor.at(QStringLiteral("step")).complain(QStringLiteral("the name of a finding"));
    } else {
        using Step = std::variant_alternative_t<Index, TraceStep>;
        if (name != QLatin1String(StepName<Step>::text)) {
            readStep<Index + 1>(name, cursor, policy, trace);
            return;
        }
        Step step;
        FieldReader reader(cursor, policy);
        describe(reader, step);
        trace.push_back(std::move(step));
    }
}

} // namespace

QJsonObject traceStepToJson(const TraceStep& step, const ResolvedPolicy& policy)
{
    return std::visit([&policy](const auto& alternative) { return stepToJson(alternative, policy); }, step);
}

QJsonArray traceToJson(const Trace& trace, const ResolvedPolicy& policy)
{
    QJsonArray result;
    for (const TraceStep& step : trace) {
        result.append(traceStepToJson(step, policy));
    }
    return result;
}

QJsonValue hintToJson(const Trace& trace, const ResolvedPolicy& policy)
{
    const auto hint = std::find_if(trace.rbegin(), trace.rend(), [](const TraceStep& step) {
        return std::holds_alternative<HintApplied>(step);
    });
    return hint == trace.rend() ? QJsonValue() : QJsonValue(traceStepToJson(*hint, policy));
}

Trace traceFromJson(const JsonCursor& steps, const ResolvedPolicy& policy)
{
    Trace result;
    for (const JsonCursor& step : steps.items()) {
        readStep(step.required(QStringLiteral("step")).string(), step, policy, result);
    }
    return result;
}

} // namespace retryscope::io
