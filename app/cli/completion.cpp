// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/completion.h"

#include "app/cli/command_table.h"
#include "app/cli/help.h"
#include "app/cli/option_table.h"
#include "app/cli/option_values.h"
#include "app/cli/options.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace retryscope::cli {

namespace {

/// What can stand at one place of a command line.
struct Candidates
{
    QStringList words;
    bool hasFiles = false;

    bool operator==(const Candidates&) const = default;
};

/// What completes a place: an option's value, or a word of an action or command.
struct Completed
{
    QString command;
    QString before; ///< `--policy`, `show`; empty: any other word of the command
    Candidates candidates;
};

Candidates valuesOf(const OptionSpec& option)
{
    const ValueRule& rule = option.rule;
    const bool namesFile =
        option.value.contains(QLatin1String("FILE")) || option.value.contains(QLatin1String("DIR"));
    return {rule.names ? rule.names() : rule.choices, rule.isOutput || namesFile};
}

/// The ids that a form such as `show ID|FILE` of policies or scenarios takes.
Candidates wordsOfForm(const QString& command, const QString& form)
{
    const bool hasIds = form.contains(QLatin1String("ID")) || form.contains(QLatin1String("NAME"));
    const QStringList ids = !hasIds                                ? QStringList()
                            : command == QLatin1String("policies") ? policyName().names()
                                                                   : scenarioName().names();
    return {ids, form.contains(QLatin1String("FILE"))};
}

const OptionSpec& optionOf(const QString& dashed, const QString& command)
{
    return *findOption(dashed.mid(2), command);
}

std::vector<Completed> completedBy(const CommandSpec& command)
{
    std::vector<Completed> places;
    for (const QString& name : optionNames(command.name)) {
        if (const OptionSpec& option = optionOf(name, command.name); !option.value.isEmpty()) {
            places.push_back({command.name, name, valuesOf(option)});
        }
    }
    QStringList actions;
    for (const auto& [form, meaning] : command.actions) {
        const QString action = form.section(QLatin1Char(' '), 0, 0);
        actions += action;
        places.push_back({command.name, action, wordsOfForm(command.name, form)});
    }
    const bool isCompletion = command.name == QLatin1String("completion");
    places.push_back({command.name,
                      {},
                      {isCompletion ? completionShells() : actions, actions.isEmpty() && !isCompletion}});
    return places;
}

using Groups = std::vector<std::pair<Candidates, std::vector<Completed>>>;

/// Places with the same candidates, together.
Groups completedAlike()
{
    Groups groups;
    for (const CommandSpec& command : commands()) {
        for (const Completed& place : completedBy(command)) {
            const auto found = std::find_if(groups.begin(), groups.end(), [&place](const auto& group) {
                return group.first == place.candidates;
            });
            if (found == groups.end()) {
                groups.push_back({place.candidates, {place}});
            } else {
                found->second.push_back(place);
            }
        }
    }
    return groups;
}

/// The first sentence, in single quotes of a shell. Shells that show a colon as a separator get none.
QString about(const QString& help)
{
    QString text = help.section(QLatin1String(". "), 0, 0).section(QLatin1String(" (default"), 0, 0);
    text = text.section(QLatin1Char(';'), 0, 0).section(QLatin1Char(':'), 0, 0);
    text.replace(QLatin1Char('\''), QStringLiteral("’"));
    return text;
}

QString quoted(const QString& text)
{
    return QLatin1Char('\'') + text + QLatin1Char('\'');
}

QString joinedWords(const QStringList& words)
{
    return words.join(QLatin1Char(' '));
}

QStringList firstWords()
{
    return commandNames() +
           QStringList{QStringLiteral("help"), QStringLiteral("--help"), QStringLiteral("--version")};
}

QString opening(const QString& shell)
{
    return QStringLiteral("# Completes retryscope-cli in %1. 'retryscope-cli completion %1' writes it.\n")
        .arg(shell);
}

/// `        run:--policy|simulate:--policy) words='…' files=1 ;;`, for bash and zsh.
QString casesOf(const Groups& groups, bool isOptionOrAction)
{
    QString text;
    for (const auto& [candidates, places] : groups) {
        QStringList patterns;
        for (const Completed& place : places) {
            if (place.before.isEmpty() != isOptionOrAction) {
                patterns += place.command + QLatin1Char(':') +
                            (isOptionOrAction ? place.before : QStringLiteral("*"));
            }
        }
        if (!patterns.isEmpty()) {
            text += QStringLiteral("        %1) words=%2 files=%3 ;;\n")
                        .arg(patterns.join(QLatin1Char('|')), quoted(joinedWords(candidates.words)),
                             candidates.hasFiles ? QStringLiteral("1") : QString());
        }
    }
    return text;
}

QString optionCases(const std::function<QString(const OptionSpec&)>& write)
{
    QString text;
    for (const CommandSpec& command : commands()) {
        QStringList names;
        for (const QString& name : optionNames(command.name)) {
            names += write(optionOf(name, command.name));
        }
        text += QStringLiteral("        %1) options=(%2) ;;\n").arg(command.name, joinedWords(names));
    }
    return text;
}

/// Sets `words`, `files` and `options` for the place after `before` of `command`, in bash and zsh. An option
/// or action comes before any other word of a command.
QString chosenCandidates(const QString& optionCases)
{
    const Groups groups = completedAlike();
    return QStringLiteral(R"(    if [[ $command == help ]]; then
        words='%1'
    else
        case $command:$before in
%2%3        esac
        case $command in
%4        esac
    fi
)")
        .arg(joinedWords(commandNames() + helpTopics()), casesOf(groups, true), casesOf(groups, false),
             optionCases);
}

QString bashScript()
{
    const QString options =
        optionCases([](const OptionSpec& option) { return QStringLiteral("--") + option.name; });
    return opening(QStringLiteral("bash")) + QStringLiteral(R"(_retryscope_cli() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local words= files= options=() found
    # Readline splits --policy=boto at the sign.
    [[ $before == '=' ]] && before=${COMP_WORDS[COMP_CWORD - 2]}
    [[ $word == '=' ]] && word=
    # Of an action such as `policies diff` each word is one of that action.
    [[ $COMP_CWORD -gt 2 && $before != -* && ${COMP_WORDS[2]} != -* ]] && before=${COMP_WORDS[2]}
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W '%1' -- "$word")
        return
    fi
%2    [[ $word == -* || (-z $words && -z $files && $before != --*) ]] && words="${options[*]}" files=
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    if [[ $files ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r found; do COMPREPLY+=("$found"); done < <(compgen -f -- "$word")
    fi
}
complete -F _retryscope_cli retryscope-cli
)")
                                                 .arg(joinedWords(firstWords()), chosenCandidates(options));
}

QString zshScript()
{
    QString described;
    for (const CommandSpec& command : commands()) {
        described += QStringLiteral("        %1\n")
                         .arg(quoted(command.name + QLatin1Char(':') + about(command.summary)));
    }
    const QString options = optionCases([](const OptionSpec& option) {
        return quoted(QStringLiteral("--%1:%2").arg(option.name, about(option.help)));
    });
    return QStringLiteral("#compdef retryscope-cli\n") + opening(QStringLiteral("zsh")) +
           QStringLiteral(R"(_retryscope_cli() {
    local command=${words[2]} before=${words[CURRENT - 1]} files=
    local -a options names
    local -a commands=(
%1    )
    if ((CURRENT == 2)); then
        _describe -t commands command commands
        compadd -- help --help --version
        return
    fi
    if [[ $PREFIX == --*=* ]]; then
        before=${PREFIX%%=*}
        compset -P '*='
    fi
    # Of an action such as `policies diff` each word is one of that action.
    [[ $CURRENT -gt 3 && $before != -* && ${words[3]} != -* ]] && before=${words[3]}
    local words=
%2    if [[ $PREFIX == -* || (-z $words && -z $files && $before != --*) ]]; then
        _describe -o option options
        return
    fi
    names=(${=words})
    ((${#names})) && compadd -a names
    [[ -n $files ]] && _files
}
if [[ $funcstack[1] == _retryscope-cli || $funcstack[1] == _retryscope_cli ]]; then
    _retryscope_cli "$@"
else
    compdef _retryscope_cli retryscope-cli
fi
)")
               .arg(described, chosenCandidates(options));
}

QString fishScript()
{
    const QString complete = QStringLiteral("complete -c retryscope-cli");
    QString text = opening(QStringLiteral("fish")) + complete + QStringLiteral(" -f\n");
    for (const CommandSpec& command : commands()) {
        text += QStringLiteral("%1 -n __fish_use_subcommand -a %2 -d %3\n")
                    .arg(complete, command.name, quoted(about(command.summary)));
    }
    text += QStringLiteral("%1 -n __fish_use_subcommand -a help\n").arg(complete);
    text += QStringLiteral("%1 -n '__fish_seen_subcommand_from help' -a %2\n")
                .arg(complete, quoted(joinedWords(commandNames() + helpTopics())));
    const auto candidatesText = [](const Candidates& candidates) {
        return (candidates.hasFiles ? QStringLiteral(" -F") : QString()) +
               (candidates.words.isEmpty() ? QString()
                                           : QStringLiteral(" -a ") + quoted(joinedWords(candidates.words)));
    };
    for (const CommandSpec& command : commands()) {
        const QString when =
            QStringLiteral("%1 -n '__fish_seen_subcommand_from %2").arg(complete, command.name);
        for (const Completed& place : completedBy(command)) {
            if (!place.before.startsWith(QLatin1String("--")) && place.candidates != Candidates()) {
                const bool isAction = !place.before.isEmpty();
                text += when +
                        (isAction ? QStringLiteral("; and __fish_seen_subcommand_from ") + place.before
                         : command.actions.empty() ? QString()
                                                   : QStringLiteral("; and __fish_is_nth_token 2")) +
                        QLatin1Char('\'') + candidatesText(place.candidates) + QLatin1Char('\n');
            }
        }
        for (const QString& name : optionNames(command.name)) {
            const OptionSpec& option = optionOf(name, command.name);
            text +=
                QStringLiteral("%1' -l %2 -d %3%4\n")
                    .arg(when, option.name, quoted(about(option.help)),
                         option.value.isEmpty() ? QString()
                                                : QStringLiteral(" -r") + candidatesText(valuesOf(option)));
        }
    }
    return text;
}

} // namespace

QStringList completionShells()
{
    return {QStringLiteral("bash"), QStringLiteral("zsh"), QStringLiteral("fish")};
}

QString completionScript(const QString& shell)
{
    return shell == QLatin1String("bash")  ? bashScript()
           : shell == QLatin1String("zsh") ? zshScript()
                                           : fishScript();
}

} // namespace retryscope::cli
