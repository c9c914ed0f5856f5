// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>

namespace retryscope {

/// An attempt of a record, as indices into calls() and the attempts of that call. attempt -1: the call as a
/// whole. Places are ordered as the record holds them.
struct Place
{
    int call = -1;
    int attempt = -1;
    auto operator<=>(const Place&) const = default;
};

} // namespace retryscope
