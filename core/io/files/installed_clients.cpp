// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/installed_clients.h"

#include "core/io/documents/client_files.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/text/utf8.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QThreadPool>

#include <algorithm>
#include <atomic>
#include <optional>

namespace retryscope::io {

namespace {

constexpr qint64 kMostMetadata = 16 * 1024;            ///< bytes: name and version stand at the beginning
constexpr qint64 kMostPackageJson = 256 * 1024;        ///< bytes
constexpr qint64 kMostDebianStatus = 32 * 1024 * 1024; ///< bytes: some 20,000 packages

/// The beginning of a plain file; empty where there is none.
QByteArray beginningOf(const QString& path, qint64 most)
{
    QFile file(path);
    const bool isPlain = QFileInfo(path).isFile(); // a pipe would wait for ever
    return isPlain && file.open(QIODevice::ReadOnly) ? file.read(most) : QByteArray();
}

QString versionIn(const QString& text)
{
    const QString version = text.trimmed();
    return isVersion(fromQString(version)) ? version : QString();
}

QString shownPlace(const QString& path)
{
    const QString home = QDir::homePath();
    return path.startsWith(home + QLatin1Char('/')) ? QLatin1Char('~') + path.mid(home.size()) : path;
}

/// Names of Python packages take `-`, `_` and `.` for the same sign (PEP 503).
QString pythonName(const QString& name)
{
    static const QRegularExpression kSigns(QStringLiteral("[-_.]+"));
    return name.toLower().replace(kSigns, QStringLiteral("-"));
}

class Search
{
public:
    explicit Search(std::chrono::milliseconds most) : m_deadline(most) {}

    void lookInPython(const QString& folder);
    void lookInNode(const QString& folder);
    void lookInDebian(const QString& status);
    [[nodiscard]] std::vector<InstalledClient> take() { return std::move(m_found); }

private:
    using Packages = std::vector<std::string> KnownClient::*;
    void add(Packages kind, const QString& package, const QString& version, const QString& place,
             const PartVersions& parts = {});

    QDeadlineTimer m_deadline;
    std::vector<InstalledClient> m_found;
};

void Search::add(Packages kind, const QString& package, const QString& version, const QString& place,
                 const PartVersions& parts)
{
    const std::string name = fromQString(package);
    for (const KnownClient& client : knownClients()) {
        if (version.isEmpty() ||
            std::find((client.*kind).begin(), (client.*kind).end(), name) == (client.*kind).end()) {
            continue;
        }
        const QString service = package.section(QStringLiteral("client-"), 1);
        const auto policy = defaultPolicyOf(
            client, builtInSdks(),
            {.version = fromQString(version), .parts = parts, .service = fromQString(service)});
        if (!policy) {
            continue;
        }
        InstalledClient found{.package = package,
                              .version = version,
                              .place = place,
                              .policy = toQString(policy->policy),
                              .why = toQString(policy->why),
                              .names = {}};
        for (const std::string& other : client.names) {
            found.names += toQString(other);
        }
        // Packages of one SDK have one version, and one line in a list is enough.
        const bool isKnown =
            std::any_of(m_found.begin(), m_found.end(), [&found](const InstalledClient& other) {
                return other.policy == found.policy && other.version == found.version &&
                       other.place == found.place;
            });
        if (!isKnown) {
            m_found.push_back(std::move(found));
        }
    }
}

void Search::lookInPython(const QString& folder)
{
    static const QRegularExpression kName(QStringLiteral("^Name:\\s*(\\S+)\\s*$"),
                                          QRegularExpression::MultilineOption);
    static const QRegularExpression kVersion(QStringLiteral("^Version:\\s*(\\S+)\\s*$"),
                                             QRegularExpression::MultilineOption);
    QDirIterator entries(folder, {QStringLiteral("*.dist-info"), QStringLiteral("*.egg-info")},
                         QDir::Dirs | QDir::Files | QDir::NoDotAndDotDot);
    while (entries.hasNext() && !m_deadline.hasExpired()) {
        const QString entry = entries.next();
        const QString called = pythonName(entries.fileName().section(QLatin1Char('-'), 0, 0));
        const bool isKnown =
            std::any_of(knownClients().begin(), knownClients().end(), [&called](const KnownClient& client) {
                return std::any_of(client.pip.begin(), client.pip.end(), [&called](const std::string& name) {
                    return pythonName(toQString(name)) == called;
                });
            });
        if (!isKnown) {
            continue; // most packages: their files are not read
        }
        QString text;
        for (const QString& file :
             {entry + QStringLiteral("/METADATA"), entry + QStringLiteral("/PKG-INFO"), entry}) {
            text = text.isEmpty() ? QString::fromUtf8(beginningOf(file, kMostMetadata)) : text;
        }
        add(&KnownClient::pip, pythonName(kName.match(text).captured(1)),
            versionIn(kVersion.match(text).captured(1)), shownPlace(folder));
    }
}

void Search::lookInNode(const QString& folder)
{
    const auto versionOf = [&folder](const QString& package) {
        const QByteArray json = beginningOf(
            folder + QLatin1Char('/') + package + QStringLiteral("/package.json"), kMostPackageJson);
        const QJsonObject object = QJsonDocument::fromJson(json).object();
        return object.value(QLatin1String("name")).toString() == package
                   ? versionIn(object.value(QLatin1String("version")).toString())
                   : QString();
    };
    if (!QFileInfo(folder).isDir()) {
        return;
    }
    for (const KnownClient& client : knownClients()) {
        PartVersions parts;
        if (const Sdk* sdk = client.sdk.empty() ? nullptr : findSdk(builtInSdks(), client.sdk)) {
            for (const SdkPart& part : sdk->parts) {
                if (const QString version = versionOf(toQString(part.name)); !version.isEmpty()) {
                    parts[part.name] = fromQString(version);
                }
            }
        }
        for (const std::string& package : client.npm) {
            if (m_deadline.hasExpired()) {
                return;
            }
            add(&KnownClient::npm, toQString(package), versionOf(toQString(package)), shownPlace(folder),
                parts);
        }
    }
}

void Search::lookInDebian(const QString& status)
{
    QFile file(status);
    if (!QFileInfo(status).isFile() || file.size() > kMostDebianStatus || !file.open(QIODevice::ReadOnly)) {
        return;
    }
    QString package;
    bool isInstalled = false;
    while (!file.atEnd() && !m_deadline.hasExpired()) {
        const QByteArray line = file.readLine();
        if (line.startsWith("Package: ")) {
            package = QString::fromUtf8(line.mid(9)).trimmed();
        } else if (line.startsWith("Status: ")) {
            isInstalled = line.contains(" installed");
        } else if (line.startsWith("Version: ") && isInstalled) {
            // 1:7.88.1-10+deb12u5: epoch, version of the program, revision of the package
            QString version = QString::fromUtf8(line.mid(9)).trimmed();
            version = version.section(QLatin1Char(':'), -1).section(QLatin1Char('-'), 0, 0);
            add(&KnownClient::deb, package, versionIn(version), QStringLiteral("Debian"));
        }
    }
}

/// Folders of packages of one environment: `lib/python3.11/site-packages` and the like.
QStringList pythonFoldersIn(const QString& root)
{
    QStringList folders;
    const QDir lib(root + QStringLiteral("/lib"));
    for (const QString& version : lib.entryList({QStringLiteral("python3*")}, QDir::Dirs, QDir::Name)) {
        for (const char* packages : {"site-packages", "dist-packages"}) {
            const QString folder = lib.filePath(version + QLatin1Char('/') + QString::fromLatin1(packages));
            if (QFileInfo(folder).isDir()) {
                folders += folder;
            }
        }
    }
    return folders;
}

std::atomic<bool> hasLooked = false;
std::atomic<bool> hasFound = false;

std::vector<InstalledClient>& foundStore()
{
    static std::vector<InstalledClient> found;
    return found;
}

} // namespace

InstalledPlaces installedPlacesFrom(const QString& folder)
{
    InstalledPlaces places;
    const QString active = qEnvironmentVariable("VIRTUAL_ENV");
    for (const QString& root : {active, folder + QStringLiteral("/.venv"), folder + QStringLiteral("/venv"),
                                QDir::homePath() + QStringLiteral("/.local"), QStringLiteral("/usr/local"),
                                QStringLiteral("/usr")}) {
        places.python += root.isEmpty() ? QStringList() : pythonFoldersIn(root);
    }
    places.python.removeDuplicates();
    places.node = {folder + QStringLiteral("/node_modules")};
    places.debianStatus = QStringLiteral("/var/lib/dpkg/status");
    return places;
}

std::vector<InstalledClient> installedClients(const InstalledPlaces& places, std::chrono::milliseconds most)
{
    Search search(most);
    for (const QString& folder : places.node) {
        search.lookInNode(folder);
    }
    for (const QString& folder : places.python) {
        search.lookInPython(folder);
    }
    if (!places.debianStatus.isEmpty()) {
        search.lookInDebian(places.debianStatus);
    }
    return search.take();
}

void findInstalledClients()
{
    constexpr std::chrono::milliseconds kMost{200};
    if (hasLooked.exchange(true)) {
        return;
    }
    QThreadPool::globalInstance()->start([folder = QDir::currentPath()] {
        foundStore() = installedClients(installedPlacesFrom(folder), kMost);
        hasFound.store(true);
    });
}

const std::vector<InstalledClient>& foundClients()
{
    static const std::vector<InstalledClient> none;
    return hasFound.load() ? foundStore() : none;
}

} // namespace retryscope::io
