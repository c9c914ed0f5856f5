// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QString>

#include <string>

namespace retryscope::ui {

/// Writes certificates that the user trusts into a file of the user's data folder and returns its path. Those
/// of `present`, the file trusted so far (may be empty), are kept in it. pem: one or more certificates.
[[nodiscard]] io::Result<QString> keepTrusted(const QString& host, const std::string& pem,
                                              const std::string& present);

/// SHA-256 of the first certificate, as servers' owners publish it: `AB:CD:…`, 32 bytes. Empty: there is
/// none.
[[nodiscard]] QString fingerprintOf(const std::string& pem);

} // namespace retryscope::ui
