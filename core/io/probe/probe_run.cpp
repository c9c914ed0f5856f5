// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/probe/probe_run.h"

#include "core/explain/escape.h"
#include "core/explain/explain.h"
#include "core/facts/reason_phrase.h"
#include "core/io/documents/bench_json.h"
#include "core/io/http/content_coding.h"
#include "core/io/http/wire_target.h"
#include "core/io/probe/origin_facts.h"
#include "core/io/text/utf8.h"
#include "core/io/wire/check_request.h"
#include "core/io/wire/wire_transport.h"
#include "core/probe/side_difference.h"

#include <QDateTime>

#include <algorithm>
#include <set>
#include <utility>

namespace retryscope::io {

namespace {

using namespace std::chrono_literals;

constexpr auto kReach = "retryscope-reach";
/// What the origin gets to see of a client that has gone.
constexpr std::chrono::milliseconds kGrace{400};
/// In which a box notices that a connection was closed, or puts one away to be used again.
constexpr std::chrono::milliseconds kPooling{50};

std::string behaviourOf(const EndpointStep& step)
{
    return step.fault == Misbehaviour::None ? std::to_string(step.status) : std::string(toString(step.fault));
}

std::string decodedOf(const AttemptFacts& facts)
{
    if (!facts.response) {
        return {};
    }
    return decodedBody(facts.response->headers, facts.response->body).value_or(facts.response->body);
}

bool endedAlike(const AttemptFacts& left, const AttemptFacts& right)
{
    const int leftStatus = left.response ? left.response->status : 0;
    const int rightStatus = right.response ? right.response->status : 0;
    const bool isSameFault = left.fault ? right.fault && right.fault->kind == left.fault->kind : !right.fault;
    return leftStatus == rightStatus && isSameFault;
}

/// As the reader of responses notes them.
std::vector<std::string> interimOf(const AttemptFacts& facts)
{
    constexpr std::string_view kNote = "interim response ";
    constexpr std::size_t kMostOfOne = 200;
    std::vector<std::string> interim;
    if (facts.wire != nullptr) {
        for (const std::string& note : facts.wire->notes) {
            if (note.starts_with(kNote) && interim.size() < kMostInterim) {
                interim.push_back(fromQString(toQString(note.substr(kNote.size(), kMostOfOne)))); // as UTF-8
            }
        }
    }
    return interim;
}

std::vector<std::string> interimOf(const EndpointStep& step)
{
    std::vector<std::string> interim;
    for (const InterimResponse& response : step.interim) {
        if (interim.size() < kMostInterim) {
            interim.push_back(std::to_string(response.status) + ' ' +
                              std::string(reasonPhraseOf(response.status)));
        }
    }
    return interim;
}

/// To what a bench keeps of it: hundreds of rows wait for the end.
void shortenBody(AttemptFacts& facts)
{
    if (!facts.response || facts.response->body.size() <= kKeptBenchBody) {
        return;
    }
    auto shown = std::make_shared<Response>(*facts.response);
    shown->body.resize(kKeptBenchBody);
    shown->body.shrink_to_fit();
    shown->bodyTruncated = true;
    facts.response = std::move(shown);
}

WallTime clockNow()
{
    return WallTime{QDateTime::currentMSecsSinceEpoch()};
}

/// A path as a proxy passes it on that made `passed` of `sent`: it replaces the beginning in which the two
/// differ.
std::string passedOn(const std::string& path, const std::string& sent, const std::string& passed)
{
    const auto [end, passedEnd] = std::mismatch(sent.rbegin(), sent.rend(), passed.rbegin(), passed.rend());
    const std::string from(sent.begin(), end.base());
    return path.starts_with(from) ? std::string(passed.begin(), passedEnd.base()) + path.substr(from.size())
                                  : path;
}

} // namespace

/// One behaviour on its way.
struct ProbeRun::Row
{
    const EndpointStep* step = nullptr;
    RowFacts bench;
    RequestSpec spec; ///< as it leaves
    std::string requestId;
    bool isWarm = false; ///< for `close-kept`: a request came before, so that the box may keep a connection
    int left = 0;        ///< requests to send
    int before = 0;      ///< arrivals before the request that is under way
    std::vector<int> arrivals; ///< of each request
    Duration sentAt{0};
    Duration firstSentAt{0};
    AttemptId attempt = 0;
    bool isSettling = false; ///< its last request is over; the origin may still see something
    bool isOver = false;
};

ProbeRun::ProbeRun(ProbePlan plan, QObject* parent)
    : QObject(parent), m_plan(std::move(plan)), m_transport(std::make_unique<WireTransport>())
{
    connect(&m_origin, &ProbeOrigin::settled, this, &ProbeRun::noticeSettled);
}

ProbeRun::~ProbeRun()
{
    m_isOver = true;
    m_origin.disconnect(this);
    m_transport.reset(); // what is under way knows rows
}

Result<Done> ProbeRun::open()
{
    prepareRows();
    for (const std::unique_ptr<Row>& row : m_rows) {
        if (Result<Done> checked = checkRequest(row->spec); !checked) {
            Error error = checked.error();
            error.place = toQString(row->bench.id) + QStringLiteral(": ") + error.place;
            return error;
        }
    }
    return m_origin.open(m_plan.listen);
}

void ProbeRun::prepareRows()
{
    m_rows.clear();
    int number = 0;
    for (const EndpointStep& step : m_plan.behaviours.steps) {
        auto row = std::make_unique<Row>();
        row->step = &step;
        row->spec = probeRequest(m_plan, step, step.id);
        row->requestId = requestIdFor(m_plan.seed, 1, ++number, 1);
        row->left = m_plan.repeat;
        row->bench.id = step.id;
        row->bench.title = step.title;
        row->bench.behaviour = behaviourOf(step);
        row->bench.request = row->spec;
        row->bench.request.url = pathAndQueryOf(row->spec.url);
        row->bench.requests = 0;
        row->bench.originInterim = interimOf(step);
        m_rows.push_back(std::move(row));
    }
}

void ProbeRun::start()
{
    m_startedAt = clockNow();
    m_began = m_origin.now();
    m_bench.through = m_plan.through;
    m_bench.listen = m_origin.address().toStdString();
    m_bench.boxName = m_plan.boxName;
    m_bench.behaviours = m_plan.behaviours.id;
    m_bench.patience = m_plan.patience;
    m_bench.startedAt = QDateTime::fromMSecsSinceEpoch(m_startedAt.count(), Qt::UTC)
                            .toString(Qt::ISODateWithMs)
                            .toStdString();
    for (const std::unique_ptr<Row>& row : m_rows) {
        const bool isRefused = row->step->fault == Misbehaviour::Refuse;
        (isRefused ? m_refused : isQuick(*row->step) ? m_quick : m_waiting).push_back(row.get());
    }
    sendReach();
}

void ProbeRun::sendReach()
{
    m_reachStep = EndpointStep{.reason = "OK", .body = "reached\n"};
    m_reachStep.headers.add("Content-Type", "text/plain");
    m_origin.expect(kReach, m_reachStep, {});
    m_reachSpec = probeRequest(m_plan, m_reachStep, kReach);
    m_transport->send({.spec = &m_reachSpec, .newConnection = true, .body = &m_reachSpec.body},
                      [this](const AttemptFacts& facts) { finishReach(facts); });
}

void ProbeRun::finishReach(const AttemptFacts& facts)
{
    if (m_isOver) {
        return;
    }
    if (facts.fault) {
        switch (facts.fault->kind) {
        case FaultKind::HostNotFound:
        case FaultKind::ConnectionRefused:
        case FaultKind::Unreachable:
        case FaultKind::ConnectTimeout:
        case FaultKind::TlsFailed:
            m_isOver = true;
            Q_EMIT failed(
                {Error::Kind::Environment,
                 QStringLiteral("cannot reach the proxy: ") +
                     // but for TLS the detail says the same once more
                     (facts.fault->kind == FaultKind::TlsFailed ? toQString(oneLine(facts.fault->detail))
                                                                : toQString(faultPhrase(facts.fault->kind))),
                 toQString(m_plan.through)});
            return;
        default:
            break;
        }
    }
    if (facts.response) {
        nameBox(facts.response->headers);
    }
    if (m_origin.arrivals(kReach).empty()) {
        const QString what = facts.response ? QStringLiteral("responded %1").arg(facts.response->status)
                                            : toQString(faultPhrase(facts.fault->kind));
        m_bench.isOriginReached = false;
        m_remark = QStringLiteral("a plain request did not come through: the proxy (%1) did not contact %2. "
                                  "Check the address that the proxy sends requests to")
                       .arg(what, m_origin.address());
    }
    expectRows();
    sendNext();
}

/// The plain request shows how the proxy passes a path on, and what it asks for beside.
void ProbeRun::expectRows()
{
    const std::string sent = decodedPathOf(m_reachSpec.url);
    std::string passed = sent;
    for (const Arrival& arrival : m_origin.arrivals(kReach)) {
        const std::string path = decodedPathOf(arrival.target);
        if (arrival.method == m_reachSpec.method) {
            passed = path; // what a proxy asks for beside, it asks first
        }
        if (arrival.method == m_reachSpec.method && path == sent) {
            break;
        }
    }
    for (const Arrival& arrival : m_origin.arrivals(kReach)) {
        if (arrival.method != m_reachSpec.method || decodedPathOf(arrival.target) != passed) {
            m_origin.expectBeside(arrival.method, decodedPathOf(arrival.target));
        }
    }
    for (const std::unique_ptr<Row>& row : m_rows) {
        const std::string path = decodedPathOf(row->spec.url);
        m_origin.expect(row->bench.id, *row->step, row->requestId,
                        {.method = row->spec.method, .paths = {path, passedOn(path, sent, passed)}});
    }
}

void ProbeRun::nameBox(const Headers& headers)
{
    if (m_bench.boxName.empty() || m_bench.boxVersion.empty()) {
        const BoxName found = boxNameFrom(headers, {});
        const bool isTheSame = m_bench.boxName.empty() || m_bench.boxName == found.name;
        m_bench.boxVersion = isTheSame ? found.version : m_bench.boxVersion;
        m_bench.boxName = m_bench.boxName.empty() ? found.name : m_bench.boxName;
    }
}

void ProbeRun::sendNext()
{
    if (m_isOver) {
        return;
    }
    if (m_silent >= kMostSilent && !m_quick.empty()) {
        for (std::deque<Row*>* rows : {&m_quick, &m_waiting, &m_refused}) {
            for (Row* row : *rows) {
                leaveOut(*row, "the proxy had stopped responding");
            }
            rows->clear();
        }
    }
    if (m_slow >= kMostSilent) { // one after the other would take the patience of each
        m_waiting.insert(m_waiting.begin(), m_quick.begin(), m_quick.end());
        m_quick.clear();
    }
    if (!m_quick.empty()) {
        sendQuick();
    } else if (!sendWaiting() && m_underWay == 0 && !sendRefused()) {
        end();
    }
}

void ProbeRun::sendQuick()
{
    if (m_underWay > 0) {
        return;
    }
    Row& row = *m_quick.front();
    m_quick.pop_front();
    send(row);
}

/// True while some are under way or were sent.
bool ProbeRun::sendWaiting()
{
    while (!m_waiting.empty() && m_underWay < kAtOnce) {
        Row& row = *m_waiting.front();
        m_waiting.pop_front();
        send(row);
    }
    return m_underWay > 0;
}

bool ProbeRun::sendRefused()
{
    if (m_refused.empty()) {
        return false;
    }
    if (!std::exchange(m_isRefusing, true)) {
        m_origin.refuse(true);
    }
    Row& row = *m_refused.front();
    m_refused.pop_front();
    send(row);
    return true;
}

void ProbeRun::send(Row& row)
{
    ++m_underWay;
    sendWhenKept(row);
}

/// A connection that dies under a request has to be there: the box gets the chance to keep one, and only one.
/// It may have several of the rows before; then it would depend on its pool how often it sends again.
void ProbeRun::sendWhenKept(Row& row)
{
    if (row.step->fault != Misbehaviour::CloseKept) {
        sendRequest(row);
        return;
    }
    m_origin.closeIdleConnections();
    QTimer::singleShot(kPooling, this, [this, &row] {
        m_transport->send({.spec = &m_reachSpec, .newConnection = true, .body = &m_reachSpec.body},
                          [this, &row](const AttemptFacts&) {
                              QTimer::singleShot(kPooling, this, [this, &row] { sendRequest(row); });
                          });
    });
}

void ProbeRun::sendRequest(Row& row)
{
    if (m_isOver || row.isOver) {
        return;
    }
    row.before = m_origin.arrivalCount(row.bench.id);
    row.sentAt = m_origin.now();
    if (row.bench.requests == 0) {
        row.firstSentAt = row.sentAt; // an arrival counts from here
    }
    --row.left;
    ++row.bench.requests;
    row.attempt = m_transport->send({.spec = &row.spec, .newConnection = true, .body = &row.spec.body},
                                    [this, &row](AttemptFacts facts) { take(row, std::move(facts)); });
}

void ProbeRun::take(Row& row, AttemptFacts facts)
{
    if (row.isOver) {
        return;
    }
    row.bench.took = std::max(row.bench.took, m_origin.now() - row.sentAt);
    if (row.bench.requests == 1) {
        row.bench.clientInterim = interimOf(facts);
    }
    facts.wire.reset();
    if (row.bench.requests == 1) {
        row.bench.client = std::move(facts);
    } else {
        row.bench.isUnstable = row.bench.isUnstable || !endedAlike(row.bench.client, facts);
    }
    awaitOrigin(row);
}

/// A client that has gone is noticed by the box, and then by the origin: for some time.
void ProbeRun::awaitOrigin(Row& row)
{
    row.isSettling = true;
    if (m_origin.isBusy(row.bench.id)) {
        QTimer::singleShot(kGrace, this, [this, &row] { goOn(row); });
    } else {
        QTimer::singleShot(0, this, [this, &row] { goOn(row); });
    }
}

void ProbeRun::noticeSettled(const QString& id)
{
    const std::string name = id.toStdString();
    for (const std::unique_ptr<Row>& row : m_rows) {
        if (row->bench.id == name && row->isSettling && !m_origin.isBusy(name)) {
            goOn(*row);
        }
    }
}

void ProbeRun::goOn(Row& row)
{
    if (!std::exchange(row.isSettling, false) || row.isOver || m_isOver) {
        return;
    }
    const int all = m_origin.arrivalCount(row.bench.id);
    row.arrivals.push_back(all - row.before);
    if (row.left > 0) {
        sendWhenKept(row);
    } else {
        finishRow(row);
    }
}

void ProbeRun::finishRow(Row& row)
{
    row.isOver = true;
    RowFacts& bench = row.bench;
    const bool isRefused = row.step->fault == Misbehaviour::Refuse;
    const WallTime at = m_origin.firstAt(bench.id).value_or(clockNow());
    const ResponsePlan plan =
        probePlanFor(*row.step, {.method = row.spec.method, .now = at, .requestId = row.requestId});
    if (isRefused) {
        bench.origin.fault = Fault{.kind = FaultKind::ConnectionRefused, .detail = {}};
    } else {
        bench.origin = factsOfPlan(plan, row.spec.method, m_plan.patience);
    }
    bench.seen = m_origin.arrivals(bench.id);
    std::set<int> connections;
    for (Arrival& arrival : bench.seen) {
        if (!arrival.isOther) {
            connections.insert(arrival.connection);
        }
        arrival.at -= row.firstSentAt;
        if (arrival.endedAt) {
            arrival.endedAt = *arrival.endedAt - row.firstSentAt;
        }
    }
    bench.arrivals = m_origin.arrivalCount(bench.id);
    bench.connections = static_cast<int>(connections.size());
    m_bench.isOriginReached = m_bench.isOriginReached || bench.arrivals > 0;
    if (bench.arrivals > 0 && bench.client.response && !bench.client.fault) {
        bench.added = std::max(bench.took - durationOf(plan), Duration::zero());
    }
    const auto [least, most] = std::minmax_element(row.arrivals.begin(), row.arrivals.end());
    bench.isUnstable = bench.isUnstable || (!row.arrivals.empty() && *least != *most);
    // What is not HTTP has no body of its own, but a box may put a status line before it.
    const bool isBare = bench.client.response && !bench.client.fault && bench.origin.fault &&
                        !bench.origin.response && bench.origin.fault->kind == FaultKind::MalformedResponse;
    compareBodies(bench, isBare ? bytesOf(plan) : decodedOf(bench.origin), decodedOf(bench.client));
    m_silent = bench.client.response ? 0 : m_silent + (isQuick(*row.step) && bench.origin.response ? 1 : 0);
    m_slow = bench.took > m_plan.patience / 4 ? m_slow + 1 : 0;
    if (bench.client.response) {
        nameBox(bench.client.response->headers);
    }
    --m_underWay;
    const std::shared_ptr<const Response> whole = bench.client.response;
    for (AttemptFacts* side : {&bench.origin, &bench.client}) {
        shortenBody(*side);
    }
    const BenchRow reading = readingOf(bench);
    if (m_bench.boxName.empty() && m_plan.boxOfPage && reading.outcome == RowOutcome::OwnResponse) {
        m_bench.boxName = m_plan.boxOfPage(whole->body);
    }
    Q_EMIT rowReady(reading);
    Q_EMIT rowFinished(++m_done, static_cast<int>(m_rows.size()));
    sendNext();
}

/// Named, too: the row exists, and nobody knows what the box would have made of it.
void ProbeRun::leaveOut(Row& row, std::string_view why)
{
    if (std::exchange(row.isOver, true)) {
        return;
    }
    for (AttemptFacts* side : {&row.bench.origin, &row.bench.client}) {
        *side = {};
        side->fault = Fault{.kind = FaultKind::Cancelled, .detail = std::string(why)};
    }
    ++m_done;
}

void ProbeRun::stop()
{
    if (m_isOver) {
        return;
    }
    for (const std::unique_ptr<Row>& row : m_rows) {
        if (!row->isOver && row->attempt != 0) {
            static_cast<void>(m_transport->cancel(row->attempt));
        }
        leaveOut(*row, kProbeStopped);
    }
    end();
}

void ProbeRun::end()
{
    m_isOver = true;
    m_bench.took = m_origin.now() - m_began;
    m_bench.rows.clear();
    for (const std::unique_ptr<Row>& row : m_rows) {
        m_bench.rows.push_back(readingOf(std::move(row->bench)));
    }
    Q_EMIT finished();
}

} // namespace retryscope::io
