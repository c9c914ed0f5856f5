// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/trace_spans.h"

#include "core/io/http/error_body.h"
#include "core/io/redact/redact.h"
#include "core/io/redact/secret_names.h"
#include "core/io/traffic/fault_text.h"

#include <QByteArrayView>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <climits>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace retryscope::io {

namespace {

constexpr int kMostRetries = 10'000;
constexpr double kMostDelay = 366.0 * 24 * 3600 * 1000; // milliseconds

/// The first of these attributes that is there; empty: none is.
std::string_view firstOf(const TraceSpan& span, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names) {
        if (const std::string_view value = valueOf(span.attributes, name); !value.empty()) {
            return value;
        }
    }
    return {};
}

std::optional<int> numberIn(std::string_view text, int lowest, int highest)
{
    int number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = problem == std::errc() && end == text.data() + text.size();
    return isWhole && number >= lowest && number <= highest ? std::optional(number) : std::nullopt;
}

/// The address, made of its parts where the span does not say it whole; empty: not known.
std::string urlOf(const TraceSpan& span)
{
    if (const std::string_view whole = firstOf(span, {"url.full", "http.url"}); !whole.empty()) {
        return std::string(whole);
    }
    const std::string_view host =
        firstOf(span, {"server.address", "http.host", "net.peer.name", "net.peer.ip", "peer.address"});
    if (host.empty()) {
        return {};
    }
    const std::string_view port = firstOf(span, {"server.port", "net.peer.port"});
    const std::string_view scheme = firstOf(span, {"url.scheme", "http.scheme"});
    const bool isPlain = port == "80" || port == "8080";
    std::string url(!scheme.empty() ? scheme : isPlain ? "http" : "https");
    const bool isUsual = (url == "http" && port == "80") || (url == "https" && port == "443");
    url += "://" + std::string(host);
    if (!port.empty() && !isUsual && host.find(':') == std::string_view::npos) {
        url += ':' + std::string(port);
    }
    std::string path(firstOf(span, {"http.target", "url.path"}));
    if (const std::string_view query = firstOf(span, {"url.query"}); !query.empty()) {
        path += '?' + std::string(query);
    }
    return url + (path.starts_with('/') ? std::string() : "/") + path;
}

/// The headers that the program was configured to keep: `http.request.header.retry-after`.
Headers headersOf(const TraceSpan& span, std::string_view prefix)
{
    Headers headers;
    for (auto next = span.attributes.lower_bound(prefix);
         next != span.attributes.end() && next->first.starts_with(prefix); ++next) {
        std::string name = next->first.substr(prefix.size());
        std::ranges::replace(name, '_', '-'); // until version 1.20 of the conventions
        headers.add(name, next->second);
    }
    return headers;
}

bool isOfAwsSdk(const TraceSpan& span)
{
    return firstOf(span, {"rpc.system", "rpc.system.name"}) == "aws-api";
}

/// With a response, only our own words name a fault; other programs name the status there.
std::optional<Fault> faultOf(const TraceSpan& span, bool hasResponse)
{
    if (hasResponse) {
        const std::optional<FaultKind> own = faultKindFrom(valueOf(span.attributes, "error.type"));
        return own ? std::optional(Fault{*own, {}}) : std::nullopt;
    }
    for (const std::string_view text :
         {firstOf(span, {"error.type"}), std::string_view(span.errorMessage),
          firstOf(span, {"exception.type"}), firstOf(span, {"exception.message", "http.error_message"})}) {
        if (std::optional<Fault> fault = text.empty() ? std::nullopt : faultNamedIn(text)) {
            if (!span.errorMessage.empty()) {
                fault->detail = span.errorMessage;
            }
            return fault;
        }
    }
    return std::nullopt;
}

std::shared_ptr<const Response> responseOf(const TraceSpan& span)
{
    const std::optional<int> status =
        numberIn(firstOf(span, {"http.response.status_code", "http.status_code"}), 100, 999);
    if (!status) {
        return nullptr;
    }
    Response response;
    response.status = *status;
    response.headers = headersOf(span, "http.response.header.");
    response.headersUnseen = true; // but for those that the program was configured to keep
    response.bodyUnseen = true;
    response.bodyTruncated = true;
    response.bodyBytes =
        numberIn(firstOf(span, {"http.response.body.size", "http.response_content_length"}), 0, INT_MAX)
            .value_or(0);
    response.parsed = parseBody(response.headers, {});
    response.parsed.isEmpty = false;
    response.parsed.statedName = valueOf(span.attributes, "retryscope.error_name");
    return std::make_shared<const Response>(std::move(response));
}

/// What else a span says about its attempt, for people.
std::vector<std::string> notesOf(const TraceSpan& span)
{
    std::vector<std::string> notes;
    for (const char* name : {"error.type", "aws.request_id"}) {
        if (const std::string_view value = firstOf(span, {name}); !value.empty()) {
            notes.push_back(name + (": " + std::string(value)));
        }
    }
    if (span.hasFailed && !span.errorMessage.empty()) {
        notes.push_back("status of the span: " + span.errorMessage);
    }
    return notes;
}

/// Of a span that an SDK makes: the operation takes the place of an unknown HTTP method.
SeenRequest requestOf(const TraceSpan& span)
{
    SeenRequest request;
    request.method = firstOf(span, {"http.request.method_original", "http.request.method", "http.method"});
    request.url = urlOf(span);
    if (isOfAwsSdk(span)) {
        request.operation = firstOf(span, {"aws.operation", "rpc.method"});
        request.operation = request.operation.substr(request.operation.rfind('/') + 1);
        if (request.method.empty()) {
            request.method = request.operation;
        }
        if (request.url.empty()) {
            std::string service(firstOf(span, {"rpc.service", "aws.service"}));
            std::erase_if(service, [](char sign) { return sign == ' ' || sign == '/'; });
            request.url = "aws-api://" + service; // the span names no server
        }
    }
    request.headers = headersOf(span, "http.request.header.");
    if (const std::string_view agent = firstOf(span, {"user_agent.original", "http.user_agent"});
        !agent.empty() && !request.headers.contains("user-agent")) {
        request.headers.add("User-Agent", std::string(agent));
    }
    request.bodyBytes =
        numberIn(firstOf(span, {"http.request.body.size", "http.request_content_length"}), 0, INT_MAX)
            .value_or(0);
    return request;
}

/// So that each attempt has a span.
std::string whatToSwitchOn(std::string_view sdk)
{
    struct Advice
    {
        std::string_view sdk;
        std::string_view text;
    };
    constexpr std::array<Advice, 5> kAdvice{
        {{"python", "URLLib3Instrumentor().instrument() of opentelemetry-instrumentation-urllib3"},
         {"nodejs", "suppressInternalInstrumentation: false for instrumentation-aws-sdk, with "
                    "instrumentation-http"},
         {"java", "-Dotel.instrumentation.experimental.span-suppression-strategy=none"},
         {"go", "otelhttp.NewTransport as the transport of the SDK's HTTP client"},
         {"dotnet", "SuppressDownstreamInstrumentation = false, with AddHttpClientInstrumentation()"}}};
    const auto found = std::ranges::find(kAdvice, sdk, &Advice::sdk);
    return found == kAdvice.end() ? std::string("the instrumentation of the HTTP client below the SDK")
                                  : std::string(found->text);
}

} // namespace

std::string_view valueOf(const SpanAttributes& attributes, std::string_view name)
{
    const auto found = attributes.find(name);
    return found == attributes.end() ? std::string_view() : std::string_view(found->second);
}

void addEvent(TraceSpan& span, std::string_view name, const SpanAttributes& attributes)
{
    constexpr std::size_t kMostOfAnEvent = 300; // bytes
    constexpr std::string_view kWord = "retr";  // retry, Retries, retrying
    const auto isSame = [](char left, char right) {
        return std::tolower(static_cast<unsigned char>(left)) == right;
    };
    if (std::search(name.begin(), name.end(), kWord.begin(), kWord.end(), isSame) == name.end() ||
        ++span.retryEventCount > kMostRetryEvents) {
        return;
    }
    std::string text(name);
    for (const auto& [key, value] : attributes) {
        if (key != "event" && text.size() < kMostOfAnEvent) {
            // `http.request.header.authorization`. Later nothing tells the value behind such a name from
            // other words.
            const std::string_view last = std::string_view(key).substr(key.rfind('.') + 1); // npos + 1 is 0
            const bool isSecret = isSecretHeader(last) || isSecretMember(last) || isSecretMember(key);
            text += (text.size() == name.size() ? ": " : ", ") + key + ' ' +
                    (isSecret ? std::string(kRedacted) : value);
        }
    }
    std::size_t end = std::min(text.size(), kMostOfAnEvent);
    while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
        --end; // not within a character
    }
    text.resize(end);
    span.retryEvents.push_back(std::move(text));
}

TraceProgram programOf(std::string service, const SpanAttributes& attributes)
{
    TraceProgram program{.service = std::move(service),
                         .instance = {},
                         .sdk = std::string(valueOf(attributes, "telemetry.sdk.language"))};
    for (const std::string_view name : {"service.instance.id", "host.name", "hostname"}) {
        if (program.instance.empty()) {
            program.instance = valueOf(attributes, name);
        }
    }
    return program;
}

void TraceSpans::add(TraceSpan span)
{
    const std::string id = span.traceId + span.spanId;
    if (!span.parentId.empty()) {
        m_parents.emplace(id, span.traceId + span.parentId);
    }
    take(span, id);
}

void TraceSpans::take(const TraceSpan& span, const std::string& id)
{
    const bool isSdk = isOfAwsSdk(span) && span.kind != TraceSpan::Kind::Other;
    const bool isHttp =
        !firstOf(span, {"http.request.method", "http.method", "url.full", "http.url"}).empty();
    const bool isSent =
        span.kind == TraceSpan::Kind::Client ||
        (span.kind == TraceSpan::Kind::Unstated && !firstOf(span, {"url.full", "http.url"}).empty());
    if (!isSdk && (!isHttp || !isSent)) {
        ++m_others;
        return;
    }
    if (m_requests.size() >= kMostHeldBack) {
        return; // the sink refuses so many
    }
    Request request;
    SeenExchange& exchange = request.exchange;
    exchange.place = span.place;
    exchange.start = span.start;
    exchange.end = span.end;
    exchange.request = requestOf(span);
    exchange.headersUnseen = true;
    exchange.bodyUnseen = true;
    if (exchange.request.url.empty()) {
        m_sink.skip(span.place, span.name, "it says neither an address nor a server");
        return;
    }
    // Requests under one parent, or without one, can be attempts of one call.
    exchange.request.scope = span.parentId.empty() ? std::string() : span.traceId + span.parentId;
    const int resends =
        numberIn(firstOf(span, {"http.request.resend_count", "http.resend_count"}), 0, kMostRetries)
            .value_or(0);
    if (resends > 0) {
        exchange.request.attempt = resends + 1;
    }
    exchange.peer = firstOf(span, {"network.peer.address", "net.sock.peer.addr", "net.peer.ip"});
    exchange.response = responseOf(span);
    exchange.fault = faultOf(span, exchange.response != nullptr);
    exchange.notes = notesOf(span);
    if (const std::string_view delay = valueOf(span.attributes, "retryscope.delay_ms"); !delay.empty()) {
        double milliseconds = 0;
        std::from_chars(delay.data(), delay.data() + delay.size(), milliseconds);
        exchange.saidDelay = fromMilliseconds(std::clamp(milliseconds, 0.0, kMostDelay));
    }
    if (const std::string_view delay = valueOf(span.attributes, "http.request.resend_delay");
        !delay.empty()) {
        double seconds = 0; // source: the retry handlers of Microsoft Kiota, which write this attribute
        std::from_chars(delay.data(), delay.data() + delay.size(), seconds);
        request.delayBefore = fromMilliseconds(std::clamp(seconds * 1000, 0.0, kMostDelay));
    }
    request.id = id;
    request.programName = span.program;
    request.coversCall = isSdk || span.retryEventCount > 0;
    request.retries =
        numberIn(firstOf(span, {"retry_attempts", "aws.retry_attempts", "retry_count"}), 0, kMostRetries)
            .value_or(span.retryEventCount > 0
                          ? static_cast<int>(std::min<std::size_t>(span.retryEventCount, kMostRetries))
                          : -1);
    exchange.notes.insert(exchange.notes.end(), span.retryEvents.begin(), span.retryEvents.end());
    m_requests.push_back(std::move(request));
}

void TraceSpans::endGroup(const std::map<std::string, TraceProgram>& programs)
{
    for (; m_groupBegin < m_requests.size(); ++m_groupBegin) {
        Request& request = m_requests[m_groupBegin];
        const auto found = programs.find(request.programName);
        if (found == programs.end()) {
            continue;
        }
        const TraceProgram& program = found->second;
        request.sdk = program.sdk;
        // Separates programs as the recorder separates machines.
        request.exchange.request.peer = program.service;
        if (!program.instance.empty()) {
            request.exchange.request.peer += ' ' + program.instance;
        }
    }
}

/// The span of a request can cover the spans of its attempts, with others between them.
void TraceSpans::markAround()
{
    constexpr int kMostAncestors = 32;
    std::unordered_map<std::string_view, std::size_t> byId;
    for (std::size_t index = 0; index < m_requests.size(); ++index) {
        byId.emplace(m_requests[index].id, index);
    }
    for (const Request& request : m_requests) {
        std::string_view id = request.id;
        for (int step = 0; step < kMostAncestors; ++step) {
            const auto parent = m_parents.find(std::string(id));
            if (parent == m_parents.end()) {
                break;
            }
            id = parent->second;
            if (const auto found = byId.find(id); found != byId.end()) {
                m_requests[found->second].isAround = true;
            }
        }
    }
}

/// A client that numbers the attempts it sends again leaves the number of the first one out.
void TraceSpans::numberFirstAttempts()
{
    const auto keyOf = [](const SeenRequest& request) {
        return request.scope + '\n' + request.method + ' ' + request.url;
    };
    std::set<std::string> numbered;
    std::map<std::pair<std::string, int>, SeenExchange*> byNumber; // only where delays are planned
    const bool plansDelays = std::ranges::any_of(
        m_requests, [](const Request& request) { return request.delayBefore.has_value(); });
    for (const Request& request : m_requests) {
        if (request.exchange.request.attempt) {
            numbered.insert(keyOf(request.exchange.request));
        }
    }
    for (Request& request : m_requests) {
        if (!request.exchange.request.attempt && numbered.contains(keyOf(request.exchange.request))) {
            request.exchange.request.attempt = 1;
        }
        if (const std::optional<int> attempt = request.exchange.request.attempt; attempt && plansDelays) {
            byNumber.emplace(std::pair(keyOf(request.exchange.request), *attempt), &request.exchange);
        }
    }
    // A client notes the delay at the attempt that comes after it.
    for (const Request& request : m_requests) {
        if (!request.delayBefore || !request.exchange.request.attempt) {
            continue;
        }
        const auto before =
            byNumber.find({keyOf(request.exchange.request), *request.exchange.request.attempt - 1});
        if (before != byNumber.end() && !before->second->saidDelay) {
            before->second->saidDelay = request.delayBefore;
        }
    }
}

void TraceSpans::finish()
{
    markAround();
    numberFirstAttempts();
    m_parents.clear();
    std::set<std::string> advised;
    std::size_t around = 0;
    for (; !m_requests.empty(); m_requests.pop_front()) { // none is there twice
        Request& request = m_requests.front();
        if (request.isAround) {
            ++around;
            continue;
        }
        SeenExchange& exchange = request.exchange;
        if (request.coversCall) {
            exchange.notes.insert(exchange.notes.begin(),
                                  request.retries < 0
                                      ? "the attempts inside are not visible"
                                      : std::to_string(request.retries + 1) +
                                            (request.retries == 0 ? " attempt" : " attempts") +
                                            " inside, not visible");
            const std::string advice = whatToSwitchOn(request.sdk);
            if (advised.insert(advice).second) {
                m_sink.remark("From " + exchange.place + " on, spans cover whole calls: " +
                              exchange.notes.front() + ". To see each attempt, switch on " + advice + '.');
            }
        }
        m_sink.take(std::move(exchange));
    }
    if (around > 0) {
        m_sink.remark(std::to_string(around) + (around == 1 ? " span covers" : " spans cover") +
                      " other spans; Retryscope does not count them as requests.");
    }
    if (m_others > 0) {
        m_sink.remark(std::to_string(m_others) +
                      (m_others == 1 ? " span is not an HTTP request of a client and was left out."
                                     : " spans are not HTTP requests of a client and were left out."));
    }
}

} // namespace retryscope::io
