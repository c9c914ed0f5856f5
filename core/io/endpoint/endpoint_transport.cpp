// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/endpoint_transport.h"

#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/http/wire_target.h"

#include <utility>

namespace retryscope::io {

EndpointTransport::EndpointTransport(std::unique_ptr<Transport> inner, FaultEndpoint& endpoint)
    : m_inner(std::move(inner)), m_endpoint(endpoint)
{
}

EndpointTransport::~EndpointTransport() = default;

AttemptId EndpointTransport::send(const OutgoingAttempt& attempt, Done done)
{
    const std::string base =
        m_endpoint.expect(attempt.client, attempt.callOfScript(), attempt.requestOfScript())
            .toString()
            .toStdString();
    std::string url = base + pathAndQueryOf(attempt.spec->url);
    // A body may be large, so the copy is kept while only the attempt changes.
    if (m_spec != attempt.spec || m_directed->url != url) {
        m_spec = attempt.spec;
        auto directed = std::make_shared<RequestSpec>(*attempt.spec);
        directed->url = std::move(url);
        m_directed = std::move(directed);
    }
    OutgoingAttempt next = attempt;
    next.spec = m_directed.get();
    return m_inner->send(
        next, [kept = m_directed, done = std::move(done)](AttemptFacts facts) { done(std::move(facts)); });
}

AttemptFacts EndpointTransport::cancel(AttemptId id)
{
    return m_inner->cancel(id);
}

} // namespace retryscope::io
