// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/phrases.h"
#include "core/io/files/shared_config.h"
#include "core/io/import/known_settings.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"
#include "core/io/text/utf8.h"
#include "core/policy/retry_settings.h"

#include <QSet>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace retryscope::io {

namespace {

/// A line of the file that is a setting, or is taken for one by some client.
struct ConfigLine
{
    int number = 1;
    QString text;    ///< without blanks around it
    QString title;   ///< of its section, as written; empty: none
    QString profile; ///< that most clients take the section for; empty: none
    QString name;    ///< in lower case; empty: neither a section nor a setting
    QString value;   ///< without the comment
    QString whole;   ///< with it
    QString above;   ///< the setting that it is indented below, as botocore sees it; empty: none
    std::vector<std::string_view> forms; ///< see resources/imports/shared-config.json; empty: the usual one

    [[nodiscard]] bool isRetrySetting() const { return name == u"retry_mode" || name == u"max_attempts"; }
    /// It counts for botocore, which goes on with its default where it passes over a setting.
    [[nodiscard]] bool isRead() const
    {
        return !name.isEmpty() && std::ranges::none_of(forms, [](std::string_view how) {
            return how.starts_with("joined") || how == "nested" || how == "blanksInTitle" ||
                   how == "beforeSection" || how == "valueBelow";
        });
    }
};

qsizetype indentOf(const QString& line)
{
    const auto first = std::find_if_not(line.begin(), line.end(), [](QChar one) { return one.isSpace(); });
    return first - line.begin();
}

/// Reads the file as Python's configparser does, which botocore and the AWS CLI use, and notes what others
/// read differently. Source: configparser.py, RawConfigParser._read(); botocore, configloader.py.
class ConfigScanner
{
public:
    explicit ConfigScanner(bool hasSections) : m_isOpen(!hasSections)
    {
        if (m_isOpen) { // two lines that were copied out of a profile
            m_title = m_profile = QStringLiteral("default");
        }
    }

    std::vector<ConfigLine> read(const QStringList& lines)
    {
        for (qsizetype i = 0; i < lines.size(); ++i) {
            m_line = lines.at(i).left(2000);
            const QString text = m_line.trimmed();
            if (text.isEmpty() || text.startsWith(u'#') || text.startsWith(u';')) {
                continue;
            }
            ConfigLine line{.number = static_cast<int>(i) + 1, .text = text};
            const bool isBelow = !m_above.isEmpty() && indentOf(m_line) > m_indent;
            if (text.startsWith(u'[') && !isBelow) {
                openSection(line);
            } else {
                addSetting(line, isBelow);
            }
        }
        return std::move(m_lines);
    }

private:
    void openSection(ConfigLine line)
    {
        const qsizetype end = line.text.lastIndexOf(u']');
        m_above.clear();
        if (end < 0) {
            line.forms = {"withoutEquals"};
            m_lines.push_back(line);
            return;
        }
        m_isOpen = true;
        m_title = line.text.sliced(1, end - 1);
        const QStringList words = m_title.split(u' ', Qt::SkipEmptyParts);
        m_profile = words == QStringList{QStringLiteral("default")}    ? words.front()
                    : words.value(0) == u"profile" && words.size() > 1 ? words.mid(1).join(u' ').remove(u'"')
                                                                       : QString();
        m_hasBlanks = !m_title.isEmpty() && (m_title.front().isSpace() || m_title.back().isSpace());
        if (m_titles.contains(m_title)) {
            line.forms = {"repeatedSection"};
            line.title = m_title;
            line.profile = m_profile;
            m_lines.push_back(line);
        }
        m_titles.insert(m_title);
        m_names.clear();
    }

    void addSetting(ConfigLine line, bool isBelow)
    {
        const qsizetype equals = line.text.indexOf(u'=');
        const qsizetype colon = line.text.indexOf(u':');
        const bool isColon = colon > 0 && (equals < 0 || colon < equals);
        const qsizetype sign = isColon ? colon : equals;
        line.title = m_title;
        line.profile = m_profile;
        if (isBelow && sign <= 0) {
            if (m_isAboveEmpty && !m_lines.empty()) {
                m_lines.back().forms = {"valueBelow"};
            }
            return; // the rest of a value
        }
        if (sign <= 0) {
            line.forms = {"withoutEquals"};
            m_lines.push_back(line);
            return;
        }
        const QString name = line.text.left(sign).trimmed();
        line.name = name.toLower();
        line.whole = line.text.sliced(sign + 1).trimmed();
        line.value = withoutComment(line.text.sliced(sign)).sliced(1).trimmed();
        if (line.value.startsWith(u'+') && line.name == u"max_attempts") {
            line.whole = line.value = line.value.mid(1); // a number to Python, JavaScript and Ruby
        }
        if (isBelow) {
            const bool isAboveRetry = m_above == u"retry_mode" || m_above == u"max_attempts";
            line.above = m_above;
            line.forms = {m_isAboveEmpty ? "nested" : isAboveRetry ? "joinedToRetrySetting" : "joined"};
            m_lines.push_back(line);
            return;
        }
        line.forms = formsOf(line, name, isColon);
        m_names.insert(line.name);
        m_above = line.name;
        m_isAboveEmpty = line.value.isEmpty();
        m_indent = indentOf(m_line);
        m_lines.push_back(line);
    }

    [[nodiscard]] std::vector<std::string_view> formsOf(const ConfigLine& line, const QString& name,
                                                        bool isColon) const
    {
        std::vector<std::string_view> forms;
        const auto addIf = [&forms](bool is, std::string_view form) {
            if (is) {
                forms.push_back(form);
            }
        };
        addIf(!m_isOpen, "beforeSection");
        addIf(m_hasBlanks, "blanksInTitle");
        addIf(m_names.contains(line.name), "repeatedSetting");
        addIf(isColon, "colon");
        addIf(indentOf(m_line) > 0, "indented");
        if (line.isRetrySetting()) {
            addIf(name != line.name, "upperCase");
            addIf(line.whole != line.value,
                  line.name == u"max_attempts" ? "commentedNumber" : "commentedMode");
        }
        return forms;
    }

    QString m_line;
    std::vector<ConfigLine> m_lines;
    QSet<QString> m_titles;
    QSet<QString> m_names; ///< of the section
    QString m_title;
    QString m_profile;
    bool m_isOpen;
    bool m_hasBlanks = false; ///< around the title
    QString m_above;          ///< the last setting
    bool m_isAboveEmpty = false;
    qsizetype m_indent = 0; ///< of it
};

/// What the clients make of a line that has several forms: who refuses one of them refuses it, and who passes
/// over one passes over it. Absent: every client reads it.
std::optional<KnownForm> together(const std::vector<std::string_view>& names)
{
    const KnownSettings& known = knownSettings(ConfigurationKind::SharedConfig);
    std::vector<const KnownForm*> forms;
    for (const std::string_view name : names) {
        if (const KnownForm* form = known.form(name)) {
            forms.push_back(form);
        }
    }
    if (forms.empty()) {
        return std::nullopt;
    }
    KnownForm whole;
    std::vector<std::string> what;
    for (const KnownForm* form : forms) {
        what.push_back(form->is);
    }
    whole.is = joined(what, " and ");
    for (const std::string& client : known.clients) {
        const auto isIn = [&client](std::vector<std::string> KnownForm::*list) {
            return [&client, list](const KnownForm* form) {
                return std::ranges::find(form->*list, client) != (form->*list).end();
            };
        };
        if (std::ranges::any_of(forms, isIn(&KnownForm::refuses))) {
            whole.refuses.push_back(client);
        } else if (std::ranges::any_of(forms, isIn(&KnownForm::passesOver))) {
            whole.passesOver.push_back(client);
        } else if (std::ranges::all_of(forms, isIn(&KnownForm::reads))) {
            whole.reads.push_back(client);
        }
    }
    return whole;
}

/// `botocore rejects the file and creates no client. Go v2 reads it. …`
QString whoReads(const KnownForm& form)
{
    std::vector<std::string> unknown;
    for (const std::string& client : knownSettings(ConfigurationKind::SharedConfig).clients) {
        const auto isIn = [&client](const std::vector<std::string>& list) {
            return std::ranges::find(list, client) != list.end();
        };
        if (!isIn(form.reads) && !isIn(form.passesOver) && !isIn(form.refuses)) {
            unknown.push_back(client);
        }
    }
    const auto sentence = [](SentenceForm<1> ofOne, SentenceForm<1> ofMore,
                             const std::vector<std::string>& list) {
        return list.empty() ? std::string()
                            : filled(list.size() == 1 ? ofOne : ofMore, joined(list, " and "));
    };
    return toQString(prose({sentence("%1 rejects the file and creates no client.",
                                     "%1 reject the file and create no client.", form.refuses),
                            sentence("%1 ignores the line and uses the default.",
                                     "%1 ignore the line and use the default.", form.passesOver),
                            sentence("%1 reads it.", "%1 read it.", form.reads),
                            sentence("Unknown for %1.", "Unknown for %1.", unknown)}));
}

class SharedConfigPolicy
{
public:
    SharedConfigPolicy(const std::vector<ConfigLine>& lines, const QStringList& text, const QString& part)
        : m_lines(lines), m_text(text), m_part(part), m_settings(resolved()), m_draft(draftFor(m_settings))
    {
    }

    ImportResult read(const QStringList& parts, const ImportWish& wish)
    {
        m_draft.setPart(m_part, parts);
        const int attempts = m_settings.maxAttempts.value && m_settings.maxAttempts.problem.empty()
                                 ? toQString(*m_settings.maxAttempts.value).toInt()
                                 : 0;
        report(m_settings.mode, QStringLiteral("the policy follows botocore in this mode"),
               isModeOfDefaults() ? QStringLiteral("not given: standard, from defaults_mode")
                                  : QStringLiteral("not given: botocore's default, legacy"));
        report(m_settings.maxAttempts, attemptsText(attempts) + QStringLiteral(", including the first"),
               QStringLiteral("not given: the default of the mode"));
        if (attempts > 0) {
            m_draft.setAttempts(std::min(attempts, 1'000'000), true);
            m_draft.set(QStringLiteral("services"),
                        QJsonObject{{QStringLiteral("dynamodb"),
                                     QJsonObject{{QStringLiteral("attempts"), QJsonValue::Null}}}});
        }
        reportForms();
        reportRest(m_draft, placed());
        return m_draft.finished(wish);
    }

private:
    [[nodiscard]] RetrySettings resolved() const
    {
        RetrySettingsInput input;
        for (const ConfigLine& line : m_lines) { // of two the last one holds
            if (line.profile == m_part && line.isRead()) {
                input.profile[fromQString(line.name)] = fromQString(line.value);
            }
        }
        input.profileOrigin = "profile " + fromQString(m_part);
        if (isModeOfDefaults()) {
            input.profile["retry_mode"] = "standard";
        }
        return resolveRetrySettings(input);
    }

    /// defaults_mode sets the mode where retry_mode does not. Source: botocore, args.py,
    /// compute_client_args(); data/sdk-default-configuration.json: every mode but legacy has retryMode
    /// standard.
    [[nodiscard]] bool isModeOfDefaults() const
    {
        const auto given = [this](QLatin1String name) {
            const auto line = std::find_if(m_lines.rbegin(), m_lines.rend(), [&](const ConfigLine& one) {
                return one.profile == m_part && one.name == name && one.isRead();
            });
            return line == m_lines.rend() ? QString() : line->value.toLower();
        };
        static const QStringList kModes{QStringLiteral("standard"), QStringLiteral("in-region"),
                                        QStringLiteral("cross-region"), QStringLiteral("mobile"),
                                        QStringLiteral("auto")};
        return given(QLatin1String("retry_mode")).isEmpty() &&
               kModes.contains(given(QLatin1String("defaults_mode")));
    }

    static PolicyDraft draftFor(const RetrySettings& settings)
    {
        // boto3's own default where no mode is given: before the rules of 2026, legacy.
        const QString mode = settings.mode.value && settings.mode.problem.empty()
                                 ? toQString(*settings.mode.value)
                                 : QStringLiteral("legacy");
        return {ConfigurationKind::SharedConfig, QStringLiteral("botocore-1.43.67-") + mode.toLower(),
                QStringLiteral(
                    "the configuration that was imported; AWS SDKs and tools reference, Retry behavior")};
    }

    const void* keyOf(const ConfigLine& line) const { return &m_text.at(line.number - 1); }

    void notUnderstood(const ConfigLine& line, const KnownForm& form)
    {
        m_draft.take(keyOf(line));
        m_draft.notUnderstood(line.number, line.text, toQString(form.is), whoReads(form));
    }

    /// The line that holds for a setting, and what it became.
    void report(const EffectiveSetting& setting, const QString& became, const QString& absent)
    {
        const QString name = toQString(setting.name);
        const auto holds = std::find_if(m_lines.rbegin(), m_lines.rend(), [&](const ConfigLine& line) {
            return line.profile == m_part && line.name == name && line.isRead();
        });
        if (holds == m_lines.rend()) {
            m_draft.understood(0, name, absent);
            return;
        }
        std::vector<std::string_view> forms = holds->forms;
        if (!setting.problem.empty() || holds->value.isEmpty()) {
            forms.push_back(name == u"max_attempts" ? "badNumber" : "badMode");
        }
        const std::optional<KnownForm> form = together(forms);
        if (form && std::ranges::find(form->refuses, "botocore") != form->refuses.end()) {
            notUnderstood(*holds, *form);
            return;
        }
        m_draft.take(keyOf(*holds));
        m_draft.understood(
            holds->number, holds->text,
            !form ? became
                  : QStringLiteral("%1. But %2. %3").arg(became, toQString(form->is), whoReads(*form)));
    }

    /// What some clients read differently: every retry setting of the part, and the first of the others.
    void reportForms()
    {
        std::set<std::vector<std::string_view>> seen;
        for (const ConfigLine& line : m_lines) {
            const std::optional<KnownForm> form = together(line.forms);
            const bool isOwn = line.isRetrySetting() && line.profile == m_part;
            const bool isNew = form && !form->refuses.empty() && !seen.contains(line.forms);
            if (!form || m_draft.hasTaken(keyOf(line)) || !(isOwn || isNew)) {
                continue;
            }
            seen.insert(line.forms);
            notUnderstood(line, *form);
        }
    }

    [[nodiscard]] std::vector<PlacedSetting> placed() const
    {
        std::vector<PlacedSetting> all;
        for (const ConfigLine& line : m_lines) {
            if (line.name.isEmpty()) {
                continue;
            }
            PlacedSetting one{.key = keyOf(line),
                              .line = line.number,
                              .names = {plainName(line.name)},
                              .name = line.name,
                              .text = line.text};
            one.block = QStringLiteral("[%1]").arg(line.title.left(60));
            if (line.profile != m_part) {
                one.elsewhere = QStringLiteral("belongs to [%1]").arg(line.title.left(60));
            }
            all.push_back(std::move(one));
        }
        return all;
    }

    const std::vector<ConfigLine>& m_lines;
    const QStringList& m_text;
    QString m_part;
    RetrySettings m_settings;
    PolicyDraft m_draft;
};

} // namespace

ImportResult importSharedConfig(const QString& text, const ImportWish& wish, const QString& file)
{
    const QStringList whole = text.split(QLatin1Char('\n'));
    const bool hasSections =
        std::ranges::any_of(whole, [](const QString& line) { return line.trimmed().startsWith(u'['); });
    const std::vector<ConfigLine> lines = ConfigScanner(hasSections).read(whole);
    constexpr qsizetype kMostParts = 1000;
    QSet<QString> profiles;
    QStringList parts;
    for (const ConfigLine& line : lines) {
        if (line.isRetrySetting() && !line.profile.isEmpty() && !profiles.contains(line.profile) &&
            parts.size() < kMostParts) {
            profiles.insert(line.profile);
            parts += line.profile;
        }
    }
    if (parts.isEmpty()) {
        const auto wrong =
            std::ranges::find_if(lines, [](const ConfigLine& line) { return line.name.isEmpty(); });
        return wrong != lines.end() && wrong->forms == std::vector<std::string_view>{"withoutEquals"}
                   ? badLine(
                         file, wrong->number,
                         QStringLiteral("found \"%1\", expected [default], [profile NAME], KEY = VALUE or a "
                                        "comment")
                             .arg(wrong->text.left(80)))
                   : saysNothing(ConfigurationKind::SharedConfig,
                                 QStringLiteral("retry_mode or max_attempts in a profile"), file);
    }
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    return SharedConfigPolicy(lines, whole, parts.at(static_cast<qsizetype>(chosen.value())))
        .read(parts, wish);
}

} // namespace retryscope::io
