// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace retryscope::io {

/// A certificate that a server presented.
struct PresentedCertificate
{
    QString name;        ///< whom it is for, as it says; empty where it cannot be read
    QString fingerprint; ///< SHA-256, as servers' owners publish it: `AB:CD:…`, 32 bytes
};

/// The certificates in their order; empty: none.
[[nodiscard]] std::vector<PresentedCertificate> certificatesIn(const std::string& pem);

} // namespace retryscope::io
