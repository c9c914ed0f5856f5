// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"

#include <QStringList>

namespace retryscope::cli {

/// The values of --host-name: what requests may call a server of ours beside this machine's own names.
[[nodiscard]] io::Result<QString> hostNameIn(const QString& value);
[[nodiscard]] io::Result<QStringList> hostNamesIn(const Arguments& arguments);

} // namespace retryscope::cli
