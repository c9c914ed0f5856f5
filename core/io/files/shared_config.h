// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <map>
#include <string>

namespace retryscope::io {

/// The settings of one profile in an AWS shared config file (`[default]`, `[profile NAME]`).
/// A missing file is no error and gives no settings, whatever the profile; a profile that was asked for by
/// name and is not in the file is BadUsage. Lines that cannot be read are BadInput with file and line.
/// path: a leading `~/` is the home folder.
[[nodiscard]] Result<std::map<std::string, std::string>>
profileSettings(const QString& path, const QString& profile, bool mustExist);

/// False for a link that leads nowhere, too.
[[nodiscard]] bool sharedConfigExists(const QString& path);

} // namespace retryscope::io
