// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/io/documents/run_summary.h"
#include "ui/parts/list_delegate.h"
#include "ui/parts/table_model.h"

#include <QString>

#include <utility>
#include <vector>

namespace retryscope::ui {

/// `429 named “429” after 3 attempts in 103 ms`, `70 of 90 calls failed in 73.5 s`.
[[nodiscard]] QString titleOf(const io::RunSummary& run);
/// `GET https://example.org/x · Python, botocore 1.43.67, standard mode`
[[nodiscard]] QString originOf(const io::RunSummary& run);
/// `14:03` today, `Nov 21, 14:03` before.
[[nodiscard]] QString timeOf(const io::RunSummary& run);
/// The same time, to the second.
[[nodiscard]] QString exactTimeOf(const io::RunSummary& run);
/// Names and values of all known properties, in order.
[[nodiscard]] std::vector<std::pair<QString, QString>> factsOf(const io::RunSummary& run);
/// The facts of two runs side by side under these titles; what differs is strong, except for the seed and the
/// saved file, which always differ. A recording lacks some.
[[nodiscard]] ReportTable comparedFacts(const io::RunSummary& earlier, const io::RunSummary& later,
                                        const QString& earlierTitle, const QString& laterTitle);

/// A run in a list, with a small timeline.
[[nodiscard]] ListRow listRowOf(const io::RunSummary& run);
/// A run as one row of a list.
[[nodiscard]] TableModel<io::RunSummary>::Columns runColumns();

} // namespace retryscope::ui
