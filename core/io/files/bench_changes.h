// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"
#include "core/io/files/box_files.h"
#include "core/policy/policy.h"
#include "core/probe/bench.h"
#include "core/probe/bench_verdicts.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope::io {

/// One thing that the owner of the box, or of a client, can do about rows of a bench.
struct BenchChange
{
    std::string title;               ///< `Hand the origin's response on instead of a page`
    std::string code;                ///< of the box: what to write; empty where its settings are not known
    std::optional<BoxEffect> effect; ///< of the box, which this mends
    std::string policy;              ///< whose settings; empty: the box is changed
    std::string service;             ///< of the rows, where a client's code depends on it
    std::optional<Change> change;    ///< of the client's settings, or of the box's page; as it was judged
    std::vector<std::string> rows;   ///< ids
    bool operator==(const BenchChange&) const = default;
};

/// What the box did to the row, those first of which the remedy turns a verdict, a delay or a number of
/// requests around, then those of which that is not known. None whose remedy changes nothing.
[[nodiscard]] std::vector<BoxEffect> usefulEffects(const BoxKind& kind, const std::vector<Policy>& policies,
                                                   const BenchRow& row, const std::string& listen,
                                                   std::optional<WallTime> wallTime = {});
/// Some client that decides otherwise through the box has a setting that undoes it.
[[nodiscard]] bool canClientsUndo(const std::vector<Policy>& policies, const BenchRow& row,
                                  std::optional<WallTime> wallTime = {});

/// What the owner of the box can do about this row: one for each thing that the box did to it; and where the
/// box has a page of its own, the smallest change of it that turns most clients around.
[[nodiscard]] std::vector<BenchChange> boxChanges(const Bench& bench, const std::vector<Policy>& policies,
                                                  const BenchRow& row);
/// What the owners of clients can do, where a client retries directly and not through the box: the smallest
/// change of settings that turns it around.
[[nodiscard]] std::vector<BenchChange> clientChanges(const std::vector<Policy>& policies,
                                                     const BenchRow& row);
/// Of several rows: equal ones together, those of most rows first. Code and service are those of the first.
[[nodiscard]] std::vector<BenchChange> gathered(std::vector<BenchChange> changes);

} // namespace retryscope::io
