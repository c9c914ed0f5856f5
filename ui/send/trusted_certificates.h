// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QString>

#include <string>

namespace retryscope::ui {

/// Writes certificates that the user trusts to a file in the user's data folder and returns its path. The
/// file also keeps those in `present`, the file trusted so far (may be empty). pem: one or more certificates.
[[nodiscard]] io::Result<QString> keepTrusted(const QString& host, const std::string& pem,
                                              const std::string& present);

} // namespace retryscope::ui
