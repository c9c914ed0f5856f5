// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/reversing_changes.h"
#include "core/recipes/client_code.h"
#include "core/recipes/client_wishes.h"

#include <optional>
#include <vector>

namespace retryscope {

/// A change that reverses a decision, and how to make it, if known.
struct OfferedChange
{
    ReversingChange reversing;
    std::optional<ClientCode> code; ///< absent for changes that the client's owner cannot make
    /// Absent: unknown. False: it is not configurable.
    [[nodiscard]] std::optional<bool> isPossible() const;
    bool operator==(const OfferedChange&) const = default;
};

/// Two changes that reverse a decision together.
struct OfferedPair
{
    OfferedChange first;  ///< what is decided with it alone: it reverses nothing
    OfferedChange second; ///< what is decided with both
    bool operator==(const OfferedPair&) const = default;
};

/// `client owner: settings`, `client owner: code`, `not configurable in this client`; of changes that others
/// make, ownerText() of the owner.
[[nodiscard]] std::string ownerText(const OfferedChange& offered);
/// Both changes with their owners, and the verdict.
[[nodiscard]] std::string pairText(const OfferedPair& pair);

/// reversingChangesOf() in its order, but with changes that the client cannot make last. A setting is offered
/// only if the client decides with it as promised, all its other filters included: where a filter comes
/// first, a mapping is no change, and any other change is not configurable. Without limits on delay hints,
/// because few clients have them.
[[nodiscard]] std::vector<OfferedChange> offeredChangesOf(const Recipes& recipes, const Sdks& sdks,
                                                          const Situation& situation,
                                                          const ClientReaders& readers = {});

/// reversingPairsOf() with the code of each change.
[[nodiscard]] std::vector<OfferedPair> offeredPairsOf(const Recipes& recipes, const Sdks& sdks,
                                                      const Situation& situation,
                                                      const ClientReaders& readers = {});

/// shorteningChangesOf() in the same way, without changes that the client cannot make or that are unknown for
/// it.
[[nodiscard]] std::vector<OfferedChange> offeredShorteningsOf(const Recipes& recipes, const Sdks& sdks,
                                                              const Situation& situation,
                                                              const ClientReaders& readers = {});

/// The code for a change of the real client's settings; absent for changes that others make. The way is None
/// if the code achieves nothing of the change. sdks: see codeContextFor(). policy: the client's present
/// policy. service: the service whose calls the change is for.
[[nodiscard]] std::optional<ClientCode> codeForChange(const Recipes& recipes, const Sdks& sdks,
                                                      const Policy& policy, const std::string& service,
                                                      const Change& change,
                                                      const ClientReaders& readers = {});

} // namespace retryscope
