// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/files/box_files.h"
#include "core/probe/bench_verdicts.h"

#include <optional>

namespace retryscope::io {

/// The row as it would be after this change of the proxy and no other: the response that the client would
/// get, and the number of requests at the origin. nullopt if unknown: for example, a proxy with a shorter
/// timeout responds with a page that no probe has seen.
[[nodiscard]] std::optional<RowFacts> mendedRow(const BenchRow& row, BoxEffect effect,
                                                const BoxRemedy& remedy);

} // namespace retryscope::io
