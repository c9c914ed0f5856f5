// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/body_excerpt.h"
#include "app/cli/delivery.h"
#include "app/cli/given_response.h"
#include "app/cli/json_values.h"
#include "app/cli/played_scenario.h"
#include "app/cli/policy_choice.h"
#include "app/cli/recorded_attempt.h"
#include "app/cli/request_choice.h"
#include "app/cli/row_order.h"
#include "app/cli/run_plan.h"
#include "app/cli/verdict_json.h"
#include "core/change/other_services.h"
#include "core/explain/attempt_time.h"
#include "core/explain/bench_text.h"
#include "core/explain/escape.h"
#include "core/explain/phrases.h"
#include "core/explain/report_markdown.h"
#include "core/explain/units.h"
#include "core/facts/attempt_limit.h"
#include "core/io/documents/error_files.h"
#include "core/io/files/bench_files.h"
#include "core/io/files/rule_evidence.h"
#include "core/io/import/client_readers.h"
#include "core/io/probe/behind_box.h"
#include "core/io/redact/redact.h"
#include "core/io/text/input_file.h"
#include "core/io/text/utf8.h"
#include "core/io/traffic/import_traffic.h"
#include "core/policy/resolve.h"
#include "core/recipes/changes_report.h"

#include <QDateTime>
#include <QFileInfo>
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
    std::vector<std::string> whatIf; ///< in what the response differs from the recorded one

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
    return tookOf(attempt);
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
        question.whatIf.push_back(filled("time limit %1 for the attempt, which took %2", durationText(*limit),
                                         durationText(*time)));
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
    question.whatIf.push_back(filled("behind %1, row %2%3: %4", boxTitle(bench), oneLine(made.row),
                                     made.isInferred ? " (inferred)" : "", sideText(made.facts)));
    question.given.facts = std::move(made.facts);
    return question;
}

Question questionFrom(const Arguments& arguments)
{
    return heldAgainstLimit(arguments, behindItsBox(arguments, givenQuestion(arguments)));
}

/// Where the time of a recorded attempt, and before it, went: `Attempt 2 of call 1: 0.23 ms: send …`. In
/// virtual time that is no question.
std::vector<std::string> timesOf(const Question& question)
{
    if (!question.recorded || question.recorded->record.header().isVirtual) {
        return {};
    }
    const RunRecord& record = question.recorded->record;
    const Place place = question.recorded->place;
    const CallRecord& call = record.callAt(place.call);
    const AttemptRecord& attempt = record.at(place);
    std::vector<std::string> lines;
    const auto add = [&lines](const std::string& what, const std::string& text) {
        if (!text.empty()) {
            lines.push_back(what + ": " + text);
        }
    };
    add("Before this attempt",
        gapText(call, static_cast<std::size_t>(place.attempt), !record.header().noWait));
    add(filled("Attempt %1 of call %2", attempt.attempt, call.call), phasesText(attempt));
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

/// Without secrets in the texts of the policy, which decide nothing.
JudgedUnder judgedFor(const Arguments& arguments, const Question& question, Situation situation,
                      bool isRecorded)
{
    situation.policy.policy = io::redacted(std::move(situation.policy.policy));
    JudgedUnder verdict = judgedIn(std::move(situation), isRecorded);
    verdict.row.ruleEvidence =
        io::ruleEvidenceOf(verdict.situation.policy, verdict.situation.facts, verdict.decision);
    verdict.isMethodTold = isMethodTold(arguments, question);
    return verdict;
}

/// Absent where the environment makes this policy one that was judged before.
std::optional<JudgedUnder> judgedUnder(const QString& id, const Arguments& arguments,
                                       const io::Library& library, const Question& question,
                                       ReplacedPresets& replaced)
{
    if (id == QLatin1String(kOwnPolicy) && question.ownPolicy() != nullptr) {
        std::optional<Situation> situation = situationAt(question.recorded->record, question.recorded->place);
        if (situation) {
            if (!question.whatIf.empty()) {
                situation->facts = question.given.facts;
            }
            return judgedFor(arguments, question, std::move(*situation), true);
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
    JudgedUnder verdict =
        judgedFor(arguments, question, situationUnder(*choice.policy, question.given), false);
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

/// How the verdicts are printed as text.
struct TextForm
{
    QString grid;
    AskedAbout asked;
    std::string differences; ///< of all verdicts, where only those that differ are left
    bool isGrouped = true;   ///< by client
};

void printGrid(const std::vector<JudgedUnder>& verdicts, const TextForm& form, const Console& console)
{
    if (form.grid == QLatin1String("csv")) {
        console.print(QByteArray::fromStdString(gridAsCsv(rowsOf(verdicts))));
        return;
    }
    if (form.grid == QLatin1String("markdown")) {
        console.print(QByteArray::fromStdString(reportMarkdown(verdictTable(rowsOf(verdicts)))));
        return;
    }
    Report report = askedReport(form.asked);
    report.say(form.differences);
    if (!form.differences.empty() && !verdicts.empty()) {
        report.gap();
    }
    report.append(verdictGrid(verdicts, form.isGrouped, console.style().width, io::errorKnowledge()));
    console.print(report);
}

/// The only verdict, with what would change it.
class Story
{
public:
    Story(const JudgedUnder& verdict, CodeCommand command)
        : m_verdict(verdict)
        , m_changes(possibleChangesOf(io::clientKnowledge(), verdict.situation))
        , m_command(std::move(command))
    {
    }

    [[nodiscard]] QJsonObject document() const { return verdictDocument(m_verdict, m_changes, m_command); }
    [[nodiscard]] Report report(bool isBrief, int width) const
    {
        const CodeCommandOf commandOf = [this](const Change& change) {
            return fromQString(codeCommandText(m_command, change));
        };
        return verdictStory(m_verdict, {.isBrief = isBrief,
                                        .nameExcerpt = nameExcerpt(m_verdict.situation, width),
                                        .changes = changesReport(m_changes, commandOf, !isBrief),
                                        .errors = io::errorKnowledge()});
    }

private:
    const JudgedUnder& m_verdict;
    PossibleChanges m_changes;
    CodeCommand m_command;
};

/// Which attempt of the record is judged, and what other clients than the record's make of its number.
std::string choiceText(const Question& question, const std::vector<JudgedUnder>& verdicts)
{
    if (!question.recorded) {
        return {};
    }
    const bool hasOthers =
        std::ranges::any_of(verdicts, [](const JudgedUnder& verdict) { return !verdict.isRecorded; });
    return prose({fromQString(question.recorded->choice),
                  hasOthers ? filled("Other policies judge it as attempt %1 of a client's first call, with a "
                                     "full retry quota. To judge the whole call under them, use replay.",
                                     question.given.attempt)
                            : std::string()});
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
        throw usageError(QStringLiteral("unexpected \"%1\"; give the response as a three-digit status, or "
                                        "with --status, --fault, --template, --response or --record")
                             .arg(whole.positional.size() > 1 ? whole.positional.at(1) : word));
    }
    return whole;
}

/// A file of another program with its requests has attempts instead of one response.
Arguments withImport(const Arguments& arguments)
{
    const QString response = QStringLiteral("response");
    const QString name = arguments.value(response);
    if (!QFileInfo(name).isFile() || arguments.has(QStringLiteral("record"))) {
        return arguments;
    }
    const io::Result<io::InputFile> file = io::openUnpacked(name);
    const QString format = file ? io::trafficFormatOf(*file.value().device) : QString();
    if (format.isEmpty() || format == QLatin1String("curl-log")) { // curl -v shows one response as it came
        return arguments;
    }
    Console::note(QStringLiteral("%1 holds requests (%2), so it is read as with --record")
                      .arg(name, io::trafficTitle(format)));
    Arguments whole = arguments;
    whole.remove(response);
    whole.add(QStringLiteral("record"), name);
    return whole;
}

void addTo(QJsonObject& document, const AskedAbout& asked, const ReplacedPresets& replaced)
{
    if (!replaced.toJson().isEmpty()) {
        document.insert(QStringLiteral("replaced"), replaced.toJson());
    }
    if (!asked.choice.empty()) {
        document.insert(QStringLiteral("attemptJudged"), toQString(asked.choice));
    }
    if (!asked.times.empty()) {
        document.insert(QStringLiteral("times"), textsToJson(asked.times));
    }
    if (!asked.whatIf.empty()) {
        document.insert(QStringLiteral("whatIf"), textsToJson(asked.whatIf));
    }
}

} // namespace

ExitCode explainCommand(const Arguments& given, const Console& console)
{
    const Arguments arguments = withImport(withBareStatus(given));
    const QString form = gridForm(arguments, console);
    const Question question = questionFrom(arguments);
    checkOutput(arguments);
    const io::Library library = userLibrary();
    const QStringList ids = policiesToAsk(arguments, library, question);
    std::vector<JudgedUnder> verdicts;
    QString lastAsked; // of the last verdict, as on the command line
    ReplacedPresets replaced;
    for (const QString& id : ids) {
        std::optional<JudgedUnder> verdict = judgedUnder(id, arguments, library, question, replaced);
        if (verdict) {
            lastAsked = verdict->isRecorded ? toQString(verdict->row.policy) : id;
            verdicts.push_back(*std::move(verdict));
        }
    }
    sortRows(
        verdicts, rowOrder(arguments), [](const JudgedUnder& verdict) { return verdict.row.policy; },
        [](const JudgedUnder& verdict) { return rankOf(verdict.row.verdict); });
    const bool wantsDocument = console.wantsJson() || arguments.has(QStringLiteral("output"));
    const bool isOne = verdicts.size() == 1;
    const bool tellsStory = isOne && (form.isEmpty() || form == QLatin1String("table"));
    std::optional<Story> story;
    if (isOne && (wantsDocument || tellsStory)) {
        story.emplace(verdicts.front(), codeCommandFor(arguments, lastAsked, question.given.spec.service));
    }
    const bool onlyDifferences = !isOne && arguments.has(QStringLiteral("only-differences"));
    const std::string differences = onlyDifferences ? keepDifferences(verdicts) : std::string();
    const AskedAbout asked{.replaced = fromQString(replaced.text()),
                           .choice = choiceText(question, verdicts),
                           .times = timesOf(question),
                           .whatIf = question.whatIf};
    QJsonObject document;
    if (wantsDocument) {
        document = story ? story->document() : verdictDocument(verdicts);
        if (onlyDifferences) {
            document.insert(QStringLiteral("differences"), toQString(differences));
        }
        addTo(document, asked, replaced);
        saveOutput(document, arguments);
    }
    if (console.wantsJson()) {
        console.print(document);
    } else if (tellsStory) {
        Report report = askedReport(asked);
        report.append(story->report(arguments.has(QStringLiteral("brief")), console.style().width));
        console.print(report);
    } else {
        printGrid(verdicts, {form, asked, differences, rowOrder(arguments) == RowOrder::Usual}, console);
    }
    return ExitCode::Succeeded;
}

} // namespace retryscope::cli
