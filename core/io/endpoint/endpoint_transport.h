// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/ports.h"

#include <memory>
#include <string>

namespace retryscope::io {

class FaultEndpoint;

/// Sends every attempt to the built-in endpoint instead of the host in the request's URL, and tells the
/// endpoint before each one which attempt it is. Path and query of the URL stay. One client per endpoint.
class EndpointTransport final : public Transport
{
public:
    /// inner: does the sending. endpoint: opened for a run; outlives this.
    EndpointTransport(std::unique_ptr<Transport> inner, FaultEndpoint& endpoint);
    ~EndpointTransport() override;

    AttemptId send(const OutgoingAttempt& attempt, Done done) override;
    AttemptFacts cancel(AttemptId id) override;

private:
    std::unique_ptr<Transport> m_inner;
    FaultEndpoint& m_endpoint;
    const RequestSpec* m_spec = nullptr;           ///< of the last attempt
    std::shared_ptr<const RequestSpec> m_directed; ///< the same with the endpoint's address
};

} // namespace retryscope::io
