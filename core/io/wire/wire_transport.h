// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/ports.h"

#include <memory>

namespace retryscope::io {

/// Requests on the wire, HTTP/1.1, driven by the event loop of the thread that made it. One send() is
/// one request: it never follows a redirect, never sends again, never responds to a 401. Its
/// connections are its own.
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
