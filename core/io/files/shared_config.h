// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QMap>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <string>

namespace retryscope::io {

/// A whole AWS shared config file.
struct SharedConfig
{
    std::map<QString, std::map<std::string, std::string>> profiles; ///< by name, `default` among them
    std::map<QString, QMap<QString, int>> lines;                    ///< of each setting, from 1
    /// Of settings with a comment behind their value: the value and the comment, which some clients take for
    /// a part of it (Python's configparser drops none).
    std::map<QString, QMap<QString, QString>> commented;
    /// By title, those that are no profiles to most clients.
    std::map<QString, std::map<std::string, std::string>> otherSections;
};
/// Its text. Lines that cannot be read are BadInput with file and line. place: for messages; may be empty.
[[nodiscard]] Result<SharedConfig> sharedConfigFrom(const QString& text, const QString& place);

/// The settings of one profile in an AWS shared config file (`[default]`, `[profile NAME]`).
/// A missing file is no error and gives no settings, whatever the profile; a profile that was asked for by
/// name and is not in the file is BadUsage. Lines that cannot be read are BadInput with file and line.
/// path: a leading `~/` is the home folder.
[[nodiscard]] Result<std::map<std::string, std::string>>
profileSettings(const QString& path, const QString& profile, bool mustExist);

/// What a file has of one profile.
struct ProfileSections
{
    std::map<std::string, std::string> profile;             ///< of [default] or [profile NAME]
    std::map<std::string, std::string> withComments;        ///< those with a comment behind them, with it
    bool isThere = false;                                   ///< such a section is
    std::optional<std::map<std::string, std::string>> bare; ///< of [NAME], the same profile to some clients
};
/// The same, with the section that some clients take for it, and an error only where there is neither.
[[nodiscard]] Result<ProfileSections> profileSections(const QString& path, const QString& profile,
                                                      bool mustExist);

/// False for a link that leads nowhere, too.
[[nodiscard]] bool sharedConfigExists(const QString& path);

} // namespace retryscope::io
