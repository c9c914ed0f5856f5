// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/ports.h"

#include <memory>

namespace retryscope::io {

/// Sends HTTP/1.1 requests, driven by the event loop of its thread. One send() is one request, and one more
/// for each redirect that RequestSpec::follow allows, reported as hops. It never retries and never
/// responds to a 401. Does not share its connections.
class WireTransport final : public Transport
{
public:
    WireTransport();
    ~WireTransport() override;

    AttemptId send(const OutgoingAttempt& attempt, Done done) override;
    AttemptFacts cancel(AttemptId id) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace retryscope::io
