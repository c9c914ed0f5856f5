// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/io/wire/check_request.h"
#include "core/run/ports.h"
#include "core/run/run_record.h"
#include "core/simulate/scenario.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace retryscope::io {

/// Makes the ports of a live run. Given by app/, where the program is put together.
struct LivePorts
{
    std::function<std::unique_ptr<Transport>()> transport; ///< one per client of a run
    std::function<std::unique_ptr<Scheduler>()>
        scheduler; ///< one per run; its zero is the moment it was made
};

/// Runs calls, live or virtual, and keeps the record. One run at a time; starting another one cancels the
/// first, whose late events are dropped.
class RunController : public QObject
{
    Q_OBJECT
public:
    explicit RunController(LivePorts ports, QObject* parent = nullptr);
    ~RunController() override;

    /// header.policy, spec, seed, clients, callsPerClient, isVirtual, noWait, overrides count; startedAt is
    /// filled in. scenario: play it on the built-in endpoint (live; one endpoint per client, spec.url then
    /// holds path and query only) or response from it (virtual, required there).
    Result<Done> start(RunHeader header, std::optional<Scenario> scenario);
    /// At once, also in the middle of a delay.
    void cancel();
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] const RunRecord& record() const;
    /// Shows a saved record; cancels a run that is under way.
    void setRecord(RunRecord record);

    /// Whether quota, limiter and learned clock skew are kept between runs of the same policy, as one
    /// long-lived client would. On by default. A run whose header brings states of its own starts with those.
    void setKeepClientState(bool keep);
    /// How many bytes of response bodies the record of a live run keeps, from 0; 256 MiB to begin with. What
    /// comes beyond is judged, then dropped: its length stays, and its SHA-256 where all of it was kept until
    /// then. The first bytes of each message as they went over the wire have as much room again; beyond it
    /// 1 KiB of each is kept. Headers, fields and notes beyond 8 KiB an attempt have 256 MiB.
    void setBodyBudget(std::int64_t bytes);
    /// The next run starts fresh.
    void resetClientState();
    /// Level of client 1 now; absent without a quota or before the first run.
    [[nodiscard]] std::optional<int> quotaLevel() const;

Q_SIGNALS:
    void started();
    /// One event was appended, here; attempt -1: it concerns the call only.
    void recorded(retryscope::Place place);
    /// The record was replaced as a whole (virtual run, opened file).
    void replaced();
    void finished();
    void endpointReady(const QUrl& url); ///< of the built-in endpoint of client 1

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace retryscope::io
