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

namespace retryscope::cli {

/// A command line, taken apart and checked against the table of options.
class Arguments
{
public:
    QString command;        ///< empty only together with --help or --version
    QStringList positional; ///< what follows the command and is no option

    void add(const QString& option, const QString& value);
    [[nodiscard]] bool has(const QString& option) const { return m_values.contains(option); }
    /// The last one given; empty when there is none.
    [[nodiscard]] QString value(const QString& option) const;
    /// Every one given, in order.
    [[nodiscard]] QStringList values(const QString& option) const { return m_values.value(option); }

    /// Where the option stands among all options given, for each time it was given; the first one is 0.
    [[nodiscard]] QList<int> places(const QString& option) const { return m_places.value(option); }

    [[nodiscard]] QStringList options() const { return m_values.keys(); }
    void remove(const QString& option);

    // What the table of options lets through is read without further checks.

    /// A whole number; absent when the option was not given.
    [[nodiscard]] std::optional<qint64> integer(const QString& option) const;
    /// Absent when the option was not given.
    [[nodiscard]] std::optional<Duration> time(const QString& option) const;
    /// The value, or the first of those that there are when the option was not given.
    [[nodiscard]] QString choice(const QString& option) const;

private:
    QMap<QString, QStringList> m_values;
    QMap<QString, QList<int>> m_places; ///< one for each value
    int m_count = 0;                    ///< of options given
};

/// An error that blames the command line (exit 2).
[[nodiscard]] io::Error usageError(const QString& message);
/// The same, about the value of an option: names both and what is allowed.
[[nodiscard]] io::Error valueError(const QString& option, const QString& value, const QString& allowed);

/// The same where it is one of these: the nearest is named first.
[[nodiscard]] io::Error choiceError(const QString& option, const QString& value, const QStringList& choices);

/// words: the program's arguments without its name. Every value is checked as far as its text goes.
[[nodiscard]] io::Result<Arguments> parseArguments(const QStringList& words);
/// Leaves only the options that have an effect on the command, once the files are read that the others name.
/// The sentences say which were dropped, and what is odd about the values of those that stay.
[[nodiscard]] io::Result<QStringList> dropWithoutEffect(Arguments& arguments);

} // namespace retryscope::cli
