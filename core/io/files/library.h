// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/input_file.h"
#include "core/io/text/result.h"
#include "core/policy/policy.h"
#include "core/simulate/scenario.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

class QIODevice;

namespace retryscope::io {

/// The id under which a document of this name is saved: `My policy!` -> `my-policy-`. May be empty.
[[nodiscard]] QString idFrom(const QString& name);

/// Presets and scenarios: the built-in ones, then those of the user's folder (`policies/*.json`,
/// `scenarios/*.json` in it). Files are read when they are first asked for.
class Library
{
public:
    /// userFolder: may be empty or missing; nothing is created before the first save.
    explicit Library(QString userFolder = {});

    struct Entry
    {
        QString id;
        QString path; ///< `:/retryscope/policies/…` for built-in ones
        bool isBuiltIn = true;
    };

    /// Sorted: built-in ones by id, then the user's.
    [[nodiscard]] const std::vector<Entry>& policyEntries() const { return m_policies; }
    [[nodiscard]] const std::vector<Entry>& scenarioEntries() const { return m_scenarios; }

    /// By preset id, or by file name: of any file that holds a `/`, ends in `.json`, or exists and has no
    /// id's name. An unknown id is BadUsage and lists close ones.
    Result<Policy> policy(const QString& idOrFile) const;
    Result<Scenario> scenario(const QString& idOrFile) const;

    /// Whole or not at all, into the user's folder; the file's name is the id.
    Result<QString> savePolicy(const Policy& policy);
    Result<QString> saveScenario(const Scenario& scenario);
    /// One of the user's own, for good; path: as in its entry. BadUsage: it is none of them, or built in.
    Result<Done> removePolicy(const QString& path);

private:
    QString m_userFolder;
    std::vector<Entry> m_policies;
    std::vector<Entry> m_scenarios;
};

/// Who may read a file that is written.
enum class Readers {
    AsUsual,     ///< as the umask says, or as the file says that is replaced
    Owner,       ///< 0600, also where another one is replaced: records may tell what their requests carried
    OwnerOrNone, ///< the same, and nothing is written where the file system cannot promise it: keys, sessions
};
/// Writes a file whole or not at all. Problems of `write` stay with the device and are told.
Result<Done> writeFile(const QString& path, const std::function<void(QIODevice&)>& write,
                       Readers readers = Readers::AsUsual);
Result<Done> writeFile(const QString& path, const QByteArray& content);
/// While the reader of a pipe keeps the program waiting, this is asked whether to give up: the argument says
/// whether there is a reader yet. nullptr: never. Of the whole program.
void setStopAsked(bool (*asked)(bool hasReader));

} // namespace retryscope::io
