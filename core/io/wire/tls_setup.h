// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/io/text/result.h"

#include <QSslConfiguration>

namespace retryscope::io {

/// Whether it holds certificates, and a private key without a pass phrase, in PEM form.
Result<Done> checkCertificateFile(const QString& path);
Result<Done> checkKeyFile(const QString& path);
/// Reads the certificate files that the options name. Errors name the file and what is wrong with it.
Result<QSslConfiguration> tlsConfigurationFor(const WireOptions& options);

} // namespace retryscope::io
