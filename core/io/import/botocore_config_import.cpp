// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/known_settings.h"
#include "core/io/import/literal_setting.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace retryscope::io {

namespace {

/// The settings of `{…}`, or of `dict(…)`, which says the same.
Setting groupFrom(const Setting& setting)
{
    if (setting.kind != Setting::Kind::Code || !setting.text.startsWith(QStringLiteral("dict"))) {
        return setting;
    }
    LiteralReader reader(setting.text, {});
    Result<Setting> group = reader.argumentsAt(0);
    if (!group) {
        return setting;
    }
    Setting read = std::move(group).value();
    for (Setting::Member& member : read.members) {
        member.line += setting.line - 1;
    }
    return read;
}

/// Source: botocore, config.py, _validate_retry_configuration(); args.py, _compute_retry_max_attempts(): here
/// max_attempts counts retries, total_max_attempts attempts, and the latter wins. Run of botocore 1.43.11,
/// November 2026.
class BotocoreConfigPolicy
{
public:
    explicit BotocoreConfigPolicy(const Setting& arguments, std::vector<Setting::Member> environment)
        : m_environment(std::move(environment))
        , m_mode(modeOf(arguments))
        , m_draft(ConfigurationKind::BotocoreConfig, QStringLiteral("botocore-1.43.67-") + m_mode,
                  QStringLiteral("the configuration that was imported; botocore, Config, retries"))
    {
    }

    ImportResult read(const Setting& arguments, std::vector<PlacedSetting> placed, const QString& part,
                      const QStringList& parts, const ImportWish& wish)
    {
        m_draft.setPart(part, parts);
        const Setting* retries = arguments.find({"retries"});
        for (const Setting::Member& member : retries->members) {
            readMember(member, *retries);
        }
        if (m_isModeOf != nullptr) {
            m_draft.understood(*m_isModeOf,
                               m_isModeOf->name == u"defaults_mode"
                                   ? QStringLiteral("without a mode in retries also sets the mode: ") + m_mode
                                   : QStringLiteral("retries has no mode, so this one holds"));
        } else if (retries->find({"mode"}) == nullptr) {
            m_draft.understood(
                0, QStringLiteral("mode"),
                QStringLiteral("not given: legacy, unless the environment or the profile says otherwise"));
        }
        if (const Setting::Member* count = inEnvironment(QLatin1String("AWS_MAX_ATTEMPTS"));
            count != nullptr && m_attempts == 0) {
            readCount(*count, true, false);
            leaveOut(placed, *count);
        }
        if (m_isModeOf != nullptr) {
            leaveOut(placed, *m_isModeOf);
        }
        if (m_attempts > 0) {
            m_draft.setAttempts(m_attempts, true);
            m_draft.set(QStringLiteral("services"),
                        QJsonObject{{QStringLiteral("dynamodb"),
                                     QJsonObject{{QStringLiteral("attempts"), QJsonValue::Null}}}});
        } else {
            m_draft.understood(0, QStringLiteral("total_max_attempts"),
                               QStringLiteral("not given: the default of the mode"));
        }
        for (const Setting::Member& member : arguments.members) {
            readArgument(member);
        }
        PlacedSetting where;
        where.block = QStringLiteral("Config(…)");
        place(placed, arguments, ConfigurationKind::BotocoreConfig,
              {.own = {}, .root = QStringLiteral("Config")}, where);
        reportRest(m_draft, placed);
        return m_draft.finished(wish);
    }

private:
    /// Of Config, of the environment, or what defaults_mode brings. Source: botocore, args.py,
    /// _compute_retry_mode().
    QString modeOf(const Setting& arguments)
    {
        const Setting* mode = arguments.within({"retries", "mode"});
        const Setting::Member* environment = inEnvironment(QLatin1String("AWS_RETRY_MODE"));
        const auto defaults =
            std::ranges::find(arguments.members, QStringLiteral("defaults_mode"), &Setting::Member::name);
        if (mode == nullptr && environment != nullptr) {
            m_isModeOf = environment;
            mode = &environment->value;
        } else if (mode == nullptr && defaults != arguments.members.end() && defaults->value.isQuoted &&
                   defaults->value.text.toLower() != u"legacy") {
            m_isModeOf = &*defaults;
            return QStringLiteral("standard");
        }
        const QString text = mode != nullptr ? mode->text : QString();
        return text == u"standard" || text == u"adaptive" ? text : QStringLiteral("legacy");
    }

    /// What the policy has is not listed as a setting of the program around.
    static void leaveOut(std::vector<PlacedSetting>& placed, const Setting::Member& member)
    {
        std::erase_if(placed, [&member](const PlacedSetting& one) {
            return one.key == nullptr && one.line == member.line && one.text.contains(member.name);
        });
    }

    [[nodiscard]] const Setting::Member* inEnvironment(const QString& name) const
    {
        const auto found = std::ranges::find(m_environment, name, &Setting::Member::name);
        return found == m_environment.end() ? nullptr : &*found;
    }

    void readMember(const Setting::Member& member, const Setting& retries)
    {
        const QString& name = member.name;
        if (name == u"mode") {
            if (member.value.text == m_mode) {
                m_draft.understood(member, QStringLiteral("the policy follows botocore in this mode"));
            } else if (member.value.kind == Setting::Kind::Code) {
                m_draft.notUnderstood(member,
                                      QStringLiteral("an expression that Retryscope does not evaluate"),
                                      QStringLiteral("This policy assumes legacy."));
            } else {
                m_draft.refused(member,
                                QStringLiteral("InvalidRetryModeError: not legacy, standard or adaptive"));
            }
        } else if (name == u"max_attempts" || name == u"total_max_attempts") {
            readCount(member, name == u"total_max_attempts",
                      name == u"max_attempts" && retries.find({"total_max_attempts"}) != nullptr);
        } else {
            m_draft.refused(member,
                            QStringLiteral("InvalidRetryConfigurationError: retries has no such member") +
                                knownSettings(ConfigurationKind::BotocoreConfig).meantBy(name));
        }
    }

    /// isOverruled: retries has total_max_attempts, too. botocore checks both.
    void readCount(const Setting::Member& member, bool isTotal, bool isOverruled)
    {
        const Setting& value = member.value;
        const std::optional<double> number = value.pythonNumber();
        const int least = isTotal ? 1 : 0;
        if (value.kind == Setting::Kind::Code) {
            m_draft.notUnderstood(member, QStringLiteral("an expression that Retryscope does not evaluate"),
                                  QStringLiteral("This policy uses the default of the mode."));
        } else if (!number) {
            m_draft.refused(member, QStringLiteral("TypeError: not a number"));
        } else if (*number < least) {
            m_draft.refused(
                member,
                QStringLiteral("InvalidMaxRetryAttemptsError: not a number of at least %1").arg(least));
        } else if (isOverruled) {
            m_draft.unimportant(member.line, written(member), QStringLiteral("total_max_attempts decides"));
            m_draft.take(&value);
        } else {
            const int count = static_cast<int>(std::min(std::ceil(*number), 1e6));
            m_attempts = count + (isTotal ? 0 : 1);
            m_draft.understood(member,
                               isTotal ? attemptsText(m_attempts) + QStringLiteral(", including the first")
                                       : QStringLiteral("counts retries here: ") + retriesText(count));
        }
    }

    /// Of Config itself. Source: botocore, config.py, _record_user_provided_options().
    void readArgument(const Setting::Member& member)
    {
        const bool isKnown = knownSettings(ConfigurationKind::BotocoreConfig)
                                 .findExactly(QStringLiteral("config.") + member.name.left(100)) != nullptr;
        static const QStringList kDefaults{QStringLiteral("standard"),     QStringLiteral("in-region"),
                                           QStringLiteral("cross-region"), QStringLiteral("mobile"),
                                           QStringLiteral("auto"),         QStringLiteral("legacy")};
        if (!member.name.isEmpty() && member.name != u"retries" && !isKnown) {
            m_draft.refused(member,
                            QStringLiteral("TypeError: Got unexpected keyword argument") +
                                knownSettings(ConfigurationKind::BotocoreConfig).meantBy(member.name));
        } else if (member.name == u"defaults_mode" && member.value.isQuoted &&
                   !kDefaults.contains(member.value.text.toLower())) {
            m_draft.refused(member, QStringLiteral("InvalidDefaultsMode: not one of ") +
                                        kDefaults.join(QStringLiteral(", ")));
        }
    }

    std::vector<Setting::Member> m_environment;
    const Setting::Member* m_isModeOf = nullptr; ///< outside retries; nullptr: the mode of retries, or none
    QString m_mode;
    PolicyDraft m_draft;
    int m_attempts = 0; ///< 0: the default of the mode
};

/// `os.environ["AWS_MAX_ATTEMPTS"] = "4"`: what the program itself puts there, each with its number read as
/// such.
std::vector<Setting::Member> environmentIn(const QString& text, const LiteralReader& reader)
{
    static const QRegularExpression kPut(
        QStringLiteral("^[ \\t]*os\\.environ\\[[\"'](AWS_MAX_ATTEMPTS|AWS_RETRY_MODE)[\"']\\][ \\t]*=[ "
                       "\\t]*[\"']([\\w-]{1,40})[\"']"),
        QRegularExpression::MultilineOption);
    std::vector<Setting::Member> put;
    for (auto each = kPut.globalMatch(text); each.hasNext() && put.size() < 100;) {
        const auto match = each.next();
        const int line = reader.lineOf(match.capturedStart(1));
        put.push_back({match.captured(1),
                       line,
                       {.kind = Setting::Kind::Text, .line = line, .text = match.captured(2)}});
    }
    return put;
}

} // namespace

ImportResult importBotocoreConfig(const QString& text, const ImportWish& wish, const QString& file)
{
    LiteralReader reader(text, file);
    std::vector<Setting> configs;
    std::vector<std::pair<qsizetype, qsizetype>> calls;
    QStringList parts;
    for (const qsizetype at : reader.callsOf(QStringLiteral("Config"))) {
        Result<Setting> arguments = reader.argumentsAt(at);
        if (!arguments) {
            return arguments.error();
        }
        const Setting* retries = arguments.value().find({"retries"});
        if (retries == nullptr) {
            continue;
        }
        Setting config = std::move(arguments).value();
        for (Setting::Member& member : config.members) {
            member.value = member.name == u"retries" ? groupFrom(member.value) : member.value;
        }
        config = reader.withConstants(std::move(config));
        if (const Setting* own = config.find({"retries"}); own->kind != Setting::Kind::Group) {
            return badLine(
                file, own->line,
                QStringLiteral(
                    "Config takes its retries from \"%1\", defined elsewhere; give the dictionary itself")
                    .arg(own->shown()));
        }
        calls.emplace_back(at, reader.end());
        parts += QStringLiteral("line %1").arg(reader.lineOf(at));
        configs.push_back(std::move(config));
    }
    if (configs.empty()) {
        return saysNothing(ConfigurationKind::BotocoreConfig, QStringLiteral("Config(retries={…})"), file);
    }
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    std::vector<PlacedSetting> placed;
    place(placed, reader.words(), ConfigurationKind::BotocoreConfig, calls);
    for (std::size_t i = 0; i < configs.size(); ++i) {
        if (i != chosen.value()) {
            PlacedSetting where;
            where.elsewhere =
                QStringLiteral("belongs to the Config of %1").arg(parts.at(static_cast<qsizetype>(i)));
            place(placed, configs[i], ConfigurationKind::BotocoreConfig,
                  {.own = {}, .root = QStringLiteral("Config")}, where);
        }
    }
    const Setting& config = configs[chosen.value()];
    return BotocoreConfigPolicy(config, environmentIn(text, reader))
        .read(config, std::move(placed), parts.at(static_cast<qsizetype>(chosen.value())), parts, wish);
}

} // namespace retryscope::io
