// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_event.h"

#include <cstdint>
#include <memory>

namespace retryscope::io {

/// Limits how much received and sent data one run's record keeps: servers decide the length of their
/// responses, and a run can have a million of them.
class ReceivedBudget
{
public:
    /// bytes: for response bodies, from 0; raw wire bytes have the same limit again.
    void setBodyLimit(std::int64_t bytes) { m_bodyLimit = bytes; }
    /// Resets the budget for a new run.
    void restart() { m_body = m_raw = m_described = 0; }
    /// Drops from a judged attempt, and from the redirects in it, what exceeds the budget: the body (keeping
    /// its length, and the SHA-256 of a complete body), wire bytes beyond 1 KiB each way, and the parts of
    /// long header, field and note lists that the verdict did not use.
    void keepWithin(AttemptJudged& judged);

private:
    void keepHopBodies(std::shared_ptr<const WireFacts>& wire);

    std::int64_t m_bodyLimit = std::int64_t{256} * 1024 * 1024;
    std::int64_t m_body = 0;      ///< kept so far
    std::int64_t m_raw = 0;       ///< the same of bytes as they went over the wire
    std::int64_t m_described = 0; ///< the same of headers, fields and notes beyond what each attempt may have
};

} // namespace retryscope::io
