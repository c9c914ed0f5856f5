// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/verdict_report.h"

#include "core/change/other_protocols.h"
#include "core/explain/body_error_text.h"
#include "core/explain/condition_text.h"
#include "core/explain/conflict_text.h"
#include "core/explain/explain.h"
#include "core/explain/fault_advice.h"
#include "core/explain/hint_text.h"
#include "core/explain/phrases.h"
#include "core/explain/policy_summary.h"
#include "core/explain/protocol_text.h"
#include "core/explain/redirect_text.h"
#include "core/explain/report_markdown.h"
#include "core/explain/stop_text.h"
#include "core/explain/value_words.h"
#include "core/facts/letter_case.h"

#include <algorithm>
#include <map>
#include <utility>

namespace retryscope {

namespace {

/// Said of verdicts that are not those of a fresh client.
constexpr char kRecordedSituation[] =
    "Judged in the recorded situation: attempts, tokens and clock as at that time";

/// By client, documents last; presets of one client stay in their order.
std::vector<const JudgedUnder*> byClient(std::vector<const JudgedUnder*> rows)
{
    std::ranges::stable_sort(rows, {}, [](const JudgedUnder* verdict) {
        return std::pair(!verdict->situation.policy.policy.document.empty(),
                         inLowerCase(verdict->row.client));
    });
    return rows;
}

/// Named where they are few, else counted.
std::string namedOrCounted(const std::vector<std::string>& policies, const char* lead)
{
    constexpr std::size_t kMostNamed = 12;
    return policies.size() <= kMostNamed ? lead + joined(policies, ", ") : std::string();
}

/// Wide enough for more than the names of the policies and what they decide.
bool isWide(int width)
{
    constexpr int kWide = 100;
    return width >= kWide;
}

ReportTable tableFor(int width)
{
    ReportTable table{{{"policy"}, // never cut: ids are copied
                       {"verdict"},
                       {"kind", WhenNarrow::Drop},
                       {"delay", WhenNarrow::Fold},
                       {"delay hint", WhenNarrow::Fold},
                       {"attempts", WhenNarrow::Drop}},
                      {}};
    if (isWide(width)) {
        for (const char* title : {"rule", "error name", "tokens", "evidence"}) {
            table.columns.push_back({title, WhenNarrow::Drop});
        }
    }
    return table;
}

std::vector<Toned> cellsOf(const VerdictRow& row, const char* lead, const char* mark, int width)
{
    std::vector<Toned> cells{{lead + row.policy + mark, Tone::Strong},
                             {std::string(toString(row.verdict)), toneOf(row)},
                             {std::string(wordsFor(row.kind).word)},
                             {delayCell(row)},
                             {hintCell(row)},
                             {attemptsCell(row)}};
    if (isWide(width)) {
        cells.insert(
            cells.end(),
            {{row.rule}, {nameCell(row)}, {tokensCell(row)}, {std::string(wordOf(row.ruleEvidence.level))}});
    }
    return cells;
}

/// `Error name: 429 (xml:Error/Code) for 38; none for curl-retry-3, envoy-5xx`; the response is one, so there
/// are few.
std::string namesText(const std::vector<JudgedUnder>& verdicts)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> policiesOf;
    for (const JudgedUnder& verdict : verdicts) {
        const std::string name = verdict.row.name.state == NameState::Absent ? "none" : nameCell(verdict.row);
        auto known = std::ranges::find_if(policiesOf, [&name](const auto& one) { return one.first == name; });
        if (known == policiesOf.end()) {
            known = policiesOf.insert(policiesOf.end(), {name, {}});
        }
        known->second.push_back(verdict.row.policy);
    }
    std::vector<std::string> parts;
    for (const auto& [name, policies] : policiesOf) {
        const std::string named = namedOrCounted(policies, "");
        parts.push_back(policiesOf.size() == 1
                            ? name
                            : name + " for " + (named.empty() ? std::to_string(policies.size()) : named));
    }
    return "Error name: " + joined(parts, "; ", "; ");
}

/// `302 is a redirect to “/x”: 12 of 90 policies follow it, 20 do not, and of 58 it is unknown.`
std::string redirectText(const std::vector<JudgedUnder>& verdicts)
{
    const std::string clause = redirectClause(verdicts.front().situation.facts);
    const auto count = [&verdicts](Followed followed) {
        return std::ranges::count_if(verdicts, [followed](const JudgedUnder& verdict) {
            return verdict.row.redirect && verdict.row.redirect->followed == followed;
        });
    };
    return clause.empty()
               ? clause
               : filled("%1. %2 of %3 policies follow it, %4 do not, and %5 are unknown.", clause,
                        count(Followed::Yes), verdicts.size(), count(Followed::No), count(Followed::Unknown));
}

/// What follows from the response alone, whoever looks at it: an error in the body of a success, a batch that
/// came back in part, a redirect, an error that no retry cures.
std::vector<std::string> responseTexts(const std::vector<JudgedUnder>& verdicts, const ErrorKnowledge& known)
{
    std::vector<std::string> texts;
    const Situation& any = verdicts.front().situation;
    if (const std::string bodyError = bodyErrorClause(any.facts); !bodyError.empty()) {
        const auto noticing = std::ranges::count_if(
            verdicts, [](const JudgedUnder& verdict) { return verdict.row.noticesBodyError; });
        texts.push_back(filled("The status is a success, but %1: %2 of %3 policies %4 at it.", bodyError,
                               noticing, verdicts.size(), noticing == 1 ? "looks" : "look"));
    }
    const auto effect = possibleEffectOf(any.spec, any.facts, verdicts.front().row.kind);
    const bool isInPart = effect && effect->processing == Processing::PartlyDone;
    texts.push_back(isInPart ? effectSentence(*effect, ResponderKind::Unknown) : redirectText(verdicts));
    if (const auto incurable = incurableErrorIn(known.incurable, any.facts)) {
        texts.push_back(incurableSentence(*incurable));
    }
    return texts;
}

/// How many would judge otherwise if the service spoke another protocol; empty where none would.
std::string protocolsText(const std::vector<JudgedUnder>& verdicts)
{
    std::vector<std::string> differing;
    std::vector<std::string> protocols;
    for (const JudgedUnder& verdict : verdicts) {
        const std::vector<ProtocolVerdict> others = verdictsInOtherProtocols(verdict.situation);
        for (const ProtocolVerdict& other : others) {
            if (std::ranges::find(protocols, other.protocol) == protocols.end()) {
                protocols.push_back(other.protocol);
            }
        }
        if (!others.empty()) {
            differing.push_back(verdict.row.policy);
        }
    }
    return differing.empty()
               ? std::string()
               : filled("Protocol: %1. With another protocol (%2), %3 of %4 policies decide differently%5 "
                        "(see --service, --protocol)",
                        verdicts.front().situation.policy.protocol, joined(protocols, ", "), differing.size(),
                        verdicts.size(), namedOrCounted(differing, ": "));
}

/// Who would judge otherwise if the service were said; empty where none would.
std::vector<std::string> servicesTexts(const std::vector<JudgedUnder>& verdicts)
{
    std::map<std::string, std::vector<std::string>> differing;
    for (const JudgedUnder& verdict : verdicts) {
        for (const std::string& service : verdict.otherServices) {
            differing[service].push_back(verdict.row.policy);
        }
    }
    std::map<std::vector<std::string>, std::vector<std::string>>
        servicesOf; // most differ for the same clients
    for (const auto& [service, policies] : differing) {
        servicesOf[policies].push_back(service);
    }
    std::vector<std::string> texts;
    for (const auto& [policies, services] : servicesOf) {
        texts.push_back(
            filled("Service: none given. For %1, %2 of %3 policies decide differently: %4 (see --service)",
                   joined(services, " or "), policies.size(), verdicts.size(), joined(policies, ", ")));
    }
    return texts;
}

struct MarkStyle
{
    const char* sign;
    Tone tone;
};

MarkStyle styleOf(SentenceMark mark)
{
    switch (mark) {
    case SentenceMark::Info:
        return {"·", Tone::Plain};
    case SentenceMark::Passed:
        return {"✓", Tone::Good};
    case SentenceMark::NotMatched:
        return {"–", Tone::Faint};
    case SentenceMark::Matched:
        return {"►", Tone::Warning};
    case SentenceMark::Blocked:
        return {"✗", Tone::Bad};
    }
    return {"·", Tone::Plain};
}

/// The rule that this sentence is about; absent for other findings.
std::optional<RuleTried> ruleOf(const Decision& decision, const Sentence& sentence)
{
    if (sentence.step < 0) {
        return std::nullopt;
    }
    const TraceStep step = decision.trace[static_cast<std::size_t>(sentence.step)];
    const auto* tried = std::get_if<RuleTried>(&step);
    return tried != nullptr ? std::optional(*tried) : std::nullopt;
}

bool isNameFound(const Decision& decision, const Sentence& sentence)
{
    return sentence.step >= 0 &&
           std::holds_alternative<NameFound>(decision.trace[static_cast<std::size_t>(sentence.step)]);
}

void addFindings(Report& report, const JudgedUnder& verdict, const ReportLines& nameExcerpt)
{
    const Situation& situation = verdict.situation;
    const Explanation explanation = explain(situation.policy, situation.facts, verdict.decision,
                                            situation.request.attemptsMade + 1, situation.clock.wallTime);
    std::string source;
    for (const Sentence& sentence : explanation.sentences) {
        const MarkStyle mark = styleOf(sentence.mark);
        const std::optional<RuleTried> tried = ruleOf(verdict.decision, sentence);
        const std::string title =
            tried ? filled("%1 (%2)", sentence.title,
                           evidenceText(situation.policy, situation.facts, verdict.decision.trace, *tried))
                  : sentence.title;
        report.add(
            ReportText{.lead = {{mark.sign, mark.tone}, {" "}}, .text = {title}, .indent = 2, .hang = 4});
        if (tried && !tried->matched) {
            continue; // there can be many; `policies show` has the sources of all rules
        }
        report.detail(tried ? std::string() : sentence.text); // the headline has a rule's proviso
        if (isNameFound(verdict.decision, sentence)) {
            report.add(nameExcerpt);
        }
        if (std::exchange(source, sentence.source) != sentence.source) {
            report.detail(sentence.source, Tone::Faint);
        }
    }
}

/// `Attempts: 3; retry quota (tokens): 500 - 5 = 495`
std::string allowance(const VerdictRow& row)
{
    const std::string tokens = tokensCell(row);
    return "Attempts: " + attemptsCell(row) + (tokens.empty() ? "" : "; retry quota (tokens): " + tokens);
}

/// `retry (throttling), delay 1 s`
ReportText verdictLine(const VerdictRow& row)
{
    if (row.stopReason == StopReason::UnreadCode) {
        return {.lead = {{"depends on code that was not read", Tone::Warning}},
                .text = {": stop, or retry (" + std::string(wordsFor(row.kind).word) + ')'}};
    }
    const std::string delay = delayCell(row);
    if (row.verdict == Verdict::Succeed && row.kind == ErrorKind::None) {
        return {.lead = {{std::string(toString(row.verdict)), toneOf(row)}}};
    }
    return {.lead = {{std::string(toString(row.verdict)), toneOf(row)}, {" "}},
            .text = {"(" + std::string(wordsFor(row.kind).word) + ')' +
                     (!row.window         ? ""
                      : row.isImmediate() ? ", " + delay
                                          : ", delay " + delay)}};
}

/// By its status; readings of a document differ about failures only.
bool isFailure(const AttemptFacts& facts)
{
    constexpr int kFirstError = 400;
    return facts.fault || !facts.response || facts.response->status >= kFirstError;
}

/// What a retry might do at the server; empty where nothing is to be said.
std::string effectText(const JudgedUnder& verdict, const Responder& responder)
{
    const auto effect = possibleEffectOf(verdict.situation.spec, verdict.situation.facts, verdict.row.kind);
    return !effect ? ""
           : isMethodNeeded(verdict, *effect)
               ? "The server might already have processed the request. Whether a retry does harm depends on "
                 "the method (--method)."
               : effectSentence(*effect, responder.kind);
}

} // namespace

bool isMethodNeeded(const JudgedUnder& verdict, const PossibleEffect& effect)
{
    return !verdict.isMethodTold && effect.processing == Processing::Ambiguous;
}

JudgedUnder judgedIn(Situation situation, bool isRecorded)
{
    Decision decision = decisionIn(situation);
    VerdictRow row = verdictRowOf(situation.policy, situation.facts, decision,
                                  situation.request.attemptsMade + 1, situation.clock.wallTime);
    return {std::move(situation), std::move(decision), std::move(row), isRecorded};
}

std::vector<VerdictRow> rowsOf(const std::vector<JudgedUnder>& verdicts)
{
    std::vector<VerdictRow> rows;
    for (const JudgedUnder& verdict : verdicts) {
        rows.push_back(verdict.row);
    }
    return rows;
}

Report verdictTable(const std::vector<VerdictRow>& rows)
{
    ReportTable table = tableFor(kNeverWrapped);
    table.columns.push_back({"why"});
    for (const VerdictRow& row : rows) {
        std::vector<Toned> cells = cellsOf(row, "", "", kNeverWrapped);
        cells.push_back({row.why});
        table.add(std::move(cells));
    }
    Report report(std::move(table));
    if (const std::string asked = askedLine(rows); !asked.empty()) {
        report.gap();
        report.say(asked);
    }
    return report;
}

Report askedReport(const AskedAbout& asked)
{
    Report report;
    report.say(asked.replaced);
    report.say(asked.choice);
    for (const std::string& time : asked.times) {
        report.add(ReportText{.text = {time}, .hang = 2});
    }
    if (!asked.whatIf.empty()) {
        report.say("What if: " + joined(asked.whatIf, "; ", "; "));
    }
    if (!report.isEmpty()) {
        report.gap();
    }
    return report;
}

Report verdictGrid(const std::vector<JudgedUnder>& verdicts, bool isGrouped, int width,
                   const ErrorKnowledge& errors)
{
    Report report;
    if (verdicts.empty()) {
        return report;
    }
    ReportTable table = tableFor(width);
    std::string client;
    std::map<Verdict, int> counts;
    std::vector<const JudgedUnder*> rows;
    for (const JudgedUnder& verdict : verdicts) {
        rows.push_back(&verdict);
    }
    for (const JudgedUnder* verdict : isGrouped ? byClient(std::move(rows)) : std::move(rows)) {
        ++counts[verdict->row.verdict];
        if (isGrouped && verdict->row.client != client) {
            client = verdict->row.client;
            table.addLine(client == "document" ? "documents" : client);
        }
        table.add(cellsOf(verdict->row, " ", verdict->isRecorded ? " *" : "", width));
    }
    report.add(std::move(table));
    report.gap();
    report.say(namesText(verdicts));
    report.say(responseTexts(verdicts, errors));
    report.say(askedLine(rowsOf(verdicts)));
    if (std::ranges::any_of(verdicts, [](const JudgedUnder& verdict) {
            return verdict.row.waitMark != WaitMark::None && verdict.row.window;
        })) {
        report.say("! the delay can be longer than one minute, or than the deadline allows");
    }
    report.say(protocolsText(verdicts));
    report.say(servicesTexts(verdicts));
    if (std::ranges::any_of(verdicts, &JudgedUnder::isRecorded)) {
        report.say(std::string("* ") + kRecordedSituation);
    }
    report.say("Evidence: " + evidenceCounts(rowsOf(verdicts)));
    report.say(counted(static_cast<int>(verdicts.size()), "policy", "policies") + ": " +
               verdictCounts(counts));
    return report;
}

Report verdictStory(const JudgedUnder& verdict, StoryParts more)
{
    const VerdictRow& row = verdict.row;
    const Situation& situation = verdict.situation;
    const Policy& policy = situation.policy.policy;
    const Responder responder = responderOf(more.errors.responders, situation.facts);
    Report report;
    report.headline(row.policy, row.title);
    report.gap();
    report.add(verdictLine(row));
    report.say(row.why);
    for (const ServerHint& hint : row.hints) {
        report.say(hintSentences(hint));
    }
    report.say(row.ruleEvidence.remark, Tone::Warning);
    report.say(waitMarkText(row.waitMark, row.window), Tone::Warning);
    if (row.bodyError) {
        report.say(bodyErrorSentence(situation.policy, situation.facts, verdict.decision));
    }
    report.say(protocolSentence(situation));
    if (!verdict.otherServices.empty()) {
        report.say(filled("No service was given. For %1 the verdict differs; choose with --service.",
                          joined(verdict.otherServices, " or ")));
    }
    report.say("Evidence: " + ruleEvidenceText(row));
    report.say(more.isBrief ? allowance(row) : ""); // the findings have these numbers
    report.say(verdict.isRecorded ? kRecordedSituation : "");
    report.say("Responder: " + sentenceFor(responder));
    if (dividesErrorTypes(policy)) {
        report.say(errorTypeSentence(policy, situation.facts, row.kind));
    }
    if (const std::string gets = callerGets(policy, situation.facts, verdict.decision); !gets.empty()) {
        report.say(filled("The caller gets %1.", gets));
    }
    report.say(redirectSentence(situation.policy, situation.facts));
    report.say(effectText(verdict, responder));
    const auto incurable = incurableErrorIn(more.errors.incurable, situation.facts);
    if (incurable && row.kind != ErrorKind::ClockSkew) { // else the clock is what is cured
        report.say(incurableSentence(*incurable));
    }
    if (const std::optional<FaultAdvice> clock = adviceOnClock(situation.facts)) {
        report.say(prose({clock->title + ".", clock->text}));
    }
    if (isFailure(situation.facts)) {
        const int status = situation.facts.response ? situation.facts.response->status : 0;
        for (const std::string& conflict : conflictSentences(policy, {NoteTopic::Verdict}, status)) {
            report.say(prose({"The document can be read in two ways.", conflict}));
        }
    }
    if (!more.isBrief) {
        report.gap();
        addFindings(report, verdict, more.nameExcerpt);
    }
    report.append(std::move(more.changes));
    return report;
}

} // namespace retryscope
