// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/verdict_row.h"

#include <string>
#include <vector>

namespace retryscope {

/// What clients make of one response, in one line: all presets of a client where they agree, otherwise those
/// of them that say the same.
struct ElsewhereLine
{
    std::string who; ///< `Go`; `Python: legacy`; `C++: 1.8.187 standard`
    Verdict verdict = Verdict::Succeed;
    std::vector<std::string> titles; ///< of the presets, in the order of the rows
    bool operator==(const ElsewhereLine&) const = default;
};

/// Policies that follow a document are left out: they are no client. Lines are in the order in which their
/// clients first come.
[[nodiscard]] std::vector<ElsewhereLine> elsewhereOf(const std::vector<VerdictRow>& rows);

} // namespace retryscope
