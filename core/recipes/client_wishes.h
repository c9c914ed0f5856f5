// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace retryscope {

/// In what a policy differs from its client's own, as far as code can ask for it.
struct ClientWishes
{
    std::string family; ///< of the preset: the client and its version
    std::string mode;   ///< as the client spells it; empty: it has none
    int attempts = 3;
    bool changesAttempts = false;
    bool wants2026 = false;           ///< the rules behind AWS_NEW_RETRIES_2026
    std::optional<Duration> base;     ///< set when it differs
    std::optional<Duration> cap;      ///< set when it differs
    std::vector<std::string> names;   ///< to be retried as well
    std::vector<int> statuses;        ///< to be retried as well
    std::vector<std::string> noNames; ///< not to be retried any more
    std::vector<int> noStatuses;      ///< not to be retried any more
    bool mapsFaults = false;
    bool differsOtherwise = false; ///< in something that no code below asks for

    [[nodiscard]] bool mapsMore() const { return !names.empty() || !statuses.empty(); }
    [[nodiscard]] bool mapsLess() const { return !noNames.empty() || !noStatuses.empty(); }
    [[nodiscard]] bool changesDelay() const { return base || cap; }
};

[[nodiscard]] ClientWishes wishesOf(const Policy& preset, const Policy& wanted);

/// `"a", "b"`
[[nodiscard]] std::string quotedList(const std::vector<std::string>& words);
[[nodiscard]] std::string plainList(const std::vector<int>& numbers);
[[nodiscard]] std::string millisecondsText(Duration duration);
/// The text with every `{key}` filled in.
[[nodiscard]] std::string filledIn(std::string text,
                                   const std::vector<std::pair<std::string_view, std::string>>& values);

} // namespace retryscope
