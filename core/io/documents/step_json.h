// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_cursor.h"
#include "core/simulate/scenario.h"

#include <QJsonObject>

namespace retryscope::io {

/// One step of a scenario; `parsed` is filled.
[[nodiscard]] EndpointStep stepFromJson(const JsonCursor& json);
[[nodiscard]] QJsonObject stepToJson(const EndpointStep& step);

} // namespace retryscope::io
