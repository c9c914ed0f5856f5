// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/seen_request.h"
#include "core/run/run_record.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// One request and its outcome, as another program wrote them down. What that program does not say is absent.
struct SeenExchange
{
    std::string place;          ///< in its file: `entries[3]`, `line 12`
    Duration start{0};          ///< since 1970
    Duration end{0};            ///< not before the start
    SeenRequest request;        ///< without `at` and `connection`
    std::string connection;     ///< as the file names it; empty: not known
    std::string peer;           ///< address of the server; empty: not known
    bool isReused = false;      ///< the connection had a request before
    bool timesUnseen = false;   ///< start and end only tell the place in the file
    bool headersUnseen = false; ///< of the request: not all of them are known
    bool bodyUnseen = false;    ///< of the request
    Phases phases;
    std::shared_ptr<const Response> response;
    std::optional<Fault> fault;
    std::optional<Duration> saidDelay; ///< before the next attempt, as the client wrote it
    std::vector<Hop> hops;             ///< with times since 1970
    std::vector<std::string> notes;    ///< what else the file says, for people
};

/// Most requests of an import; the sink refuses one more. A reader that holds requests back holds so many.
inline constexpr std::size_t kMostImported = 1'000'000;
inline constexpr std::size_t kMostHeldBack = kMostImported + 1;

/// Takes what a reader finds in a file.
class TrafficSink
{
public:
    TrafficSink() = default;
    TrafficSink(const TrafficSink&) = delete;
    TrafficSink& operator=(const TrafficSink&) = delete;
    virtual ~TrafficSink() = default;

    virtual void take(SeenExchange exchange) = 0;
    /// Gives a message its body if there is room for it, else a response the digest of the body. A reader
    /// calls this before anything else keeps the body, so that large ones never take memory.
    virtual void keepBody(Response& response, std::string_view body) = 0;
    virtual void keepBody(SeenRequest& request, std::string_view body) = 0;
    /// A part without a request. text: its content, of any length.
    virtual void skip(const std::string& place, const std::string& text, const std::string& why) = 0;
    /// A sentence about the whole file.
    virtual void remark(const std::string& sentence) = 0;
    /// Version and maker of the file: `HAR 1.2, Playwright 1.49.0`.
    virtual void setTitle(const std::string& title) = 0;
};

} // namespace retryscope::io
