// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/decide/decision.h"

#include <algorithm>
#include <string>
#include <utility>

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

} // namespace retryscope::cli
