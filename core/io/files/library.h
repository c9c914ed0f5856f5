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
#include <optional>
#include <string>
#include <vector>

class QIODevice;

namespace retryscope::io {

/// The id for saving a document of this name: `My policy!` -> `my-policy-`. May be empty.
[[nodiscard]] QString idFrom(const QString& name);

/// Presets and scenarios: the built-in ones, then those in the user's folder (`policies/*.json`,
/// `scenarios/*.json`). Reads files on first use.
class Library
{
public:
    /// userFolder: may be empty or missing; nothing is created before the first save.
    explicit Library(QString userFolder = {});

    /// Reads the built-in policies in another thread, so that whoever asks for all of them waits for less.
    static void readAhead();

    /// The user's folder of both programs: `$XDG_DATA_HOME/retryscope`.
    [[nodiscard]] static QString defaultFolder();

    struct Entry
    {
        QString id;
        QString path; ///< `:/retryscope/policies/…` for built-in ones
        bool isBuiltIn = true;
    };

    /// Sorted: built-in ones by id, then the user's.
    [[nodiscard]] const std::vector<Entry>& policyEntries() const { return m_policies; }
    [[nodiscard]] const std::vector<Entry>& scenarioEntries() const { return m_scenarios; }

    /// A policy by preset id or file name. A text counts as a file name if it contains `/`, ends in `.json`,
    /// or names an existing file but no id. An unknown id is BadUsage and lists similar ids.
    Result<Policy> policy(const QString& idOrFile) const;
    /// The policy with this id; no text is a file name, so that the id may come from a foreign file. nullopt:
    /// there is none, or it cannot be read. The library must outlive it.
    [[nodiscard]] PolicyLookup lookup() const;
    Result<Scenario> scenario(const QString& idOrFile) const;

    /// Saves atomically to the user's folder; the file name is the id.
    Result<QString> savePolicy(const Policy& policy);
    Result<QString> saveScenario(const Scenario& scenario);
    /// Permanently deletes a policy of the user's. path: as in its entry. BadUsage: unknown or built in.
    Result<Done> removePolicy(const QString& path);

private:
    QString m_userFolder;
    std::vector<Entry> m_policies;
    std::vector<Entry> m_scenarios;
};

/// Who may read a written file.
enum class Readers {
    AsUsual,     ///< as the umask says, or as the file says that is replaced
    Owner,       ///< 0600, also where another one is replaced: records may tell what their requests carried
    OwnerOrNone, ///< the same, and nothing is written where the file system cannot promise it: keys, sessions
};
/// Writes a file atomically. Returns the device's error if `write` fails.
Result<Done> writeFile(const QString& path, const std::function<void(QIODevice&)>& write,
                       Readers readers = Readers::AsUsual);
Result<Done> writeFile(const QString& path, const QByteArray& content);
/// Sets a program-wide callback that decides whether to give up while the program waits for the reader of a
/// pipe. hasReader: whether there is a reader yet. nullptr: never give up.
void setStopAsked(bool (*asked)(bool hasReader));

} // namespace retryscope::io
