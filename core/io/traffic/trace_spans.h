// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/traffic/seen_exchange.h"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace retryscope::io {

/// By name. Items of a list are joined by `, `.
using SpanAttributes = std::map<std::string, std::string, std::less<>>;
/// The value of an attribute; empty: there is none.
[[nodiscard]] std::string_view valueOf(const SpanAttributes& attributes, std::string_view name);

/// A span of a trace, as OpenTelemetry or Jaeger wrote it.
struct TraceSpan
{
    /// What the span was for. Unstated: the file does not say.
    enum class Kind { Client, Other, Unstated };

    std::string place; ///< `span 12`
    std::string traceId;
    std::string spanId;
    std::string parentId; ///< empty: a root
    std::string program;  ///< which of its group's, as the file names it
    std::string name;
    Kind kind = Kind::Unstated;
    Duration start{0};        ///< since 1970
    Duration end{0};          ///< not before the start
    bool hasFailed = false;   ///< the span says so
    std::string errorMessage; ///< of its status or of an exception in it; may be empty
    SpanAttributes attributes;
    /// Events of the span that speak of a retry, in order, at most kMostRetryEvents: `retry: attempt 2, …`
    std::vector<std::string> retryEvents;
    std::size_t retryEventCount = 0; ///< all of them
};
inline constexpr std::size_t kMostRetryEvents = 20;
/// Keeps an event that speaks of a retry.
void addEvent(TraceSpan& span, std::string_view name, const SpanAttributes& attributes);

/// A program that wrote spans.
struct TraceProgram
{
    std::string service;
    std::string instance; ///< host or process; may be empty
    std::string sdk;      ///< language: `python`; may be empty
};

/// attributes: of the resource or process.
[[nodiscard]] TraceProgram programOf(std::string service, const SpanAttributes& attributes);

/// Finds the HTTP requests of clients among the spans of a file. Understands the OpenTelemetry conventions
/// for HTTP since version 1.17 (`url.full`) and before (`http.url`), and the spans of AWS SDKs.
///
/// Clients trace retries in three ways. With a span for each attempt, `http.request.resend_count` counts
/// them, or method, address and time show which belong together. With one span over the whole call its
/// attempts are not visible; the notes then say so, and what to switch on.
class TraceSpans
{
public:
    explicit TraceSpans(TrafficSink& sink) : m_sink(sink) {}

    void add(TraceSpan span);
    /// The programs of the spans since the last call of this function.
    void endGroup(const std::map<std::string, TraceProgram>& programs);
    /// Gives the requests to the sink. Call this once, after all spans.
    void finish();

private:
    struct Request
    {
        SeenExchange exchange;
        std::string id; ///< of trace and span
        std::string programName;
        std::string sdk;                     ///< of its program
        bool coversCall = false;             ///< a span of an SDK, with all attempts inside
        std::optional<Duration> delayBefore; ///< this attempt, as the client planned it
        int retries = -1;                    ///< inside, as the span counts; -1: it does not
        bool isAround = false;               ///< it covers requests that have spans of their own
    };

    void take(const TraceSpan& span, const std::string& id);
    void markAround();
    void numberFirstAttempts();

    TrafficSink& m_sink;
    std::deque<Request> m_requests;
    std::size_t m_groupBegin = 0; ///< in m_requests
    std::size_t m_others = 0;     ///< spans that are not requests of a client
    /// Of each span that has a parent, by trace and span id, that of the parent.
    std::unordered_map<std::string, std::string> m_parents;
};

} // namespace retryscope::io
