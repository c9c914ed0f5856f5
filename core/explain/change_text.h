// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"

#include <string>

namespace retryscope {

/// A change as something to do: `send no body`, `map the name 429 to throttling`, `1 more attempt (4)`.
[[nodiscard]] std::string changeText(const Change& change);

/// Who can make a change, for people: `client owner: settings`, `server or proxy owner`.
[[nodiscard]] std::string ownerText(ChangeOwner owner);

} // namespace retryscope
