// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/decide/decision.h"
#include "core/explain/phrases.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace retryscope::cli {

/// Order of the rows of a grid (--sort).
enum class RowOrder { Usual, ById, ByVerdict };

[[nodiscard]] inline RowOrder rowOrder(const Arguments& arguments)
{
    const QString order = arguments.value(QStringLiteral("sort"));
    return order.isEmpty()                     ? RowOrder::Usual
           : order == QLatin1String("verdict") ? RowOrder::ByVerdict
                                               : RowOrder::ById;
}

/// Retries come first, then stops, then successes.
[[nodiscard]] inline int rankOf(Verdict verdict)
{
    return verdict == Verdict::Retry ? 0 : verdict == Verdict::Stop ? 1 : 2;
}

/// Sorts rows in place; equal ranks by id. idOf: its id; rankOfRow: its place among verdicts, lowest first.
template <typename Rows, typename IdOf, typename RankOfRow>
void sortRows(Rows& rows, RowOrder order, IdOf idOf, RankOfRow rankOfRow)
{
    if (order == RowOrder::Usual) {
        return;
    }
    std::ranges::stable_sort(rows, {}, [&](const auto& row) {
        return std::pair(order == RowOrder::ByVerdict ? rankOfRow(row) : 0, std::string(idOf(row)));
    });
}

/// The last line of a grid: `61 retry, 25 stop, 6 succeed`
[[nodiscard]] inline std::string verdictCounts(const std::map<Verdict, int>& counts)
{
    std::vector<std::string> parts;
    for (const Verdict verdict : {Verdict::Retry, Verdict::Stop, Verdict::Succeed}) {
        const auto count = counts.find(verdict);
        parts.push_back(filled("%1 %2", count == counts.end() ? 0 : count->second, toString(verdict)));
    }
    return joined(parts, ", ");
}

} // namespace retryscope::cli
