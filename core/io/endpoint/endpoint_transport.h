// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/ports.h"

#include <memory>
#include <string>

namespace retryscope::io {

class FaultEndpoint;

/// Sends every attempt to the built-in endpoint instead of the URL's host, and announces each attempt to the
/// endpoint. Keeps path and query of the URL. One client per endpoint.
class EndpointTransport final : public Transport
{
public:
    /// inner: the transport that sends. endpoint: opened for a run; must outlive this object.
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
