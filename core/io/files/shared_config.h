// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/policy/retry_settings.h"

#include <QString>

#include <map>
#include <optional>
#include <string>

namespace retryscope::io {

/// `= 3` of `= 3 # three`: drops a comment behind a value, which begins with a blank and then `#` or `;`.
/// Trimmed.
[[nodiscard]] QString withoutComment(const QString& text);

/// The settings of one profile in an AWS shared config file (`[default]`, `[profile NAME]`). A missing file
/// gives no settings and no error. A named profile that the file lacks is BadUsage. Invalid lines are
/// BadInput with file and line. path: a leading `~/` is the home folder.
[[nodiscard]] Result<std::map<std::string, std::string>>
profileSettings(const QString& path, const QString& profile, bool mustExist);

/// The sections of one profile in a file.
struct ProfileSections
{
    std::map<std::string, std::string> profile;             ///< of [default] or [profile NAME]
    std::map<std::string, std::string> withComments;        ///< those with a comment behind them, with it
    bool isThere = false;                                   ///< such a section is
    std::optional<std::map<std::string, std::string>> bare; ///< of [NAME], the same profile to some clients
};
/// The same, plus the section that some clients treat as the profile; fails only if both are missing. form:
/// as this parser reads unusual lines.
[[nodiscard]] Result<ProfileSections> profileSections(const QString& path, const QString& profile,
                                                      bool mustExist, ConfigForm form = ConfigForm::Common);

/// Also false for a broken link.
[[nodiscard]] bool sharedConfigExists(const QString& path);

} // namespace retryscope::io
