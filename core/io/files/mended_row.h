// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/files/box_files.h"
#include "core/probe/bench_verdicts.h"

#include <optional>

namespace retryscope::io {

/// The row as it would be once the box's owner did what the remedy says, and nothing else changed: what the
/// client would get of the response that the origin sent, and how often the origin would be asked. Nothing
/// where that cannot be told: a box that waits less long answers with a page that nobody saw yet, and a page
/// is only known where the remedy writes it. Verdicts are those of the row; judge anew.
[[nodiscard]] std::optional<BenchRow> mendedRow(const BenchRow& row, BoxEffect effect,
                                                const BoxRemedy& remedy);

} // namespace retryscope::io
