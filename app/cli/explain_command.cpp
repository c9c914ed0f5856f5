// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/delivery.h"
#include "app/cli/given_response.h"
#include "app/cli/played_scenario.h"
#include "app/cli/policy_choice.h"
#include "app/cli/recorded_attempt.h"
#include "app/cli/request_choice.h"
#include "app/cli/row_order.h"
#include "app/cli/run_plan.h"
#include "app/cli/verdict_report.h"
#include "core/change/other_services.h"
#include "core/explain/attempt_time.h"
#include "core/explain/bench_text.h"
#include "core/explain/escape.h"
#include "core/explain/units.h"
#include "core/facts/attempt_limit.h"
#include "core/io/files/bench_files.h"
#include "core/io/probe/behind_box.h"
#include "core/io/text/utf8.h"
#include "core/policy/resolve.h"

#include <QDateTime>
#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>
#include <optional>

namespace retryscope::cli {

namespace {

/// The request that the response belongs to. --header describes the response here, so it is not sent.
RequestSpec respondedRequest(const Arguments& arguments)
{
    RequestSpec spec = chooseRequest(arguments, std::nullopt);
    spec.headers = headersIn(arguments, QStringLiteral("request-header"));
    return spec;
}

GivenAttempt situationFrom(const Arguments& arguments)
{
    GivenAttempt situation;
    situation.wallTime = WallTime{QDateTime::currentMSecsSinceEpoch()};
    situation.spec = respondedRequest(arguments);
    situation.facts = givenResponse(arguments, situation.spec.method);
    situation.attempt = static_cast<int>(arguments.integer(QStringLiteral("attempt")).value_or(1));
    if (const auto tokens = arguments.integer(QStringLiteral("tokens"))) {
        situation.tokens = static_cast<int>(*tokens);
    }
    return situation;
}

/// What is judged, and the record that it is from.
struct Question
{
    GivenAttempt given;
    std::optional<RecordedAttempt> recorded;
    QStringList whatIf; ///< in what the response differs from the recorded one

    /// The policy that the record was made under; null without one, as a recording of foreign clients is.
    [[nodiscard]] const ResolvedPolicy* ownPolicy() const
    {
        return recorded && !recorded->record.header().isRecorded ? recorded->record.header().policy.get()
                                                                 : nullptr;
    }
};

/// How long the attempt took: as --attempt-time says, else as recorded; absent: not known.
std::optional<Duration> attemptTimeOf(const Arguments& arguments, const Question& question)
{
    const std::optional<Duration> given = arguments.time(QStringLiteral("attempt-time"));
    if (given || !question.recorded) {
        return given;
    }
    const AttemptRecord& attempt = question.recorded->record.at(question.recorded->place);
    return attempt.end - attempt.start;
}

/// What passed before the send that the phases are those of: earlier sends within the same attempt.
Duration timeBefore(const AttemptFacts& facts, Duration attemptTime)
{
    if (facts.hiddenSends == 0) {
        return Duration::zero();
    }
    Duration phases{0};
    const Phases& all = facts.phases;
    for (const auto& phase : {all.lookup, all.connect, all.tls, all.send, all.wait, all.receive}) {
        phases += phase ? *phase : Duration::zero();
    }
    return std::max(Duration::zero(), attemptTime - phases);
}

/// An attempt that took longer than --attempt-timeout is judged as what that limit would have made of it.
Question heldAgainstLimit(const Arguments& arguments, Question question)
{
    const std::optional<Duration> limit = arguments.time(QStringLiteral("attempt-timeout"));
    const std::optional<Duration> time = attemptTimeOf(arguments, question);
    if (!limit) {
        return question;
    }
    if (!time) {
        Console::note(QStringLiteral("WARNING: --attempt-timeout has no effect: the duration of the attempt "
                                     "is unknown; give it with --attempt-time TIME"));
        return question;
    }
    question.given.spec.attemptTimeout = limit;
    if (*time > *limit) {
        const Duration before = timeBefore(question.given.facts, *time);
        question.given.facts = endedByLimit(std::move(question.given.facts), before, *limit);
        question.whatIf += QStringLiteral("time limit %1 for the attempt, which took %2")
                               .arg(toQString(durationText(*limit)), toQString(durationText(*time)));
    }
    return question;
}

Question givenQuestion(const Arguments& arguments)
{
    if (!arguments.has(QStringLiteral("record"))) {
        return {situationFrom(arguments), std::nullopt, {}};
    }
    for (const char* other : {"fault", "response", "template", "tokens", "request-header"}) {
        if (arguments.has(QString::fromLatin1(other))) {
            throw usageError(
                QStringLiteral("--record holds the whole attempt and cannot be combined with --%1; to change "
                               "the recorded response, use --status, --header or --body")
                    .arg(QString::fromLatin1(other)));
        }
    }
    RecordedAttempt recorded = recordedAttempt(arguments);
    GivenAttempt given = givenAttemptAt(recorded.record, recorded.place);
    if (!asksWhatIf(arguments)) {
        return {std::move(given), std::move(recorded), {}};
    }
    const WhatIf whatIf = whatIfResponse(arguments, given.facts);
    given.facts = whatIf.facts;
    return {std::move(given), std::move(recorded), whatIf.changes};
}

/// With --behind: what the box of that bench makes of the response.
Question behindItsBox(const Arguments& arguments, Question question)
{
    const QString option = QStringLiteral("behind");
    if (!arguments.has(option)) {
        return question;
    }
    const Bench bench = need(io::benchNamed(arguments.value(option)));
    io::BehindBox made = need(io::behindBox(bench, question.given.facts));
    question.whatIf += QStringLiteral("behind %1, row %2%3: %4")
                           .arg(toQString(boxTitle(bench)), toQString(oneLine(made.row)),
                                made.isInferred ? QStringLiteral(" (inferred)") : QString(),
                                toQString(sideText(made.facts)));
    question.given.facts = std::move(made.facts);
    return question;
}

Question questionFrom(const Arguments& arguments)
{
    return heldAgainstLimit(arguments, behindItsBox(arguments, givenQuestion(arguments)));
}

/// Where the time of a recorded attempt, and before it, went: `Attempt 2 of call 1: 0.23 ms: send …`. In
/// virtual time that is no question.
QStringList timesOf(const Question& question)
{
    if (!question.recorded || question.recorded->record.header().isVirtual) {
        return {};
    }
    const RunRecord& record = question.recorded->record;
    const Place place = question.recorded->place;
    const CallRecord& call = record.callAt(place.call);
    const AttemptRecord& attempt = record.at(place);
    QStringList lines;
    const auto add = [&lines](const QString& what, const std::string& text) {
        if (!text.empty()) {
            lines += what + QStringLiteral(": ") + toQString(text);
        }
    };
    add(QStringLiteral("Before this attempt"),
        gapText(call, static_cast<std::size_t>(place.attempt), !record.header().noWait));
    add(QStringLiteral("Attempt %1 of call %2").arg(attempt.attempt).arg(call.call), phasesText(attempt));
    return lines;
}

/// The policies that were asked for, else all of them; `record` for the record's own.
QStringList policiesToAsk(const Arguments& arguments, const io::Library& library, const Question& question)
{
    QStringList ids = policyIds(arguments, library);
    const ResolvedPolicy* own = question.ownPolicy();
    const QString ownId = own != nullptr ? toQString(own->policy.id) : QString();
    if (ids.isEmpty()) {
        Arguments all;
        all.add(QStringLiteral("policy"), QStringLiteral("all"));
        ids = policyIds(all, library);
        if (own != nullptr && !ids.contains(ownId)) {
            ids.prepend(QLatin1String(kOwnPolicy));
        }
    }
    const bool isChanged = arguments.has(QStringLiteral("set")) ||
                           arguments.has(QStringLiteral("max-attempts")) ||
                           arguments.has(QStringLiteral("retry-mode-from-environment"));
    if (own != nullptr && !isChanged) {
        ids.replaceInStrings(
            QRegularExpression(QStringLiteral("^%1$").arg(QRegularExpression::escape(ownId))),
            QLatin1String(kOwnPolicy));
    }
    ids.removeDuplicates();
    return ids;
}

/// A record has the request; of a response alone the options may say what was sent.
bool isMethodTold(const Arguments& arguments, const Question& question)
{
    const bool isSaid = arguments.has(QStringLiteral("method")) || arguments.has(QStringLiteral("data")) ||
                        arguments.has(QStringLiteral("operation"));
    return question.recorded.has_value() || isSaid;
}

/// Absent where the environment makes this policy one that was judged before.
std::optional<JudgedUnder> judgedUnder(const QString& id, const Arguments& arguments,
                                       const io::Library& library, const Question& question,
                                       ReplacedPresets& replaced)
{
    if (id == QLatin1String(kOwnPolicy) && question.ownPolicy() != nullptr) {
        std::optional<Situation> situation = situationAt(question.recorded->record, question.recorded->place);
        if (situation) {
            if (!question.whatIf.isEmpty()) {
                situation->facts = question.given.facts;
            }
            JudgedUnder verdict = judgedIn(std::move(*situation), true);
            verdict.isMethodTold = isMethodTold(arguments, question);
            verdict.code = codeCommandFor(arguments, toQString(question.ownPolicy()->policy.id),
                                          question.given.spec.service);
            return verdict;
        }
    }
    if (id == QLatin1String(kOwnPolicy) && question.recorded) {
        throw usageError(QStringLiteral("--policy record: this record comes from other clients and names no "
                                        "policy; omit --policy, or name a policy"));
    }
    const PolicyChoice choice = choosePolicy(arguments, library, id, question.given.spec);
    if (!replaced.add(choice.policy->policy.id, choice.replacement)) {
        return std::nullopt;
    }
    JudgedUnder verdict = judgedIn(situationUnder(*choice.policy, question.given), false);
    verdict.isMethodTold = isMethodTold(arguments, question);
    verdict.code = codeCommandFor(arguments, id, question.given.spec.service);
    if (const io::Result<Policy> preset = library.policy(id)) {
        verdict.otherServices = servicesJudgedOtherwise(preset.value(), question.given);
    }
    return verdict;
}

/// Leaves only those that do not decide as most do. The sentence says what was compared.
std::string keepDifferences(std::vector<JudgedUnder>& verdicts)
{
    GridDifferences differences = whereTheyDiffer(rowsOf(verdicts));
    std::vector<JudgedUnder> kept;
    for (const std::size_t index : differences.rows) {
        kept.push_back(std::move(verdicts[index]));
    }
    verdicts = std::move(kept);
    return differences.sentence;
}

Report gridReport(const std::vector<JudgedUnder>& verdicts, const std::string& differences, bool isGrouped,
                  int width)
{
    Report report;
    report.say(differences);
    Report grid = verdictGrid(verdicts, isGrouped, width);
    if (!report.isEmpty() && !grid.isEmpty()) {
        report.gap();
    }
    report.append(std::move(grid));
    return report;
}

/// How the verdicts are printed as text.
struct TextForm
{
    QString grid;
    QString replaced;   ///< which presets the environment puts in place of others
    QString choice;     ///< which attempt of a record is judged
    QStringList whatIf; ///< in what the response differs from the recorded one
    QStringList times;  ///< where the time of a recorded attempt went
    bool inFull = false;
    bool isBrief = false;
    bool isGrouped = true; ///< by client
};

void printVerdicts(const std::vector<JudgedUnder>& verdicts, const std::string& differences,
                   const TextForm& form, const Console& console)
{
    if (form.grid == QLatin1String("markdown")) {
        console.print(QByteArray::fromStdString(gridAsMarkdown(rowsOf(verdicts))));
        return;
    }
    if (form.grid == QLatin1String("csv")) {
        console.print(QByteArray::fromStdString(gridAsCsv(rowsOf(verdicts))));
        return;
    }
    Report report;
    report.say(fromQString(form.replaced));
    report.say(fromQString(form.choice));
    for (const QString& line : form.times) {
        report.add(ReportText{.text = {fromQString(line)}, .hang = 2});
    }
    if (!form.whatIf.isEmpty()) {
        report.say("What if: " + fromQString(form.whatIf.join(QStringLiteral("; "))));
    }
    if (!report.isEmpty()) {
        report.gap();
    }
    const int width = console.style().width;
    report.append(form.inFull ? verdictStory(verdicts.front(), form.isBrief, width)
                              : gridReport(verdicts, differences, form.isGrouped, width));
    console.print(report);
}

/// Which attempt of the record is judged, and what other clients than the record's make of its number.
QString choiceText(const Question& question, const std::vector<JudgedUnder>& verdicts)
{
    if (!question.recorded) {
        return {};
    }
    const bool hasOthers = std::any_of(verdicts.begin(), verdicts.end(),
                                       [](const JudgedUnder& verdict) { return !verdict.isRecorded; });
    return question.recorded->choice +
           (hasOthers ? QStringLiteral(
                            " Other policies judge it as attempt %1 of a client's first call, with a full "
                            "retry quota. To judge the whole call under them, use replay.")
                            .arg(question.given.attempt)
                      : QString());
}

QString gridForm(const Arguments& arguments, const Console& console)
{
    const QString option = QStringLiteral("grid-as");
    if (arguments.has(option) && console.wantsJson()) {
        throw usageError(
            QStringLiteral("--grid-as applies to text; it cannot be combined with --format json"));
    }
    return arguments.choice(option);
}

/// A bare word of three digits is a status.
Arguments withBareStatus(const Arguments& arguments)
{
    static const QRegularExpression status(QStringLiteral("\\A[1-9][0-9]{2}\\z"));
    const QString option = QStringLiteral("status");
    Arguments whole = arguments;
    const QString word = whole.positional.value(0);
    if (whole.positional.size() == 1 && status.match(word).hasMatch() && !whole.has(option)) {
        whole.add(option, word);
        Console::note(QStringLiteral("Using %1 as the status of the response").arg(word));
        return whole;
    }
    if (!whole.positional.isEmpty()) {
        throw usageError(QStringLiteral("unexpected '%1'; give the response as a three-digit status, or "
                                        "with --status, --fault, --template, --response or --record")
                             .arg(whole.positional.size() > 1 ? whole.positional.at(1) : word));
    }
    return whole;
}

} // namespace

ExitCode explainCommand(const Arguments& given, const Console& console)
{
    const Arguments arguments = withBareStatus(given);
    const QString form = gridForm(arguments, console);
    const Question question = questionFrom(arguments);
    checkOutput(arguments);
    const io::Library library = userLibrary();
    const QStringList ids = policiesToAsk(arguments, library, question);
    std::vector<JudgedUnder> verdicts;
    ReplacedPresets replaced;
    for (const QString& id : ids) {
        std::optional<JudgedUnder> verdict = judgedUnder(id, arguments, library, question, replaced);
        if (verdict) {
            verdicts.push_back(*std::move(verdict));
        }
    }
    sortRows(
        verdicts, rowOrder(arguments), [](const JudgedUnder& verdict) { return verdict.row.policy; },
        [](const JudgedUnder& verdict) { return rankOf(verdict.row.verdict); });
    const bool inFull = verdicts.size() == 1;
    const bool onlyDifferences = !inFull && arguments.has(QStringLiteral("only-differences"));
    const std::string differences = onlyDifferences ? keepDifferences(verdicts) : std::string();
    const QStringList times = timesOf(question);
    const QString choice = choiceText(question, verdicts);
    QJsonObject document;
    if (console.wantsJson() || arguments.has(QStringLiteral("output"))) {
        document = verdictDocument(verdicts, inFull);
        if (onlyDifferences) {
            document.insert(QStringLiteral("differences"), toQString(differences));
        }
        if (!replaced.toJson().isEmpty()) {
            document.insert(QStringLiteral("replaced"), replaced.toJson());
        }
        if (!choice.isEmpty()) {
            document.insert(QStringLiteral("attemptJudged"), choice);
        }
        if (!times.isEmpty()) {
            document.insert(QStringLiteral("times"), QJsonArray::fromStringList(times));
        }
        if (!question.whatIf.isEmpty()) {
            document.insert(QStringLiteral("whatIf"), QJsonArray::fromStringList(question.whatIf));
        }
    }
    saveOutput(document, arguments);
    const TextForm text{.grid = form,
                        .replaced = replaced.text(),
                        .choice = choice,
                        .whatIf = question.whatIf,
                        .times = times,
                        .inFull = inFull,
                        .isBrief = arguments.has(QStringLiteral("brief")),
                        .isGrouped = rowOrder(arguments) == RowOrder::Usual};
    console.wantsJson() ? console.print(document) : printVerdicts(verdicts, differences, text, console);
    return ExitCode::Succeeded;
}

} // namespace retryscope::cli
