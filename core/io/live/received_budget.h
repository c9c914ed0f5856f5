// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_event.h"

#include <cstdint>

namespace retryscope::io {

/// How much of what servers send, and of what was sent to them, the record of one run keeps. A server decides
/// how long its responses are, and there may be a million of them.
class ReceivedBudget
{
public:
    /// Of response bodies, from 0; bytes as they went over the wire have as much room again.
    void setBodyLimit(std::int64_t bytes) { m_bodyLimit = bytes; }
    /// A run begins, whose record holds nothing yet.
    void restart() { m_body = m_raw = m_described = 0; }
    /// Takes from a judged attempt what the record has no room for: the body (its length stays, and its
    /// SHA-256 where all of it was there), bytes on the wire beyond 1 KiB each way, and of long lists of
    /// headers, fields and notes what the verdict did not read.
    void keepWithin(AttemptJudged& judged);

private:
    std::int64_t m_bodyLimit = std::int64_t{256} * 1024 * 1024;
    std::int64_t m_body = 0;      ///< kept so far
    std::int64_t m_raw = 0;       ///< the same of bytes as they went over the wire
    std::int64_t m_described = 0; ///< the same of headers, fields and notes beyond what each attempt may have
};

} // namespace retryscope::io
