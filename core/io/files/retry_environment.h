// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/policy/retry_settings.h"

#include <QString>
#include <QStringList>

namespace retryscope::io {

/// Environment and shared config file (AWS_CONFIG_FILE, else ~/.aws/config), as AWS SDKs look at them; read
/// and not judged. profile: its name; empty: that of AWS_PROFILE, else `default`. A variable that is set to
/// nothing counts as not set. A profile that was named has to be there, `default` need not. Java properties
/// are left out: another process has them.
Result<RetrySettingsInput> readRetryEnvironment(const QString& profile = {});
/// The same, resolved.
Result<RetrySettings> retrySettingsOfThisMachine();
/// Names of the variables about retrying that are set, to whatever.
[[nodiscard]] QStringList retryVariablesThatAreSet();

} // namespace retryscope::io
