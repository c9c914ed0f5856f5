// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/arguments.h"

#include "app/cli/command_table.h"
#include "app/cli/help.h"
#include "app/cli/options.h"
#include "core/io/text/suggestions.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <limits>
#include <sys/stat.h>

namespace retryscope::cli {

namespace {

io::Error unknownCommand(const QString& word)
{
    return usageError(
        QStringLiteral("unknown command \"%1\"; %2").arg(word, io::allowedText(word, commandNames())));
}

io::Error unknownOption(const QString& word, const QString& command)
{
    const QString allowed = io::allowedText(word, optionNames(command));
    if (command.isEmpty()) {
        return usageError(QStringLiteral("unknown option %1 before the command; %2; commands: %3")
                              .arg(word, allowed, commandNames().join(QStringLiteral(", "))));
    }
    return usageError(QStringLiteral("unknown option %1 for \"%2\"; %3").arg(word, command, allowed));
}

/// Reads the option at `index` and, when it takes one, its value; moves `index` to the last word used.
void takeOption(const QStringList& words, qsizetype& index, Arguments& arguments)
{
    const QString& word = words.at(index);
    const qsizetype equals = word.indexOf(QLatin1Char('='));
    const QString name = equals < 0 ? word : word.left(equals);
    const OptionSpec* known = findOption(name.mid(2), arguments.command);
    const OptionSpec* option =
        known == nullptr && !arguments.command.isEmpty() ? findOptionOfAny(name.mid(2)) : known;
    if (option == nullptr) {
        throw unknownOption(name, arguments.command);
    }
    if (option->value.isEmpty()) {
        if (equals >= 0) {
            throw usageError(QStringLiteral("option %1 takes no value").arg(name));
        }
        arguments.add(option->name, QString());
        return;
    }
    if (equals >= 0) {
        arguments.add(option->name, word.mid(equals + 1));
        return;
    }
    if (index + 1 == words.size() || words.at(index + 1).startsWith(QLatin1String("--"))) {
        throw usageError(
            QStringLiteral("option %1 needs a value: %1 %2 (if the value begins with --, write %1=VALUE)")
                .arg(name, option->value));
    }
    arguments.add(option->name, words.at(++index));
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

std::vector<std::string> Arguments::texts(const QString& option) const
{
    std::vector<std::string> texts;
    for (const QString& text : values(option)) {
        texts.push_back(text.toStdString());
    }
    return texts;
}

void Arguments::remove(const QString& option)
{
    m_values.remove(option);
    m_places.remove(option);
}

std::optional<qint64> Arguments::integer(const QString& option) const
{
    return has(option) ? std::optional(value(option).toLongLong()) : std::nullopt;
}

std::optional<Duration> Arguments::time(const QString& option) const
{
    const std::optional<TimeValue> time = has(option) ? timeFrom(value(option)) : std::nullopt;
    return time ? std::optional(time->duration) : std::nullopt;
}

QString Arguments::choice(const QString& option) const
{
    if (has(option)) {
        return value(option);
    }
    const OptionSpec* known = findOption(option, command);
    return known == nullptr ? QString() : known->rule.choices.value(0);
}

io::Error usageError(const QString& message)
{
    return {io::Error::Kind::BadUsage, message, QString()};
}

io::Error valueError(const QString& option, const QString& value, const QString& allowed)
{
    return usageError(
        QStringLiteral("invalid value \"%1\" for --%2; allowed: %3").arg(value, option, allowed));
}

io::Error choiceError(const QString& option, const QString& value, const QStringList& choices)
{
    throw usageError(QStringLiteral("invalid value \"%1\" for --%2; %3")
                         .arg(value, option, io::allowedText(value, choices)));
}

namespace {

/// The row that reads the option's values: this command's, else that of any which has it.
const ValueRule& ruleOf(const QString& option, const QString& command)
{
    const OptionSpec* known = findOption(option, command);
    return (known == nullptr ? findOptionOfAny(option) : known)->rule;
}

/// The first that is wrong, in the order of the line.
std::optional<io::Error> problemOfValues(const Arguments& arguments)
{
    std::optional<io::Error> first;
    int place = std::numeric_limits<int>::max();
    for (const QString& option : arguments.options()) {
        const ValueRule& rule = ruleOf(option, arguments.command);
        const QStringList values = arguments.values(option);
        for (qsizetype i = 0; rule.check && i < values.size(); ++i) {
            try {
                rule.check(option, values.at(i));
            } catch (const io::Error& problem) {
                if (const int here = arguments.places(option).at(i); here < place) {
                    first = problem;
                    place = here;
                }
            }
        }
    }
    return first;
}

} // namespace

QStringList dropWithoutEffect(Arguments& arguments)
{
    QStringList remarks;
    const Arguments all = arguments;
    const auto isGiven = [&all](const QString& option) {
        return all.has(option);
    };
    const bool hasActions = all.command == QLatin1String("policies");
    const QString action = hasActions ? all.positional.value(0) : QString();
    for (const QString& option : all.options()) {
        const ValueRule& rule = ruleOf(option, all.command);
        const QString why = whyWithoutEffect(option, all.command, action, isGiven);
        for (const QString& value : all.values(option)) {
            if (rule.readFiles && !why.isEmpty()) {
                rule.readFiles(option, value);
            }
            if (const QString remark = rule.remark ? rule.remark(option, value) : QString();
                why.isEmpty() && !remark.isEmpty()) {
                remarks.append(remark);
            }
        }
        if (!why.isEmpty()) {
            remarks.append(why);
            arguments.remove(option);
        }
    }
    return remarks;
}

namespace {

/// A file that an argument names.
struct NamedFile
{
    QString said; ///< `--output a.har`
    QString path;
    bool isOutput = false;
};

std::vector<NamedFile> filesNamedBy(const Arguments& arguments)
{
    std::vector<NamedFile> files;
    for (const QString& option : arguments.options()) {
        const bool isOutput = ruleOf(option, arguments.command).isOutput;
        // Of an output the last one counts.
        for (const QString& value :
             isOutput ? QStringList{arguments.value(option)} : arguments.values(option)) {
            files.push_back({.said = QStringLiteral("--%1 %2").arg(option, value),
                             .path = value.startsWith(QLatin1Char('@')) && !isOutput ? value.mid(1) : value,
                             .isOutput = isOutput});
        }
    }
    for (const QString& word : arguments.positional) {
        files.push_back({.said = word, .path = word});
    }
    return files;
}

/// By whatever name, link or hard link; files that are none (`/dev/null`) and inputs that are not there are
/// never the same.
bool areSame(const NamedFile& output, const NamedFile& other)
{
    struct stat one
    {
    };
    struct stat another
    {
    };
    const bool isThere = ::stat(QFile::encodeName(output.path).constData(), &one) == 0;
    if (isThere != (::stat(QFile::encodeName(other.path).constData(), &another) == 0)) {
        return false;
    }
    if (isThere) {
        return S_ISREG(one.st_mode) && one.st_dev == another.st_dev && one.st_ino == another.st_ino;
    }
    const auto placeOf = [](const QString& path) {
        const QFileInfo info(path);
        return QFileInfo(info.path()).canonicalFilePath() + QLatin1Char('/') + info.fileName();
    };
    return other.isOutput && placeOf(output.path) == placeOf(other.path);
}

} // namespace

void refuseSharedFiles(const Arguments& arguments)
{
    const std::vector<NamedFile> files = filesNamedBy(arguments);
    for (std::size_t index = 0; index < files.size(); ++index) {
        for (std::size_t other = 0; other < files.size(); ++other) {
            if (files[index].isOutput && other != index && areSame(files[index], files[other])) {
                throw usageError(QStringLiteral("%1 and %2 are the same file, and what one of them holds "
                                                "would be lost; name another file")
                                     .arg(files[other].said, files[index].said));
            }
        }
    }
}

namespace {

/// What follows the word `help`.
Arguments parseHelp(const QStringList& words)
{
    const QString topic = words.value(0);
    const bool isOption = topic.isEmpty() || topic.startsWith(QLatin1Char('-'));
    const bool isTopic = helpTopics().contains(topic);
    if (!isOption && !isTopic && !commandNames().contains(topic)) {
        throw usageError(QStringLiteral("unknown help topic \"%1\"; %2")
                             .arg(topic, io::allowedText(topic, commandNames() + helpTopics())));
    }
    const bool isAll = topic == QLatin1String("all");
    if (isAll && !commandNames().contains(words.value(1))) {
        throw usageError(QStringLiteral("\"help all\" needs a command; %1")
                             .arg(io::allowedText(words.value(1), commandNames())));
    }
    Arguments arguments =
        parseArguments((isTopic ? words.mid(1) : words) + QStringList{QStringLiteral("--help")});
    arguments.helpTopic = isTopic ? topic : QString();
    return arguments;
}

} // namespace

Arguments parseArguments(const QStringList& words)
{
    const QString help = QStringLiteral("--help");
    if (!words.isEmpty() && words.first() == QLatin1String("help")) {
        return parseHelp(words.mid(1));
    }
    Arguments arguments;
    qsizetype index = 0;
    if (!words.isEmpty() && !words.first().startsWith(QLatin1Char('-'))) {
        arguments.command = words.first();
        if (!commandNames().contains(arguments.command)) {
            throw unknownCommand(arguments.command);
        }
        ++index;
    }
    for (; index < words.size(); ++index) {
        if (isCutFromHeader(words, index)) {
            throw usageError(QStringLiteral(
                "a header's name and value are one argument; quote them together: --header 'Name: value'"));
        }
        if (!words.at(index).startsWith(QLatin1Char('-')) || words.at(index) == QLatin1String("-")) {
            arguments.positional.append(words.at(index));
        } else if (words.at(index) == QLatin1String("-h")) {
            arguments.add(help.mid(2), QString());
        } else if (!words.at(index).startsWith(QLatin1String("--"))) {
            throw unknownOption(words.at(index), arguments.command);
        } else {
            takeOption(words, index, arguments);
        }
    }
    const bool asksForHelp =
        arguments.has(QStringLiteral("help")) || arguments.has(QStringLiteral("version"));
    if (arguments.command.isEmpty() && !asksForHelp) {
        throw usageError(
            QStringLiteral("no command given; allowed: %1").arg(commandNames().join(QStringLiteral(", "))));
    }
    if (const std::optional<io::Error> problem = problemOfValues(arguments); problem && !asksForHelp) {
        throw *problem;
    }
    return arguments;
}

} // namespace retryscope::cli
