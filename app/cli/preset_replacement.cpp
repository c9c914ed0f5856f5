// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/preset_replacement.h"

#include "app/cli/json_values.h"
#include "core/io/text/utf8.h"

#include <QJsonObject>

namespace retryscope::cli {

bool ReplacedPresets::add(const std::string& used, const std::optional<PresetReplacement>& replacement)
{
    if (replacement) {
        m_replacements.push_back(*replacement);
    }
    const auto [known, isNew] = m_wasReplaced.emplace(used, replacement.has_value());
    return isNew || (!known->second && !replacement);
}

QString ReplacedPresets::text() const
{
    if (m_replacements.empty()) {
        return {};
    }
    const PresetReplacement& first = m_replacements.front();
    const QString pair =
        QStringLiteral("%1 instead of %2").arg(toQString(first.used), toQString(first.named));
    return m_replacements.size() == 1
               ? QStringLiteral("The environment selects %1: %2.").arg(pair, toQString(first.why))
               : QStringLiteral("The environment replaces %1 presets with others of the same SDK, for "
                                "example %2: %3. Each preset is listed once.")
                     .arg(m_replacements.size())
                     .arg(pair, toQString(first.why));
}

QJsonArray ReplacedPresets::toJson() const
{
    return arrayOf(m_replacements, [](const PresetReplacement& replacement) {
        return QJsonObject{{QStringLiteral("named"), toQString(replacement.named)},
                           {QStringLiteral("used"), toQString(replacement.used)},
                           {QStringLiteral("why"), toQString(replacement.why)}};
    });
}

} // namespace retryscope::cli
