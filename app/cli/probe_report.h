// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "core/policy/policy.h"
#include "core/probe/bench.h"
#include "core/probe/bench_difference.h"

#include <QByteArray>
#include <QString>

#include <vector>

class QIODevice;

namespace retryscope::cli {

/// A bench and what else is said about it.
struct ProbeReport
{
    const Bench& bench;
    const std::vector<Policy>& policies;    ///< of its verdicts, for changes; those without one get none
    std::vector<RowDifference> differences; ///< from the bench that was expected
    QString expected;                       ///< its file; empty: none was
    BenchProgress progress;                 ///< against that one
};

/// For people: rows that change a verdict first, one sentence each; then what to change; then all others.
[[nodiscard]] QString probeText(const ProbeReport& report, const TextStyle& style);
/// `retryscope.bench/1`, each row with its sentence and what would mend it; with `differences` where another
/// bench was expected.
void writeProbeDocument(QIODevice& device, const ProbeReport& report);
/// JUnit's XML: a test case for each row, which fails where it is otherwise than expected; where nothing is
/// expected, where it changes a verdict.
[[nodiscard]] QByteArray probeAsJunit(const ProbeReport& report);

} // namespace retryscope::cli
