// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/shared_config.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/text/utf8.h"
#include "core/policy/retry_settings.h"

namespace retryscope::io {

ImportResult importSharedConfig(const QString& text, const ImportWish& wish, const QString& place)
{
    // Two lines without a section are what a profile holds.
    const bool hasSections = text.contains(u'[');
    const Result<SharedConfig> config =
        sharedConfigFrom(hasSections ? text : QStringLiteral("[default]\n") + text, place);
    if (!config) {
        return config.error();
    }
    QStringList parts;
    for (const auto& [name, settings] : config.value().profiles) {
        if (settings.contains("retry_mode") || settings.contains("max_attempts")) {
            parts += name;
        }
    }
    if (parts.isEmpty()) {
        return saysNothing(ConfigurationKind::SharedConfig,
                           QStringLiteral("retry_mode or max_attempts in a profile"), place);
    }
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    const QString part = parts.at(static_cast<qsizetype>(chosen.value()));
    RetrySettingsInput input;
    input.profile = config.value().profiles.at(part);
    input.profileOrigin = "profile " + fromQString(part);
    const RetrySettings settings = resolveRetrySettings(input);
    // boto3's own default where no mode is given: before the rules of 2026, legacy.
    const QString mode = settings.mode.value && settings.mode.problem.empty()
                             ? toQString(*settings.mode.value)
                             : QStringLiteral("legacy");
    PolicyDraft draft(
        ConfigurationKind::SharedConfig, QStringLiteral("botocore-1.43.67-") + mode.toLower(),
        QStringLiteral("the configuration that was imported; AWS SDKs and tools reference, Retry behavior"));
    draft.setPart(part, parts);
    const auto lineOf = [&](const QString& key) {
        return config.value().lines.at(part).value(key, 0) - (hasSections ? 0 : 1);
    };
    const auto read = [&](const EffectiveSetting& setting, const QString& became, const QString& absent) {
        const QString name = toQString(setting.name);
        if (const QString whole = config.value().commented.at(part).value(name); !whole.isEmpty()) {
            // botocore 1.29.27 and 1.43.11: InvalidRetryModeError, and a ValueError for the number.
            draft.notUnderstood(lineOf(name), name + QStringLiteral(" = ") + whole,
                                QStringLiteral("botocore reads the comment as part of the value"),
                                QStringLiteral("botocore rejects it and creates no client. A client that "
                                               "drops such comments uses %1, and so does this policy.")
                                    .arg(toQString(setting.value.value_or(""))));
        } else if (!setting.problem.empty()) {
            draft.notUnderstood(
                lineOf(name), name + QStringLiteral(" = ") + toQString(setting.value.value_or("")),
                toQString(setting.problem), QStringLiteral("Clients reject it or use their default."));
        } else if (setting.value) {
            draft.understood(lineOf(name), name + QStringLiteral(" = ") + toQString(*setting.value), became);
        } else {
            draft.understood(0, name, absent);
        }
    };
    read(settings.mode, QStringLiteral("the policy follows botocore in this mode"),
         QStringLiteral("not given: botocore's default, legacy"));
    const int attempts = settings.maxAttempts.value && settings.maxAttempts.problem.empty()
                             ? toQString(*settings.maxAttempts.value).toInt()
                             : 0;
    read(settings.maxAttempts, attemptsText(attempts) + QStringLiteral(", including the first"),
         QStringLiteral("not given: the default of the mode"));
    if (attempts > 0) {
        draft.setAttempts(std::min(attempts, 1'000'000), true);
        draft.set(QStringLiteral("services"),
                  QJsonObject{{QStringLiteral("dynamodb"),
                               QJsonObject{{QStringLiteral("attempts"), QJsonValue::Null}}}});
    }
    return draft.finished(wish);
}

} // namespace retryscope::io
