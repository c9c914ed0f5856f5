// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/preset_fit.h"

#include <string_view>
#include <vector>

namespace retryscope {

/// Where a client says its version, its presets of other versions are ruled out: all but those of that one,
/// or, where none was recorded, all but the nearest below and the nearest above. Presets that are not of one
/// version (`2026-04 and later`) stay unless that very version was recorded.
void ruleOutOtherVersions(std::vector<PresetFit>& fits);

/// The version of the client that a preset was recorded with, or else is about; empty: it does not say.
[[nodiscard]] const std::string& versionOf(const Policy& preset);
/// 0 for the same version, more the further apart they are, up to 3: what a client changed since is not
/// known.
[[nodiscard]] double versionDistance(std::string_view left, std::string_view right);
/// Below 0: left is the older version. Of versions of numbers and dots.
[[nodiscard]] int compareVersions(std::string_view left, std::string_view right);
/// Numbers and dots and nothing else.
[[nodiscard]] bool isVersionNumber(std::string_view version);

} // namespace retryscope
