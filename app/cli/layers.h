// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/read/call_bounds.h"
#include "core/run/outer_loop.h"

#include <vector>

namespace retryscope::cli {

/// The retry loops around and behind the client, from --layer.
struct Layers
{
    std::vector<RetryLayer> outside; ///< the outermost first
    std::vector<RetryLayer> within;  ///< the one next to the client first
};

/// The value of --layer that marks the place of the policy.
inline constexpr auto kPlaceOfPolicy = "sdk";
/// `application=3,1s`
[[nodiscard]] RetryLayer layerFrom(const QString& text);
[[nodiscard]] Layers layersFrom(const Arguments& arguments);
/// For run and simulate, which play one layer around the client. More layers, or a layer behind the client,
/// are usage errors.
[[nodiscard]] OuterLoop outerLoopFrom(const Arguments& arguments);

} // namespace retryscope::cli
