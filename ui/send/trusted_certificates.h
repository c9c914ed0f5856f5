// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QString>

#include <string>
#include <vector>

namespace retryscope::ui {

/// Writes certificates that the user trusts into a file of the user's data folder and returns its path. Those
/// of `present`, the file trusted so far (may be empty), are kept in it. pem: one or more certificates.
[[nodiscard]] io::Result<QString> keepTrusted(const QString& host, const std::string& pem,
                                              const std::string& present);

/// A certificate that a server presented.
struct PresentedCertificate
{
    QString name;        ///< whom it is for, as it says; empty where it cannot be read
    QString fingerprint; ///< SHA-256, as servers' owners publish it: `AB:CD:…`, 32 bytes
};

/// Each in its order. Empty: there is none.
[[nodiscard]] std::vector<PresentedCertificate> certificatesIn(const std::string& pem);

} // namespace retryscope::ui
