// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/range_totals.h"

#include "core/read/spans.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace retryscope {

namespace {

class RangeReader
{
public:
    RangeReader(const RunRecord& record, Instant begin, Instant end)
        : m_header(record.header()), m_begin(begin), m_end(end)
    {
        m_totals.countsCalls = record.calls().size() > 1;
    }

    void read(const CallRecord& call)
    {
        const int attempts = m_totals.attempts;
        const int retries = m_totals.retries;
        for (std::size_t index = 0; index < call.attempts.size(); ++index) {
            read(call.attempts[index], index > 0);
        }
        m_totals.calls += m_totals.attempts > attempts ? 1 : 0;
        m_totals.retriedCalls += m_totals.retries > retries ? 1 : 0;
        if (m_totals.countsCalls && call.verdict != CallVerdict::Running && holds(call.end) &&
            hasTimes(call)) {
            m_lengths.push_back(call.end - call.start);
        }
    }

    [[nodiscard]] RangeTotals totals()
    {
        std::sort(m_lengths.begin(), m_lengths.end());
        m_totals.median = ranked(0.5);
        m_totals.p99 = ranked(0.99);
        return m_totals;
    }

private:
    void read(const AttemptRecord& attempt, bool isRetry)
    {
        if (holds(attempt.start)) {
            ++m_totals.attempts;
            m_totals.retries += isRetry ? 1 : 0;
        }
        m_totals.waited += within(attempt.start - passedSendDelay(m_header, attempt), attempt.start);
        if (attempt.isRunning) {
            return;
        }
        if (attempt.actualDelay) {
            m_totals.waited += within(attempt.end, attempt.end + *attempt.actualDelay);
        }
        if (!m_totals.countsCalls && holds(attempt.end) && tookOf(attempt)) {
            m_lengths.push_back(attempt.end - attempt.start);
        }
    }

    [[nodiscard]] bool holds(Instant at) const { return at >= m_begin && at <= m_end; }

    [[nodiscard]] Duration within(Instant begin, Instant end) const
    {
        return std::max(Duration::zero(), std::min(end, m_end) - std::max(begin, m_begin));
    }

    /// share: above 0, at most 1. Nearest rank: a value that was measured, never one in between.
    [[nodiscard]] OptionalDuration ranked(double share) const
    {
        if (m_lengths.empty()) {
            return {};
        }
        const double rank = std::ceil(share * static_cast<double>(m_lengths.size()));
        return m_lengths[static_cast<std::size_t>(std::max(1.0, rank)) - 1];
    }

    const RunHeader& m_header;
    Instant m_begin;
    Instant m_end;
    RangeTotals m_totals;
    std::vector<Duration> m_lengths;
};

} // namespace

RangeTotals totalsBetween(const RunRecord& record, Instant begin, Instant end)
{
    RangeReader reader(record, begin, end);
    for (const CallRecord& call : record.calls()) {
        reader.read(call);
    }
    return reader.totals();
}

} // namespace retryscope
