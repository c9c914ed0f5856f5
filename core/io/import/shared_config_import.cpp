// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/shared_config.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"
#include "core/io/text/utf8.h"
#include "core/policy/retry_settings.h"

namespace retryscope::io {

namespace {

/// All settings of the text, each keyed by its line. lines: of the whole text, also afterwards.
std::vector<PlacedSetting> settingsIn(const QStringList& lines, const QString& part)
{
    std::vector<PlacedSetting> placed;
    QString section = QStringLiteral("default");
    QString above; // the setting that an indented line belongs to
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QString line = lines.at(i).left(1000);
        const QString text = line.trimmed();
        if (text.startsWith(u'[')) {
            section = text.mid(1, text.indexOf(u']') - 1).simplified();
            above.clear();
            continue;
        }
        const QString name = text.section(u'=', 0, 0).trimmed();
        if (name.isEmpty() || !text.contains(u'=') || text.startsWith(u'#') || text.startsWith(u';')) {
            continue;
        }
        const bool isNested = line.at(0).isSpace() && !above.isEmpty();
        above = isNested ? above : name;
        const QString profile = section.startsWith(QStringLiteral("profile ")) ? section.mid(8) : section;
        const bool isPart = profile == part || profile == QLatin1Char('"') + part + QLatin1Char('"');
        const bool isRetrySetting = name == u"retry_mode" || name == u"max_attempts";
        PlacedSetting one{.key = &lines.at(i),
                          .line = static_cast<int>(i) + 1,
                          .names = {plainName(name)},
                          .name = name,
                          .text = text};
        one.block = QStringLiteral("[%1]").arg(section.left(60));
        if (isNested && isRetrySetting) {
            one.elsewhere =
                QStringLiteral("nested below %1, where clients do not look for it").arg(above.left(60));
        } else if (!isPart) {
            one.elsewhere = QStringLiteral("belongs to [%1]").arg(section.left(60));
        }
        placed.push_back(std::move(one));
    }
    return placed;
}

} // namespace

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
    const QStringList lines = text.split(QLatin1Char('\n'));
    const auto lineOf = [&](const QString& key) {
        return config.value().lines.at(part).value(key, 0) - (hasSections ? 0 : 1);
    };
    const auto read = [&](const EffectiveSetting& setting, const QString& became, const QString& absent) {
        const QString name = toQString(setting.name);
        if (lineOf(name) > 0) {
            draft.take(&lines.at(lineOf(name) - 1));
        }
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
    reportRest(draft, settingsIn(lines, part));
    return draft.finished(wish);
}

} // namespace retryscope::io
