// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/endpoint/http_request_parser.h"
#include "core/io/http/wire_target.h"
#include "core/io/recorder/recorder_plan.h"
#include "core/io/upstream/forwarded_head.h"

#include <optional>
#include <string>
#include <variant>

namespace retryscope::io {

/// A refused request, which is not recorded.
struct RefusedRequest
{
    int status = 400;
    std::string reason; ///< phrase of the status line
    std::string text;   ///< one line for people
};
/// CONNECT: turns the connection into a tunnel to this host.
struct TunnelRequest
{
    WireTarget target; ///< isTls: the recorder opens it
    std::string authority;
};
/// A request that is forwarded to `target`, or would be.
struct TakenRequest
{
    WireTarget target;
    std::string url; ///< for the record
    HeadChanges changes;
};
using RequestWay = std::variant<RefusedRequest, TunnelRequest, TakenRequest>;

/// The parts of a recording that decide where a request goes.
struct WayPlan
{
    RecorderPlan plan;
    std::optional<WireTarget> upstream; ///< what plan.upstream says
    std::string ownAuthority;           ///< HOST:PORT that the recorder listens on
    /// Host names accepted for the recorder, besides this machine's.
    [[nodiscard]] bool isOwnName(const HttpRequest& request) const;
};

/// opened: the host of the decrypted CONNECT, if any.
[[nodiscard]] RequestWay wayOf(const HttpRequest& request, const WayPlan& plan,
                               const std::optional<WireTarget>& opened);

} // namespace retryscope::io
