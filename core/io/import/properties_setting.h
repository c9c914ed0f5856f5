// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/setting.h"

namespace retryscope::io {

/// Reads Java properties (`name = value`; comments with `#` and `!`; a final `\` continues the line) into the
/// tree that Spring builds: `a.b` is b in a, `a[0]` is a list item, `a[b.c]` is the member `b.c` of a. For a
/// repeated name the last value wins. Too deep or too large input is BadInput with its line.
[[nodiscard]] Result<Setting> settingFromProperties(const QString& text, const QString& place);

/// Turns dotted names into nested groups, as in properties: Spring also reads `a.b: 1` in YAML like this.
[[nodiscard]] Setting withoutDots(const Setting& group);

} // namespace retryscope::io
