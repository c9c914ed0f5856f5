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

bool namesTheRequest(const FaultStep& step)
{
    const auto has = [](const std::string& text) {
        return text.find("{requestId}") != std::string::npos;
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

/// Longest time without a byte; a timeout of 0 means that there is none.
Duration patienceOf(const RequestSpec& spec)
{
    return spec.readTimeout > Duration::zero() ? spec.readTimeout : Duration::max();
}

/// What hangs ends with the read timeout; without one, with the deadline, or like a client of default
/// patience.
Duration hangTime(const RequestSpec& spec)
{
    return spec.readTimeout > Duration::zero() ? spec.readTimeout
                                               : spec.deadline.value_or(RequestSpec{}.readTimeout);
}

StepOutcome bareOutcome(FaultKind kind, const FaultStep& step, const RequestSpec& spec)
{
    switch (step.fault) {
    case StepFault::Hang:
        return {.facts = faultOnly(kind), .duration = hangTime(spec)};
    case StepFault::NoConnect:
        return {.facts = faultOnly(kind), .duration = spec.connectTimeout};
    case StepFault::Close:
    case StepFault::Reset:
    case StepFault::Garbage:
        if (step.delay >= patienceOf(spec)) {
            return {.facts = faultOnly(FaultKind::ReadTimeout), .duration = spec.readTimeout};
        }
        return {.facts = faultOnly(kind), .duration = step.delay};
    case StepFault::None:
    case StepFault::Truncate:
    case StepFault::TruncateReset:
    case StepFault::Drip:
    case StepFault::DripHead:
    case StepFault::Refuse:
    case StepFault::TlsFail:
    case StepFault::NoHost:
        break;
    }
    return {.facts = faultOnly(kind), .duration = Duration::zero()};
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

/// How an answer that began ends before its time. bodyBytes: those that the client gets.
std::optional<FaultKind> faultInside(const FaultStep& step, const RequestSpec& spec, std::int64_t bodyBytes)
{
    if (carriesNoBody(spec.method, step.status)) {
        return std::nullopt;
    }
    if (step.fault == StepFault::Drip && step.drip >= patienceOf(spec) && !step.body.empty()) {
        return FaultKind::ReadTimeout;
    }
    const bool isShort = step.missingBytes > 0;
    if (step.fault == StepFault::Truncate && isShort) {
        return FaultKind::ResponseTruncated;
    }
    if (step.fault == StepFault::TruncateReset && isShort) {
        return FaultKind::ResponseReset;
    }
    if (step.announcedBytes && *step.announcedBytes > bodyBytes) {
        return step.close ? FaultKind::ResponseTruncated : FaultKind::ReadTimeout;
    }
    return std::nullopt;
}

/// The fields of a body of which only the beginning came. Documents do not parse without their end.
ParsedBody cutShort(const ParsedBody& whole, std::string_view rest)
{
    ParsedBody parsed;
    parsed.isEmpty = rest.empty();
    parsed.isHtml = whole.isHtml && !rest.empty();
    if (whole.crc32Matches) {
        parsed.crc32Matches = false;
    }
    constexpr std::string_view kBlanks = " \t\r\n";
    constexpr std::size_t kLongest = 64;
    const std::size_t first = std::min(rest.find_first_not_of(kBlanks), rest.size());
    const std::string_view trimmed = rest.substr(first, rest.find_last_not_of(kBlanks) + 1 - first);
    if (trimmed.size() <= kLongest) {
        parsed.text = trimmed;
    }
    return parsed;
}

bool onlyBlanksFollow(std::string_view body, std::size_t end)
{
    return body.find_first_not_of(" \t\r\n", end) == std::string_view::npos;
}

/// Announced as the built-in endpoint does.
void addFramingHeaders(Headers& headers, const FaultStep& step, std::size_t bodySize)
{
    const bool isTruncated = step.fault == StepFault::Truncate || step.fault == StepFault::TruncateReset;
    if (step.status != 204 && step.status != 304 && !headers.contains("content-length") &&
        !headers.contains("transfer-encoding")) {
        const auto size = static_cast<std::int64_t>(bodySize);
        const std::int64_t announced =
            isTruncated ? size + step.missingBytes : step.announcedBytes.value_or(size);
        headers.add("Content-Length", std::to_string(announced));
    }
    if (step.close && !isTruncated && !headers.contains("connection")) {
        headers.add("Connection", "close");
    }
}

/// bodyEnd: how much of the body the client gets; absent, or beyond its end: all of it.
void setBody(Reply& reply, const FaultStep& step, std::string body, std::optional<std::int64_t> bodyEnd)
{
    const auto size = static_cast<std::int64_t>(body.size());
    const auto end = static_cast<std::size_t>(std::clamp<std::int64_t>(bodyEnd.value_or(size), 0, size));
    const bool isWhole = end == body.size() || (end > 0 && onlyBlanksFollow(body, end));
    body.resize(end);
    reply.parsed = isWhole ? step.parsed : cutShort(step.parsed, body);
    if (isWhole && step.parsed.text.find('{') != std::string::npos) {
        reply.parsed.text = cutShort(step.parsed, body).text;
    }
    reply.bodyBytes = static_cast<std::int64_t>(end);
    reply.body = std::move(body);
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
    return m_scheduler.after(
        outcome.duration,
        [report = std::move(done), facts = std::move(outcome.facts)]() mutable { report(std::move(facts)); });
}

void ScriptedTransport::cancel(AttemptId id)
{
    m_scheduler.cancel(id);
}

StepOutcome ScriptedTransport::outcomeOf(const FaultStep& step, const OutgoingAttempt& attempt)
{
    const RequestSpec& spec = *attempt.spec;
    if (const std::optional<FaultKind> fault = bareFault(step.fault)) {
        return bareOutcome(*fault, step, spec);
    }
    const Duration firstByte =
        step.delay + (step.fault == StepFault::DripHead ? step.drip : Duration::zero());
    if (firstByte >= patienceOf(spec)) {
        return {.facts = faultOnly(FaultKind::ReadTimeout), .duration = spec.readTimeout};
    }
    StepOutcome outcome;
    outcome.facts.reply = replyOf(step, attempt, m_scheduler.now() + step.delay);
    Duration receive = dripTime(step, *outcome.facts.reply);
    const std::optional<FaultKind> fault = faultInside(step, spec, outcome.facts.reply->bodyBytes);
    if (fault) {
        outcome.facts.fault = Fault{.kind = *fault, .detail = {}};
        receive += *fault == FaultKind::ReadTimeout ? hangTime(spec) : Duration::zero();
    }
    outcome.facts.phases = {.send = Duration::zero(), .wait = step.delay, .receive = receive};
    outcome.duration = step.delay + receive;
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
    const auto filled = [&](const std::string& text) {
        if (text.find('{') == std::string::npos) {
            return text;
        }
        const std::string requestId = requestIdFor(m_seed, attempt.client, attempt.call, attempt.attempt);
        return fillPlaceholders(text, wallTime, requestId);
    };
    auto reply = std::make_shared<Reply>();
    reply->status = step.status;
    reply->reason = step.reason;
    constexpr std::size_t kAdded = 3; // date, length, connection
    reply->headers.entries.reserve(step.headers.entries.size() + kAdded);
    for (const Header& header : step.headers.entries) {
        reply->headers.add(header.name, filled(header.value));
    }
    if (const std::string* date = reply->headers.find("date")) {
        reply->date = parseHttpDate(*date);
    } else {
        reply->headers.add("Date", httpDate(wallTime));
        reply->date = second;
    }
    std::string body = filled(step.body);
    addFramingHeaders(reply->headers, step, body.size());
    if (!carriesNoBody(attempt.spec->method, step.status)) {
        const bool stalls = step.fault == StepFault::Drip && step.drip >= patienceOf(*attempt.spec);
        setBody(*reply, step, std::move(body), stalls ? std::optional<std::int64_t>(0) : step.announcedBytes);
        for (BodyField& field : reply->parsed.fields) {
            field.text = filled(field.text);
        }
    }
    const bool isReusable = !namesTheRequest(step);
    cached = {.second = isReusable ? second : WallTime{-1}, .method = attempt.spec->method, .reply = reply};
    return reply;
}

} // namespace retryscope
