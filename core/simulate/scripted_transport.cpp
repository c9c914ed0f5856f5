// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/scripted_transport.h"

#include "core/facts/attempt_limit.h"
#include "core/facts/header_syntax.h"

#include <algorithm>
#include <utility>

namespace retryscope {

namespace {

/// A response to HEAD, and one with these statuses, ends after its head (RFC 9110, section 6.4.1).
bool carriesNoBody(const std::string& method, int status)
{
    return method == "HEAD" || status == 204 || status == 304 || (status >= 100 && status < 200);
}

bool namesTheRequest(const EndpointStep& step)
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

/// Faults that come without any byte of a response, or with less than a head.
std::optional<FaultKind> bareFault(Misbehaviour fault, bool isOnKept)
{
    switch (fault) {
    case Misbehaviour::Close:
        return FaultKind::ClosedBeforeResponse;
    case Misbehaviour::Reset:
        return FaultKind::ConnectionReset;
    case Misbehaviour::Hang:
        return FaultKind::ReadTimeout;
    case Misbehaviour::Garbage:
        return FaultKind::MalformedResponse;
    case Misbehaviour::Refuse:
        return FaultKind::ConnectionRefused;
    case Misbehaviour::TlsFail:
        return FaultKind::TlsFailed;
    case Misbehaviour::NoHost:
        return FaultKind::HostNotFound;
    case Misbehaviour::NoConnect:
        return FaultKind::ConnectTimeout;
    case Misbehaviour::CutHead:
        return FaultKind::ResponseTruncated;
    case Misbehaviour::CutHeadReset:
        return FaultKind::ResponseReset;
    case Misbehaviour::CloseKept:
        return isOnKept ? std::optional(FaultKind::ClosedBeforeResponse) : std::nullopt;
    case Misbehaviour::None:
    case Misbehaviour::Truncate:
    case Misbehaviour::TruncateReset:
    case Misbehaviour::Drip:
    case Misbehaviour::DripHead:
        return std::nullopt;
    }
    return std::nullopt;
}

/// Longest time without a byte; a timeout of 0 means that there is none.
Duration patienceOf(const RequestSpec& spec)
{
    return spec.readTimeout > Duration::zero() ? spec.readTimeout : Duration::max();
}

/// What hangs ends with the read timeout; without one, with the deadline, or like a
/// client of default patience.
Duration hangTime(const RequestSpec& spec)
{
    return spec.readTimeout > Duration::zero() ? spec.readTimeout
                                               : spec.deadline.value_or(RequestSpec{}.readTimeout);
}

StepOutcome bareOutcome(FaultKind kind, const EndpointStep& step, const RequestSpec& spec)
{
    switch (step.fault) {
    case Misbehaviour::Hang:
        return {.facts = faultOnly(kind), .duration = hangTime(spec)};
    case Misbehaviour::NoConnect:
        return {.facts = faultOnly(kind), .duration = spec.connectTimeout};
    case Misbehaviour::Close:
    case Misbehaviour::Reset:
    case Misbehaviour::Garbage:
    case Misbehaviour::CutHead:
    case Misbehaviour::CutHeadReset:
    case Misbehaviour::CloseKept:
        if (step.delay >= patienceOf(spec)) {
            return {.facts = faultOnly(FaultKind::ReadTimeout), .duration = spec.readTimeout};
        }
        return {.facts = faultOnly(kind), .duration = step.delay};
    case Misbehaviour::None:
    case Misbehaviour::Truncate:
    case Misbehaviour::TruncateReset:
    case Misbehaviour::Drip:
    case Misbehaviour::DripHead:
    case Misbehaviour::Refuse:
    case Misbehaviour::TlsFail:
    case Misbehaviour::NoHost:
        break;
    }
    return {.facts = faultOnly(kind), .duration = Duration::zero()};
}

std::int64_t headBytes(const Response& response)
{
    std::int64_t bytes =
        static_cast<std::int64_t>(std::string_view("HTTP/1.1 200 \r\n\r\n").size() + response.reason.size());
    for (const Header& header : response.headers.entries) {
        bytes += static_cast<std::int64_t>(header.name.size() + header.value.size() + 4);
    }
    return bytes;
}

/// How a response that began ends before its time. bodyBytes: those that the client gets.
std::optional<FaultKind> faultInside(const EndpointStep& step, const RequestSpec& spec,
                                     std::int64_t bodyBytes)
{
    if (carriesNoBody(spec.method, step.status)) {
        return std::nullopt;
    }
    if (step.fault == Misbehaviour::Drip && step.drip >= patienceOf(spec) && !step.body.empty()) {
        return FaultKind::ReadTimeout;
    }
    const bool isShort = step.missingBytes > 0;
    if (step.fault == Misbehaviour::Truncate && isShort) {
        return FaultKind::ResponseTruncated;
    }
    if (step.fault == Misbehaviour::TruncateReset && isShort) {
        return FaultKind::ResponseReset;
    }
    if (step.announcedBytes && *step.announcedBytes > bodyBytes) {
        return step.close || step.beforeBody ? FaultKind::ResponseTruncated : FaultKind::ReadTimeout;
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
    const std::string_view content = trimmed(rest, kMarkupBlanks);
    parsed.opening = content.substr(0, ParsedBody::kBodyEdge);
    parsed.closing = rest.substr(rest.size() - std::min(rest.size(), ParsedBody::kBodyEdge));
    if (whole.errorTagEnds && static_cast<std::size_t>(*whole.errorTagEnds) <= rest.size()) {
        parsed.errorTagEnds = whole.errorTagEnds;
    }
    if (content.empty() && !rest.empty()) {
        parsed.oddities = {BodyOddity::OnlyBlanks};
    } else if (rest.find_first_of("<&") == std::string_view::npos && !rest.empty()) {
        parsed.oddities = {BodyOddity::NoMarkup};
    }
    constexpr std::size_t kLongest = 64;
    if (content.size() <= kLongest) {
        parsed.text = content;
    }
    return parsed;
}

bool onlyBlanksFollow(std::string_view body, std::size_t end)
{
    return body.find_first_not_of(" \t\r\n", end) == std::string_view::npos;
}

/// Announced as the built-in endpoint does.
void addFramingHeaders(Headers& headers, const EndpointStep& step, std::size_t bodySize)
{
    const bool isTruncated =
        step.fault == Misbehaviour::Truncate || step.fault == Misbehaviour::TruncateReset;
    if (step.status != 204 && step.status != 304 && !headers.contains("content-length") &&
        !headers.contains("transfer-encoding")) {
        const auto size = static_cast<std::int64_t>(bodySize);
        const std::int64_t announced =
            isTruncated ? size + step.missingBytes : step.announcedBytes.value_or(size);
        headers.add("Content-Length", std::to_string(announced));
    }
    if ((step.close || step.beforeBody) && !isTruncated && !headers.contains("connection")) {
        headers.add("Connection", "close");
    }
}

/// bodyEnd: how much of the body the client gets; absent, or beyond its end: all of it.
void setBody(Response& response, const EndpointStep& step, std::string body,
             std::optional<std::int64_t> bodyEnd)
{
    const auto size = static_cast<std::int64_t>(body.size());
    const auto end = static_cast<std::size_t>(std::clamp<std::int64_t>(bodyEnd.value_or(size), 0, size));
    const bool isWhole = end == body.size() || (end > 0 && onlyBlanksFollow(body, end));
    body.resize(end);
    response.parsed = isWhole ? step.parsed : cutShort(step.parsed, body);
    if (isWhole && step.parsed.text.find('{') != std::string::npos) {
        response.parsed.text = cutShort(step.parsed, body).text;
    }
    response.bodyBytes = static_cast<std::int64_t>(end);
    response.body = std::move(body);
}

/// No byte of a response came, and none will.
bool diedSilently(const AttemptFacts& facts)
{
    return facts.fault && (facts.fault->kind == FaultKind::ClosedBeforeResponse ||
                           facts.fault->kind == FaultKind::ConnectionReset);
}

/// An attempt that would last longer than it may ends then; what came of the response until then stays.
/// before: of the attempt, when the request that came to this outcome left.
StepOutcome withinLimit(StepOutcome outcome, Duration before, const RequestSpec& spec)
{
    outcome.duration += before;
    if (!spec.attemptTimeout || outcome.duration <= *spec.attemptTimeout) {
        return outcome;
    }
    outcome.facts = endedByLimit(std::move(outcome.facts), before, *spec.attemptTimeout);
    outcome.duration = *spec.attemptTimeout;
    return outcome;
}

} // namespace

Duration dripTime(const EndpointStep& step, const Response& response)
{
    if (step.fault == Misbehaviour::Drip) {
        return step.drip * response.bodyBytes;
    }
    return step.fault == Misbehaviour::DripHead ? step.drip * headBytes(response) : Duration::zero();
}

ScriptedTransport::ScriptedTransport(const Scenario& scenario, Scheduler& scheduler, WallTime startedAt,
                                     std::uint64_t seed, ResponsePer responsePer)
    : m_scenario(scenario)
    , m_scheduler(scheduler)
    , m_startedAt(startedAt)
    , m_seed(seed)
    , m_responsePer(responsePer)
{
}

AttemptId ScriptedTransport::send(const OutgoingAttempt& attempt, Done done)
{
    ClientPlace& client = m_clients[attempt.client];
    if (client.scriptCall != attempt.callOfScript()) {
        client.scriptCall = attempt.callOfScript();
        client.hiddenInCall = 0;
    }
    const bool isOnKept = client.keepsConnection && !attempt.newConnection;
    const Duration limit = attempt.spec->attemptTimeout.value_or(Duration::max());
    StepOutcome outcome = nextOutcome(attempt, client.hiddenInCall, isOnKept);
    Duration before{0};
    if (isOnKept && attempt.resendsUnseen && diedSilently(outcome.facts) && outcome.duration <= limit) {
        ++client.hiddenInCall;
        before = outcome.duration;
        outcome = nextOutcome(attempt, client.hiddenInCall, false);
        outcome.facts.hiddenSends = 1;
    }
    outcome = withinLimit(std::move(outcome), before, *attempt.spec);
    client.keepsConnection = keepsConnection(outcome.facts);
    return m_scheduler.after(
        outcome.duration,
        [report = std::move(done), facts = std::move(outcome.facts)]() mutable { report(std::move(facts)); });
}

StepOutcome ScriptedTransport::nextOutcome(const OutgoingAttempt& attempt, int hiddenInCall, bool isOnKept)
{
    ++m_requests;
    const EndpointStep& next = m_scenario.perEndpoint ? stepFor(m_scenario, 1, m_requests)
                                                      : stepFor(m_scenario, attempt.callOfScript(),
                                                                attempt.requestOfScript() + hiddenInCall);
    return outcomeOf(m_gate.pass(next, m_scheduler.now()), attempt, isOnKept);
}

bool ScriptedTransport::keepsConnection(const AttemptFacts& facts)
{
    const std::string* connection = facts.response ? facts.response->headers.find("connection") : nullptr;
    return facts.response && !facts.fault && !(connection && equalsIgnoringCase(*connection, "close"));
}

AttemptFacts ScriptedTransport::cancel(AttemptId id)
{
    m_scheduler.cancel(id);
    return {};
}

StepOutcome ScriptedTransport::outcomeOf(const EndpointStep& step, const OutgoingAttempt& attempt,
                                         bool isOnKept)
{
    const RequestSpec& spec = *attempt.spec;
    if (const std::optional<FaultKind> fault = bareFault(step.fault, isOnKept)) {
        return bareOutcome(*fault, step, spec);
    }
    const Duration firstByte =
        step.delay + (step.fault == Misbehaviour::DripHead ? step.drip : Duration::zero());
    if (firstByte >= patienceOf(spec)) {
        return {.facts = faultOnly(FaultKind::ReadTimeout), .duration = spec.readTimeout};
    }
    StepOutcome outcome;
    outcome.facts.response = responseOf(step, attempt, m_scheduler.now() + step.delay);
    Duration receive = dripTime(step, *outcome.facts.response);
    const std::optional<FaultKind> fault = faultInside(step, spec, outcome.facts.response->bodyBytes);
    if (fault) {
        outcome.facts.fault = Fault{.kind = *fault, .detail = {}};
        receive += *fault == FaultKind::ReadTimeout ? hangTime(spec) : Duration::zero();
    }
    outcome.facts.phases = {.send = Duration::zero(), .wait = step.delay, .receive = receive};
    outcome.duration = step.delay + receive;
    return outcome;
}

std::shared_ptr<const Response>
ScriptedTransport::responseOf(const EndpointStep& step, const OutgoingAttempt& attempt, Instant respondedAt)
{
    const WallTime wallTime =
        m_startedAt + std::chrono::duration_cast<WallTime>(respondedAt.time_since_epoch());
    const WallTime second = std::chrono::floor<std::chrono::seconds>(wallTime);
    CachedResponse& cached = m_responses[&step];
    if (cached.second == second && cached.method == attempt.spec->method) {
        return cached.response;
    }
    const auto filled = [&](const std::string& text) {
        if (text.find('{') == std::string::npos) {
            return text;
        }
        const std::string requestId = requestIdFor(m_seed, attempt.client, attempt.call, attempt.attempt);
        return fillPlaceholders(text, wallTime, requestId);
    };
    auto response = std::make_shared<Response>();
    response->status = step.status;
    response->reason = step.reason;
    constexpr std::size_t kAdded = 3; // date, length, connection
    response->headers.entries.reserve(step.headers.entries.size() + kAdded);
    for (const Header& header : step.headers.entries) {
        response->headers.add(header.name, filled(header.value));
    }
    if (const std::string* date = response->headers.find("date")) {
        response->date = parseHttpDate(*date);
    } else {
        response->headers.add("Date", httpDate(wallTime));
        response->date = second;
    }
    std::string body = filled(step.body);
    addFramingHeaders(response->headers, step, body.size());
    if (!carriesNoBody(attempt.spec->method, step.status)) {
        const bool stalls = step.fault == Misbehaviour::Drip && step.drip >= patienceOf(*attempt.spec);
        setBody(*response, step, std::move(body),
                stalls ? std::optional<std::int64_t>(0) : step.announcedBytes);
        for (BodyField& field : response->parsed.fields) {
            field.text = filled(field.text);
        }
    }
    const bool isReusable = m_responsePer == ResponsePer::Second || !namesTheRequest(step);
    cached = {
        .second = isReusable ? second : WallTime{-1}, .method = attempt.spec->method, .response = response};
    return response;
}

} // namespace retryscope
