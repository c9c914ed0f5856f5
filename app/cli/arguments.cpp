// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/arguments.h"

#include "app/cli/options.h"

#include <QRegularExpression>

#include <cmath>

namespace retryscope::cli {

namespace {

io::Error unknownCommand(const QString& word)
{
    if (laterCommands().contains(word)) {
        return usageError(QStringLiteral("this version has no command '%1' yet; it has: %2")
                              .arg(word, commandNames().join(QStringLiteral(", "))));
    }
    return usageError(QStringLiteral("unknown command '%1'; allowed: %2")
                          .arg(word, commandNames().join(QStringLiteral(", "))));
}

io::Error unknownOption(const QString& word, const QString& command)
{
    if (word == QLatin1String("--occ") || word == QLatin1String("--backoff") ||
        word == QLatin1String("--runs")) {
        return usageError(
            QStringLiteral("this version has no contention experiment yet, so %1 is unknown").arg(word));
    }
    if (command.isEmpty()) {
        return usageError(QStringLiteral("unknown option %1 before a command; allowed: %2; the commands: %3")
                              .arg(word, optionNames(command).join(QStringLiteral(", ")),
                                   commandNames().join(QStringLiteral(", "))));
    }
    return usageError(QStringLiteral("unknown option %1 for '%2'; allowed: %3")
                          .arg(word, command, optionNames(command).join(QStringLiteral(", "))));
}

/// Reads the option at `index` and, when it takes one, its value; moves `index` to the last word used.
std::optional<io::Error> takeOption(const QStringList& words, qsizetype& index, Arguments& arguments)
{
    const QString& word = words.at(index);
    const qsizetype equals = word.indexOf(QLatin1Char('='));
    const QString name = equals < 0 ? word : word.left(equals);
    const OptionSpec* option = findOption(name.mid(2), arguments.command);
    if (option == nullptr) {
        return unknownOption(name, arguments.command);
    }
    if (option->value.isEmpty()) {
        if (equals >= 0) {
            return usageError(QStringLiteral("option %1 takes no value").arg(name));
        }
        arguments.add(option->name, QString());
        return std::nullopt;
    }
    if (equals >= 0) {
        arguments.add(option->name, word.mid(equals + 1));
        return std::nullopt;
    }
    if (index + 1 == words.size() || words.at(index + 1).startsWith(QLatin1String("--"))) {
        return usageError(QStringLiteral("option %1 needs a value: %1 %2 (a value that begins with -- is "
                                         "given as %1=VALUE)")
                              .arg(name, option->value));
    }
    arguments.add(option->name, words.at(++index));
    return std::nullopt;
}

/// The value of a header that lost its quotes; it may be a secret, so no message repeats it.
bool isCutFromHeader(const QStringList& words, qsizetype index)
{
    static const QRegularExpression option(QStringLiteral("\\A--(request-)?header(=.*)?\\z"));
    return index > 1 && words.at(index - 1).endsWith(QLatin1Char(':')) &&
           !words.at(index).startsWith(QLatin1String("--")) &&
           (option.match(words.at(index - 1)).hasMatch() || option.match(words.at(index - 2)).hasMatch());
}

} // namespace

void Arguments::add(const QString& option, const QString& value)
{
    m_values[option].append(value);
    m_places[option].append(m_count++);
}

QString Arguments::value(const QString& option) const
{
    const QStringList all = values(option);
    return all.isEmpty() ? QString() : all.last();
}

io::Result<std::optional<qint64>> Arguments::integer(const QString& option, qint64 lowest,
                                                     qint64 highest) const
{
    if (!has(option)) {
        return std::optional<qint64>();
    }
    bool isNumber = false;
    const qint64 number = value(option).toLongLong(&isNumber);
    if (!isNumber || number < lowest || number > highest) {
        return valueError(option, value(option),
                          QStringLiteral("a whole number from %1 to %2").arg(lowest).arg(highest));
    }
    return std::optional(number);
}

io::Result<std::optional<Duration>> Arguments::milliseconds(const QString& option) const
{
    if (!has(option)) {
        return std::optional<Duration>();
    }
    constexpr double kLongest = 1e12; // 31 years
    bool isNumber = false;
    const double number = value(option).toDouble(&isNumber);
    if (!isNumber || !std::isfinite(number) || number <= 0 || number > kLongest) {
        return valueError(option, value(option), QStringLiteral("a number of milliseconds above 0"));
    }
    return std::optional(fromMilliseconds(number));
}

io::Result<QString> Arguments::oneOf(const QString& option, const QStringList& allowed) const
{
    if (!has(option)) {
        return allowed.first();
    }
    if (!allowed.contains(value(option))) {
        return valueError(option, value(option), allowed.join(QStringLiteral(", ")));
    }
    return value(option);
}

io::Error usageError(const QString& message)
{
    return {io::Error::Kind::BadUsage, message, QString()};
}

io::Error valueError(const QString& option, const QString& value, const QString& allowed)
{
    return usageError(QStringLiteral("bad value '%1' for --%2; allowed: %3").arg(value, option, allowed));
}

io::Result<Arguments> parseArguments(const QStringList& words)
{
    const QString help = QStringLiteral("--help");
    if (!words.isEmpty() && words.first() == QLatin1String("help")) {
        return parseArguments(words.mid(1) + QStringList{help});
    }
    Arguments arguments;
    qsizetype index = 0;
    if (!words.isEmpty() && !words.first().startsWith(QLatin1Char('-'))) {
        arguments.command = words.first();
        if (!commandNames().contains(arguments.command)) {
            return unknownCommand(arguments.command);
        }
        ++index;
    }
    for (; index < words.size(); ++index) {
        if (isCutFromHeader(words, index)) {
            return usageError(QStringLiteral(
                "a header's name and value are one word; put both into quotes: --header 'Name: value'"));
        }
        if (!words.at(index).startsWith(QLatin1Char('-')) || words.at(index) == QLatin1String("-")) {
            arguments.positional.append(words.at(index));
        } else if (words.at(index) == QLatin1String("-h")) {
            arguments.add(help.mid(2), QString());
        } else if (!words.at(index).startsWith(QLatin1String("--"))) {
            return unknownOption(words.at(index), arguments.command);
        } else if (const std::optional<io::Error> error = takeOption(words, index, arguments)) {
            return *error;
        }
    }
    const bool asksForHelp =
        arguments.has(QStringLiteral("help")) || arguments.has(QStringLiteral("version"));
    if (arguments.command.isEmpty() && !asksForHelp) {
        return usageError(
            QStringLiteral("no command; allowed: %1").arg(commandNames().join(QStringLiteral(", "))));
    }
    return arguments;
}

} // namespace retryscope::cli
