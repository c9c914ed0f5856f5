// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/setting.h"

namespace retryscope::io {

/// Java's properties (`name = value`, `#` and `!` begin comments, a `\` at the end goes on in the next line)
/// as the tree that Spring makes of them: `a.b` is b in a, `a[0]` an item of a list, `a[b.c]` the member
/// `b.c` of a. A name that stands twice has the value of the last one. What is too deep or too much is
/// BadInput with its line.
[[nodiscard]] Result<Setting> settingFromProperties(const QString& text, const QString& place);

/// Dotted names become groups in groups, as in properties: Spring reads `a.b: 1` of YAML like that, too.
[[nodiscard]] Setting withoutDots(const Setting& group);

} // namespace retryscope::io
