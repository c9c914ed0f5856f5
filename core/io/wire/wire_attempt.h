// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/wire/connection_pool.h"
#include "core/io/wire/dialer.h"
#include "core/io/wire/exchange.h"
#include "core/io/wire/prepared_request.h"
#include "core/run/ports.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace retryscope::io {

/// State shared by the attempts of one transport.
struct WireShared
{
    ConnectionPool pool;
    int lastConnection = 0; ///< number of the connection made last
    /// From the previous attempt: the next one usually sends the same to the same place within the same
    /// second.
    std::shared_ptr<const PreparedRequest> lastRequest;
    Shared<std::string> lastSent;
    std::string lastDateText;
    std::optional<WallTime> lastDate; ///< what lastDateText stands for
};

/// One attempt from request to facts: a kept or new connection and one exchange on it. Reports once, never
/// from within start(); destroying it stops it.
class WireAttempt
{
public:
    WireAttempt(WireShared& shared, const OutgoingAttempt& attempt, Transport::Done done);
    ~WireAttempt();
    WireAttempt(const WireAttempt&) = delete;
    WireAttempt& operator=(const WireAttempt&) = delete;
    void start();
    /// Stops without a report; returns what was sent and received, without a fault.
    [[nodiscard]] AttemptFacts giveUp();

private:
    [[nodiscard]] const RequestSpec& spec() const { return m_followed ? *m_followed : m_spec; }
    [[nodiscard]] const std::string& body() const;
    [[nodiscard]] Instant now() const;
    Result<Done> prepare();
    void connectOrReuse();
    void dial();
    void onDialled(Dialled dialled);
    void take(Dialled& dialled);
    void exchangeOn(std::unique_ptr<Connection> connection);
    void onExchanged(Exchanged&& exchanged);
    /// Sends the request of a redirect, if the response is one that is to be followed.
    [[nodiscard]] bool followRedirect();
    void noteHop(const std::string& location, const std::string& remark);
    void take(Exchanged& exchanged);
    void takeResponse(Response&& response);
    [[nodiscard]] std::optional<WallTime> dateFrom(const std::string& text);
    void finish();
    void passLimit();

    WireShared& m_shared;
    const RequestSpec& m_spec;
    const std::string& m_body;
    Headers m_addedHeaders;
    std::unique_ptr<const RequestSpec> m_followed;                   ///< of a redirect; else m_spec is sent
    std::vector<std::unique_ptr<const RequestSpec>> m_spentRequests; ///< an exchange may still read them
    bool m_sendsBody = true;
    std::set<std::string> m_requestLines; ///< of the redirects so far; one that comes again is a loop
    Instant m_start;                      ///< of the attempt, on the run's clock
    WireClock::time_point m_began;        ///< the same on the wire's clock
    Instant m_hopStart;
    bool m_resendsUnseen = false;
    Transport::Done m_done;
    std::shared_ptr<const PreparedRequest> m_request;
    std::unique_ptr<Dialer> m_dialer;
    std::unique_ptr<Exchange> m_exchange;                ///< the latest, which may be over
    std::vector<std::unique_ptr<Dialer>> m_spentDialers; ///< these may still be on the stack
    std::vector<std::unique_ptr<Exchange>> m_spentExchanges;
    AttemptFacts m_facts;
    WireFacts m_wire;
    std::unique_ptr<QTimer> m_limit;  ///< of the whole attempt; nullptr without one, as mostly
    std::unique_ptr<QObject> m_later; ///< of a report that waits until start() is over
    bool m_isOverTime = false;
    bool m_newConnection = false;
    bool m_isInsideStart = false;
};

} // namespace retryscope::io
