// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/inference_work.h"

#include <QThread>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

InferenceWork::InferenceWork(QObject* parent) : QObject(parent) {}

InferenceWork::~InferenceWork()
{
    cancel();
}

void InferenceWork::cancel()
{
    if (m_thread != nullptr) {
        ++m_number;
        m_isCancelled = true;
        m_thread->wait();
        m_thread.reset();
        m_isCancelled = false;
    }
}

void InferenceWork::start(RunRecord record, std::vector<Policy> presets)
{
    const auto clients = std::make_shared<std::vector<InferredClient>>();
    m_thread.reset(QThread::create([this, clients, record = std::move(record), presets = std::move(presets)] {
        *clients = inferClients(record, presets, [this] { return m_isCancelled.load(); });
    }));
    connect(
        m_thread.get(), &QThread::finished, this,
        [this, clients, number = ++m_number] {
            if (number != m_number || m_thread == nullptr) {
                return; // cancelled when its end was already on the way here
            }
            m_thread->wait();
            m_thread.reset();
            Q_EMIT found(*clients);
        },
        Qt::QueuedConnection);
    m_thread->start(QThread::LowPriority);
}

RunRecord endedCalls(const RunRecord& record, std::size_t most)
{
    const std::vector<CallRecord>& calls = record.calls();
    const auto isOver = [](const CallRecord& call) {
        return call.verdict != CallVerdict::Running;
    };
    if (calls.size() <= most && std::all_of(calls.begin(), calls.end(), isOver)) {
        return record; // a copy of the whole is cheap
    }
    RunRecord ended(record.header());
    std::size_t first = calls.size();
    for (std::size_t left = most; first > 0 && left > 0; --first) {
        left -= isOver(calls[first - 1]) ? std::size_t{1} : std::size_t{0};
    }
    for (std::size_t index = first; index < calls.size(); ++index) {
        if (isOver(calls[index])) {
            ended.adopt(calls[index]);
        }
    }
    return ended;
}

} // namespace retryscope::ui
