// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/literal_setting.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"

#include <algorithm>
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
    explicit BotocoreConfigPolicy(const Setting& retries)
        : m_mode(modeOf(retries))
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
        if (retries->find({"mode"}) == nullptr) {
            m_draft.understood(
                0, QStringLiteral("mode"),
                QStringLiteral("not given: legacy, unless the environment or the profile says otherwise"));
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
        PlacedSetting where;
        where.block = QStringLiteral("Config(…)");
        place(placed, arguments, ConfigurationKind::BotocoreConfig,
              {.own = {}, .root = QStringLiteral("Config")}, where);
        reportRest(m_draft, placed);
        return m_draft.finished(wish);
    }

private:
    static QString modeOf(const Setting& retries)
    {
        const Setting* mode = retries.find({"mode"});
        const QString text = mode != nullptr ? mode->text : QString();
        return text == u"standard" || text == u"adaptive" ? text : QStringLiteral("legacy");
    }

    void readMember(const Setting::Member& member, const Setting& retries)
    {
        const QString& name = member.name;
        const std::optional<int> number = member.value.wholeNumber();
        if (name == u"mode") {
            if (member.value.text == m_mode) {
                m_draft.understood(member, QStringLiteral("the policy follows botocore in this mode"));
            } else {
                m_draft.notUnderstood(
                    member, QStringLiteral("not legacy, standard or adaptive"),
                    QStringLiteral("botocore raises InvalidRetryModeError; this policy assumes legacy."));
            }
        } else if (name == u"max_attempts" && retries.find({"total_max_attempts"}) != nullptr) {
            m_draft.unimportant(member.line, written(member), QStringLiteral("total_max_attempts decides"));
            m_draft.take(&member.value);
        } else if (name == u"max_attempts" || name == u"total_max_attempts") {
            const bool isTotal = name == u"total_max_attempts";
            if (!number || *number < (isTotal ? 1 : 0)) {
                m_draft.notUnderstood(
                    member,
                    member.value.kind == Setting::Kind::Code
                        ? QStringLiteral("an expression that Retryscope does not evaluate")
                        : QStringLiteral("not a whole number of at least %1").arg(isTotal ? 1 : 0),
                    QStringLiteral("This policy uses the default of the mode; botocore raises "
                                   "InvalidMaxRetryAttemptsError for a number below %1.")
                        .arg(isTotal ? 1 : 0));
                return;
            }
            m_attempts = std::min(*number, 1'000'000) + (isTotal ? 0 : 1);
            m_draft.understood(member,
                               isTotal ? attemptsText(m_attempts) + QStringLiteral(", including the first")
                                       : QStringLiteral("counts retries here: ") + retriesText(*number));
        }
    }

    QString m_mode;
    PolicyDraft m_draft;
    int m_attempts = 0; ///< 0: the default of the mode
};

} // namespace

ImportResult importBotocoreConfig(const QString& text, const ImportWish& wish, const QString& file)
{
    constexpr std::size_t kMostParts = 100;
    LiteralReader reader(text, file);
    std::vector<Setting> configs;
    std::vector<std::pair<qsizetype, qsizetype>> calls;
    QStringList parts;
    for (qsizetype at = reader.find(QStringLiteral("Config"), u'('); at >= 0 && configs.size() < kMostParts;
         at = reader.find(QStringLiteral("Config"), u'(', at + 1)) {
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
    return BotocoreConfigPolicy(*config.find({"retries"}))
        .read(config, std::move(placed), parts.at(static_cast<qsizetype>(chosen.value())), parts, wish);
}

} // namespace retryscope::io
