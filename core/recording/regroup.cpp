// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/regroup.h"

#include "core/facts/letter_case.h"
#include "core/recording/declared_attempt.h"
#include "core/recording/grouping_replay.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

/// A call that was made anew, and where each of its attempts was.
struct NewCall
{
    CallRecord call;
    std::vector<Place> from;
};

std::vector<Place> placesOf(const RunRecord& record, int call)
{
    std::vector<Place> places;
    for (std::size_t attempt = 0; attempt < record.callAt(call).attempts.size(); ++attempt) {
        places.push_back({.call = call, .attempt = static_cast<int>(attempt)});
    }
    return places;
}

/// The request as it arrived, as far as the record knows it.
SeenRequest requestAt(const RunRecord& record, Place place)
{
    const AttemptRecord& attempt = record.at(place);
    const CallRecord& call = record.callAt(place.call);
    const RequestSpec& spec = record.header().spec;
    SeenRequest request;
    request.at = attempt.start;
    // The record tells machines apart by the client alone.
    request.peer = std::to_string(call.client);
    request.method = attempt.sentTarget->method.empty() ? spec.method : attempt.sentTarget->method;
    request.url = attempt.sentTarget->url.empty() ? spec.url : attempt.sentTarget->url;
    request.headers = sentHeaders(record.header(), attempt);
    request.body = *attempt.sentBody;
    request.bodyBytes = static_cast<std::int64_t>(request.body.size());
    request.bodyHash = request.body.empty() ? 0 : std::hash<std::string_view>{}(request.body);
    request.operation = call.source->operation;
    if (attempt.facts.wire) {
        request.connection = attempt.facts.wire->connection;
    }
    if (call.source->isCounted) {
        request.attempt = attempt.attempt;
    }
    return request;
}

/// The last attempt of a call was the last of this one as well: what is known of the end is the same.
void takeEnd(CallRecord& call, const CallRecord& before)
{
    call.end = before.end;
    if (before.verdict == CallVerdict::Cancelled) {
        call.verdict = before.verdict;
        call.stopReason = before.stopReason;
    }
    call.source.edit([&before](CallSource& source) {
        source.isClientGone = before.source->isClientGone;
        source.isCutByEnd = before.source->isCutByEnd;
    });
}

/// Groups these attempts anew. id: of the one call that they form; empty: they are grouped as the recorder
/// does, or by the field.
std::vector<NewCall> replayed(const RunRecord& record, std::vector<Place> attempts, const std::string& id,
                              const std::string& field = {})
{
    std::ranges::stable_sort(attempts, {}, [&record](Place place) { return record.at(place).start; });
    GroupingReplay replay(recordedHeader(record.header().startedAt, record.header().spec.service), field);
    std::vector<std::vector<Place>> from;
    for (const Place place : attempts) {
        SeenRequest request = requestAt(record, place);
        request.callId = id;
        const AttemptRecord& attempt = record.at(place);
        AttemptFacts facts = attempt.facts;
        if (attempt.isRunning) { // the program ended before it did
            facts.fault = Fault{FaultKind::Cancelled, "the recording ended"};
        }
        const SeenAttempt seen = replay.add(request, attempt.end, std::move(facts));
        from.resize(std::max(from.size(), static_cast<std::size_t>(seen.index) + 1));
        from[static_cast<std::size_t>(seen.index)].push_back(place);
    }
    const RunRecord made = replay.take(std::max(record.end(), record.header().watchedUntil));
    std::vector<NewCall> calls;
    for (std::size_t index = 0; index < from.size(); ++index) {
        NewCall& next =
            calls.emplace_back(NewCall{.call = made.calls()[index], .from = std::move(from[index])});
        next.call.client = record.callAt(next.from.front().call).client;
        const Place last = next.from.back();
        const CallRecord& before = record.callAt(last.call);
        if (static_cast<std::size_t>(last.attempt) + 1 == before.attempts.size()) {
            takeEnd(next.call, before);
        } else { // more of the client came then
            next.call.source.edit([](CallSource& source) { source.isCutByEnd = false; });
        }
    }
    return calls;
}

/// The import names attempts by their places. kept: the call's index now, -1: made anew. moved: the attempts
/// of the latter.
std::shared_ptr<const ImportNotes> movedNotes(const ImportNotes& notes, const std::vector<int>& kept,
                                              const std::map<Place, Place>& moved)
{
    auto changed = std::make_shared<ImportNotes>(notes);
    for (ImportedLine& line : changed->understood) {
        const auto found = moved.find({.call = line.call, .attempt = line.attempt});
        if (found != moved.end()) {
            line.call = found->second.call;
            line.attempt = found->second.attempt;
        } else if (line.call >= 0 && line.call < std::ssize(kept)) {
            line.call = kept[static_cast<std::size_t>(line.call)];
        }
    }
    return changed;
}

/// The record with these calls in place of those whose attempts they have.
RunRecord assembled(const RunRecord& record, RunHeader header, std::vector<NewCall> made)
{
    struct Entry
    {
        Instant start;
        int kept = -1; ///< index in the record; -1: made anew
        NewCall* made = nullptr;
    };
    std::vector<bool> isGone(record.calls().size(), false);
    for (const NewCall& next : made) {
        for (const Place place : next.from) {
            isGone[static_cast<std::size_t>(place.call)] = true;
        }
    }
    std::vector<Entry> entries;
    for (std::size_t index = 0; index < isGone.size(); ++index) {
        if (!isGone[index]) {
            entries.push_back({.start = record.calls()[index].start, .kept = static_cast<int>(index)});
        }
    }
    for (NewCall& next : made) {
        entries.push_back({.start = next.call.start, .made = &next});
    }
    std::ranges::stable_sort(entries, {}, &Entry::start);
    if (header.import) {
        std::vector<int> kept(isGone.size(), -1);
        std::map<Place, Place> moved;
        for (int index = 0; const Entry& entry : entries) {
            if (entry.made == nullptr) {
                kept[static_cast<std::size_t>(entry.kept)] = index;
            } else {
                for (int attempt = 0; const Place from : entry.made->from) {
                    moved[from] = {.call = index, .attempt = attempt++};
                }
            }
            ++index;
        }
        header.import = movedNotes(*header.import, kept, moved);
    }
    RunRecord result(std::move(header));
    result.reserveCalls(entries.size());
    std::map<int, int> count; // by client
    for (const Entry& entry : entries) {
        CallRecord call = entry.made == nullptr ? record.callAt(entry.kept) : std::move(entry.made->call);
        call.call = ++count[call.client];
        result.adopt(std::move(call));
    }
    return result;
}

NewCall callByHand(const RunRecord& record, std::vector<Place> attempts)
{
    NewCall made = std::move(replayed(record, std::move(attempts), "hand").front());
    made.call.source.edit([](CallSource& source) { source.groupedBy = GroupedBy::Hand; });
    return made;
}

} // namespace

std::string whyNotJoined(const RunRecord& record, const std::vector<int>& calls)
{
    if (calls.size() < 2) {
        return "Select two or more calls to join them.";
    }
    std::set<int> clients;
    for (const int call : calls) {
        clients.insert(record.callAt(call).client);
    }
    if (clients.size() > 1) {
        return "These calls are of clients " + std::to_string(*clients.begin()) + " and " +
               std::to_string(*std::next(clients.begin())) + ". A call is made by one client.";
    }
    return {};
}

RunRecord withCallsJoined(const RunRecord& record, const std::vector<int>& calls)
{
    std::vector<Place> attempts;
    for (const int call : calls) {
        const std::vector<Place> more = placesOf(record, call);
        attempts.insert(attempts.end(), more.begin(), more.end());
    }
    std::ranges::sort(attempts); // as the record has them, whatever was selected first
    return assembled(record, record.header(), {callByHand(record, std::move(attempts))});
}

RunRecord withCallSplit(const RunRecord& record, Place at)
{
    assert(at.attempt > 0);
    const std::vector<Place> attempts = placesOf(record, at.call);
    const auto middle = attempts.begin() + at.attempt;
    return assembled(
        record, record.header(),
        {callByHand(record, {attempts.begin(), middle}), callByHand(record, {middle, attempts.end()})});
}

RunRecord withCallsGroupedBy(const RunRecord& record, const std::string& field)
{
    std::vector<Place> attempts;
    for (std::size_t index = 0; index < record.calls().size(); ++index) {
        if (record.calls()[index].source->groupedBy != GroupedBy::Hand) {
            const std::vector<Place> more = placesOf(record, static_cast<int>(index));
            attempts.insert(attempts.end(), more.begin(), more.end());
        }
    }
    RunHeader header = record.header();
    header.groupBy = field;
    return assembled(record, std::move(header), replayed(record, std::move(attempts), {}, field));
}

std::vector<std::string> sharedFieldsOf(const RunRecord& record, std::size_t most)
{
    constexpr int kMostLooked = 10'000;                         // attempts
    std::map<std::string, std::map<std::string, int>> requests; // by name and value
    int looked = 0;
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            if (looked++ >= kMostLooked) {
                break;
            }
            const Headers headers = sentHeaders(record.header(), attempt);
            for (const auto& [name, value] : headers.entries) {
                ++requests[inLowerCase(name)][declaredIn(headers, name).callId];
            }
        }
    }
    std::vector<std::pair<std::size_t, std::string>> fields; // with the number of values
    for (auto& [name, values] : requests) {
        values.erase(std::string()); // no id
        const bool isShared = std::ranges::any_of(values, [](const auto& value) { return value.second > 1; });
        if (isShared && values.size() > 1) {
            fields.emplace_back(values.size(), name);
        }
    }
    std::ranges::stable_sort(fields, std::greater<>(), [](const auto& field) { return field.first; });
    std::vector<std::string> names;
    for (std::size_t index = 0; index < std::min(most, fields.size()); ++index) {
        names.push_back(std::move(fields[index].second));
    }
    return names;
}

std::string whyNotGroupedBy(const RunRecord& record, const std::string& field)
{
    constexpr std::size_t kMostNamed = 8;
    constexpr std::size_t kMostOfName = 60;
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            if (sentHeaders(record.header(), attempt).find(field) != nullptr) {
                return {};
            }
        }
    }
    std::string others;
    for (const std::string& name : sharedFieldsOf(record, kMostNamed)) {
        others += (others.empty() ? "" : ", ") + name.substr(0, kMostOfName);
    }
    return "no request has the header field \"" + field.substr(0, kMostOfName) + "\"; " +
           (others.empty() ? "no field has a value that some requests share"
                           : "fields with values that some requests share: " + others);
}

} // namespace retryscope
