// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/reversing_changes.h"
#include "core/recipes/client_code.h"
#include "core/recipes/client_wishes.h"

#include <optional>
#include <vector>

namespace retryscope {

/// Something that reverses a decision, and what is known of how to do it.
struct OfferedChange
{
    ReversingChange reversing;
    std::optional<ClientCode>
        code; ///< absent for changes that others make than whoever configures the client
    /// Absent: not known. False: the client cannot be made to.
    [[nodiscard]] std::optional<bool> isPossible() const;
    bool operator==(const OfferedChange&) const = default;
};
/// reversingChangesOf(), in its order, but for what the client cannot be made to: that comes last. Limits of
/// hints are left out there: few clients have one.
[[nodiscard]] std::vector<OfferedChange> offeredChangesOf(const Recipes& recipes, const Sdks& sdks,
                                                          const Situation& situation,
                                                          const ClientReaders& readers = {});

/// shorteningChangesOf() in the same way, without what the client cannot be made to, or is not known to be.
[[nodiscard]] std::vector<OfferedChange> offeredShorteningsOf(const Recipes& recipes, const Sdks& sdks,
                                                              const Situation& situation,
                                                              const ClientReaders& readers = {});

/// What to write in the real client for a change of its settings; absent for changes that others make.
/// There is no way where the code does nothing of the change. sdks: see codeContextFor(). policy: as the
/// client has it now. service: whose calls the change is for.
[[nodiscard]] std::optional<ClientCode> codeForChange(const Recipes& recipes, const Sdks& sdks,
                                                      const Policy& policy, const std::string& service,
                                                      const Change& change,
                                                      const ClientReaders& readers = {});

} // namespace retryscope
