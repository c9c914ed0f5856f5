// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/scripted_transport.h"

#include <algorithm>
#include <utility>

namespace retryscope {

namespace {

/// An answer to HEAD, and one with these statuses, ends after its head (RFC 9110, section 6.4.1).
bool carriesNoBody(const std::string& method, int status)
{
    return method == "HEAD" || status == 204 || status == 304 || (status >= 100 && status < 200);
}

bool hasPlaceholder(const FaultStep& step)
{
    const auto has = [](const std::string& text) {
        return text.find('{') != std::string::npos;
    };
    return has(step.body) || std::any_of(step.headers.entries.begin(), step.headers.entries.end(),
                                         [&has](const Header& header) { return has(header.value); });
}

AttemptFacts faultOnly(FaultKind kind)
{
    AttemptFacts facts;
    facts.fault = Fault{.kind = kind, .detail = {}};
    return facts;
}

/// Faults that come without any byte of an answer.
std::optional<FaultKind> bareFault(StepFault fault)
{
    switch (fault) {
    case StepFault::Close:
        return FaultKind::ClosedBeforeResponse;
    case StepFault::Reset:
        return FaultKind::ConnectionReset;
    case StepFault::Hang:
        return FaultKind::ReadTimeout;
    case StepFault::Garbage:
        return FaultKind::MalformedResponse;
    case StepFault::Refuse:
        return FaultKind::ConnectionRefused;
    case StepFault::TlsFail:
        return FaultKind::TlsFailed;
    case StepFault::NoHost:
        return FaultKind::HostNotFound;
    case StepFault::NoConnect:
        return FaultKind::ConnectTimeout;
    case StepFault::None:
    case StepFault::Truncate:
    case StepFault::TruncateReset:
    case StepFault::Drip:
    case StepFault::DripHead:
        return std::nullopt;
    }
    return std::nullopt;
}

Duration bareFaultDuration(StepFault fault, const RequestSpec& spec)
{
    if (fault == StepFault::Hang) {
        return spec.readTimeout;
    }
    return fault == StepFault::NoConnect ? spec.connectTimeout : Duration::zero();
}

std::int64_t headBytes(const Reply& reply)
{
    std::int64_t bytes =
        static_cast<std::int64_t>(std::string_view("HTTP/1.1 200 \r\n\r\n").size() + reply.reason.size());
    for (const Header& header : reply.headers.entries) {
        bytes += static_cast<std::int64_t>(header.name.size() + header.value.size() + 4);
    }
    return bytes;
}

/// The length that the head announces differs from what follows: what the client makes of it.
std::optional<FaultKind> announcedLengthFault(const FaultStep& step, const Reply& reply)
{
    if (!step.announcedBytes || *step.announcedBytes <= reply.bodyBytes) {
        return std::nullopt;
    }
    return step.close ? FaultKind::ResponseTruncated : FaultKind::ReadTimeout;
}

} // namespace

Duration dripTime(const FaultStep& step, const Reply& reply)
{
    if (step.fault == StepFault::Drip) {
        return step.drip * reply.bodyBytes;
    }
    return step.fault == StepFault::DripHead ? step.drip * headBytes(reply) : Duration::zero();
}

ScriptedTransport::ScriptedTransport(const Scenario& scenario, Scheduler& scheduler, WallTime startedAt,
                                     std::uint64_t seed)
    : m_scenario(scenario), m_scheduler(scheduler), m_startedAt(startedAt), m_seed(seed)
{
}

AttemptId ScriptedTransport::send(const OutgoingAttempt& attempt, Done done)
{
    ++m_requests;
    const FaultStep& step = m_scenario.perEndpoint ? stepFor(m_scenario, 1, m_requests)
                                                   : stepFor(m_scenario, attempt.call, attempt.attempt);
    StepOutcome outcome = outcomeOf(step, attempt);
    const AttemptId id = ++m_lastId;
    const TimerId timer = m_scheduler.after(outcome.duration, [this, id] { deliver(id); });
    m_pending.push_back(
        {.id = id, .timer = timer, .done = std::move(done), .facts = std::move(outcome.facts)});
    return id;
}

void ScriptedTransport::cancel(AttemptId id)
{
    const auto found =
        std::find_if(m_pending.begin(), m_pending.end(), [id](const Pending& p) { return p.id == id; });
    if (found != m_pending.end()) {
        m_scheduler.cancel(found->timer);
        m_pending.erase(found);
    }
}

void ScriptedTransport::deliver(AttemptId id)
{
    const auto found =
        std::find_if(m_pending.begin(), m_pending.end(), [id](const Pending& p) { return p.id == id; });
    Pending pending = std::move(*found);
    m_pending.erase(found);
    pending.done(std::move(pending.facts));
}

StepOutcome ScriptedTransport::outcomeOf(const FaultStep& step, const OutgoingAttempt& attempt)
{
    const RequestSpec& spec = *attempt.spec;
    if (const std::optional<FaultKind> fault = bareFault(step.fault)) {
        return {.facts = faultOnly(*fault), .duration = bareFaultDuration(step.fault, spec)};
    }
    const Duration slowestGap =
        std::max(step.delay, step.fault == StepFault::Drip ? step.drip : Duration::zero());
    if (step.delay >= spec.readTimeout ||
        (step.fault == StepFault::DripHead && step.drip >= spec.readTimeout)) {
        return {.facts = faultOnly(FaultKind::ReadTimeout), .duration = spec.readTimeout};
    }
    StepOutcome outcome;
    outcome.facts.reply = replyOf(step, attempt, m_scheduler.now() + step.delay);
    outcome.facts.phases = {
        .send = Duration::zero(), .wait = step.delay, .receive = dripTime(step, *outcome.facts.reply)};
    outcome.duration = step.delay + *outcome.facts.phases.receive;
    std::optional<FaultKind> fault = announcedLengthFault(step, *outcome.facts.reply);
    if (step.fault == StepFault::Truncate && step.missingBytes > 0) {
        fault = FaultKind::ResponseTruncated;
    } else if (step.fault == StepFault::TruncateReset) {
        fault = FaultKind::ResponseReset;
    } else if (slowestGap >= spec.readTimeout) {
        fault = FaultKind::ReadTimeout;
    }
    if (fault) {
        outcome.facts.fault = Fault{.kind = *fault, .detail = {}};
        if (*fault == FaultKind::ReadTimeout) {
            outcome.duration = step.delay + spec.readTimeout;
            outcome.facts.phases.receive = spec.readTimeout;
        }
    }
    return outcome;
}

std::shared_ptr<const Reply> ScriptedTransport::replyOf(const FaultStep& step, const OutgoingAttempt& attempt,
                                                        Instant answeredAt)
{
    const WallTime wallTime =
        m_startedAt + std::chrono::duration_cast<WallTime>(answeredAt.time_since_epoch());
    const WallTime second = std::chrono::floor<std::chrono::seconds>(wallTime);
    CachedReply& cached = m_replies[&step];
    if (cached.second == second && cached.method == attempt.spec->method) {
        return cached.reply;
    }
    const std::string requestId = requestIdFor(m_seed, attempt.client, attempt.call, attempt.attempt);
    const auto filled = [&](const std::string& text) {
        return fillPlaceholders(text, wallTime, requestId);
    };
    auto reply = std::make_shared<Reply>();
    reply->status = step.status;
    reply->reason = step.reason;
    for (const Header& header : step.headers.entries) {
        reply->headers.add(header.name, filled(header.value));
    }
    if (!reply->headers.contains("date")) {
        reply->headers.add("Date", httpDate(wallTime));
    }
    reply->date = parseHttpDate(*reply->headers.find("date"));
    if (!carriesNoBody(attempt.spec->method, step.status)) {
        reply->body = filled(step.body);
        if (step.announcedBytes && *step.announcedBytes < static_cast<std::int64_t>(reply->body.size())) {
            reply->body.resize(static_cast<std::size_t>(std::max<std::int64_t>(*step.announcedBytes, 0)));
        }
        reply->parsed = step.parsed;
        reply->parsed.text = filled(reply->parsed.text);
        for (BodyField& field : reply->parsed.fields) {
            field.text = filled(field.text);
        }
    }
    reply->bodyBytes = static_cast<std::int64_t>(reply->body.size());
    const bool isReusable = !hasPlaceholder(step);
    cached = {.second = isReusable ? second : WallTime{-1}, .method = attempt.spec->method, .reply = reply};
    return reply;
}

} // namespace retryscope
