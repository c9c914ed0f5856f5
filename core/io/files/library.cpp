// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"

#include "core/io/documents/client_files.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_json.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/text/name_match.h"
#include "core/io/text/suggestions.h"
#include "core/io/text/utf8.h"
#include "core/policy/renamed_ids.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QMutex>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QThreadPool>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

namespace retryscope::io {

namespace {

constexpr QLatin1String kSuffix{".json"};
constexpr QLatin1String kBuiltIn{":/retryscope/"};

void appendEntries(std::vector<Library::Entry>& entries, const QString& folder, bool isBuiltIn)
{
    const QDir dir(folder);
    for (const QString& file : dir.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        entries.push_back({file.chopped(kSuffix.size()), dir.filePath(file), isBuiltIn});
    }
}

std::vector<Library::Entry> entriesOf(const QString& kind, const QString& userFolder)
{
    std::vector<Library::Entry> entries;
    appendEntries(entries, kBuiltIn + kind, true);
    if (!userFolder.isEmpty()) {
        appendEntries(entries, QDir(userFolder).filePath(kind), false);
    }
    return entries;
}

bool isFileName(const QString& idOrFile)
{
    return idOrFile.contains(QLatin1Char('/')) || idOrFile.endsWith(kSuffix);
}

/// Built-in entries come first, so nobody can shadow a preset.
const Library::Entry* entryNamed(const std::vector<Library::Entry>& entries, const QString& id)
{
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&id](const Library::Entry& entry) { return entry.id == id; });
    return found == entries.end() ? nullptr : &*found;
}

/// The ids that somebody probably meant, a policy that people call so with the reason:
/// `botocore-1.44.0-standard (boto3 without settings, since 1.44.0)`.
QStringList meantBy(const QString& what, const QString& name, const QStringList& ids)
{
    constexpr qsizetype kMost = 3;
    QStringList known;
    QStringList texts;
    const auto add = [&](const QString& id, const QString& text) {
        if (!known.contains(id) && texts.size() < kMost) {
            known += id;
            texts += text;
        }
    };
    for (const NameMatch match : {NameMatch::Exact, NameMatch::Words, NameMatch::Start}) {
        for (const CalledPolicy& called : calledPolicies()) {
            if (what == QLatin1String("policy") && nameMatch(name, called.names) == match) {
                add(called.id, QStringLiteral("%1 (%2)").arg(called.id, called.why));
            }
        }
        if (!texts.isEmpty()) {
            break; // `go` is not Google
        }
    }
    for (const QString& id : closestNames(name, ids)) {
        add(id, id);
    }
    return texts;
}

Error unknownId(const QString& what, const std::vector<Library::Entry>& entries, const QString& id)
{
    QStringList ids;
    for (const Library::Entry& entry : entries) {
        ids.append(entry.id);
    }
    const QStringList meant = meantBy(what, id, ids);
    const QString help = meant.isEmpty()
                             ? suggestionFor(id, ids)
                             : QStringLiteral("did you mean %1?").arg(meant.join(QStringLiteral(", ")));
    return {Error::Kind::BadUsage, QStringLiteral("there is no %1 \"%2\"; %3").arg(what, id, help),
            QString()};
}

/// What comes on standard input, where a document is called `-`. It comes once, and may be asked for more
/// often.
const Result<QByteArray>& pipedDocument()
{
    static const Result<QByteArray> content = readStandardInput(kMostDocumentBytes);
    return content;
}

/// Each built-in policy is read once: its file is part of the program. For all threads.
class BuiltInPolicies
{
public:
    static std::optional<Policy> find(const QString& path)
    {
        const QMutexLocker lock(&s_mutex);
        const auto found = s_known.constFind(path);
        return found == s_known.constEnd() ? std::nullopt : std::optional(*found);
    }
    static void keep(const QString& path, const Policy& policy)
    {
        const QMutexLocker lock(&s_mutex);
        s_known.insert(path, policy);
    }

private:
    static inline QMutex s_mutex;
    static inline QHash<QString, Policy> s_known;
};

Result<Policy> readPolicyFile(const QByteArray& json, const QString& place)
{
    Result<Policy> policy = policyFromJson(json, place);
    if (policy && place.startsWith(kBuiltIn)) {
        BuiltInPolicies::keep(place, policy.value());
    }
    return policy;
}

/// How one kind of document is found and read.
template <typename Document>
struct Shelf
{
    QString what; ///< for messages
    const std::vector<Library::Entry>& entries;
    Result<Document> (*read)(const QByteArray& json, const QString& place);

    Result<Document> fromFile(const QString& path) const
    {
        if constexpr (std::is_same_v<Document, Policy>) {
            if (std::optional<Policy> known = BuiltInPolicies::find(path)) {
                return *std::move(known);
            }
        }
        const Result<QByteArray> content = readFile(path, kMostDocumentBytes);
        return content ? read(content.value(), path) : content.error();
    }

    Result<Document> get(const QString& idOrFile) const
    {
        if (idOrFile == QLatin1String("-")) {
            const Result<QByteArray>& content = pipedDocument();
            return content ? read(content.value(), QStringLiteral("standard input")) : content.error();
        }
        if (isFileName(idOrFile)) {
            return fromFile(idOrFile);
        }
        const Library::Entry* entry = entryNamed(entries, idOrFile);
        if (entry == nullptr) { // a file of any name, as /dev/fd/3 and `u3.py` are
            return QFileInfo(idOrFile).isFile() ? fromFile(idOrFile) : unknownId(what, entries, idOrFile);
        }
        return fromEntry(*entry);
    }

    Result<Document> fromEntry(const Library::Entry& entry) const
    {
        Result<Document> document = fromFile(entry.path);
        if (document && toQString(document.value().id) != entry.id) {
            return Error{Error::Kind::BadInput,
                         QStringLiteral("found \"%1\", expected \"%2\" as in the file name")
                             .arg(toQString(document.value().id), entry.id),
                         entry.path + QStringLiteral(": id")};
        }
        return document;
    }
};

/// Where a document of this id is saved, or why it cannot be.
Result<QString> pathForSaving(const QString& userFolder, const QString& kind, const QString& id,
                              const std::vector<Library::Entry>& entries)
{
    static const QRegularExpression allowed(QStringLiteral("\\A[a-z0-9.-]+\\z"));
    if (!allowed.match(id).hasMatch() || id.startsWith(QLatin1Char('.'))) {
        return Error{
            Error::Kind::BadUsage,
            QStringLiteral(
                "\"%1\" is not a valid id; use a-z, 0-9, dots and dashes, without a dot at the beginning")
                .arg(id),
            QString()};
    }
    if (const Library::Entry* entry = entryNamed(entries, id); entry != nullptr && entry->isBuiltIn) {
        return Error{Error::Kind::BadUsage,
                     QStringLiteral("\"%1\" is built in and cannot be replaced; choose another id").arg(id),
                     QString()};
    }
    const QDir folder(QDir(userFolder).filePath(kind));
    if (userFolder.isEmpty() || !folder.mkpath(QStringLiteral("."))) {
        return Error{Error::Kind::Environment, QStringLiteral("cannot create this folder"), folder.path()};
    }
    return folder.filePath(id + kSuffix);
}

Result<QString> save(const Result<QString>& path, const QJsonObject& json)
{
    if (!path) {
        return path;
    }
    const Result<Done> written = writeFile(path.value(), documentBytes(json));
    return written ? path : written.error();
}

} // namespace

QString idFrom(const QString& name)
{
    static const QRegularExpression others(QStringLiteral("[^a-z0-9.]+"));
    return name.trimmed().toLower().replace(others, QStringLiteral("-"));
}

QString Library::defaultFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           QStringLiteral("/retryscope");
}

void Library::readAhead()
{
    QThreadPool::globalInstance()->start([] {
        const std::vector<Entry> entries = entriesOf(QStringLiteral("policies"), {});
        for (const Entry& entry : entries) {
            (void)Shelf<Policy>{QStringLiteral("policy"), entries, readPolicyFile}.fromEntry(entry);
        }
    });
}

Library::Library(QString userFolder)
    : m_userFolder(std::move(userFolder))
    , m_policies(entriesOf(QStringLiteral("policies"), m_userFolder))
    , m_scenarios(entriesOf(QStringLiteral("scenarios"), m_userFolder))
{
}

Result<Policy> Library::policy(const QString& idOrFile) const
{
    return Shelf<Policy>{QStringLiteral("policy"), m_policies, readPolicyFile}.get(idOrFile);
}

PolicyLookup Library::lookup() const
{
    return [this](const std::string& id) -> std::optional<Policy> {
        const Entry* entry = entryNamed(m_policies, toQString(id));
        if (entry == nullptr) {
            return std::nullopt;
        }
        Result<Policy> found =
            Shelf<Policy>{QStringLiteral("policy"), m_policies, readPolicyFile}.fromEntry(*entry);
        return found ? std::optional(std::move(found).value()) : std::nullopt;
    };
}

Result<Scenario> Library::scenario(const QString& idOrFile) const
{
    return Shelf<Scenario>{QStringLiteral("scenario"), m_scenarios, scenarioFromJson}.get(
        toQString(currentId(fromQString(idOrFile))));
}

Result<QString> Library::savePolicy(const Policy& policy)
{
    const QString id = toQString(policy.id);
    Result<QString> path =
        save(pathForSaving(m_userFolder, QStringLiteral("policies"), id, m_policies), policyToJson(policy));
    m_policies = entriesOf(QStringLiteral("policies"), m_userFolder);
    return path;
}

Result<Done> Library::removePolicy(const QString& path)
{
    const auto found = std::find_if(m_policies.begin(), m_policies.end(), [&path](const Entry& entry) {
        return !entry.isBuiltIn && entry.path == path;
    });
    if (found == m_policies.end()) {
        return Error{Error::Kind::BadUsage, QStringLiteral("not a policy of your own"), path};
    }
    QFile file(path);
    if (!file.remove()) {
        return Error{Error::Kind::Environment, file.errorString(), path};
    }
    m_policies = entriesOf(QStringLiteral("policies"), m_userFolder);
    return Done{};
}

Result<QString> Library::saveScenario(const Scenario& scenario)
{
    const QString id = toQString(scenario.id);
    Result<QString> path = save(pathForSaving(m_userFolder, QStringLiteral("scenarios"), id, m_scenarios),
                                scenarioToJson(scenario));
    m_scenarios = entriesOf(QStringLiteral("scenarios"), m_userFolder);
    return path;
}

} // namespace retryscope::io
