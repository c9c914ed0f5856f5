// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/setting.h"

#include <QByteArray>

namespace retryscope::io {

/// The documents of a YAML file, or of a JSON one, which is YAML too. Anchors are read and aliases stand for
/// a copy of what they name, as long as that stays within kMostSettings: a file that grows without end by
/// them is refused with its line, like one that is too deep, too long, or no YAML. Tags are passed over.
/// place: file name for messages; may be empty.
[[nodiscard]] Result<std::vector<Setting>> settingsFromYaml(const QByteArray& text, const QString& place);

} // namespace retryscope::io
