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

/// A preset in whose place the user's environment puts another one.
struct PresetReplacement
{
    std::string named;
    std::string used;
    std::string why; ///< `AWS_RETRY_MODE is "standard"`
};

/// What the environment replaced among the presets that a command asks. Two that become the same one are one.
class ReplacedPresets
{
public:
    /// False where this preset was added before, and one of both times stands for another.
    bool add(const std::string& used, const std::optional<PresetReplacement>& replacement);
    /// Which preset was named, which is used and why; of many how many. Empty for none.
    [[nodiscard]] QString text() const;
    [[nodiscard]] QJsonArray toJson() const;

private:
    std::vector<PresetReplacement> m_replacements;
    std::map<std::string, bool> m_wasReplaced; ///< by the id that is used
};

} // namespace retryscope::cli
