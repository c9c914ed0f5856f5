// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/probe/probe_origin.h"
#include "core/io/probe/probe_plan.h"
#include "core/probe/bench.h"
#include "core/run/ports.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <memory>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// Sends one marked request for each origin response through the proxy, responds at the other end, and builds
/// a probe result. Quick rows run one after the other. Rows with intended delays run in parallel, like all
/// others once the proxy proves slow. Rows without a listening origin come last. The run always ends: each
/// request has a time limit, and after kMostSilent quick rows without a response it skips the rest. Lives in
/// one thread with an event loop.
class ProbeRun : public QObject
{
    Q_OBJECT
public:
    static constexpr int kMostSilent = 3;
    static constexpr int kAtOnce = 16; ///< rows that wait, at a time

    explicit ProbeRun(ProbePlan plan, QObject* parent = nullptr);
    ~ProbeRun() override;

    /// Opens the origin for the proxy.
    Result<Done> open();
    [[nodiscard]] QString originAddress() const { return m_origin.address(); }
    /// Starts with one plain request through the proxy. Emits finished() or failed(), once.
    void start();
    /// Ends soon; running and remaining rows become `notSent`.
    void stop();

    [[nodiscard]] const Bench& bench() const { return m_bench; }
    /// A remark about the whole proxy, for example that it did not contact the origin; empty: none.
    [[nodiscard]] const QString& remark() const { return m_remark; }

Q_SIGNALS:
    /// A row is complete, without verdicts.
    void rowReady(const retryscope::BenchRow& row);
    void rowFinished(int done, int total);
    void finished();
    void failed(const retryscope::io::Error& error); ///< nothing listens at the box's address

private:
    struct Row;

    void prepareRows();
    void sendReach();
    void expectRows();
    void finishReach(const AttemptFacts& facts);
    void sendNext();
    void sendQuick();
    bool sendWaiting();
    bool sendRefused();
    void send(Row& row);
    void sendWhenKept(Row& row);
    void sendRequest(Row& row);
    void take(Row& row, AttemptFacts facts);
    void awaitOrigin(Row& row);
    void noticeSettled(const QString& id);
    void goOn(Row& row);
    void finishRow(Row& row);
    void leaveOut(Row& row, std::string_view why);
    void nameBox(const Headers& headers);
    void end();

    ProbePlan m_plan;
    ProbeOrigin m_origin;
    std::unique_ptr<Transport> m_transport;
    EndpointStep m_reachStep;
    RequestSpec m_reachSpec;
    std::vector<std::unique_ptr<Row>> m_rows;
    std::deque<Row*> m_quick;
    std::deque<Row*> m_waiting;
    std::deque<Row*> m_refused;
    int m_underWay = 0;
    int m_done = 0;
    int m_silent = 0; ///< rows in a row without any response
    int m_slow = 0;   ///< rows in a row that took a quarter of the patience
    bool m_isRefusing = false;
    bool m_isOver = false;
    WallTime m_startedAt{0};
    Duration m_began{0};
    QString m_remark;
    Bench m_bench;
};

} // namespace retryscope::io
