// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/setting.h"

#include <QByteArray>

namespace retryscope::io {

/// Reads the documents of a YAML or JSON file. Expands aliases of anchors within kMostSettings. Rejects, with
/// the line, a file whose aliases exceed that limit, and one that is too deep, too long or invalid. Ignores
/// tags. place: file name for messages; may be empty.
[[nodiscard]] Result<std::vector<Setting>> settingsFromYaml(const QByteArray& text, const QString& place);

} // namespace retryscope::io
