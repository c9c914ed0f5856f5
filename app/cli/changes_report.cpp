// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/changes_report.h"

#include "app/cli/json_values.h"
#include "core/explain/change_text.h"
#include "core/explain/effect_text.h"
#include "core/explain/phrases.h"
#include "core/explain/redirect_text.h"
#include "core/io/documents/error_files.h"
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

std::optional<ClientCode> codeFor(const Situation& situation, const Change& change)
{
    return codeForChange(io::clientRecipes(), io::builtInSdks(), situation.policy.policy,
                         situation.spec.service, change, io::clientReaders());
}

/// A retry that cannot help is not offered.
bool isBeyondCure(const Situation& situation)
{
    return incurableErrorIn(io::incurableErrors(), situation.facts).has_value() &&
           decisionIn(situation).verdict == Verdict::Stop;
}

std::vector<OfferedChange> offeredIn(const Situation& situation)
{
    return isBeyondCure(situation)
               ? std::vector<OfferedChange>{}
               : offeredChangesOf(io::clientRecipes(), io::builtInSdks(), situation, io::clientReaders());
}

std::vector<ReversingPair> pairsIn(const Situation& situation)
{
    return isBeyondCure(situation) ? std::vector<ReversingPair>{} : reversingPairsOf(situation);
}

std::vector<OfferedChange> shorteningsIn(const Situation& situation)
{
    return offeredShorteningsOf(io::clientRecipes(), io::builtInSdks(), situation, io::clientReaders());
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
        static const QRegularExpression token(QStringLiteral("\\A[A-Za-z-]{1,40}\\z"));
        const QString method = toQString(retried->method);
        return token.match(method).hasMatch() ? QStringLiteral("--retry-method ") + method : QString();
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

QString commandText(const CodeCommand& command, const Change& change)
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

void addCode(Report& report, const std::optional<ClientCode>& code, const Change& change,
             const CodeCommand& asked, bool isBrief)
{
    if (!code || code->way == CodeWay::None) {
        return; // the owner's line says it
    }
    const QString command = isWay(code->way) && isBrief ? commandText(asked, change) : QString();
    report.detail(wayText(code->way) + (command.isEmpty() ? "" : ": " + fromQString(command)));
    for (const CodeSnippet& snippet :
         isBrief || !isWay(code->way) ? std::vector<CodeSnippet>{} : code->snippets) {
        report.code(snippet.title, 4);
        report.code(snippet.text.substr(0, snippet.text.find_last_not_of('\n') + 1), 6, Tone::Faint);
    }
}

QJsonValue codeToJson(const std::optional<ClientCode>& code, const Change& change, const CodeCommand& asked)
{
    if (!code) {
        return {};
    }
    const QString command = commandText(asked, change);
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
            {QStringLiteral("reachText"), toQString(changeReachText(change))},
            {QStringLiteral("onlyIfItHappened"), saysSomethingElse(change)},
            {QStringLiteral("possible"), isPossible ? QJsonValue(*isPossible) : QJsonValue()},
            {QStringLiteral("code"), codeToJson(offered.code, change, asked)}};
}

/// What each change is, who can make it, how much it touches and what then follows.
void addChanges(Report& report, const std::vector<OfferedChange>& changes, const CodeCommand& command,
                bool isBrief)
{
    for (const OfferedChange& offered : changes) {
        const ReversingChange& reversing = offered.reversing;
        const Change& change = reversing.change;
        report.item(changeText(change));
        report.detail(prose({capitalised(ownerText(offered)) + ".", filled("It %1.", changeReachText(change)),
                             saysSomethingElse(change) ? "Do this only if it is the real cause." : "",
                             filled("The verdict is then %1.", changeOutcomeText(reversing))}),
                      Tone::Faint);
        addCode(report, offered.code, change, command, isBrief);
    }
}

void addPairs(Report& report, const Situation& situation)
{
    report.gap();
    if (redirectLocationOf(situation.facts)) {
        report.say(redirectAdvice());
        return;
    }
    if (isBeyondCure(situation)) {
        report.say(noCureText());
        return;
    }
    const std::vector<ReversingPair> pairs = reversingPairsOf(situation);
    report.say(pairs.empty() ? "No single change reverses this decision."
                             : "No single change reverses this decision; two together would:");
    for (const ReversingPair& pair : pairs) {
        report.item(pairText(pair));
    }
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

Report changesReport(const Situation& situation, Verdict verdict, const CodeCommand& command, bool isBrief)
{
    Report report;
    if (verdict == Verdict::Succeed) {
        return report; // a change that makes a success fail helps nobody
    }
    if (const std::vector<OfferedChange> changes = offeredIn(situation); changes.empty()) {
        addPairs(report, situation);
    } else {
        report.gap();
        report.say(filled("Each of these changes would turn the verdict into %1 (smallest first)",
                          verdict == Verdict::Stop ? "retry" : "stop"));
        addChanges(report, changes, command, isBrief);
    }
    if (const std::vector<OfferedChange> shorter = shorteningsIn(situation); !shorter.empty()) {
        report.gap();
        report.say("Each of these changes would shorten the delay");
        addChanges(report, shorter, command, isBrief);
    }
    if (const std::string quota = quotaSentence(situation); !quota.empty()) {
        report.gap();
        report.say(quota);
    }
    for (const SensitiveTo& sensitive : sensitivitiesOf(situation)) {
        report.gap();
        report.say(sensitivityText(sensitive));
    }
    return report;
}

QString codeCommandText(const CodeCommand& command, const Change& change)
{
    return commandText(command, change);
}

QJsonArray changesToJson(const Situation& situation, const CodeCommand& command)
{
    return arrayOf(offeredIn(situation),
                   [&](const OfferedChange& offered) { return changeToJson(offered, command); });
}

QJsonArray shorteningsToJson(const Situation& situation, const CodeCommand& command)
{
    return arrayOf(shorteningsIn(situation),
                   [&](const OfferedChange& offered) { return changeToJson(offered, command); });
}

QJsonArray pairsToJson(const Situation& situation, const CodeCommand& command)
{
    QJsonArray result;
    for (const ReversingPair& pair : pairsIn(situation)) {
        const ReversingChange first{.change = pair.first,
                                    .verdictAfter = Verdict::Stop,
                                    .kindAfter = decisionIn(changed(situation, pair.first)).kind};
        result.append(
            QJsonArray{changeToJson({first, codeFor(situation, first.change)}, command),
                       changeToJson({pair.second, codeFor(situation, pair.second.change)}, command)});
    }
    return result;
}

QJsonArray sensitivitiesToJson(const Situation& situation)
{
    return arrayOf(sensitivitiesOf(situation), [](const SensitiveTo& sensitive) {
        return QJsonObject{{QStringLiteral("text"), toQString(sensitivityText(sensitive))},
                           {QStringLiteral("verdictAfter"), toQString(toString(sensitive.verdictAfter))},
                           {QStringLiteral("kindAfter"), toQString(toString(sensitive.kindAfter))}};
    });
}

} // namespace retryscope::cli
