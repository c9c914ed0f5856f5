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

/// A command line, taken apart and checked against the table of options; values are still text.
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

    /// A whole number in the range; absent when the option was not given.
    [[nodiscard]] io::Result<std::optional<qint64>> integer(const QString& option, qint64 lowest,
                                                            qint64 highest) const;
    /// Milliseconds, fractions allowed; absent when the option was not given.
    [[nodiscard]] io::Result<std::optional<Duration>> milliseconds(const QString& option) const;
    /// One of these; the first one when the option was not given.
    [[nodiscard]] io::Result<QString> oneOf(const QString& option, const QStringList& allowed) const;

private:
    QMap<QString, QStringList> m_values;
    QMap<QString, QList<int>> m_places; ///< one for each value
    int m_count = 0;                    ///< of options given
};

/// An error that blames the command line (exit 2).
[[nodiscard]] io::Error usageError(const QString& message);
/// The same, about the value of an option: names both and what is allowed.
[[nodiscard]] io::Error valueError(const QString& option, const QString& value, const QString& allowed);

/// words: the program's arguments without its name.
[[nodiscard]] io::Result<Arguments> parseArguments(const QStringList& words);

} // namespace retryscope::cli
