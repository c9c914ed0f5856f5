// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/endurance/fault_stage.h"

#include "core/io/documents/record_json.h"
#include "core/io/live/event_loop_scheduler.h"
#include "core/io/live/run_controller.h"
#include "core/io/wire/wire_transport.h"
#include "core/read/possible_effect.h"
#include "tests/support/lab.h"

#include <QDeadlineTimer>
#include <QTest>

#include <algorithm>
#include <functional>
#include <set>

namespace retryscope::test {

using namespace std::chrono_literals;

namespace {

/// The phase in which a fault comes, in their order.
enum class Phase { Lookup, Connect, Tls, Send, Wait, Receive };

/// A fault, and where it comes.
struct FaultCase
{
    const char* name;
    FaultKind kind;
    Phase phase;
    /// What a client behind a proxy sees: that closes where its server resets.
    FaultKind behindProxy;
};

constexpr std::array<FaultCase, 15> kFaults{
    {{"host not found", FaultKind::HostNotFound, Phase::Lookup, FaultKind::HostNotFound},
     {"refused", FaultKind::ConnectionRefused, Phase::Connect, FaultKind::ConnectionRefused},
     {"connect timeout", FaultKind::ConnectTimeout, Phase::Connect, FaultKind::ConnectTimeout},
     {"wrong authority", FaultKind::TlsFailed, Phase::Tls, FaultKind::TlsFailed},
     {"reset while sending", FaultKind::ConnectionReset, Phase::Send, FaultKind::ClosedBeforeResponse},
     {"reset while waiting", FaultKind::ConnectionReset, Phase::Wait, FaultKind::ClosedBeforeResponse},
     {"closed", FaultKind::ClosedBeforeResponse, Phase::Wait, FaultKind::ClosedBeforeResponse},
     {"silent", FaultKind::ReadTimeout, Phase::Wait, FaultKind::ReadTimeout},
     {"silent in the body", FaultKind::ReadTimeout, Phase::Receive, FaultKind::ReadTimeout},
     {"cut", FaultKind::ResponseTruncated, Phase::Receive, FaultKind::ResponseTruncated},
     {"reset in the body", FaultKind::ResponseReset, Phase::Receive, FaultKind::ResponseTruncated},
     {"no HTTP", FaultKind::MalformedResponse, Phase::Receive, FaultKind::MalformedResponse},
     {"a head without end", FaultKind::ResponseTooLarge, Phase::Receive, FaultKind::ResponseTooLarge},
     {"stopped while waiting", FaultKind::Cancelled, Phase::Wait, FaultKind::Cancelled},
     {"stopped in the body", FaultKind::Cancelled, Phase::Receive, FaultKind::Cancelled}}};
constexpr std::array<const char*, 4> kMethods{"GET", "POST", "PUT", "DELETE"};
constexpr std::array<const char*, 3> kProxies{"", "http", "socks5"};

constexpr FaultRow kLevels{static_cast<int>(kFaults.size()), static_cast<int>(kMethods.size()), 2, 2,
                           static_cast<int>(kProxies.size())};

const FaultCase& faultOf(const FaultRow& row)
{
    return kFaults[static_cast<std::size_t>(row[0])];
}
bool isWarm(const FaultRow& row)
{
    return row[2] == 1;
}
bool isTls(const FaultRow& row)
{
    return row[3] == 1;
}
bool hasProxy(const FaultRow& row)
{
    return row[4] > 0;
}

/// A proxy looks names up itself and then responds; a kept connection has done with all that comes before
/// sending; what never sends a body cannot be cut off in it.
bool isPossible(const FaultRow& row)
{
    const FaultCase& fault = faultOf(row);
    const bool isBeforeSending = fault.phase < Phase::Send;
    return !(isBeforeSending && isWarm(row)) && !(fault.kind == FaultKind::HostNotFound && hasProxy(row)) &&
           !(fault.kind == FaultKind::TlsFailed && !isTls(row)) &&
           !(fault.phase == Phase::Send && (row[1] == 0 || row[1] == 3));
}

using Pair = std::array<int, 4>; ///< factor, value, factor, value

std::vector<Pair> pairsOf(const FaultRow& row)
{
    std::vector<Pair> pairs;
    for (int left = 0; left < 5; ++left) {
        for (int right = left + 1; right < 5; ++right) {
            pairs.push_back(
                {left, row[static_cast<std::size_t>(left)], right, row[static_cast<std::size_t>(right)]});
        }
    }
    return pairs;
}

std::vector<FaultRow> possibleRows()
{
    std::vector<FaultRow> rows;
    FaultRow row{};
    for (row[0] = 0; row[0] < kLevels[0]; ++row[0]) {
        for (row[1] = 0; row[1] < kLevels[1]; ++row[1]) {
            for (int rest = 0; rest < 12; ++rest) {
                row[2] = rest % 2;
                row[3] = rest / 2 % 2;
                row[4] = rest / 4;
                if (isPossible(row)) {
                    rows.push_back(row);
                }
            }
        }
    }
    return rows;
}

Behaviour behaviourFor(const FaultCase& fault)
{
    const QByteArray half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of it";
    using Ending = Behaviour::Ending;
    switch (fault.kind) {
    case FaultKind::ConnectionReset:
        return {.bytes = {}, .ending = Ending::Reset, .beforeBody = fault.phase == Phase::Send};
    case FaultKind::ClosedBeforeResponse:
        return {.bytes = {}, .ending = Ending::Fin};
    case FaultKind::ResponseTruncated:
        return {.bytes = half, .ending = Ending::Fin};
    case FaultKind::ResponseReset:
        return {.bytes = half, .ending = Ending::Reset, .resetsLater = true};
    case FaultKind::MalformedResponse:
        return {.bytes = "this is not HTTP\r\n\r\n"};
    case FaultKind::ResponseTooLarge:
        return {.bytes = "HTTP/1.1 200 OK\r\nX-Long: " + QByteArray(300 * 1024, 'x')};
    default:
        return {.bytes = fault.phase == Phase::Receive ? half : QByteArray()};
    }
}

quint16 closedPort()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return server.serverPort();
}

} // namespace

std::vector<FaultRow> allFaultPairs()
{
    const std::vector<FaultRow> rows = possibleRows();
    std::set<Pair> open;
    for (const FaultRow& row : rows) {
        for (const Pair& pair : pairsOf(row)) {
            open.insert(pair);
        }
    }
    const auto newPairs = [&open](const FaultRow& row) {
        const std::vector<Pair> pairs = pairsOf(row);
        return std::count_if(pairs.begin(), pairs.end(),
                             [&](const Pair& pair) { return open.contains(pair); });
    };
    std::vector<FaultRow> chosen;
    while (!open.empty()) {
        chosen.push_back(
            *std::max_element(rows.begin(), rows.end(), [&](const FaultRow& left, const FaultRow& right) {
                return newPairs(left) < newPairs(right);
            }));
        for (const Pair& pair : pairsOf(chosen.back())) {
            open.erase(pair);
        }
    }
    return chosen;
}

QByteArray nameOf(const FaultRow& row)
{
    return QByteArray(faultOf(row).name) + ", " + kMethods[static_cast<std::size_t>(row[1])] +
           (isWarm(row) ? ", warm" : ", cold") + (isTls(row) ? ", TLS" : ", plain") +
           (hasProxy(row) ? QByteArray(", ") + kProxies[static_cast<std::size_t>(row[4])] : QByteArray());
}

FaultStage::FaultStage(const FaultRow& row, const TestCertificates& certificates) : m_row(row)
{
    const FaultCase& fault = faultOf(row);
    m_isReady = isTls(row) ? m_server.listenTls(certificates.serverConfiguration()) : m_server.listenPlain();
    QList<Behaviour> script{behaviourFor(fault)};
    if (isWarm(row)) {
        script.prepend({.bytes = response(200, "ok")});
    }
    m_server.setScript(script);
    m_header.spec = requestFor(certificates);
    Policy policy = plainPolicy();
    policy.attempts.max = 1;
    m_header.policy = std::make_shared<const ResolvedPolicy>(resolved(policy, m_header.spec));
    m_header.callsPerClient = isWarm(row) ? 2 : 1;
    m_header.seed = 1;
}

RunRecord FaultStage::run()
{
    io::RunController controller({.transport = [] { return std::make_unique<io::WireTransport>(); },
                                  .scheduler =
                                      [] {
                                          return std::make_unique<io::EventLoopScheduler>();
                                      }});
    if (!controller.start(m_header, std::nullopt)) {
        return {};
    }
    const auto isStoppable = [this] {
        return faultOf(m_row).kind == FaultKind::Cancelled && m_server.requests() == m_header.callsPerClient;
    };
    (void)QTest::qWaitFor([&] { return !controller.isRunning() || isStoppable(); }, 20'000);
    if (isStoppable()) {
        const QDeadlineTimer arrived(30); // milliseconds: what the server sent is there
        (void)QTest::qWaitFor([&arrived] { return arrived.hasExpired(); });
        controller.cancel();
    }
    return QTest::qWaitFor([&controller] { return !controller.isRunning(); }, 20'000) ? controller.record()
                                                                                      : RunRecord();
}

RequestSpec FaultStage::requestFor(const TestCertificates& certificates)
{
    const FaultCase& fault = faultOf(m_row);
    RequestSpec spec;
    spec.method = kMethods[static_cast<std::size_t>(m_row[1])];
    spec.connectTimeout = fault.kind == FaultKind::ConnectTimeout ? Duration(200ms) : Duration(10s);
    spec.readTimeout = fault.kind == FaultKind::ReadTimeout ? Duration(200ms) : Duration(10s);
    if (m_row[1] == 1 || m_row[1] == 2) {
        const std::size_t large = std::size_t{16} * 1024 * 1024; // more than buffers hold
        spec.body = std::string(fault.phase == Phase::Send ? large : 10, 'b');
    }
    quint16 port = m_server.port();
    if (fault.kind == FaultKind::ConnectionRefused) {
        port = closedPort();
    } else if (fault.kind == FaultKind::ConnectTimeout) {
        m_isReady = m_isReady && m_fullPort.open().ok();
        port = m_fullPort.port();
    }
    const std::string scheme = isTls(m_row) ? "https://" : "http://";
    const std::string host = fault.kind == FaultKind::HostNotFound ? "nowhere.invalid" : "127.0.0.1";
    spec.url = scheme + host + ':' + std::to_string(port) + "/path";
    if (hasProxy(m_row)) {
        // What cannot be reached is then the proxy.
        const bool isReached = fault.phase > Phase::Connect;
        spec.wire.proxyUrl = std::string(kProxies[static_cast<std::size_t>(m_row[4])]) +
                             "://127.0.0.1:" + std::to_string(isReached ? proxy().port() : port);
    }
    spec.wire.caFile =
        fault.kind == FaultKind::TlsFailed ? certificates.otherAuthority() : certificates.authority();
    return spec;
}

TestProxy& FaultStage::proxy()
{
    m_proxy = std::make_unique<TestProxy>(m_row[4] == 1 ? TestProxy::Kind::Http : TestProxy::Kind::Socks5);
    return *m_proxy;
}

QString problemWith(const RunRecord& record, const FaultRow& row, const RequestSpec& spec)
{
    const FaultCase& fault = faultOf(row);
    if (record.calls().size() != (isWarm(row) ? 2U : 1U) || record.calls().back().attempts.size() != 1) {
        return QStringLiteral("%1 calls").arg(record.calls().size());
    }
    const AttemptRecord& attempt = record.calls().back().attempts.front();
    const AttemptFacts& facts = attempt.facts;
    // A proxy that has not read all of the request closes with a RST after all.
    const FaultKind kind = hasProxy(row) ? fault.behindProxy : fault.kind;
    const bool mayBeReset = fault.phase == Phase::Send && hasProxy(row);
    const bool isExpected =
        facts.fault && (facts.fault->kind == kind || (mayBeReset && facts.fault->kind == fault.kind));
    if (!isExpected) {
        const std::string_view found = facts.fault ? toString(facts.fault->kind) : "no fault";
        return QStringLiteral("%1: %2").arg(
            QString::fromUtf8(found.data(), static_cast<qsizetype>(found.size())),
            QString::fromStdString(facts.fault ? facts.fault->detail : std::string()));
    }
    // Phases before the fault's took place, those after it did not.
    const Phases& phases = facts.phases;
    const std::array<std::pair<Phase, std::optional<Duration>>, 6> all{{{Phase::Lookup, phases.lookup},
                                                                        {Phase::Connect, phases.connect},
                                                                        {Phase::Tls, phases.tls},
                                                                        {Phase::Send, phases.send},
                                                                        {Phase::Wait, phases.wait},
                                                                        {Phase::Receive, phases.receive}}};
    for (const auto& [phase, length] : all) {
        const bool isSkipped = (isWarm(row) && phase < Phase::Send) || (phase == Phase::Tls && !isTls(row));
        const bool mustBe = phase < fault.phase && !isSkipped;
        const bool mustNotBe = phase > fault.phase || isSkipped;
        if ((mustBe && !length) || (mustNotBe && length)) {
            return QStringLiteral("phase %1 %2")
                .arg(static_cast<int>(phase))
                .arg(mustBe ? QStringLiteral("missing") : QStringLiteral("there"));
        }
    }
    const bool wasSent = fault.phase >= Phase::Send;
    if (wasSent != (facts.wire && facts.wire->rawSentBytes > 0)) {
        return QStringLiteral("bytes sent: %1").arg(facts.wire ? facts.wire->rawSentBytes : 0);
    }
    if (wasSent && facts.wire->reused != isWarm(row)) {
        return QStringLiteral("reused: %1").arg(facts.wire->reused);
    }
    const auto effect = possibleEffectOf(spec, facts, attempt.decision.kind);
    const Processing processing = wasSent ? Processing::Ambiguous : Processing::NeverSent;
    const Repeating repeating = wasSent && spec.method == "POST" ? Repeating::MayRepeat : Repeating::Harmless;
    if (kind != FaultKind::Cancelled &&
        (!effect || effect->processing != processing || effect->repeating != repeating)) {
        return QStringLiteral("effect");
    }
    const CallVerdict verdict = kind == FaultKind::Cancelled ? CallVerdict::Cancelled : CallVerdict::Failed;
    if (record.calls().back().verdict != verdict) {
        return QStringLiteral("verdict");
    }
    const io::Result<RunRecord> again = io::recordFromJson(io::recordBytes(record), {});
    return again ? QString() : again.error().text();
}

} // namespace retryscope::test
