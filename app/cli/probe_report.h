// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/explain/row_difference.h"
#include "core/policy/policy.h"
#include "core/probe/bench.h"
#include "core/probe/bench_difference.h"

#include <QByteArray>
#include <QString>

#include <vector>

class QIODevice;

namespace retryscope::cli {

/// A probe result and what to report about it.
struct ProbeReport
{
    const Bench& bench;
    const std::vector<Policy>& policies;    ///< the policies of its verdicts, for which changes are suggested
    std::vector<RowDifference> differences; ///< from the expected probe result
    QString expected;                       ///< file of the expected probe result; empty: none
    BenchProgress progress;                 ///< compared with the expected probe result
};

/// For people: first the rows that change a verdict, one sentence each; then what to change; then all other
/// rows. width: of a line, in characters.
[[nodiscard]] Report probeReport(const ProbeReport& probe, int width);
/// `retryscope.bench/1`, each row with its sentence and the changes that would help; with `differences` if a
/// probe result was expected.
void writeProbeDocument(QIODevice& device, const ProbeReport& report);
/// JUnit XML with one test case per row. A test case fails if its row differs from the expected probe result
/// or, without one, if its row changes a verdict.
[[nodiscard]] QByteArray probeAsJunit(const ProbeReport& report);

} // namespace retryscope::cli
