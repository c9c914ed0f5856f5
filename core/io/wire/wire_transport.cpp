// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/wire_transport.h"

#include "core/io/wire/wire_attempt.h"

#include <map>
#include <utility>

namespace retryscope::io {

namespace {

/// Waking the event loop up for every single deletion would cost more than keeping a few finished attempts.
constexpr int kSpentTogether = 64;

} // namespace

struct WireTransport::Private
{
    WireShared shared;
    AttemptId lastId = 0;
    std::map<AttemptId, std::unique_ptr<WireAttempt>> attempts;   ///< after `shared`, which they use
    std::unique_ptr<QObject> spent = std::make_unique<QObject>(); ///< parent of finished attempts
    int spentCount = 0;

    /// A finished attempt may still be on the stack, so the event loop deletes it.
    void retire(AttemptId id)
    {
        const auto found = attempts.find(id);
        if (found == attempts.end()) {
            return;
        }
        found->second.release()->setParent(spent.get());
        attempts.erase(found);
        if (++spentCount == kSpentTogether) {
            spent->setParent(&shared.pool);
            spent.release()->deleteLater();
            spent = std::make_unique<QObject>();
            spentCount = 0;
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

AttemptFacts WireTransport::cancel(AttemptId id)
{
    const auto found = d->attempts.find(id);
    if (found == d->attempts.end()) {
        return {};
    }
    AttemptFacts facts = found->second->giveUp();
    d->attempts.erase(found);
    return facts;
}

} // namespace retryscope::io
