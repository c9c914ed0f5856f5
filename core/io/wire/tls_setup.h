// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/io/text/result.h"

#include <QSslConfiguration>

namespace retryscope::io {

/// Checks that a file contains PEM certificates, or a PEM private key without a passphrase.
Result<Done> checkCertificateFile(const QString& path);
Result<Done> checkKeyFile(const QString& path);
/// Reads the certificate files in the options. Errors name the file and the problem.
Result<QSslConfiguration> tlsConfigurationFor(const WireOptions& options);

} // namespace retryscope::io
