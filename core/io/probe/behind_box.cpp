// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/probe/behind_box.h"

#include "core/facts/letter_case.h"
#include "core/facts/reason_phrase.h"
#include "core/io/http/pasted_response.h"
#include "core/io/probe/origin_facts.h"
#include "core/io/text/replace_all.h"
#include "core/io/text/utf8.h"
#include "core/probe/bench_difference.h"
#include "core/simulate/played_step.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace retryscope::io {

namespace {

constexpr int kPerClass = 100;

/// Nothing can be told from a row that was not sent, or after the box had gone.
bool saysSomething(const BenchRow& row)
{
    return row.outcome != RowOutcome::NotSent && row.outcome != RowOutcome::Unreachable;
}

int statusOfSide(const AttemptFacts& facts)
{
    return facts.response ? facts.response->status : 0;
}

const BenchRow* alikeRow(const Bench& bench, const AttemptFacts& facts)
{
    const auto found = std::find_if(bench.rows.begin(), bench.rows.end(), [&facts](const BenchRow& row) {
        const bool isSameFault =
            facts.fault && row.origin.fault && facts.fault->kind == row.origin.fault->kind;
        return saysSomething(row) && (isSameFault || areAlike(row.origin, facts));
    });
    return found == bench.rows.end() ? nullptr : &*found;
}

/// Of complete responses; nullptr where none has a status at all.
const BenchRow* nearestRow(const Bench& bench, const AttemptFacts& facts)
{
    const BenchRow* nearest = nullptr;
    const auto distance = [&facts](const BenchRow& row) {
        return std::abs(statusOfSide(row.origin) - statusOfSide(facts));
    };
    for (const BenchRow& row : bench.rows) {
        const bool isCandidate = saysSomething(row) && row.origin.response && !row.origin.fault;
        if (isCandidate && (nearest == nullptr || distance(row) < distance(*nearest))) {
            nearest = &row;
        }
    }
    return nearest;
}

/// The part of the body that passes, if the origin's own was cut to `kept` of `sent` bytes.
std::string cutBody(const std::string& body, std::size_t kept, std::size_t sent)
{
    return sent == 0 ? std::string() : body.substr(0, body.size() * kept / sent);
}

void changeFields(Headers& headers, const BenchRow& row)
{
    for (const std::string& lost : row.lostHeaders) {
        std::erase_if(headers.entries,
                      [&lost](const Header& header) { return equalsIgnoringCase(header.name, lost); });
    }
    for (const std::vector<std::string>* names : {&row.changedHeaders, &row.addedHeaders}) {
        for (const std::string& name : *names) {
            if (const std::string* value = row.client.response->headers.find(name)) {
                headers.set(name, *value);
            }
        }
    }
}

/// The box hands this on, and changes what it changed in the row.
Response changedAsIn(const BenchRow& row, Response response)
{
    const Response& sent = *row.origin.response;
    const Response& received = *row.client.response;
    if (sent.status != received.status) {
        response.status = received.status;
        response.reason = received.reason;
    }
    changeFields(response.headers, row);
    switch (row.bodyIs) {
    case BodyFate::Same:
        break;
    case BodyFate::Empty:
        response.body.clear();
        break;
    case BodyFate::Cut:
        response.body = cutBody(response.body, received.body.size(), sent.body.size());
        break;
    case BodyFate::Changed:
    case BodyFate::Replaced:
        response.body = received.body;
        break;
    }
    return response;
}

AttemptFacts appliedTo(const BenchRow& row, const AttemptFacts& facts)
{
    AttemptFacts result;
    result.fault = row.client.fault;
    if (!row.client.response) {
        return result;
    }
    const bool isOwn = !row.origin.response || !facts.response || row.outcome == RowOutcome::NotForwarded ||
                       row.outcome == RowOutcome::OwnResponse;
    Response response = isOwn ? *row.client.response : changedAsIn(row, *facts.response);
    if (isOwn && facts.response && row.origin.response &&
        row.origin.response->status == row.client.response->status) {
        response.status = facts.response->status; // its page for each status of the class
        response.reason = facts.response->reason;
    }
    if (!result.fault && response.headers.contains("content-length")) {
        response.headers.set("Content-Length", std::to_string(response.body.size()));
    }
    completeResponse(response);
    result.response = std::make_shared<const Response>(std::move(response));
    return result;
}

/// Placeholders are filled in when the response is sent, not here: with `hides` they are made unreadable for
/// the plan, else readable again.
void hidePlaceholders(EndpointStep& step, bool hides)
{
    const auto hide = [hides](std::string& text) {
        for (const auto& [plain, hidden] :
             {std::pair("{date", "{hidden-date"), std::pair("{requestId}", "{hidden-requestId}")}) {
            replaceAll(text, hides ? plain : hidden, hides ? hidden : plain);
        }
    };
    for (Header& header : step.headers.entries) {
        hide(header.value);
    }
    hide(step.reason);
    hide(step.body);
}

/// The same step with what came through the box in place of its response.
EndpointStep stepBehind(const AttemptFacts& facts, const EndpointStep& original)
{
    EndpointStep step = stepPlaying(facts);
    step.delay = original.delay;
    step.repeat = original.repeat;
    step.throttle = original.throttle;
    step.throttled = original.throttled;
    step.id = original.id;
    step.title = original.title;
    step.request = original.request;
    return step;
}

std::optional<Error> putBehind(const Bench& bench, std::vector<EndpointStep>& steps,
                               std::vector<std::string>& inferred)
{
    constexpr Duration kPatient = std::chrono::hours{24};
    for (EndpointStep& step : steps) {
        EndpointStep plain = step;
        hidePlaceholders(plain, true);
        AttemptFacts origin = factsOfPlan(responsePlanFor(plain, {}), "GET", kPatient);
        if (step.fault == Misbehaviour::Refuse) {
            origin.fault = Fault{.kind = FaultKind::ConnectionRefused, .detail = {}};
        }
        Result<BehindBox> behind = behindBox(bench, origin);
        if (!behind) {
            return behind.error();
        }
        if (behind.value().isInferred &&
            std::find(inferred.begin(), inferred.end(), behind.value().row) == inferred.end()) {
            inferred.push_back(behind.value().row);
        }
        step = stepBehind(behind.value().facts, step);
        hidePlaceholders(step, false);
        if (std::optional<Error> error = putBehind(bench, step.throttled, inferred)) {
            return error;
        }
    }
    return std::nullopt;
}

/// Of a box, as a part of an id.
std::string idOf(const std::string& name)
{
    std::string id;
    for (const char character : inLowerCase(name)) {
        const bool isOfId = (character >= 'a' && character <= 'z') ||
                            (character >= '0' && character <= '9') || character == '-';
        id += isOfId ? std::string(1, character) : std::string();
    }
    return id.empty() ? "box" : id.substr(0, 40);
}

} // namespace

Result<BehindBox> behindBox(const Bench& bench, const AttemptFacts& facts)
{
    if (!bench.isOriginReached) {
        return Error{Error::Kind::BadUsage,
                     QStringLiteral("the proxy of this probe result did not contact the origin, so the "
                                    "result does not show what the proxy does with responses"),
                     QString()};
    }
    if (const BenchRow* row = alikeRow(bench, facts)) {
        return BehindBox{.facts = appliedTo(*row, facts), .row = row->id, .isInferred = false};
    }
    const BenchRow* nearest = facts.fault ? nullptr : nearestRow(bench, facts);
    if (nearest != nullptr && statusOfSide(nearest->origin) / kPerClass == statusOfSide(facts) / kPerClass) {
        return BehindBox{.facts = appliedTo(*nearest, facts), .row = nearest->id, .isInferred = true};
    }
    const QString what = facts.fault ? toQString(toString(facts.fault->kind))
                                     : QStringLiteral("status %1").arg(statusOfSide(facts));
    const BenchRow* shown = nearest != nullptr ? nearest : nearestRow(bench, facts);
    return Error{Error::Kind::BadUsage,
                 QStringLiteral("the probe result has no row for %1; the nearest row is %2")
                     .arg(what, shown != nullptr ? toQString(shown->id) : QStringLiteral("none")),
                 QString()};
}

Result<ScenarioBehind> scenarioBehind(const Bench& bench, Scenario scenario)
{
    std::vector<std::string> inferred;
    if (std::optional<Error> error = putBehind(bench, scenario.steps, inferred)) {
        return *error;
    }
    for (CallScript& script : scenario.calls) {
        if (std::optional<Error> error = putBehind(bench, script.steps, inferred)) {
            return *error;
        }
    }
    scenario.id += "-behind-" + idOf(bench.name.empty() ? bench.boxName : bench.name);
    return ScenarioBehind{.scenario = std::move(scenario), .inferredRows = std::move(inferred)};
}

} // namespace retryscope::io
