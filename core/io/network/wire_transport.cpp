// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/network/wire_transport.h"

#include "core/io/network/wire_attempt.h"

#include <map>
#include <utility>

namespace retryscope::io {

struct WireTransport::Private
{
    WireShared shared;
    AttemptId lastId = 0;
    std::map<AttemptId, std::unique_ptr<WireAttempt>> attempts; ///< after `shared`, which they use

    /// The attempt may be the caller, so it is deleted later. Its owner keeps it reachable until then.
    void retire(AttemptId id)
    {
        const auto found = attempts.find(id);
        if (found != attempts.end()) {
            WireAttempt* attempt = found->second.release();
            attempts.erase(found);
            attempt->setParent(&shared.pool);
            attempt->deleteLater();
        }
    }
};

WireTransport::WireTransport() : d(std::make_unique<Private>()) {}

WireTransport::~WireTransport() = default;

AttemptId WireTransport::send(const OutgoingAttempt& attempt, Done done)
{
    const AttemptId id = ++d->lastId;
    auto report = [this, id, done = std::move(done)](AttemptFacts facts) {
        d->retire(id);
        done(std::move(facts));
    };
    const auto [place, added] =
        d->attempts.emplace(id, std::make_unique<WireAttempt>(d->shared, attempt, std::move(report)));
    place->second->start();
    return id;
}

void WireTransport::cancel(AttemptId id)
{
    d->attempts.erase(id);
}

} // namespace retryscope::io
