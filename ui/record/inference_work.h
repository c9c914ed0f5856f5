// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "core/recording/inference.h"

#include <QObject>

#include <atomic>
#include <memory>
#include <vector>

class QThread;

namespace retryscope::ui {

/// Infers on a thread of its own which presets explain the clients of a record; one inference at a time.
class InferenceWork : public QObject
{
    Q_OBJECT
public:
    explicit InferenceWork(QObject* parent = nullptr);
    /// Ends what is under way, and waits for that.
    ~InferenceWork() override;

    [[nodiscard]] bool isBusy() const { return m_thread != nullptr; }
    /// Nothing may be under way. record: a copy, which nobody else changes.
    void start(RunRecord record, std::vector<Policy> presets);
    /// What is under way comes to nothing.
    void cancel();

Q_SIGNALS:
    void found(const std::vector<retryscope::InferredClient>& clients);

private:
    std::unique_ptr<QThread> m_thread;
    std::atomic<bool> m_isCancelled = false;
    int m_number = 0; ///< of the inference that is to be told of
};

/// The latest calls of a record that have ended, at most so many, for an inference beside a recording.
[[nodiscard]] RunRecord endedCalls(const RunRecord& record, std::size_t most);

} // namespace retryscope::ui
