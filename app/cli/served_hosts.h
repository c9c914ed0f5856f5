// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"

#include <QStringList>

namespace retryscope::cli {

/// The value of --host-name: an additional host that the built-in server responds for.
[[nodiscard]] QString hostNameIn(const QString& value);
[[nodiscard]] QStringList hostNamesIn(const Arguments& arguments);

} // namespace retryscope::cli
