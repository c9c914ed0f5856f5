// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"
#include "core/explain/bench_report.h"
#include "core/io/files/box_files.h"
#include "core/policy/policy.h"
#include "core/probe/bench.h"
#include "core/probe/bench_verdicts.h"
#include "core/recipes/change_code.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace retryscope::io {

/// One change that the owner of the proxy or of a client can make for rows of a probe result.
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

/// The proxy's effects on the row: first those whose change reverses a verdict, a delay or a number of
/// requests, then those for which this is unknown. Omits effects whose change has no result.
[[nodiscard]] std::vector<BoxEffect> usefulEffects(const BoxKind& kind, const std::vector<Policy>& policies,
                                                   const BenchRow& row, const std::string& listen,
                                                   std::optional<WallTime> wallTime = {});
/// What the client's owner can change so that the client decides through the proxy as it does directly:
/// settings and code, the smallest change first. Empty where it decides the same anyhow. readers: of the
/// clients' configurations.
[[nodiscard]] std::vector<OfferedChange> undoingChanges(const Policy& policy, const BenchRow& row,
                                                        const ClientReaders& readers,
                                                        std::optional<WallTime> wallTime = {});
/// True if any client that decides differently through the proxy has a setting that undoes this.
[[nodiscard]] bool canClientsUndo(const std::vector<Policy>& policies, const BenchRow& row,
                                  const ClientReaders& readers, std::optional<WallTime> wallTime = {});

/// Changes for the owner of the proxy: one for each effect on the row. If the proxy sends its own page, also
/// the smallest change of that page that reverses most verdicts.
[[nodiscard]] std::vector<BenchChange> boxChanges(const Bench& bench, const std::vector<Policy>& policies,
                                                  const BenchRow& row);
/// Changes for the owners of clients that retry directly but not through the proxy: the first of
/// undoingChanges() for each client.
[[nodiscard]] std::vector<BenchChange> clientChanges(const std::vector<Policy>& policies, const BenchRow& row,
                                                     const ClientReaders& readers);
/// Merges equal changes of several rows; changes for most rows come first. Code and service come from the
/// first row.
[[nodiscard]] std::vector<BenchChange> gathered(std::vector<BenchChange> changes);

/// The command that prints the code of a client's change; may be empty.
using CommandOf = std::function<std::string(const BenchChange&)>;
/// What the owners can change, for rows that change a verdict or that the proxy sends more than once. An
/// expected result, and the differences from it, are left empty.
[[nodiscard]] BenchFindings findingsOf(const Bench& bench, const std::vector<Policy>& policies,
                                       const ClientReaders& readers, const CommandOf& commandOf = {});

} // namespace retryscope::io
