// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QString>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace retryscope::cli {

/// A preset that the user's environment replaces with another preset.
struct PresetReplacement
{
    std::string named;
    std::string used;
    std::string why; ///< `AWS_RETRY_MODE is "standard"`
};

/// The presets of a command that the environment replaced. Presets with the same replacement appear once.
class ReplacedPresets
{
public:
    /// False if this preset was added before and at least one of the two is a replacement.
    bool add(const std::string& used, const std::optional<PresetReplacement>& replacement);
    /// Which preset was named, which is used instead, and why; for several, also their number. Empty if there
    /// is none.
    [[nodiscard]] QString text() const;
    [[nodiscard]] QJsonArray toJson() const;

private:
    std::vector<PresetReplacement> m_replacements;
    std::map<std::string, bool> m_wasReplaced; ///< by the id that is used
};

} // namespace retryscope::cli
