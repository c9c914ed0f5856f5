// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/bench_text.h"

#include "core/explain/escape.h"
#include "core/explain/explain.h"
#include "core/explain/name_text.h"
#include "core/explain/units.h"
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

std::string joinedTexts(const std::vector<std::string>& parts, const char* separator = ", ")
{
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() ? "" : separator) + part;
    }
    return text;
}

std::vector<std::string> shownNames(const std::vector<std::string>& names)
{
    std::vector<std::string> shown;
    for (const std::string& name : names) {
        if (!namesTheBox(name)) {
            shown.push_back(fromOutside(name));
        }
    }
    if (shown.size() > kMostNamed) {
        const std::size_t more = shown.size() - kMostNamed + 1;
        shown.resize(kMostNamed - 1);
        shown.push_back(std::to_string(more) + " more");
    }
    return shown;
}

/// `another body, without Retry-After`
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
    if (const auto lost = shownNames(row.lostHeaders); !lost.empty()) {
        parts.push_back("without " + joinedTexts(lost));
    }
    if (const auto changed = shownNames(row.changedHeaders); !changed.empty()) {
        parts.push_back("with another " + joinedTexts(changed));
    }
    if (const auto added = shownNames(row.addedHeaders); !added.empty()) {
        parts.push_back("with " + joinedTexts(added) + " added");
    }
    return joinedTexts(parts);
}

/// If the page is the proxy's own, so is everything else in the response.
std::string ownResponseSentence(const BenchRow& row)
{
    const bool isOfOrigin = row.origin.response && !row.origin.fault && row.arrivals > 0;
    const std::string own = "the proxy's own " + sideText(row.client);
    const std::vector<std::string> lost = shownNames(row.lostHeaders);
    if (handsOnBareBytes(row)) {
        return "Origin: " + sideText(row.origin) + ". The proxy adds a status line: the client gets a " +
               sideText(row.client) + " with the origin's own bytes as its body.";
    }
    if (!isOfOrigin) {
        return "Origin: " + sideText(row.origin) + ". The client gets " + own + '.';
    }
    return sideText(row.origin) + " becomes " + own +
           (lost.empty() ? "." : ", without " + joinedTexts(lost) + '.');
}

std::string alteredSentence(const BenchRow& row, const std::string& differences)
{
    const std::string before = sideText(row.origin);
    const std::string after = sideText(row.client);
    const std::string tail = differences.empty() ? "." : (before == after ? " " : ", ") + differences + '.';
    return before == after ? before + " comes through" + tail : before + " becomes " + after + tail;
}

using Direction = std::pair<Verdict, Verdict>;

/// Under which conditions this client's verdicts hold, a sentence each; empty: always.
std::string provisoText(const BenchVerdict& verdict)
{
    std::string text;
    for (const std::string& proviso : {verdict.direct.proviso, verdict.through.proviso}) {
        if (const std::string shown = fromOutside(proviso);
            !proviso.empty() && text.find(shown) == std::string::npos) {
            text += " " + fromOutside(verdict.policy) + ": this holds " + shown + '.';
        }
    }
    return text;
}

const char* directionText(const Direction& direction)
{
    const auto [direct, through] = direction;
    if (direct == Verdict::Retry) {
        return through == Verdict::Stop ? "Retried directly, not behind the proxy"
                                        : "Retried directly, a success behind the proxy";
    }
    if (direct == Verdict::Stop) {
        return through == Verdict::Retry ? "Not retried directly, retried behind the proxy"
                                         : "A failure directly, a success behind the proxy";
    }
    return through == Verdict::Retry ? "A success directly, retried behind the proxy"
                                     : "A success directly, a failure behind the proxy";
}

const char* verbOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Succeed:
        return "succeeds";
    case Verdict::Retry:
        return "retries";
    case Verdict::Stop:
        return "stops";
    }
    return "";
}

std::string countedAs(int number, const char* one, const char* many)
{
    return std::to_string(number) + ' ' + (number == 1 ? one : many);
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
std::string notModifiedSentence(const BenchRow& row)
{
    const bool isOther = row.client.response && isUnaskedNotModified(row) &&
                         row.client.response->status != row.origin.response->status;
    return isOther
               ? " The proxy sent the origin a request without a condition (If-None-Match). A 304 is not a "
                 "valid response to such a request (RFC 9110, section 15.4.5)."
               : "";
}

std::string outcomeSentence(const BenchRow& row)
{
    const std::string differences = differenceWords(row);
    switch (row.outcome) {
    case RowOutcome::PassedOn:
        return sideText(row.origin) + " comes through as it is.";
    case RowOutcome::Altered:
        return alteredSentence(row, differences);
    case RowOutcome::OwnResponse:
        return ownResponseSentence(row);
    case RowOutcome::FaultPassedOn:
        return "Origin: " + sideText(row.origin) + ". The client gets: " + sideText(row.client) + '.';
    case RowOutcome::HeldBack:
        return "Origin: " + sideText(row.origin) + ". The proxy kept the client waiting for " +
               durationText(row.took) + " without a response" +
               (row.arrivals == 0 && row.requests > 0 ? " and did not contact the origin." : ".");
    case RowOutcome::Closed:
        return "Origin: " + sideText(row.origin) +
               ". The proxy ended the connection: " + sideText(row.client) + '.';
    case RowOutcome::Garbage:
        return "Origin: " + sideText(row.origin) + ". The proxy's response is not HTTP.";
    case RowOutcome::Unreachable:
        return "Nothing listens at the proxy's address any more: the proxy might have crashed.";
    case RowOutcome::NotForwarded:
        return "The proxy did not contact the origin. The client gets: " + sideText(row.client) + '.';
    case RowOutcome::Flooded:
        return "The proxy sent the origin " + std::to_string(row.arrivals) + " requests and did not stop.";
    case RowOutcome::NotSent:
        return wasStopped(row) ? "Not sent: the probe was stopped."
                               : "Not sent: the proxy had stopped responding.";
    }
    return {};
}

} // namespace

std::string rowSentence(const BenchRow& row)
{
    return outcomeSentence(row) + notModifiedSentence(row);
}

std::vector<std::string> flipSentences(const BenchRow& row)
{
    std::map<Direction, std::vector<std::string>> policies;
    std::map<Direction, std::string> provisos;
    for (const BenchVerdict& verdict : row.verdicts) {
        if (verdict.isFlipped()) {
            const Direction direction{verdict.direct.verdict, verdict.through.verdict};
            policies[direction].push_back(fromOutside(verdict.policy));
            provisos[direction] += provisoText(verdict);
        }
    }
    std::vector<std::string> sentences;
    for (const auto& [direction, names] : policies) {
        const bool areAll = names.size() == row.verdicts.size() && names.size() > 1;
        sentences.push_back(
            std::string(directionText(direction)) + ": " +
            (areAll ? "all " + std::to_string(names.size()) + " clients" : joinedTexts(names)) + '.' +
            provisos[direction]);
    }
    return sentences;
}

std::string delaySentence(const BenchRow& row)
{
    std::vector<std::string> sooner;
    std::vector<std::string> later;
    for (const BenchVerdict& verdict : row.verdicts) {
        if (verdict.delay() != DelayChange::Same) {
            (verdict.delay() == DelayChange::Sooner ? sooner : later).push_back(fromOutside(verdict.policy));
        }
    }
    std::string text = sooner.empty() ? "" : "Retried sooner behind the proxy: " + joinedTexts(sooner) + '.';
    text += later.empty()
                ? ""
                : (text.empty() ? "" : " ") + ("Retried later behind the proxy: " + joinedTexts(later) + '.');
    return text;
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
        if (names.size() < kMostNames) {
            names.push_back(count == 1 ? name : name + " (" + std::to_string(count) + " times)");
        }
    }
    if (others.size() > kMostNames) {
        names.push_back(std::to_string(others.size() - kMostNames) + " more");
    }
    return names.empty() ? std::string()
                         : "The origin also received " + joinedTexts(names) +
                               " from the proxy, which is not the request of this row.";
}

std::string resentSentence(const BenchRow& row)
{
    if (!row.isResent()) {
        return {};
    }
    std::string text = "The origin received " + std::to_string(row.arrivals) + " requests for " +
                       countedAs(row.requests, "request", "requests");
    if (row.mayBeDoneTwice()) {
        text += "; the " + fromOutside(row.request.method) + " might have been carried out twice";
    }
    int most = 0;
    for (const BenchVerdict& verdict : row.verdicts) {
        most = std::max(most, verdict.through.requests.value_or(0));
    }
    return text +
           (most > row.arrivals ? "; a retrying client makes it up to " + std::to_string(most) + "." : ".");
}

} // namespace

std::string arrivalSentence(const BenchRow& row)
{
    const std::string resent = resentSentence(row);
    const std::string others = otherRequestsSentence(row);
    return resent + (resent.empty() || others.empty() ? "" : " ") + others;
}

std::string endSentence(const BenchRow& row)
{
    const auto abandoned = std::find_if(row.seen.begin(), row.seen.end(), [](const Arrival& arrival) {
        return arrival.end == ArrivalEnd::Abandoned && arrival.endedAt && !arrival.isOther;
    });
    if (abandoned != row.seen.end()) {
        return "The proxy closed its connection to the origin after " +
               durationText(*abandoned->endedAt - abandoned->at) + '.';
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
    const char* how = "";
    switch (facts.fault->kind) {
    case FaultKind::ConnectionRefused:
        how = "refused";
        break;
    case FaultKind::ConnectionReset:
    case FaultKind::ResponseReset:
        how = "reset";
        break;
    case FaultKind::ClosedBeforeResponse:
        how = "closed";
        break;
    case FaultKind::ResponseTruncated:
        how = "cut short";
        break;
    case FaultKind::MalformedResponse:
        how = "not HTTP";
        break;
    case FaultKind::ReadTimeout:
    case FaultKind::ConnectTimeout:
        how = "no response";
        break;
    case FaultKind::ResponseTooLarge:
        how = "too large";
        break;
    case FaultKind::HostNotFound:
    case FaultKind::Unreachable:
    case FaultKind::TlsFailed:
        how = "not reached";
        break;
    case FaultKind::Cancelled:
        return "not sent";
    }
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
    return row.bodyIs == BodyFate::Replaced ? "its own" : std::string(wordOf(row.bodyIs));
}

std::string headersCell(const BenchRow& row)
{
    std::vector<std::string> parts;
    for (const std::string& name : shownNames(row.lostHeaders)) {
        parts.push_back("- " + name);
    }
    for (const std::string& name : shownNames(row.changedHeaders)) {
        parts.push_back("~ " + name);
    }
    for (const std::string& name : shownNames(row.addedHeaders)) {
        parts.push_back("+ " + name);
    }
    return parts.empty() && row.client.response ? "kept" : joinedTexts(parts);
}

std::string verdictCell(const BenchVerdict& verdict)
{
    if (verdict.isFlipped()) {
        return std::string(verbOf(verdict.direct.verdict)) + " > " + verbOf(verdict.through.verdict);
    }
    if (verdict.delay() != DelayChange::Same) {
        return std::string(verbOf(verdict.through.verdict)) + ' ' + std::string(wordOf(verdict.delay()));
    }
    return verbOf(verdict.through.verdict);
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
    const std::string left =
        unsent == 0 ? "" : ' ' + countedAs(unsent, "other was not sent", "others were not sent") + '.';
    if (rows == 0) {
        return "Nothing was sent through " + boxText(bench) + '.';
    }
    if (!bench.isOriginReached) {
        return "The proxy does not forward to the origin at " + fromOutside(bench.listen) + ": none of " +
               countedAs(rows, "request", "requests") + " came through." + left;
    }
    if (flips == 0) {
        return "No verdict changes behind " + boxText(bench) + ": " +
               countedAs(rows, "origin response leads", "origin responses lead") +
               " to the same verdicts for every client." + left;
    }
    return std::to_string(flips) + " of " + countedAs(rows, "origin response", "origin responses") +
           (flips == 1 ? " leads" : " lead") + " to another verdict behind " + boxText(bench) + '.' + left;
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
        parts.push_back(countedAs(lost, "retry is lost", "retries are lost"));
    }
    if (unnoticed > 0) {
        parts.push_back(countedAs(unnoticed, "failure counts as a success", "failures count as successes"));
    }
    if (gained > 0) {
        parts.push_back(countedAs(gained, "retry is gained", "retries are gained"));
    }
    if (sooner > 0) {
        parts.push_back(countedAs(sooner, "retry comes sooner", "retries come sooner"));
    }
    std::string text = parts.empty() ? "" : joinedTexts(parts) + ", counted for each row and client.";
    if (resent > 0) {
        text += (text.empty() ? "" : " ") +
                countedAs(resent, "request reached the origin", "requests reached the origin") +
                " more than once" +
                (twice > 0 ? ", " + std::to_string(twice) + " of them may have been done twice." : ".");
    }
    return text;
}

std::string unsentText(const Bench& bench)
{
    const auto unsent = std::count_if(bench.rows.begin(), bench.rows.end(),
                                      [](const BenchRow& row) { return row.outcome == RowOutcome::NotSent; });
    if (unsent == 0) {
        return {};
    }
    const bool isStopped = std::any_of(bench.rows.begin(), bench.rows.end(), wasStopped);
    return countedAs(static_cast<int>(unsent), "origin response was", "origin responses were") +
           " not sent: " + (isStopped ? std::string(kProbeStopped) : "the proxy had stopped responding") +
           '.';
}

std::string likenessText(const AttemptFacts& facts, const std::vector<Likeness>& likenesses)
{
    const bool isBody = isWithoutStatus(facts);
    if (likenesses.empty()) {
        return isBody ? "No origin response gives the client this body."
                      : "No origin response reaches the client in this way: " + sideText(facts) + '.';
    }
    const auto exact = static_cast<int>(
        std::count_if(likenesses.begin(), likenesses.end(), [](const Likeness& one) { return one.isExact; }));
    const int alike = static_cast<int>(likenesses.size()) - exact;
    const std::string give =
        countedAs(exact, "origin response gives", "origin responses give") + " the client ";
    if (isBody) {
        return give + "this body. The search ignored the status, because none was given.";
    }
    if (exact == 0) {
        return "No origin response gives the client this body; " + countedAs(alike, "gives", "give") +
               " the client another body of this kind with " + sideStatus(facts) + '.';
    }
    if (!facts.response) {
        return countedAs(exact, "origin response reaches", "origin responses reach") +
               " the client in this way: " + sideText(facts) + '.';
    }
    return give + "this body with " + sideText(facts) +
           (alike == 0 ? "."
                       : "; " + countedAs(alike, "more gives", "more give") +
                             " the client another body or error name with " + sideStatus(facts) + '.');
}

std::string progressText(const BenchProgress& progress)
{
    const auto mended = static_cast<int>(progress.mended.size());
    const auto fresh = static_cast<int>(progress.fresh.size());
    return (mended == 0 ? "no row fixed" : countedAs(mended, "row fixed", "rows fixed")) + ", " +
           (fresh == 0 ? "none worse" : std::to_string(fresh) + " worse");
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
