// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/recording/inference.h"

#include <cstddef>
#include <string>
#include <vector>

namespace retryscope {

/// The presets that the client may be, and at most ten others that match it in half or more of what was
/// compared.
[[nodiscard]] std::vector<PresetFit> worthNaming(const InferredClient& client);
/// What the client did: its calls, its backoff, and what it made of each delay hint. Texts can be empty.
[[nodiscard]] std::vector<std::string> seenTexts(const SeenClient& seen);
/// Each client of a recording, what it did, and the presets that match it. leftOut: further clients, which
/// were not compared. madeUnder: the policy, if Retryscope made the record itself; else empty.
[[nodiscard]] Report inferenceReport(const std::vector<InferredClient>& clients, std::size_t leftOut = 0,
                                     const std::string& madeUnder = {});

} // namespace retryscope
