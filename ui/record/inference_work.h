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

/// Infers in a separate thread which presets match the clients of a record; one inference at a time.
class InferenceWork : public QObject
{
    Q_OBJECT
public:
    explicit InferenceWork(QObject* parent = nullptr);
    /// Cancels the current inference and waits for its end.
    ~InferenceWork() override;

    [[nodiscard]] bool isBusy() const { return m_thread != nullptr; }
    /// Requires that no inference is running. record: a private copy.
    void start(RunRecord record, std::vector<Policy> presets);
    /// Discards the current inference.
    void cancel();

Q_SIGNALS:
    void found(const std::vector<retryscope::InferredClient>& clients);

private:
    std::unique_ptr<QThread> m_thread;
    std::atomic<bool> m_isCancelled = false;
    int m_number = 0; ///< of the inference that is to be told of
};

/// The latest ended calls of a record, at most `most`, for an inference during a recording.
[[nodiscard]] RunRecord endedCalls(const RunRecord& record, std::size_t most);

} // namespace retryscope::ui
