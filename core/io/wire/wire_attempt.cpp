// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/wire_attempt.h"

#include "core/facts/http_date.h"
#include "core/facts/redirect.h"
#include "core/io/http/error_body.h"
#include "core/io/redact/follow_redirect.h"
#include "core/io/wire/timer_interval.h"
#include "core/io/wire/tls_setup.h"

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

/// What the attempt before had, too, is held once.
template <typename T>
const Shared<T>& sharedWith(Shared<T>& last, T&& value)
{
    if (*last != value) {
        last = std::move(value);
    }
    return last;
}

void append(std::vector<std::string>& notes, std::vector<std::string> more)
{
    notes.insert(notes.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

} // namespace

WireAttempt::WireAttempt(WireShared& shared, const OutgoingAttempt& attempt, Transport::Done done)
    : m_shared(shared)
    , m_spec(*attempt.spec)
    , m_body(attempt.body != nullptr ? *attempt.body : attempt.spec->body)
    , m_addedHeaders(attempt.addedHeaders != nullptr ? *attempt.addedHeaders : Headers{})
    , m_start(attempt.start)
    , m_resendsUnseen(attempt.resendsUnseen)
    , m_done(std::move(done))
    , m_newConnection(attempt.newConnection)
{
}

WireAttempt::~WireAttempt() = default;

void WireAttempt::start()
{
    m_isInsideStart = true;
    m_began = WireClock::now();
    m_hopStart = m_start;
    if (m_spec.attemptTimeout) {
        m_limit = std::make_unique<QTimer>();
        m_limit->setSingleShot(true);
        m_limit->setTimerType(Qt::PreciseTimer);
        QObject::connect(m_limit.get(), &QTimer::timeout, m_limit.get(), [this] { passLimit(); });
        m_limit->start(toTimerInterval(*m_spec.attemptTimeout));
    }
    if (const Result<Done> prepared = prepare(); prepared) {
        connectOrReuse();
    } else {
        m_facts.fault =
            Fault{FaultKind::Unreachable, "nothing was sent: " + prepared.error().text().toStdString()};
        finish();
    }
    m_isInsideStart = false;
}

AttemptFacts WireAttempt::giveUp()
{
    if (m_dialer) {
        Dialled dialled = m_dialer->giveUp();
        take(dialled);
    }
    if (m_exchange && !m_exchange->isOver()) {
        Exchanged exchanged = m_exchange->giveUp();
        take(exchanged);
    }
    m_facts.fault.reset();
    m_facts.wire = std::make_shared<const WireFacts>(std::move(m_wire));
    return std::move(m_facts);
}

Result<Done> WireAttempt::prepare()
{
    const RequestParts parts{.spec = spec(), .bodyBytes = body().size(), .added = m_addedHeaders};
    if (!m_shared.lastRequest || !m_shared.lastRequest->isOf(parts)) {
        Result<PreparedRequest> request = PreparedRequest::from(parts);
        if (!request) {
            return request.error();
        }
        m_shared.lastRequest = std::make_shared<const PreparedRequest>(std::move(request).value());
    }
    m_request = m_shared.lastRequest;
    if (m_wire.hops.empty()) {
        m_wire.sentHeaders = m_request->sentHeaders;
    }
    m_wire.tlsVerified = m_request->plan.key.verifyPeer;
    return Done{};
}

void WireAttempt::connectOrReuse()
{
    if (m_newConnection && m_shared.pool.discard(m_request->plan.key)) {
        m_wire.notes.push_back("this client does not reuse a connection after such a failure");
    }
    ConnectionPool::Taken taken = m_shared.pool.take(m_request->plan.key);
    if (!taken.note.empty()) {
        m_wire.notes.push_back(std::move(taken.note));
    }
    if (taken.connection) {
        exchangeOn(std::move(taken.connection));
    } else {
        dial();
    }
}

void WireAttempt::dial()
{
    DialPlan plan = m_request->plan;
    plan.timeout = m_spec.connectTimeout;
    if (plan.target.isTls) {
        Result<QSslConfiguration> tls = tlsConfigurationFor(spec().wire);
        if (!tls) {
            m_facts.fault =
                Fault{FaultKind::TlsFailed, "nothing was sent: " + tls.error().text().toStdString()};
            finish();
            return;
        }
        plan.tls = std::move(tls).value();
    }
    m_dialer = std::make_unique<Dialer>(&m_shared.pool, std::move(plan),
                                        [this](Dialled dialled) { onDialled(std::move(dialled)); });
    m_dialer->start();
}

void WireAttempt::onDialled(Dialled dialled)
{
    m_spentDialers.push_back(std::move(m_dialer));
    take(dialled);
    if (m_facts.fault) {
        finish();
        return;
    }
    dialled.connection->number = ++m_shared.lastConnection;
    exchangeOn(std::move(dialled.connection));
}

void WireAttempt::take(Dialled& dialled)
{
    m_facts.phases = dialled.phases;
    m_wire.peer = std::move(dialled.peer);
    m_wire.untrustedChain = std::move(dialled.untrustedChain);
    append(m_wire.notes, std::move(dialled.notes));
    m_facts.fault = std::move(dialled.fault);
}

void WireAttempt::exchangeOn(std::unique_ptr<Connection> connection)
{
    m_wire.connection = connection->number;
    m_wire.reused = connection->exchanges > 0;
    m_wire.peer = connection->peer;
    const OutgoingMessage message{
        .method = spec().method, .head = m_request->head, .body = body(), .readTimeout = m_spec.readTimeout};
    if (m_exchange) {
        m_spentExchanges.push_back(std::move(m_exchange));
    }
    m_exchange = std::make_unique<Exchange>(
        std::move(connection), message, [this](Exchanged&& exchanged) { onExchanged(std::move(exchanged)); });
    m_exchange->start();
}

void WireAttempt::onExchanged(Exchanged&& exchanged)
{
    if (!m_isOverTime && exchanged.wroteNothing && m_wire.reused && exchanged.fault &&
        exchanged.rawReceivedBytes == 0) {
        append(m_wire.notes, std::move(exchanged.notes));
        m_wire.notes.push_back("stale: kept connection " + std::to_string(m_wire.connection) +
                               " failed before the first byte of the request was written; connected again");
        dial();
        return;
    }
    const bool diedSilently = exchanged.fault && exchanged.rawReceivedBytes == 0 &&
                              (exchanged.fault->kind == FaultKind::ClosedBeforeResponse ||
                               exchanged.fault->kind == FaultKind::ConnectionReset);
    if (diedSilently && m_wire.reused && m_resendsUnseen && m_facts.hiddenSends == 0) {
        m_facts.hiddenSends = 1;
        append(m_wire.notes, std::move(exchanged.notes));
        m_wire.notes.push_back(
            "sent again on a new connection, like this client's HTTP library: kept connection " +
            std::to_string(m_wire.connection) + " ended before the first byte of the response");
        dial();
        return;
    }
    take(exchanged);
    if (exchanged.connection) {
        m_shared.pool.keep(std::move(exchanged.connection));
    }
    if (!followRedirect()) {
        finish();
    }
}

const std::string& WireAttempt::body() const
{
    static const std::string kNone;
    return m_sendsBody ? m_body : kNone;
}

Instant WireAttempt::now() const
{
    return m_start + elapsed(m_began, WireClock::now());
}

bool WireAttempt::followRedirect()
{
    const std::optional<std::string> location =
        m_spec.follow > 0 && !m_isOverTime ? redirectLocationOf(m_facts) : std::nullopt;
    if (!location) {
        return false;
    }
    const int most = std::min(m_spec.follow, kMostFollowed);
    if (static_cast<int>(m_wire.hops.size()) >= most) {
        m_wire.notes.push_back("not followed: " + std::to_string(most) +
                               (most == 1 ? " redirect is" : " redirects are") +
                               " the most that are followed in an attempt");
        return false;
    }
    FollowedRequest followed =
        io::followRedirect(spec(), m_sendsBody && !m_body.empty(), m_facts.response->status, *location);
    if (!followed.next) {
        m_wire.notes.push_back(std::move(followed.remark));
        return false;
    }
    m_requestLines.insert(requestLineOf(spec()));
    if (!m_requestLines.insert(requestLineOf(*followed.next)).second) {
        m_wire.notes.push_back(std::string(kRedirectLoopNote) + ", since " + followed.next->method +
                               " of this address was sent before in this attempt");
        return false;
    }
    noteHop(*location, followed.remark);
    m_sendsBody = m_sendsBody && (followed.hasBody || m_body.empty());
    m_spentRequests.push_back(std::exchange(m_followed, nullptr));
    m_followed = std::make_unique<const RequestSpec>(std::move(*followed.next));
    if (followed.isElsewhere) {
        dropForOthers(m_addedHeaders, m_spec.followHeaders, followed.hasBody);
    }
    if (const Result<Done> prepared = prepare(); !prepared) {
        m_facts.fault = Fault{FaultKind::Unreachable,
                              "the redirect could not be followed: " + prepared.error().text().toStdString()};
        return false;
    }
    connectOrReuse();
    return true;
}

void WireAttempt::noteHop(const std::string& location, const std::string& remark)
{
    Hop hop{.start = m_hopStart,
            .end = now(),
            .method = spec().method,
            .url = spec().url,
            .location = location,
            .note = remark,
            .response = *m_facts.response};
    if (hop.response.body.size() > kMostHopBody) {
        hop.response.body.resize(kMostHopBody);
        hop.response.body.shrink_to_fit(); // it holds the memory of all of it
        hop.response.bodyTruncated = true;
    }
    m_hopStart = hop.end;
    m_wire.hops.push_back(std::move(hop));
    m_facts.response.reset();
    m_facts.phases = {};
}

void WireAttempt::take(Exchanged& exchanged)
{
    append(m_wire.notes, std::move(exchanged.notes));
    m_facts.phases.send = exchanged.phases.send;
    m_facts.phases.wait = exchanged.phases.wait;
    m_facts.phases.receive = exchanged.phases.receive;
    m_facts.fault = std::move(exchanged.fault);
    m_wire.rawSent = sharedWith(m_shared.lastSent, std::move(exchanged.rawSent));
    m_wire.rawSentBytes = exchanged.rawSentBytes;
    m_wire.rawReceived = std::move(exchanged.rawReceived);
    m_wire.rawReceivedBytes = exchanged.rawReceivedBytes;
    if (exchanged.response) {
        takeResponse(std::move(*exchanged.response));
    }
}

std::optional<WallTime> WireAttempt::dateFrom(const std::string& text)
{
    if (m_shared.lastDateText != text) {
        m_shared.lastDateText = text;
        m_shared.lastDate = parseHttpDate(text);
    }
    return m_shared.lastDate;
}

void WireAttempt::takeResponse(Response&& response)
{
    if (const std::string* date = response.headers.find("Date")) {
        response.date = dateFrom(*date);
    }
    response.parsed = parseBody(
        response.headers, QByteArrayView(response.body.data(), static_cast<qsizetype>(response.body.size())));
    m_facts.response = std::make_shared<const Response>(std::move(response));
}

/// Whatever is under way ends now; what came of a response stays.
void WireAttempt::passLimit()
{
    m_isOverTime = true;
    const std::string detail = attemptLimitText(*m_spec.attemptTimeout);
    if (m_exchange && !m_exchange->isOver()) {
        m_exchange->abort(FaultKind::ReadTimeout, detail);
    } else if (m_dialer) {
        Dialled dialled = m_dialer->giveUp();
        m_dialer.reset();
        take(dialled);
        m_facts.fault = Fault{FaultKind::ConnectTimeout, detail};
        finish();
    }
}

void WireAttempt::finish()
{
    if (m_isInsideStart) {
        m_later = std::make_unique<QObject>();
        QMetaObject::invokeMethod(
            m_later.get(), [this] { finish(); }, Qt::QueuedConnection);
        return;
    }
    if (m_limit) {
        m_limit->stop();
    }
    m_facts.wire = std::make_shared<const WireFacts>(std::move(m_wire));
    // moved out first: the receiver may give this attempt up
    const Transport::Done done = std::move(m_done);
    done(std::move(m_facts));
}

} // namespace retryscope::io
