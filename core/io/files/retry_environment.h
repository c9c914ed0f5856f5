// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/policy/retry_settings.h"

#include <QString>
#include <QStringList>

namespace retryscope::io {

/// Reads the environment and the shared config file (AWS_CONFIG_FILE, else ~/.aws/config) like AWS SDKs,
/// without judging the values. profile: its name; empty: AWS_PROFILE, else `default`. Empty variables count
/// as unset. A named profile must exist; `default` need not. Omits Java properties, which belong to another
/// process.
Result<RetrySettingsInput> readRetryEnvironment(const QString& profile = {});
/// The same settings, resolved.
Result<RetrySettings> retrySettingsOfThisMachine();
/// Names of the retry variables that are set, to any value.
[[nodiscard]] QStringList retryVariablesThatAreSet();

} // namespace retryscope::io
