// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/wire_attempt.h"

#include "core/facts/http_date.h"
#include "core/io/http/error_body.h"
#include "core/io/wire/timer_interval.h"
#include "core/io/wire/tls_setup.h"

#include <utility>

namespace retryscope::io {

namespace {

ConnectionKey keyFor(const WireTarget& target, const std::optional<Proxy>& proxy, const WireOptions& options)
{
    ConnectionKey key{.isTls = target.isTls,
                      .host = target.host,
                      .port = target.port,
                      .proxy = proxy,
                      .caFile = {},
                      .certificateFile = {},
                      .keyFile = {},
                      .verifyPeer = true};
    if (target.isTls) {
        key.caFile = options.caFile;
        key.certificateFile = options.certificateFile;
        key.keyFile = options.keyFile;
        key.verifyPeer = options.verifyPeer;
    }
    return key;
}

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
    , m_resendsUnseen(attempt.resendsUnseen)
    , m_done(std::move(done))
    , m_newConnection(attempt.newConnection)
{
}

WireAttempt::~WireAttempt() = default;

void WireAttempt::start()
{
    m_isInsideStart = true;
    if (m_spec.attemptTimeout) {
        m_limit = std::make_unique<QTimer>();
        m_limit->setSingleShot(true);
        m_limit->setTimerType(Qt::PreciseTimer);
        connect(m_limit.get(), &QTimer::timeout, this, &WireAttempt::passLimit);
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
    if (m_exchange) {
        Exchanged exchanged = m_exchange->giveUp();
        take(exchanged);
    }
    m_facts.fault.reset();
    m_facts.wire = std::make_shared<const WireFacts>(std::move(m_wire));
    return std::move(m_facts);
}

Result<Done> WireAttempt::prepare()
{
    // the attempts of a run go to one place
    if (m_shared.lastUrl != m_spec.url) {
        Result<WireTarget> target = targetOf(m_spec.url);
        if (!target) {
            return target.error();
        }
        m_shared.lastUrl = m_spec.url;
        m_shared.lastTarget = std::move(target).value();
    }
    if (Result<Done> message = checkMessage(m_spec); !message) {
        return message;
    }
    const auto proxy = proxyFor(m_spec.wire, m_shared.lastTarget);
    if (!proxy) {
        return proxy.error();
    }
    m_plan.target = m_shared.lastTarget;
    m_plan.proxy = proxy.value();
    const bool isHttpProxy = m_plan.proxy && m_plan.proxy->kind == ProxyKind::Http;
    const bool isAbsolute = isHttpProxy && !m_plan.target.isTls;
    m_plan.needsTunnel = m_plan.proxy && !isAbsolute;
    m_plan.key = keyFor(m_plan.target, m_plan.proxy, m_spec.wire);
    m_plan.timeout = m_spec.connectTimeout;
    m_head = requestHead(m_spec, m_plan.target, m_body.size(),
                         isAbsolute ? TargetForm::Absolute : TargetForm::Origin,
                         isAbsolute ? m_plan.proxy->basicAuthorization() : std::string(), m_addedHeaders);
    m_wire.sentHeaders = sharedWith(m_shared.lastHeaders, std::move(m_head.headers));
    m_wire.tlsVerified = m_plan.key.verifyPeer;
    return Done{};
}

void WireAttempt::connectOrReuse()
{
    if (m_newConnection && m_shared.pool.discard(m_plan.key)) {
        m_wire.notes.push_back("this client does not use a connection again after such a failure");
    }
    ConnectionPool::Taken taken = m_shared.pool.take(m_plan.key);
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
    if (m_plan.target.isTls) {
        Result<QSslConfiguration> tls = tlsConfigurationFor(m_spec.wire);
        if (!tls) {
            m_facts.fault =
                Fault{FaultKind::TlsFailed, "nothing was sent: " + tls.error().text().toStdString()};
            finish();
            return;
        }
        m_plan.tls = std::move(tls).value();
    }
    m_dialer = std::make_unique<Dialer>(&m_shared.pool, m_plan,
                                        [this](Dialled dialled) { onDialled(std::move(dialled)); });
    m_dialer->start();
}

void WireAttempt::onDialled(Dialled dialled)
{
    m_spent.push_back(std::move(m_dialer));
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
        .method = m_spec.method, .head = m_head.bytes, .body = m_body, .readTimeout = m_spec.readTimeout};
    m_exchange = std::make_unique<Exchange>(
        std::move(connection), message, [this](Exchanged exchanged) { onExchanged(std::move(exchanged)); });
    m_exchange->start();
}

void WireAttempt::onExchanged(Exchanged exchanged)
{
    m_spent.push_back(std::move(m_exchange));
    if (!m_isOverTime && exchanged.wroteNothing && m_wire.reused && exchanged.fault &&
        exchanged.rawReceivedBytes == 0) {
        append(m_wire.notes, std::move(exchanged.notes));
        m_wire.notes.push_back("stale: kept connection " + std::to_string(m_wire.connection) +
                               " failed before a byte of the request was written; dialled anew");
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
            "sent again on a new connection, as this client's HTTP library does by itself: "
            "kept connection " +
            std::to_string(m_wire.connection) + " died before a byte of the response");
        dial();
        return;
    }
    take(exchanged);
    if (exchanged.connection) {
        m_shared.pool.keep(std::move(exchanged.connection));
    }
    finish();
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

void WireAttempt::takeResponse(Response response)
{
    if (const std::string* date = response.headers.find("Date")) {
        response.date = parseHttpDate(*date);
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
    if (m_exchange) {
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
        QMetaObject::invokeMethod(this, &WireAttempt::finish, Qt::QueuedConnection);
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
