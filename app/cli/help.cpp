// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/help.h"

#include "app/cli/command_table.h"
#include "app/cli/given_response.h"
#include "app/cli/options.h"
#include "app/cli/report_text.h"
#include "core/explain/phrases.h"
#include "core/explain/terms.h"
#include "core/facts/service_protocol.h"
#include "core/io/documents/default_request.h"
#include "core/io/files/bench_files.h"
#include "core/io/text/utf8.h"

#include <QRegularExpression>

#include <algorithm>
#include <optional>
#include <utility>

namespace retryscope::cli {

namespace {

QString paragraph(const QString& text, const TextStyle& style, int indent = 0)
{
    return wrapped(text, style, indent, 0) + QLatin1Char('\n');
}

/// A name at the left, its meaning at the right, from the column `begin` on.
QString described(const QString& name, const QString& meaning, int begin, const TextStyle& style)
{
    constexpr int kNarrowest = 60; // with less, meanings begin in a line of their own
    constexpr int kNarrowBegin = 6;
    const int column = style.width < kNarrowest ? kNarrowBegin : begin;
    QString result = QStringLiteral("  ") + name;
    result = result.size() + 2 > column ? result + QLatin1Char('\n') + QString(column, QLatin1Char(' '))
                                        : result.leftJustified(column);
    return result + wrapped(meaning, style, column, column) + QLatin1Char('\n');
}

QString optionLine(const OptionSpec& option, const TextStyle& style)
{
    constexpr int kBegin = 26;
    const QString name = QStringLiteral("--") + option.name;
    return described(option.value.isEmpty() ? name : name + QLatin1Char(' ') + option.value, option.help,
                     kBegin, style);
}

/// `code` if the option of `policies` is one of `policies code`.
QString actionOf(const OptionSpec& option, const QString& command)
{
    const QString lead = command + QLatin1Char('/');
    const auto found = std::ranges::find_if(option.commands,
                                            [&lead](const QString& known) { return known.startsWith(lead); });
    return found == option.commands.end() ? QString() : found->mid(lead.size());
}

/// Options of one action have a heading of their own.
QString optionLines(const QString& command, const std::vector<const OptionSpec*>& listed,
                    const TextStyle& style)
{
    QString result;
    std::optional<QString> action;
    for (const OptionSpec* option : listed) {
        if (const QString now = actionOf(*option, command); now != action) {
            action = now;
            result += now.isEmpty() ? QStringLiteral("\nOptions:\n")
                                    : QStringLiteral("\nOptions of %1:\n").arg(now);
        }
        result += optionLine(*option, style);
    }
    return result;
}

std::vector<const OptionSpec*> shortList(const CommandSpec& command)
{
    std::vector<const OptionSpec*> listed;
    for (const QString& name : command.options) {
        if (const OptionSpec* option = findOption(name, command.name)) {
            listed.push_back(option);
        }
    }
    return listed;
}

std::vector<const OptionSpec*> fullList(const CommandSpec& command)
{
    std::vector<const OptionSpec*> listed = shortList(command);
    for (const OptionSpec& option : options()) {
        if (isOf(command.name, option) && std::ranges::find(listed, &option) == listed.end()) {
            listed.push_back(&option);
        }
    }
    std::ranges::stable_sort(listed, {}, [&command](const OptionSpec* option) {
        return std::pair(option->commands.isEmpty(), // those of every command come last
                         actionOf(*option, command.name));
    });
    return listed;
}

QString head(const CommandSpec& command, const TextStyle& style)
{
    QString result;
    for (const QString& form : command.usage) {
        const QString lead = result.isEmpty() ? QStringLiteral("Usage: ") : QString(7, QLatin1Char(' '));
        result += lead +
                  wrapped(QStringLiteral("retryscope-cli %1 %2").arg(command.name, form), style, 7, 7) +
                  QLatin1Char('\n');
    }
    result += QLatin1Char('\n') + paragraph(command.purpose, style);
    if (!command.actions.empty()) {
        result += QLatin1Char('\n');
    }
    for (const auto& [form, meaning] : command.actions) {
        constexpr int kBegin = 26;
        result += described(form, meaning, kBegin, style);
    }
    return result;
}

/// To be copied: a line that goes on ends as a shell has it, and an option stays with its value.
QString exampleLines(const CommandSpec& command, const TextStyle& style)
{
    static const QRegularExpression word(QStringLiteral("--[^ ]+ (?:'[^']*'|[^- ][^ ]*)|'[^']*'|[^ ]+"));
    QString result = QStringLiteral("\nExamples:\n");
    for (const QString& example : command.examples) {
        QString line = QStringLiteral("  retryscope-cli");
        for (const QRegularExpressionMatch& match : word.globalMatch(example)) {
            if (line.size() + 1 + match.capturedLength() + 2 > style.width) {
                result += line + QStringLiteral(" \\\n");
                line = QStringLiteral("     ");
            }
            line += QLatin1Char(' ') + match.captured();
        }
        result += line + QLatin1Char('\n');
    }
    return result;
}

QString exitLines(const CommandSpec& command, const TextStyle& style)
{
    return QLatin1Char('\n') + paragraph(QStringLiteral("Exit codes: %1.").arg(command.exitCodes), style);
}

/// The names that an option accepts.
QString nameLines(const QString& title, const QStringList& names, const TextStyle& style)
{
    return QLatin1Char('\n') +
           paragraph(title + QStringLiteral(": ") + names.join(QStringLiteral(", ")), style, 2);
}

QString acceptedNames(const QString& command, const TextStyle& style)
{
    QString result;
    if (findOption(QStringLiteral("behind"), command) != nullptr ||
        findOption(QStringLiteral("bench"), command) != nullptr) {
        result += nameLines(QStringLiteral("Built-in probe results"), io::benchNames(), style) +
                  paragraph(QStringLiteral("NAME-hardened is the proxy with settings that keep retries; "
                                           "NAME-article is the setup of an article."),
                            style);
    }
    if (findOption(QStringLiteral("template"), command) != nullptr) {
        result += nameLines(QStringLiteral("Faults"), faultNames(), style) +
                  nameLines(QStringLiteral("Templates"), responseTemplates(), style);
    }
    return result;
}

QString overview(const TextStyle& style)
{
    constexpr int kBegin = 14;
    QString result = QStringLiteral("Usage: retryscope-cli COMMAND [options]\n\n") +
                     paragraph(QStringLiteral("Makes HTTP retries visible: every attempt, every delay, and "
                                              "the reason for each decision."),
                               style);
    QString group;
    for (const CommandSpec& command : commands()) {
        if (command.group != group) {
            group = command.group;
            result += QStringLiteral("\n%1:\n").arg(group);
        }
        result += described(command.name, command.summary, kBegin, style);
    }
    result += QStringLiteral("\nOptions of every command:\n");
    for (const OptionSpec& option : options()) {
        result += option.commands.isEmpty() ? optionLine(option, style) : QString();
    }
    return result + QLatin1Char('\n') +
           paragraph(
               QStringLiteral("Exit codes: 0 done; 1 done, with a negative result (see each command); 2 "
                              "wrong usage; 3 invalid input file; 4 cannot open, listen or write; 130 "
                              "interrupted."),
               style) +
           QLatin1Char('\n') +
           paragraph(QStringLiteral("For one command: retryscope-cli help COMMAND"), style) +
           paragraph(QStringLiteral("For every option of a command: retryscope-cli help all COMMAND"),
                     style) +
           paragraph(
               QStringLiteral("For the terms, the AWS services: retryscope-cli help terms, help services"),
               style);
}

} // namespace

QStringList helpTopics()
{
    return {QStringLiteral("all"), QStringLiteral("services"), QStringLiteral("terms")};
}

QString helpText(const QString& command, const TextStyle& style)
{
    const CommandSpec* spec = findCommand(command);
    if (spec == nullptr) {
        return overview(style);
    }
    const QString more = spec->more.isEmpty() ? QStringLiteral("Every option")
                                              : spec->more + QStringLiteral(", and every option");
    return head(*spec, style) + optionLines(command, shortList(*spec), style) + exampleLines(*spec, style) +
           exitLines(*spec, style) + QLatin1Char('\n') +
           paragraph(QStringLiteral("%1: retryscope-cli help all %2").arg(more, command), style);
}

QString fullHelpText(const QString& command, const TextStyle& style)
{
    const CommandSpec* spec = findCommand(command);
    return spec == nullptr
               ? overview(style)
               : head(*spec, style) + optionLines(command, fullList(*spec), style) +
                     acceptedNames(command, style) + exampleLines(*spec, style) + exitLines(*spec, style);
}

QString termsText()
{
    QString result;
    for (const Term& term : terms()) {
        result += QStringLiteral("%1: %2\n").arg(toQString(term.word), toQString(term.sentence));
    }
    return result;
}

QString servicesText(const TextStyle& style)
{
    ReportTable table{
        {{"service"}, {"protocol"}, {"operations with a request of their own", WhenNarrow::Fold}}, {}};
    for (const std::string_view service : knownServices()) {
        table.add({{std::string(service), Tone::Strong},
                   {std::string(serviceProtocol(service))},
                   {joined(io::operationsOf(service), ", ")}});
    }
    Report report(std::move(table));
    report.gap();
    report.say("--operation takes any name. --protocol overrides the protocol. Clients of other services are "
               "judged as generic.");
    return textOf(report, style);
}

} // namespace retryscope::cli
