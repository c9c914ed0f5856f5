// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/gui/retry_environment.h"

#include "core/io/files/shared_config.h"

#include <QDir>

#include <utility>

namespace retryscope::gui {

io::Result<RetrySettings> retrySettingsOfThisMachine()
{
    RetrySettingsInput input;
    for (const char* variable : {"AWS_RETRY_MODE", "AWS_MAX_ATTEMPTS"}) {
        if (qEnvironmentVariableIsSet(variable)) {
            input.environment[variable] = qEnvironmentVariable(variable).toStdString();
        }
    }
    const QString file =
        qEnvironmentVariable("AWS_CONFIG_FILE", QDir::home().filePath(QStringLiteral(".aws/config")));
    const QString profile = qEnvironmentVariable("AWS_PROFILE", QStringLiteral("default"));
    auto settings = io::profileSettings(file, profile, qEnvironmentVariableIsSet("AWS_PROFILE"));
    if (!settings) {
        return settings.error();
    }
    input.profile = std::move(settings).value();
    input.profileOrigin = QStringLiteral("profile %1 in %2").arg(profile, file).toStdString();
    return resolveRetrySettings(input);
}

} // namespace retryscope::gui
