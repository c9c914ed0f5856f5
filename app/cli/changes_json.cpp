// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/changes_json.h"

#include "app/cli/json_values.h"
#include "core/explain/change_text.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/files/recipe_files.h"
#include "core/io/import/client_readers.h"
#include "core/io/text/utf8.h"
#include "core/recipes/change_code.h"

#include <QJsonObject>
#include <QRegularExpression>

#include <variant>
#include <vector>

namespace retryscope::cli {

namespace {

constexpr auto kMaxAttempts = QLatin1String("--max-attempts ");

/// `--retry-method POST`; empty where a shell could read the method as more than one word.
QString methodOption(QLatin1String option, const std::string& method)
{
    static const QRegularExpression token(QStringLiteral("\\A[A-Za-z-]{1,40}\\z"));
    const QString name = toQString(method);
    return token.match(name).hasMatch() ? option + QLatin1Char(' ') + name : QString();
}

/// The option of `policies code` that asks for the same; empty where it has none.
QString optionFor(const Change& change)
{
    if (const auto* name = std::get_if<NameMapped>(&change)) {
        const QString text = toQString(name->name);
        const QString mapping =
            QStringLiteral("%1=%2").arg(text, toQString(std::string(toString(name->kind))));
        static const QRegularExpression plain(QStringLiteral("\\A[A-Za-z0-9._:-]{1,100}=[a-zA-Z]+\\z"));
        return plain.match(mapping).hasMatch() ? QStringLiteral("--map ") + mapping : QString();
    }
    if (const auto* status = std::get_if<StatusMapped>(&change)) {
        return QStringLiteral("--map status:%1=%2")
            .arg(status->status)
            .arg(toQString(std::string(toString(status->kind))));
    }
    if (const auto* retried = std::get_if<MethodRetried>(&change)) {
        return methodOption(QLatin1String("--retry-method"), retried->method);
    }
    if (const auto* forbidden = std::get_if<MethodNotRetried>(&change)) {
        return methodOption(QLatin1String("--no-retry-method"), forbidden->method);
    }
    const auto* attempts = std::get_if<AttemptsSet>(&change);
    return attempts != nullptr && attempts->kind == ErrorKind::None
               ? QStringLiteral("--max-attempts %1").arg(attempts->to)
               : QString();
}

/// As a shell takes it for one word.
QString shellWord(const QString& text)
{
    static const QRegularExpression plain(QStringLiteral("\\A[A-Za-z0-9._:/=@%+,-]+\\z"));
    return plain.match(text).hasMatch()
               ? text
               : QLatin1Char('\'') + QString(text).replace(QLatin1Char('\''), QLatin1String("'\\''")) +
                     QLatin1Char('\'');
}

QJsonValue codeToJson(const std::optional<ClientCode>& code, const Change& change, const CodeCommand& asked)
{
    if (!code) {
        return {};
    }
    const QString command = codeCommandText(asked, change);
    return QJsonObject{{QStringLiteral("way"), toQString(std::string(wordOf(code->way)))},
                       {QStringLiteral("text"), toQString(wayText(code->way))},
                       {QStringLiteral("command"), command.isEmpty() ? QJsonValue() : QJsonValue(command)},
                       {QStringLiteral("snippets"), snippetsToJson(code->snippets)},
                       {QStringLiteral("notes"), textsToJson(code->notes)},
                       {QStringLiteral("gaps"), gapsToJson(code->gaps)}};
}

QJsonObject changeToJson(const OfferedChange& offered, const CodeCommand& asked)
{
    const ReversingChange& reversing = offered.reversing;
    const Change& change = reversing.change;
    const std::optional<bool> isPossible = offered.isPossible();
    return {{QStringLiteral("change"), toQString(changeText(change))},
            {QStringLiteral("owner"), toQString(toString(ownerOf(change)))},
            {QStringLiteral("verdictAfter"), toQString(toString(reversing.verdictAfter))},
            {QStringLiteral("kindAfter"), toQString(toString(reversing.kindAfter))},
            {QStringLiteral("delayWindowMsAfter"), windowToJson(reversing.windowAfter)},
            {QStringLiteral("sort"), toQString(sortOf(change))},
            {QStringLiteral("reach"), toQString(toString(reachOf(change)))},
            {QStringLiteral("reachText"), toQString(changeScopeText(change))},
            {QStringLiteral("onlyIfItHappened"), saysSomethingElse(change)},
            {QStringLiteral("possible"), isPossible ? QJsonValue(*isPossible) : QJsonValue()},
            {QStringLiteral("code"), codeToJson(offered.code, change, asked)}};
}

} // namespace

CodeCommand codeCommandFor(const Arguments& arguments, const QString& policy, const std::string& service)
{
    CodeCommand command{.policy = policy, .options = {}};
    if (!service.empty() && service != "generic") {
        command.options.append(QStringLiteral("--service ") + shellWord(toQString(service)));
    }
    for (const char* name : {"max-attempts", "connect-timeout", "read-timeout"}) {
        const QString option = QString::fromLatin1(name);
        if (arguments.has(option)) {
            command.options.append(QStringLiteral("--%1 %2").arg(option, shellWord(arguments.value(option))));
        }
    }
    return command;
}

QString codeCommandText(const CodeCommand& command, const Change& change)
{
    const QString option = optionFor(change);
    if (option.isEmpty()) {
        return option;
    }
    QString text =
        QStringLiteral("retryscope-cli policies code %1 %2").arg(shellWord(command.policy), option);
    for (const QString& asked : command.options) {
        const bool isReplaced = std::holds_alternative<AttemptsSet>(change) && asked.startsWith(kMaxAttempts);
        text += isReplaced ? QString() : QLatin1Char(' ') + asked;
    }
    return text;
}

QJsonArray changesToJson(const std::vector<OfferedChange>& changes, const CodeCommand& command)
{
    return arrayOf(changes, [&](const OfferedChange& offered) { return changeToJson(offered, command); });
}

QJsonArray pairsToJson(const std::vector<OfferedPair>& pairs, const CodeCommand& command)
{
    return arrayOf(pairs, [&](const OfferedPair& pair) {
        return QJsonArray{changeToJson(pair.first, command), changeToJson(pair.second, command)};
    });
}

QJsonArray sensitivitiesToJson(const std::vector<SensitiveTo>& sensitivities)
{
    return arrayOf(sensitivities, [](const SensitiveTo& sensitive) {
        return QJsonObject{{QStringLiteral("text"), toQString(sensitivityText(sensitive))},
                           {QStringLiteral("verdictAfter"), toQString(toString(sensitive.verdictAfter))},
                           {QStringLiteral("kindAfter"), toQString(toString(sensitive.kindAfter))}};
    });
}

} // namespace retryscope::cli
