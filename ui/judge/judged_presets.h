// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/verdict_report.h"
#include "ui/parts/library_items.h"

#include <QString>

#include <string>
#include <vector>

namespace retryscope::ui {

/// How one preset judges the attempt.
struct JudgedPreset : JudgedUnder
{
    QString key; ///< library key: the id of a built-in preset, or the file of a policy of the user's
};

/// Judges one attempt under every preset of a library, fast enough for each keystroke: resolves each preset
/// only once per service, operation and protocol.
class JudgedPresets
{
public:
    /// Skips presets that cannot be read. Sorts the rest by client.
    explicit JudgedPresets(const io::Library& library);

    /// True if both hold the same presets, whatever their verdicts.
    [[nodiscard]] bool areSamePresets(const JudgedPresets& other) const;

    void judge(const GivenAttempt& given);
    /// Judges one preset again, in a situation that differs from the others'.
    void judgeIn(std::size_t preset, Situation situation);

    [[nodiscard]] const std::vector<JudgedPreset>& all() const { return m_all; }

private:
    std::vector<ChoosablePolicy> m_sources;
    std::vector<JudgedPreset> m_all;
    std::vector<bool> m_isOwnSituation; ///< of judgeIn(): its policy is not the preset's any more
    std::string m_resolvedFor;
};

} // namespace retryscope::ui
