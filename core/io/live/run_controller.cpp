// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/live/run_controller.h"

#include "core/io/http/error_body.h"
#include "core/io/http/wire_target.h"
#include "core/io/live/live_run.h"
#include "core/io/live/received_budget.h"
#include "core/simulate/simulate.h"

#include <QDateTime>
#include <QThreadPool>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

namespace retryscope::io {

namespace {

constexpr std::chrono::milliseconds kFirstProgress{500}; // less needs none
constexpr std::chrono::milliseconds kProgressInterval{100};

using SteadyTime = std::chrono::steady_clock::time_point;

/// What long-lived clients carry from run to run.
struct KeptStates
{
    std::shared_ptr<const ResolvedPolicy> policy;
    std::vector<ClientState> states;
    Duration runLength{0}; ///< the run's clock when it ended
    SteadyTime endedAt;

    /// As they stand on the clock of a run that starts now.
    [[nodiscard]] std::vector<ClientState> forRunStartingNow() const
    {
        const Duration since =
            std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - endedAt);
        std::vector<ClientState> moved = states;
        for (ClientState& state : moved) {
            state.limiter = shifted(state.limiter, runLength + since);
        }
        return moved;
    }
};

Error usage(const QString& message)
{
    return Error{Error::Kind::BadUsage, message, {}};
}

Result<Done> checkHeader(const RunHeader& header, bool hasScenario)
{
    if (header.policy == nullptr) {
        return usage(QStringLiteral("a run needs a policy"));
    }
    if (header.clients < 1 || header.callsPerClient < 1) {
        return usage(QStringLiteral("a run needs at least 1 client and 1 call, not %1 and %2")
                         .arg(header.clients)
                         .arg(header.callsPerClient));
    }
    if (header.isVirtual && !hasScenario) {
        return usage(QStringLiteral("virtual time needs a scenario that supplies the responses"));
    }
    return Done{};
}

/// The level that this decision left; absent when it did not touch the quota.
std::optional<int> quotaAfter(const Trace& trace)
{
    if (const auto charged = findStep<QuotaCharged>(trace)) {
        return charged->after;
    }
    const auto returned = findStep<QuotaReturned>(trace);
    return returned ? std::optional(returned->after) : std::nullopt;
}

} // namespace

struct RunController::Private
{
    Private(RunController* owner, LivePorts livePorts) : q(owner), ports(std::move(livePorts))
    {
        worker.setMaxThreadCount(1);
        QObject::connect(&progress, &QTimer::timeout, q, [this] {
            const std::int64_t all = std::int64_t{record.header().clients} * record.header().callsPerClient;
            progress.setInterval(kProgressInterval);
            Q_EMIT q->simulated(underWay->begunCalls, all);
        });
    }

    Result<Done> startLive(RunHeader header, const std::optional<Scenario>& scenario);
    void startVirtual(const RunHeader& header, const Scenario& scenario);
    void begin(RunHeader header);
    void append(std::uint64_t run, RunEvent event);
    void noteQuota(const RunEvent& event);
    void finish(std::uint64_t run, std::vector<ClientState> states);
    void abandon();
    void retireLive();
    [[nodiscard]] std::vector<ClientState> startStatesFor(const RunHeader& header) const;

    RunController* q;
    LivePorts ports;
    RunRecord record;
    std::unique_ptr<LiveRun> live;
    QThreadPool worker; ///< of virtual runs, which may take a while
    /// What the threads of a virtual run share.
    struct Virtual
    {
        std::atomic<bool> isStopAsked{false}; ///< nobody waits for it any more
        std::atomic<std::int64_t> begunCalls{0};
    };
    std::shared_ptr<Virtual> underWay = std::make_shared<Virtual>();
    QTimer progress;         ///< while a virtual run is under way
    std::uint64_t runId = 0; ///< events of any other run are late and dropped
    bool isRunning = false;
    int reporting = 0; ///< depth of signals that are being emitted from inside a run
    bool keepsStates = true;
    std::optional<KeptStates> kept;
    std::optional<int> quota;
    ReceivedBudget budget;
};

RunController::RunController(LivePorts ports, QObject* parent)
    : QObject(parent), d(std::make_unique<Private>(this, std::move(ports)))
{
}

RunController::~RunController()
{
    d->abandon();
    d->worker.waitForDone();
}

Result<Done> RunController::start(RunHeader header, std::optional<Scenario> scenario)
{
    if (Result<Done> checked = checkHeader(header, scenario.has_value()); !checked) {
        return checked;
    }
    header.startStates = d->startStatesFor(header);
    header.scenarioId = scenario ? scenario->id : std::string();
    prepareBatch(header.spec);
    if (!header.isVirtual) {
        return d->startLive(std::move(header), scenario);
    }
    d->startVirtual(header, *scenario);
    return Done{};
}

Result<Done> RunController::Private::startLive(RunHeader header, const std::optional<Scenario>& scenario)
{
    auto run = std::make_unique<LiveRun>(ports, header.policy, header.seed);
    QUrl endpoint;
    if (scenario) {
        const Result<QUrl> opened = run->openEndpoints(*scenario, header.clients);
        if (!opened) {
            return opened.error();
        }
        endpoint = opened.value();
        header.spec.url = endpoint.toString(QUrl::RemovePath).toStdString() + pathAndQueryOf(header.spec.url);
        header.spec.staysAtServer = true; // the author of the scenario must not name another one
    }
    if (Result<Done> checked = checkRequest(header.spec); !checked) {
        return checked;
    }
    abandon();
    header.startedAt = WallTime{QDateTime::currentMSecsSinceEpoch()};
    live = std::move(run);
    begin(std::move(header));
    if (scenario) {
        Q_EMIT q->endpointReady(endpoint);
    }
    const std::uint64_t id = runId;
    live->start(
        record.header(), [this, id](RunEvent event) { append(id, std::move(event)); },
        [this, id](std::vector<ClientState> states) { finish(id, std::move(states)); });
    return Done{};
}

void RunController::Private::startVirtual(const RunHeader& header, const Scenario& scenario)
{
    abandon();
    RunHeader shownHeader = header;
    shownHeader.startedAt = kVirtualStart;
    begin(std::move(shownHeader));
    underWay = std::make_shared<Virtual>();
    progress.start(kFirstProgress);
    worker.start([this, id = runId, header, scenario, run = underWay] {
        auto simulation =
            std::make_shared<Simulation>(simulateClients(header, scenario, [run](std::int64_t begunCalls) {
                run->begunCalls.store(begunCalls, std::memory_order_relaxed);
                return run->isStopAsked.load(std::memory_order_relaxed);
            }));
        QMetaObject::invokeMethod(
            q,
            [this, id, simulation] {
                if (id == runId) {
                    record = std::move(simulation->record);
                    Q_EMIT q->replaced();
                    finish(id, std::move(simulation->endStates));
                }
            },
            Qt::QueuedConnection);
    });
}

void RunController::Private::begin(RunHeader header)
{
    const bool hasQuota =
        header.policy->policy.quota && header.policy->policy.quota->scope == QuotaScope::Client;
    quota.reset();
    if (hasQuota) {
        const bool isKept = !header.startStates.empty() && header.startStates.front().quota;
        quota = isKept ? *header.startStates.front().quota : header.policy->policy.quota->firstLevel();
    }
    record = RunRecord(std::move(header));
    budget.restart();
    isRunning = true;
    Q_EMIT q->started();
}

void RunController::Private::append(std::uint64_t run, RunEvent event)
{
    if (run != runId) {
        return;
    }
    noteQuota(event);
    if (auto* judged = std::get_if<AttemptJudged>(&event)) {
        budget.keepWithin(*judged);
    }
    const Place place = record.append(std::move(event));
    ++reporting;
    Q_EMIT q->recorded(place);
    --reporting;
}

void RunController::Private::noteQuota(const RunEvent& event)
{
    const auto* judged = std::get_if<AttemptJudged>(&event);
    if (quota && judged != nullptr && judged->client == 1) {
        quota = quotaAfter(judged->decision.trace).value_or(*quota);
    }
}

void RunController::Private::finish(std::uint64_t run, std::vector<ClientState> states)
{
    if (run != runId) {
        return;
    }
    kept = KeptStates{.policy = record.header().policy,
                      .states = std::move(states),
                      .runLength = (live ? live->now() : record.end()).time_since_epoch(),
                      .endedAt = std::chrono::steady_clock::now()};
    isRunning = false;
    ++runId;
    progress.stop();
    retireLive();
    Q_EMIT q->finished();
}

/// Ends the run under way without a word: another record takes its place. What it still says is late.
void RunController::Private::abandon()
{
    ++runId;
    isRunning = false;
    underWay->isStopAsked = true;
    progress.stop();
    retireLive();
}

/// The run may be the caller, so it goes once the event loop is back.
void RunController::Private::retireLive()
{
    if (live) {
        const std::shared_ptr<LiveRun> retired = std::move(live);
        QMetaObject::invokeMethod(
            q, [retired] {}, Qt::QueuedConnection);
    }
}

std::vector<ClientState> RunController::Private::startStatesFor(const RunHeader& header) const
{
    const bool fits = keepsStates && kept && *kept->policy == *header.policy;
    return fits && header.startStates.empty() ? kept->forRunStartingNow() : header.startStates;
}

void RunController::cancel()
{
    if (!d->isRunning) {
        return;
    }
    if (d->reporting > 0) {
        // a run cannot be stopped from inside one of its own steps
        QMetaObject::invokeMethod(this, &RunController::cancel, Qt::QueuedConnection);
        return;
    }
    if (d->live) {
        d->live->cancel();
    } else {
        d->abandon();
        Q_EMIT finished();
    }
}

bool RunController::isRunning() const
{
    return d->isRunning;
}

const RunRecord& RunController::record() const
{
    return d->record;
}

void RunController::setRecord(RunRecord record)
{
    const bool wasRunning = d->isRunning;
    d->abandon();
    d->record = std::move(record);
    d->quota.reset();
    Q_EMIT replaced();
    if (wasRunning) {
        Q_EMIT finished();
    }
}

void RunController::setKeepClientState(bool keep)
{
    d->keepsStates = keep;
}

void RunController::setBodyBudget(std::int64_t bytes)
{
    d->budget.setBodyLimit(bytes);
}

void RunController::resetClientState()
{
    d->kept.reset();
    if (!d->isRunning) {
        d->quota.reset();
    }
}

std::optional<int> RunController::quotaLevel() const
{
    return d->quota;
}

} // namespace retryscope::io
