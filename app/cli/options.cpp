// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/options.h"

#include <algorithm>

namespace retryscope::cli {

namespace {

/// Where something else on the line decides whether an option has an effect.
struct EffectCondition
{
    QStringList commands;
    QStringList options;
    QStringList needs;   ///< one of these has to be there; empty: none
    QStringList without; ///< with one of these there is no effect
};

EffectCondition onlyWith(const char* commandList, const char* optionList, const char* needed)
{
    return {namesIn(commandList), namesIn(optionList), namesIn(needed), {}};
}

EffectCondition notWith(const char* commandList, const char* optionList, const char* other)
{
    return {namesIn(commandList), namesIn(optionList), {}, namesIn(other)};
}

const std::vector<EffectCondition>& effectConditions()
{
    static const std::vector<EffectCondition> kConditions{
        onlyWith("run simulate replay explain bounds", "profile java-property",
                 "retry-mode-from-environment"),
        onlyWith("explain", "call client", "record"),
        onlyWith("explain", "attempt-time", "attempt-timeout"),
        // A record has its request.
        notWith("explain", "service operation protocol method data poll poll-token poll-data deadline",
                "record"),
        // The built-in endpoint speaks no TLS.
        notWith("run", "cacert cert cert-host key insecure", "scenario"),
        onlyWith("run", "cert-host", "cert"),
        onlyWith("run", "follow-header", "follow"),
        onlyWith("record", "cacert insecure proxy no-proxy", "upstream forward-proxy"),
        onlyWith("record", "intercept-host", "intercept"),
        onlyWith("probe", "port", "print-config"),
        notWith("probe", "behaviours repeat patience wait header seed cacert insecure", "bench print-config"),
        notWith("probe", "box", "print-config"),
    };
    return kConditions;
}

} // namespace

bool isOf(const QString& command, const OptionSpec& option)
{
    return option.commands.isEmpty() ||
           std::ranges::any_of(option.commands, [&command](const QString& known) {
               return known == command || known.startsWith(command + QLatin1Char('/'));
           });
}

const OptionSpec* findOption(const QString& name, const QString& command)
{
    const auto found = std::ranges::find_if(
        options(), [&](const OptionSpec& option) { return option.name == name && isOf(command, option); });
    return found == options().end() ? nullptr : &*found;
}

const OptionSpec* findOptionOfAny(const QString& name)
{
    const auto found = std::ranges::find(options(), name, &OptionSpec::name);
    return found == options().end() ? nullptr : &*found;
}

QString whyWithoutEffect(const QString& name, const QString& command, const QString& action,
                         const std::function<bool(const QString&)>& isGiven)
{
    const OptionSpec* option = findOption(name, command);
    const QString whole = action.isEmpty() ? command : command + QLatin1Char(' ') + action;
    const bool isOfAction =
        option != nullptr && (option->commands.isEmpty() || option->commands.contains(command) ||
                              option->commands.contains(command + QLatin1Char('/') + action));
    if (!isOfAction) {
        return QStringLiteral("--%1 has no effect on \"%2\"")
            .arg(name, option != nullptr || command == QLatin1String("policies") ? whole : command);
    }
    for (const EffectCondition& condition : effectConditions()) {
        if (!condition.commands.contains(command) || !condition.options.contains(name)) {
            continue;
        }
        if (!condition.needs.isEmpty() && std::ranges::none_of(condition.needs, isGiven)) {
            return QStringLiteral("--%1 has no effect without --%2")
                .arg(name, condition.needs.join(QStringLiteral(" or --")));
        }
        if (const auto other = std::ranges::find_if(condition.without, isGiven);
            other != condition.without.end()) {
            return QStringLiteral("--%1 has no effect together with --%2").arg(name, *other);
        }
    }
    return {};
}

QStringList optionNames(const QString& command)
{
    QStringList names;
    for (const OptionSpec& option : options()) {
        if (isOf(command, option)) {
            names.append(QStringLiteral("--") + option.name);
        }
    }
    names.sort();
    names.removeDuplicates();
    return names;
}

} // namespace retryscope::cli
