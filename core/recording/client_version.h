// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/preset_fit.h"

#include <string_view>
#include <vector>

namespace retryscope {

/// If a client reports its version, presets of other versions are of another version (isOtherVersion), except
/// those of that version or, if none was recorded in their mode, the nearest below and above. Presets for
/// several versions (`2026-04 and later`) remain unless exactly that version was recorded.
void ruleOutOtherVersions(std::vector<PresetFit>& fits);

/// The client version with which a preset was recorded, else the version it describes; empty if the preset
/// does not say.
[[nodiscard]] const std::string& versionOf(const Policy& preset);
/// 0 for the same version, growing with the distance up to 3, because changes in between are unknown.
[[nodiscard]] double versionDistance(std::string_view left, std::string_view right);
/// Below 0: left is the older version. Of versions of numbers and dots.
[[nodiscard]] int compareVersions(std::string_view left, std::string_view right);
/// Numbers and dots and nothing else.
[[nodiscard]] bool isVersionNumber(std::string_view version);

} // namespace retryscope
