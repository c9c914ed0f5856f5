// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/wire_transport.h"

#include "core/io/wire/wire_attempt.h"

#include <QObject>

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace retryscope::io {

namespace {

/// Waking the event loop up for every single deletion would cost more than keeping a few finished attempts.
constexpr std::size_t kSpentTogether = 16;

/// Finished attempts, which go with it.
class SpentAttempts final : public QObject
{
public:
    explicit SpentAttempts(std::vector<std::unique_ptr<WireAttempt>> attempts, QObject* parent)
        : QObject(parent), m_attempts(std::move(attempts))
    {
    }

private:
    std::vector<std::unique_ptr<WireAttempt>> m_attempts;
};

} // namespace

struct WireTransport::Private
{
    WireShared shared;
    AttemptId lastId = 0;
    std::map<AttemptId, std::unique_ptr<WireAttempt>> attempts; ///< after `shared`, which they use
    std::vector<std::unique_ptr<WireAttempt>> spent;            ///< finished ones

    /// A finished attempt may still be on the stack, so the event loop deletes it.
    void retire(AttemptId id)
    {
        const auto found = attempts.find(id);
        if (found == attempts.end()) {
            return;
        }
        spent.push_back(std::move(found->second));
        attempts.erase(found);
        if (spent.size() == kSpentTogether) {
            (new SpentAttempts(std::exchange(spent, {}), &shared.pool))->deleteLater();
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
