// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"
#include "core/io/text/result.h"

#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>

namespace retryscope::cli {

/// A parsed command line, checked against the table of options.
class Arguments
{
public:
    QString command;        ///< empty only together with --help or --version
    QString helpTopic;      ///< `all`, `services` or `terms`; empty: the page of the command
    QStringList positional; ///< words after the command that are not options

    void add(const QString& option, const QString& value);
    [[nodiscard]] bool has(const QString& option) const { return m_values.contains(option); }
    /// The last one given; empty when there is none.
    [[nodiscard]] QString value(const QString& option) const;
    /// Every one given, in order.
    [[nodiscard]] QStringList values(const QString& option) const { return m_values.value(option); }

    /// The same in UTF-8.
    [[nodiscard]] std::vector<std::string> texts(const QString& option) const;

    /// The positions of every occurrence of this option among all options, from 0.
    [[nodiscard]] QList<int> places(const QString& option) const { return m_places.value(option); }

    [[nodiscard]] QStringList options() const { return m_values.keys(); }
    void remove(const QString& option);

    // What the table of options lets through is read without further checks.

    /// A whole number; absent when the option was not given.
    [[nodiscard]] std::optional<qint64> integer(const QString& option) const;
    /// Absent when the option was not given.
    [[nodiscard]] std::optional<Duration> time(const QString& option) const;
    /// The value; if the option was not given, the first of its choices.
    [[nodiscard]] QString choice(const QString& option) const;

private:
    QMap<QString, QStringList> m_values;
    QMap<QString, QList<int>> m_places; ///< one for each value
    int m_count = 0;                    ///< of options given
};

// An error ends a command: its functions throw an io::Error, which main() prints.

template <typename Value>
[[nodiscard]] Value need(io::Result<Value> result)
{
    if (!result) {
        throw result.error();
    }
    return std::move(result).value();
}
inline void need(const io::Result<io::Done>& result)
{
    if (!result) {
        throw result.error();
    }
}

/// A usage error (exit 2).
[[nodiscard]] io::Error usageError(const QString& message);
/// A usage error about the value of an option. The message names the option, the value and the allowed
/// values.
[[nodiscard]] io::Error valueError(const QString& option, const QString& value, const QString& allowed);

/// A usage error about a value that must be one of `choices`. The message suggests the nearest choice.
[[nodiscard]] io::Error choiceError(const QString& option, const QString& value, const QStringList& choices);

/// words: the arguments without the program name. Checks the text of every value, but opens no files.
[[nodiscard]] Arguments parseArguments(const QStringList& words);
/// Removes the options that have no effect on the command, after checking the files that they name. The
/// result lists the warnings: one for each removed option, and one for each suspicious value.
[[nodiscard]] QStringList dropWithoutEffect(Arguments& arguments);
/// Throws if the command would write a file that it also reads, or two outputs into one file.
void refuseSharedFiles(const Arguments& arguments);

} // namespace retryscope::cli
