// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/explain/row_difference.h"
#include "core/probe/bench.h"
#include "core/probe/bench_difference.h"

#include <string>
#include <vector>

namespace retryscope {

/// What an owner can change for some rows of a probe result.
struct BenchAdvice
{
    std::string title;
    std::string policy;            ///< whose settings; empty: the proxy is changed
    std::vector<std::string> rows; ///< ids
    std::string code;              ///< what to write, or the command that prints it; may be empty
    bool isCommand = false;
};

/// What is reported of a probe result beside its rows.
struct BenchFindings
{
    std::vector<BenchAdvice> box;      ///< for the owner of the proxy
    std::vector<BenchAdvice> clients;  ///< for the owners of clients
    std::vector<std::string> lasting;  ///< rows that no setting mends
    std::vector<std::string> boxNames; ///< proxies that can be named, if this one is not known; else empty
    std::string expected;              ///< file of the expected probe result; empty: none
    std::vector<RowDifference> differences{}; ///< from it
    BenchProgress progress{};
};

/// First the rows that change a verdict, one sentence each; then what to change; then all other rows. width:
/// of a line, in characters.
[[nodiscard]] Report benchReport(const Bench& bench, const BenchFindings& findings, int width);

/// Read backwards: the origin responses that reach the client like this response. like: of behavioursLike().
[[nodiscard]] Report likenessReport(const Bench& bench, const AttemptFacts& facts,
                                    const std::vector<Likeness>& like);

} // namespace retryscope
