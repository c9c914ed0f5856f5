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

/// Creates the ports of a live run; supplied by app/.
struct LivePorts
{
    std::function<std::unique_ptr<Transport>()> transport; ///< one per client of a run
    std::function<std::unique_ptr<Scheduler>()>
        scheduler; ///< one per run; its zero is the moment it was made
};

/// Runs calls, live or in virtual time, and keeps the record. One run at a time: a new run cancels the
/// current one and drops its late events.
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
    /// Cancels at once, even during a delay.
    void cancel();
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] const RunRecord& record() const;
    /// Shows a saved record; cancels the current run.
    void setRecord(RunRecord record);

    /// Whether retry quota, send rate and learned clock skew carry over between runs of the same policy, as
    /// in one long-lived client (default: on). A run whose header has states starts with those.
    void setKeepClientState(bool keep);
    /// Bytes of response bodies that the record of a live run keeps, from 0 (default: 256 MiB). Bodies beyond
    /// are judged and then dropped, keeping the length, and the SHA-256 of complete bodies. Raw wire bytes
    /// have the same limit again; beyond it, 1 KiB of each message is kept. Headers, fields and notes beyond
    /// 8 KiB per attempt share 256 MiB.
    void setBodyBudget(std::int64_t bytes);
    /// Lets the next run start with fresh state.
    void resetClientState();
    /// Current tokens of client 1; absent without a retry quota or before the first run.
    [[nodiscard]] std::optional<int> quotaLevel() const;

Q_SIGNALS:
    void started();
    /// An event was added at this place; attempt -1: it concerns the call only.
    void recorded(retryscope::Place place);
    /// The whole record was replaced (virtual run, opened file).
    void replaced();
    /// Of a virtual run under way, ten times a second after the first half: how many of its calls have begun.
    void simulated(std::int64_t calls, std::int64_t all);
    void finished();
    void endpointReady(const QUrl& url); ///< of the built-in endpoint of client 1

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace retryscope::io
