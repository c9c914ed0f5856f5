// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/bench_text.h"

#include "core/explain/escape.h"
#include "core/explain/explain.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/explain/value_words.h"
#include "core/probe/bench_verdicts.h"
#include "core/probe/side_difference.h"

#include <algorithm>
#include <map>

namespace retryscope {

namespace {

constexpr std::size_t kMostNamed = 4;   ///< headers in a sentence
constexpr std::size_t kMostOfText = 60; ///< characters of a text from outside

std::string fromOutside(const std::string& text)
{
    return shownName(oneLine(text), kMostOfText);
}

std::vector<std::string> shownNames(const std::vector<std::string>& names)
{
    std::vector<std::string> shown;
    for (const std::string& name : names) {
        if (!namesTheBox(name)) {
            shown.push_back(fromOutside(name));
        }
    }
    return shown;
}

std::string listOf(const std::vector<std::string>& parts)
{
    return joined(parts, ", ");
}

std::string namesIn(const std::vector<std::string>& headers)
{
    return joinedUpTo(kMostNamed, shownNames(headers), ", ");
}

/// `with a different body, without Retry-After`
std::string differenceWords(const BenchRow& row)
{
    std::vector<std::string> parts;
    const bool hadBody = row.origin.response && !row.origin.response->body.empty();
    switch (row.bodyIs) {
    case BodyFate::Same:
        break;
    case BodyFate::Changed:
        parts.emplace_back("with a changed body");
        break;
    case BodyFate::Replaced:
        parts.emplace_back(hadBody ? "with a different body" : "with a body");
        break;
    case BodyFate::Cut:
        parts.emplace_back("with only part of the body");
        break;
    case BodyFate::Empty:
        parts.emplace_back("without its body");
        break;
    }
    if (row.isReencoded) {
        parts.emplace_back("in a different content coding");
    }
    if (const std::string lost = namesIn(row.lostHeaders); !lost.empty()) {
        parts.push_back("without " + lost);
    }
    if (const std::string changed = namesIn(row.changedHeaders); !changed.empty()) {
        parts.push_back("with a different " + changed);
    }
    if (const std::string added = namesIn(row.addedHeaders); !added.empty()) {
        parts.push_back("with " + added + " added");
    }
    return listOf(parts);
}

/// If the page is the proxy's own, so is everything else in the response.
std::string ownResponseSentences(const BenchRow& row)
{
    const bool isOfOrigin = row.origin.response && !row.origin.fault && row.arrivals > 0;
    const std::string origin = sideText(row.origin);
    const std::string client = sideText(row.client);
    if (handsOnBareBytes(row)) {
        return filled(
            "Origin: %1. The proxy adds a status line: the client gets a %2 whose body is the origin's "
            "bytes.",
            origin, client);
    }
    if (!isOfOrigin) {
        return filled("Origin: %1. The client gets the proxy's own %2.", origin, client);
    }
    const std::string lost = namesIn(row.lostHeaders);
    return lost.empty()
               ? filled("%1 becomes the proxy's own %2.", capitalised(origin), client)
               : filled("%1 becomes the proxy's own %2, without %3.", capitalised(origin), client, lost);
}

std::string alteredSentence(const BenchRow& row, const std::string& differences)
{
    const std::string before = capitalised(sideText(row.origin));
    const std::string after = sideText(row.client);
    if (sideText(row.origin) == after) {
        return differences.empty() ? filled("%1 passes through.", before)
                                   : filled("%1 passes through %2.", before, differences);
    }
    return differences.empty() ? filled("%1 becomes %2.", before, after)
                               : filled("%1 becomes %2, %3.", before, after, differences);
}

using Direction = std::pair<Verdict, Verdict>;

/// Under which conditions this client's verdicts apply, a sentence each; empty: always.
std::string provisoSentences(const BenchVerdict& verdict)
{
    constexpr std::size_t kMostOfAProviso = 300; // characters: the presets' own are far shorter
    std::vector<std::string> conditions;
    for (const std::string& proviso : {verdict.direct.proviso, verdict.through.proviso}) {
        const std::string shown = shownName(oneLine(proviso), kMostOfAProviso);
        if (!shown.empty() && std::ranges::find(conditions, shown) == conditions.end()) {
            conditions.push_back(shown);
        }
    }
    std::vector<std::string> parts;
    for (const std::string& condition : conditions) {
        parts.push_back(filled("%1 (only %2).", fromOutside(verdict.policy), condition));
    }
    return prose(parts);
}

const char* directionText(const Direction& direction)
{
    const auto [direct, through] = direction;
    if (direct == Verdict::Retry) {
        return through == Verdict::Stop ? "Retry lost behind the proxy"
                                        : "Failure hidden by the proxy, a retry without it";
    }
    if (direct == Verdict::Stop) {
        return through == Verdict::Retry ? "Retry gained behind the proxy" : "Failure hidden by the proxy";
    }
    return through == Verdict::Retry ? "Success that becomes a retry behind the proxy"
                                     : "Success that becomes a failure behind the proxy";
}

bool wasStopped(const BenchRow& row)
{
    return row.outcome == RowOutcome::NotSent && row.client.fault &&
           row.client.fault->detail == kProbeStopped;
}

/// `429`, or how it ended
std::string sideStatus(const AttemptFacts& facts)
{
    return facts.response && !facts.fault ? std::to_string(facts.response->status) : sideText(facts);
}

int weightOf(const BenchRow& row)
{
    if (row.isFlipped()) {
        return 0;
    }
    if (row.mayBeDoneTwice()) {
        return 1;
    }
    if (row.isResent()) {
        return 2;
    }
    const bool isDelayed = std::any_of(row.verdicts.begin(), row.verdicts.end(), [](const auto& verdict) {
        return verdict.delay() != DelayChange::Same;
    });
    if (isDelayed) {
        return 3;
    }
    return row.outcome == RowOutcome::PassedOn ? 5 : 4;
}

} // namespace

std::string sideText(const AttemptFacts& facts)
{
    std::string text;
    if (facts.response && facts.response->status == 0) {
        return "a body without a status";
    }
    if (facts.response) {
        text = std::to_string(facts.response->status);
        if (const std::string name = plainErrorNameOf(facts); !name.empty()) {
            // A number as a name reads like a status.
            const bool isNumber = std::all_of(name.begin(), name.end(),
                                              [](char letter) { return letter >= '0' && letter <= '9'; });
            text += isNumber ? " named “" + fromOutside(name) + "”" : ' ' + fromOutside(name);
        }
    }
    if (facts.fault && facts.fault->kind == FaultKind::Cancelled) {
        return "not sent";
    }
    if (facts.fault) {
        text += (text.empty() ? "" : ", ") + faultPhrase(facts.fault->kind);
    }
    return text.empty() ? "nothing" : text;
}

namespace {

/// Why a 304 becomes something else; empty for all other rows.
std::string notModifiedSentences(const BenchRow& row)
{
    const bool isOther = row.client.response && isUnaskedNotModified(row) &&
                         row.client.response->status != row.origin.response->status;
    return isOther ? "The proxy sent the origin a request without a condition (If-None-Match). A 304 is not "
                     "a valid response to such a request (RFC 9110, section 15.4.5)."
                   : "";
}

std::string heldBackSentences(const BenchRow& row)
{
    const std::string waited =
        filled("Origin: %1. The proxy kept the client waiting for %2 without a response",
               sideText(row.origin), durationText(row.took));
    return row.arrivals == 0 && row.requests > 0 ? filled("%1, and did not contact the origin.", waited)
                                                 : waited + ".";
}

std::string outcomeSentences(const BenchRow& row)
{
    const std::string origin = sideText(row.origin);
    const std::string client = sideText(row.client);
    switch (row.outcome) {
    case RowOutcome::PassedOn:
        return filled("%1 passes through unchanged.", capitalised(origin));
    case RowOutcome::Altered:
        return alteredSentence(row, differenceWords(row));
    case RowOutcome::OwnResponse:
        return ownResponseSentences(row);
    case RowOutcome::FaultPassedOn:
        return filled("Origin: %1. The client gets: %2.", origin, client);
    case RowOutcome::HeldBack:
        return heldBackSentences(row);
    case RowOutcome::Closed:
        return filled("Origin: %1. The proxy ended the connection: %2.", origin, client);
    case RowOutcome::Garbage:
        return filled("Origin: %1. The proxy's response is not HTTP.", origin);
    case RowOutcome::Unreachable:
        return "Nothing listens at the proxy's address any more: the proxy might have crashed.";
    case RowOutcome::NotForwarded:
        return filled("The proxy did not contact the origin. The client gets: %1.", client);
    case RowOutcome::Flooded:
        return filled("The proxy sent the origin %1 requests and did not stop.", row.arrivals);
    case RowOutcome::NotSent:
        return wasStopped(row) ? "Not sent: the probe was stopped."
                               : "Not sent: the proxy had stopped responding.";
    }
    return {};
}

} // namespace

std::string rowSentence(const BenchRow& row)
{
    return prose({outcomeSentences(row), notModifiedSentences(row)});
}

std::vector<std::string> flipSentences(const BenchRow& row)
{
    std::map<Direction, std::vector<std::string>> policies;
    std::map<Direction, std::vector<std::string>> provisos;
    for (const BenchVerdict& verdict : row.verdicts) {
        if (verdict.isFlipped()) {
            const Direction direction{verdict.direct.verdict, verdict.through.verdict};
            policies[direction].push_back(clientText(verdict));
            provisos[direction].push_back(provisoSentences(verdict));
        }
    }
    std::vector<std::string> result;
    for (const auto& [direction, names] : policies) {
        const bool areAll = names.size() == row.verdicts.size() && names.size() > 1;
        result.push_back(prose({filled("%1: %2.", directionText(direction),
                                       !areAll             ? listOf(names)
                                       : names.size() == 2 ? "both clients"
                                                           : filled("all %1 clients", names.size())),
                                prose(provisos[direction])}));
    }
    return result;
}

std::string delaySentence(const BenchRow& row)
{
    std::vector<std::string> sooner;
    std::vector<std::string> later;
    for (const BenchVerdict& verdict : row.verdicts) {
        if (verdict.delay() != DelayChange::Same) {
            (verdict.delay() == DelayChange::Sooner ? sooner : later).push_back(clientText(verdict));
        }
    }
    return prose({sooner.empty() ? "" : filled("Retried sooner behind the proxy: %1.", listOf(sooner)),
                  later.empty() ? "" : filled("Retried later behind the proxy: %1.", listOf(later))});
}

namespace {

/// `The origin also received GET /auth (2 times) from the proxy.`
std::string otherRequestsSentence(const BenchRow& row)
{
    constexpr std::size_t kMostNames = 3;
    std::map<std::string, int> others;
    for (const Arrival& arrival : row.seen) {
        if (arrival.isOther) {
            ++others[fromOutside(arrival.method + ' ' + arrival.target.substr(0, arrival.target.find('?')))];
        }
    }
    std::vector<std::string> names;
    for (const auto& [name, count] : others) {
        names.push_back(count == 1 ? name : filled("%1 (%2 times)", name, count));
    }
    return names.empty() ? std::string()
                         : filled("The origin also received other requests from the proxy: %1.",
                                  joinedUpTo(kMostNames + 1, std::move(names), ", "));
}

std::string resentSentence(const BenchRow& row)
{
    if (!row.isResent()) {
        return {};
    }
    int most = 0;
    for (const BenchVerdict& verdict : row.verdicts) {
        most = std::max(most, verdict.through.requests.value_or(0));
    }
    return prose(
        {row.requests != 1
             ? filled("The origin received %1 requests for %2 that were sent.", row.arrivals, row.requests)
         : row.arrivals == 2 ? std::string("The origin received the request twice.")
                             : filled("The origin received the request %1 times.", row.arrivals),
         row.mayBeDoneTwice()
             ? filled("The %1 might have been processed twice.", fromOutside(row.request.method))
             : "",
         most > row.arrivals ? filled("With a retrying client the origin receives up to %1.", most) : ""});
}

} // namespace

std::string arrivalSentence(const BenchRow& row)
{
    return prose({resentSentence(row), otherRequestsSentence(row)});
}

std::string endSentence(const BenchRow& row)
{
    const auto abandoned = std::find_if(row.seen.begin(), row.seen.end(), [](const Arrival& arrival) {
        return arrival.end == ArrivalEnd::Abandoned && arrival.endedAt && !arrival.isOther;
    });
    if (abandoned != row.seen.end()) {
        return filled("The proxy closed its connection to the origin after %1.",
                      durationText(*abandoned->endedAt - abandoned->at));
    }
    const bool isLeftOpen = std::any_of(row.seen.begin(), row.seen.end(), [](const Arrival& arrival) {
        return arrival.end == ArrivalEnd::Open && !arrival.isOther;
    });
    return isLeftOpen ? "The proxy did not tell the origin that the client had gone." : std::string();
}

std::string sideCell(const AttemptFacts& facts)
{
    if (!facts.fault) {
        return sideText(facts);
    }
    if (facts.fault->kind == FaultKind::Cancelled) {
        return "not sent";
    }
    const std::string how(wordsFor(facts.fault->kind).cell);
    return facts.response ? std::to_string(facts.response->status) + ", " + how : how;
}

std::string arrivalsCell(const BenchRow& row)
{
    if (row.arrivals == 0) {
        return row.outcome == RowOutcome::NotSent ? "" : "never";
    }
    if (row.requests > 1) {
        return std::to_string(row.arrivals) + " for " + std::to_string(row.requests);
    }
    return row.arrivals == 1 ? "once" : std::to_string(row.arrivals) + " times";
}

std::string bodyCell(const BenchRow& row)
{
    if (!row.client.response) {
        return {};
    }
    if (row.isReencoded) {
        return "re-encoded";
    }
    const bool isNone = row.client.response->body.empty();
    if (row.bodyIs == BodyFate::Same) {
        return isNone ? "none" : "same";
    }
    return row.bodyIs == BodyFate::Replaced ? "proxy's own" : std::string(wordOf(row.bodyIs));
}

std::string headersCell(const BenchRow& row)
{
    std::vector<std::string> parts;
    const auto add = [&parts](const char* sign, const std::vector<std::string>& names) {
        std::vector<std::string> signedNames = shownNames(names);
        for (std::string& name : signedNames) {
            name.insert(0, sign);
        }
        if (!signedNames.empty()) {
            parts.push_back(joinedUpTo(kMostNamed, std::move(signedNames), ", "));
        }
    };
    add("- ", row.lostHeaders);
    add("~ ", row.changedHeaders);
    add("+ ", row.addedHeaders);
    return parts.empty() && row.client.response ? "kept" : listOf(parts);
}

std::string clientText(const BenchVerdict& verdict)
{
    const std::string client = fromOutside(verdict.policy);
    return verdict.isSaved ? client + " (saved, not judged again)" : client;
}

std::string verdictCell(const BenchVerdict& verdict)
{
    const std::string through(toString(verdict.through.verdict));
    if (verdict.isFlipped()) {
        return filled("%1 > %2", toString(verdict.direct.verdict), through);
    }
    return verdict.delay() == DelayChange::Same ? through : filled("%1 %2", through, wordOf(verdict.delay()));
}

std::string boxText(const Bench& bench)
{
    if (bench.boxName.empty()) {
        return "the proxy";
    }
    return fromOutside(bench.boxName) +
           (bench.boxVersion.empty() ? "" : ' ' + fromOutside(bench.boxVersion)) +
           (bench.evidence == BenchEvidence::FromSource ? " (from source)" : "");
}

std::string boxTitle(const Bench& bench)
{
    const std::string box = boxText(bench);
    return bench.name.empty() || box.rfind(bench.name, 0) == 0 ? box : bench.name + " (" + box + ')';
}

std::string benchHeadline(const Bench& bench)
{
    const auto unsent =
        static_cast<int>(std::count_if(bench.rows.begin(), bench.rows.end(), [](const BenchRow& row) {
            return row.outcome == RowOutcome::NotSent;
        }));
    const int rows = static_cast<int>(bench.rows.size()) - unsent;
    const int flips = bench.flips();
    const std::string box = boxText(bench);
    if (rows == 0) {
        return filled("The probe sent nothing through %1.", box);
    }
    const auto outcome = [&] {
        if (!bench.isOriginReached) {
            return filled("The proxy does not forward to the origin at %1: none of %2 arrived.",
                          fromOutside(bench.listen), counted(rows, "request"));
        }
        if (flips == 0) {
            return filled("No verdict changes behind %1: %2 to the same verdicts for every client.", box,
                          counted(rows, "origin response leads", "origin responses lead"));
        }
        return filled("%1 of %2 %3 to another verdict behind %4.", flips, counted(rows, "origin response"),
                      flips == 1 ? "leads" : "lead", box);
    };
    return prose(
        {outcome(), unsent == 0 ? "" : counted(unsent, "other was not probed.", "others were not probed.")});
}

std::string benchTotals(const Bench& bench)
{
    int lost = 0;
    int unnoticed = 0;
    int gained = 0;
    int sooner = 0;
    int resent = 0;
    int twice = 0;
    for (const BenchRow& row : bench.rows) {
        resent += row.isResent() ? 1 : 0;
        twice += row.mayBeDoneTwice() ? 1 : 0;
        for (const BenchVerdict& verdict : row.verdicts) {
            const bool wasRetried = verdict.isFlipped() && verdict.direct.verdict == Verdict::Retry;
            lost += wasRetried && verdict.through.verdict == Verdict::Stop ? 1 : 0;
            unnoticed += wasRetried && verdict.through.verdict == Verdict::Succeed ? 1 : 0;
            gained += verdict.isFlipped() && verdict.through.verdict == Verdict::Retry ? 1 : 0;
            sooner += verdict.delay() == DelayChange::Sooner ? 1 : 0;
        }
    }
    std::vector<std::string> parts;
    if (lost > 0) {
        parts.push_back(counted(lost, "retry is lost", "retries are lost"));
    }
    if (unnoticed > 0) {
        parts.push_back(counted(unnoticed, "failure counts as a success", "failures count as successes"));
    }
    if (gained > 0) {
        parts.push_back(counted(gained, "retry is gained", "retries are gained"));
    }
    if (sooner > 0) {
        parts.push_back(counted(sooner, "retry comes sooner", "retries come sooner"));
    }
    return prose({parts.empty() ? "" : filled("Over all rows and clients, %1.", listOf(parts)),
                  resent == 0 ? ""
                              : filled("%1 the origin more than once.",
                                       counted(resent, "request reached", "requests reached")),
                  twice == 0 ? "" : filled("%1 of them might have been processed twice.", twice)});
}

std::string unsentText(const Bench& bench)
{
    const auto unsent = std::count_if(bench.rows.begin(), bench.rows.end(),
                                      [](const BenchRow& row) { return row.outcome == RowOutcome::NotSent; });
    if (unsent == 0) {
        return {};
    }
    const bool isStopped = std::any_of(bench.rows.begin(), bench.rows.end(), wasStopped);
    return filled("%1 not probed: %2.", counted(unsent, "origin response was", "origin responses were"),
                  isStopped ? kProbeStopped : "the proxy had stopped responding");
}

std::string changedVerdictsText(const Bench& bench)
{
    const int changed = changedVerdicts(bench);
    return changed == 0 ? std::string()
                        : filled("Today's policies decide %1 of the saved verdicts differently.", changed);
}

std::string likenessText(const AttemptFacts& facts, const std::vector<Likeness>& likenesses)
{
    const bool isBody = isWithoutStatus(facts);
    const std::string client = sideText(facts);
    const std::string status = sideStatus(facts);
    if (likenesses.empty()) {
        return isBody ? "No origin response gives the client this body."
                      : filled("No row of this probe result looks like this response: %1.", client);
    }
    const auto exact = std::ranges::count_if(likenesses, &Likeness::isExact);
    const auto alike = static_cast<std::ptrdiff_t>(likenesses.size()) - exact;
    const std::string give = counted(exact, "origin response gives", "origin responses give");
    if (isBody) {
        return filled("%1 the client this body. The search ignored the status, because none was given.",
                      give);
    }
    if (exact == 0) {
        return filled(
            "No origin response gives the client this body. %1 the client another body of this kind with %2.",
            counted(alike, "origin response gives", "origin responses give"), status);
    }
    if (!facts.response) {
        return filled("%1 the client like this response: %2.",
                      counted(exact, "origin response reaches", "origin responses reach"), client);
    }
    return prose({filled("%1 the client this body with %2.", give, client),
                  alike == 0 ? ""
                             : filled("%1 the client another body or error name with %2.",
                                      counted(alike, "other gives", "others give"), status)});
}

std::string progressText(const BenchProgress& progress)
{
    const auto mended = static_cast<std::int64_t>(progress.mended.size());
    const auto fresh = static_cast<std::int64_t>(progress.fresh.size());
    return filled("%1, %2", mended == 0 ? "no row fixed" : counted(mended, "row") + " fixed",
                  fresh == 0 ? "none worse" : std::to_string(fresh) + " worse");
}

std::vector<std::size_t> rowsByWeight(const Bench& bench)
{
    std::vector<std::size_t> order(bench.rows.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::stable_sort(order.begin(), order.end(), [&bench](std::size_t left, std::size_t right) {
        return weightOf(bench.rows[left]) < weightOf(bench.rows[right]);
    });
    return order;
}

} // namespace retryscope
