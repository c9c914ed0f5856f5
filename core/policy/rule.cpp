// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/rule.h"

namespace retryscope {

std::string_view toString(ErrorKind kind)
{
    return wordOf(kind);
}

std::optional<ErrorKind> errorKindFrom(std::string_view name)
{
    return fromWord<ErrorKind>(name);
}

} // namespace retryscope
