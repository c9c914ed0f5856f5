// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/shared_config.h"

#include "core/io/files/library.h"
#include "core/io/text/suggestions.h"

#include <QDir>
#include <QFileInfo>
#include <QMap>
#include <QStringList>

#include <filesystem>
#include <optional>
#include <system_error>

namespace retryscope::io {

namespace {

using Settings = std::map<std::string, std::string>;

bool isBlank(QChar character)
{
    return character == u' ' || character == u'\t';
}

bool isComment(const QString& line)
{
    return line.startsWith(QLatin1Char('#')) || line.startsWith(QLatin1Char(';'));
}

/// A line for a message, without what may be a secret: the value of a setting, or a line that is neither.
QString shownLine(const QString& text)
{
    constexpr qsizetype kMost = 40;
    if (text.startsWith(QLatin1Char('['))) {
        return QStringLiteral("\"%1\"").arg(text.left(kMost));
    }
    const qsizetype equals = text.indexOf(QLatin1Char('='));
    return equals < 0 ? QStringLiteral("a line without \"=\"")
                      : QStringLiteral("\"%1 = …\"").arg(text.left(equals).trimmed().left(kMost));
}

constexpr QStringView kProfilePrefix = u"profile ";

QString unquoted(const QString& text)
{
    const bool isQuoted =
        text.size() > 1 && text.startsWith(QLatin1Char('"')) && text.endsWith(QLatin1Char('"'));
    return isQuoted ? text.sliced(1, text.size() - 2) : text;
}

/// A whole AWS shared config file.
struct SharedConfig
{
    std::map<QString, std::map<std::string, std::string>> profiles; ///< by name, `default` among them
    /// Settings with a comment after the value, including the comment: some clients read it as part of the
    /// value (Python's configparser drops none).
    std::map<QString, QMap<QString, QString>> commented;
    /// Sections, by title, that most clients do not treat as profiles.
    std::map<QString, std::map<std::string, std::string>> otherSections;
};

/// Reads the file line by line. Profiles are collected; other sections (sso-session,
/// services) are passed over.
class ConfigReader
{
public:
    ConfigReader(QString file, ConfigForm form) : m_file(std::move(file)), m_form(form) {}

    /// What is wrong with the line, if anything is.
    std::optional<Error> read(const QString& line, qsizetype number)
    {
        const QString text = line.trimmed();
        if (text.isEmpty() || isComment(text)) {
            return std::nullopt;
        }
        const qsizetype indent = line.indexOf(text.front());
        if (isContinued(indent)) {
            if (m_form == ConfigForm::Python) {
                appendToValue();
            }
            return std::nullopt;
        }
        m_indent = indent;
        const bool isRead = text.startsWith(QLatin1Char('[')) ? openSection(text) : addSetting(text, indent);
        if (isRead || (m_isOpen && text.indexOf(QLatin1Char(':')) > 0)) { // a setting to some clients
            return std::nullopt;
        }
        return Error{Error::Kind::BadInput,
                     QStringLiteral("found %1, expected [default], [profile NAME], KEY = VALUE or a comment")
                         .arg(shownLine(text)),
                     m_file.isEmpty() ? QStringLiteral("line %1").arg(number)
                                      : QStringLiteral("%1, line %2").arg(m_file).arg(number)};
    }

    [[nodiscard]] SharedConfig taken() { return std::move(m_config); }

private:
    /// Whether an indented line belongs to the setting above it.
    [[nodiscard]] bool isContinued(qsizetype indent) const
    {
        switch (m_form) {
        case ConfigForm::Python:
            return m_hasSetting && indent > m_indent;
        case ConfigForm::JavaScript:
            return m_isEmptySetting && indent > 0;
        case ConfigForm::Common:
            break;
        }
        return m_hasSetting && indent > 0;
    }

    /// Python joins the lines. What the next line says is left out, because it may be a secret.
    void appendToValue() { sectionNow()[m_key.toStdString()] += "\\n…"; }

    std::map<std::string, std::string>& sectionNow()
    {
        return m_isProfile ? m_config.profiles[m_profile] : m_config.otherSections[m_profile];
    }

    bool openSection(const QString& text)
    {
        const qsizetype end = text.indexOf(QLatin1Char(']'));
        const QString rest = end < 0 ? QString() : text.sliced(end + 1).trimmed();
        if (end < 0 || !(rest.isEmpty() || isComment(rest))) {
            return false;
        }
        const QString whole = text.sliced(1, end - 1);
        const QString title = whole.simplified();
        m_isOpen = true;
        m_hasSetting = false;
        m_isEmptySetting = false;
        // To the parsers that were run [ default ] is another title.
        const bool isClean = m_form == ConfigForm::Common || whole == whole.trimmed();
        m_isProfile = isClean && (title == u"default" || title.startsWith(kProfilePrefix));
        if (!m_isProfile) {
            m_profile = title;
            m_config.otherSections.try_emplace(title);
        }
        if (m_isProfile) {
            m_profile = title == u"default" ? title : unquoted(title.sliced(kProfilePrefix.size()));
            m_config.profiles.try_emplace(m_profile);
            m_config.commented.try_emplace(m_profile);
        }
        return !title.isEmpty();
    }

    bool addSetting(const QString& text, qsizetype indent)
    {
        qsizetype equals = text.indexOf(QLatin1Char('='));
        if (const qsizetype colon = text.indexOf(QLatin1Char(':'));
            m_form == ConfigForm::Python && colon > 0 && (equals < 0 || colon < equals)) {
            equals = colon;
        }
        if (equals < 1 || !m_isOpen) {
            return false;
        }
        m_hasSetting = true;
        m_key = text.left(equals).trimmed().toLower();
        const QString whole = text.sliced(equals + 1).trimmed();
        const QString value = withoutComment(text.sliced(equals)).sliced(1).trimmed();
        m_isEmptySetting = value.isEmpty() && (indent == 0 || m_form != ConfigForm::JavaScript);
        sectionNow()[m_key.toStdString()] = (m_form == ConfigForm::Python ? whole : value).toStdString();
        if (m_isProfile) {
            if (whole == value) { // of two lines the last
                m_config.commented[m_profile].remove(m_key);
            } else {
                m_config.commented[m_profile][m_key] = whole;
            }
        }
        return true;
    }

    QString m_file;
    ConfigForm m_form;
    SharedConfig m_config;
    QString m_profile;             ///< or the title of another section
    QString m_key;                 ///< of the setting above
    qsizetype m_indent = 0;        ///< of the line above that was not part of a value
    bool m_isOpen = false;         ///< a section has begun
    bool m_isProfile = false;      ///< and it is a profile
    bool m_hasSetting = false;     ///< and it has a setting already
    bool m_isEmptySetting = false; ///< the setting above has no value
};

/// Invalid lines are BadInput with file and line.
Result<SharedConfig> sharedConfigFrom(const QString& text, const QString& place, ConfigForm form)
{
    ConfigReader reader(place, form);
    const QStringList lines = text.split(QLatin1Char('\n'));
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (const std::optional<Error> error = reader.read(lines[i], i + 1)) {
            return *error;
        }
    }
    return reader.taken();
}

/// No shell has seen a name that stands in AWS_CONFIG_FILE, so clients expand its `~` themselves.
QString withHome(const QString& path)
{
    return path == u"~" || path.startsWith(u"~/") ? QDir::homePath() + path.mid(1) : path;
}

/// A file that is not there is no mistake, but this is one, and looks the same to most.
bool isLinkLoop(const QString& file)
{
    std::error_code problem;
    [[maybe_unused]] const auto status =
        std::filesystem::status(QFile::encodeName(file).toStdString(), problem);
    return problem == std::errc::too_many_symbolic_link_levels;
}

Error noSuchProfile(const QString& file, const QString& profile, const SharedConfig& config)
{
    QStringList names;
    for (const auto& [name, settings] : config.profiles) {
        names.append(name);
    }
    return {Error::Kind::BadUsage,
            QStringLiteral("no profile is named \"%1\"; %2").arg(profile, suggestionFor(profile, names)),
            file};
}

} // namespace

bool sharedConfigExists(const QString& path)
{
    return QFileInfo::exists(withHome(path));
}

QString withoutComment(const QString& text)
{
    for (qsizetype i = 1; i < text.size(); ++i) {
        if ((text[i] == u'#' || text[i] == u';') && isBlank(text[i - 1])) {
            return text.left(i).trimmed();
        }
    }
    return text.trimmed();
}

Result<Settings> profileSettings(const QString& path, const QString& profile, bool mustExist)
{
    const Result<ProfileSections> sections = profileSections(path, profile, mustExist);
    return sections ? Result<Settings>(sections.value().profile) : sections.error();
}

Result<ProfileSections> profileSections(const QString& path, const QString& profile, bool mustExist,
                                        ConfigForm form)
{
    const QString file = withHome(path);
    if (isLinkLoop(file)) {
        return Error{.kind = Error::Kind::BadInput,
                     .message = QStringLiteral("this link points back to itself"),
                     .place = file};
    }
    if (!QFileInfo::exists(file)) {
        return ProfileSections{};
    }
    const Result<QByteArray> content = readFile(file, kMostDocumentBytes);
    if (!content) {
        return content.error();
    }
    const Result<SharedConfig> config = sharedConfigFrom(QString::fromUtf8(content.value()), file, form);
    if (!config) {
        return config.error();
    }
    ProfileSections sections;
    if (const auto found = config.value().profiles.find(profile); found != config.value().profiles.end()) {
        sections.profile = found->second;
        sections.isThere = true;
        const QMap<QString, QString> commented = config.value().commented.at(profile);
        for (const auto& [name, whole] : commented.asKeyValueRange()) {
            sections.withComments[name.toStdString()] = whole.toStdString();
        }
    }
    const auto& others = config.value().otherSections;
    if (const auto found = others.find(profile); found != others.end()) {
        sections.bare = found->second;
    }
    if (mustExist && !sections.isThere && !sections.bare) {
        return noSuchProfile(file, profile, config.value());
    }
    return sections;
}

} // namespace retryscope::io
