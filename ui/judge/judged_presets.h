// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"
#include "core/explain/verdict_row.h"
#include "ui/parts/library_items.h"

#include <QString>

#include <string>
#include <vector>

namespace retryscope::ui {

/// What one preset makes of the attempt.
struct JudgedPreset
{
    QString key; ///< id of a built-in preset, file of the user's: what the library finds it by
    Situation situation;
    Decision decision;
    VerdictRow row;
};

/// Judges one attempt under every preset of a library, fast enough for every key stroke: a preset is
/// flattened once per service, operation and protocol.
class JudgedPresets
{
public:
    /// Presets that cannot be read are left out. Sorted by client.
    explicit JudgedPresets(const io::Library& library);

    /// Of the same presets, whatever they made of an attempt.
    [[nodiscard]] bool areSamePresets(const JudgedPresets& other) const;

    void judge(const GivenAttempt& given);
    /// Judges one preset again in a situation of its own.
    void judgeIn(std::size_t preset, Situation situation);

    [[nodiscard]] const std::vector<JudgedPreset>& all() const { return m_all; }

private:
    std::vector<ChoosablePolicy> m_sources;
    std::vector<JudgedPreset> m_all;
    int m_attempt = 1;
    std::vector<bool> m_isOwnSituation; ///< of judgeIn(): its policy is not the preset's any more
    std::string m_resolvedFor;
};

} // namespace retryscope::ui
