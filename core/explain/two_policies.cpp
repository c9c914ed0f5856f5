// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/two_policies.h"

#include "core/decide/client_walk.h"
#include "core/explain/explain.h"
#include "core/explain/phrases.h"
#include "core/explain/policy_summary.h"
#include "core/explain/units.h"
#include "core/explain/value_words.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace retryscope {

namespace {

constexpr std::array kUsualStatuses{400, 401, 403, 404, 408, 409, 413, 421, 425, 429,
                                    500, 501, 502, 503, 504, 505, 509, 520, 529};

/// What a first attempt that ended so is to the client; nothing else is said about it: no name, no header.
ComparedValue verdictOf(const ResolvedPolicy& resolved, const char* method, const AttemptFacts& facts)
{
    RequestSpec spec;
    spec.method = method;
    spec.url = "http://localhost/";
    spec.service = resolved.service;
    const Verdict verdict = firstDecision(resolved, spec, facts).verdict;
    return {std::string(wordsFor(verdict).response), verdict};
}

void addNumbers(std::vector<ComparedPoint>& points, const Policy& here, const Policy& there)
{
    const PolicySummary one = summaryOf(here);
    const PolicySummary other = summaryOf(there);
    const auto cap = [](const PolicySummary& summary) {
        return summary.cap ? durationText(*summary.cap) : std::string("none");
    };
    const auto delay = [](const PolicySummary& summary) {
        return windowText(summary.firstDelayLow, summary.firstDelayHigh);
    };
    const auto add = [&points](const char* what, std::string left, std::string right) {
        points.push_back({what, {std::move(left), {}}, {std::move(right), {}}});
    };
    add("attempts", std::to_string(one.attempts), std::to_string(other.attempts));
    add("first delay", delay(one), delay(other));
    add("cap", cap(one), cap(other));
    add("jitter", one.jitter, other.jitter);
    add("retry quota", one.quota, other.quota);
    add("delay hints", one.hints, other.hints);
}

void addVerdicts(std::vector<ComparedPoint>& points, const ResolvedPolicy& here, const ResolvedPolicy& there,
                 const std::string& what, const AttemptFacts& facts)
{
    ComparedPoint get{what, verdictOf(here, "GET", facts), verdictOf(there, "GET", facts)};
    ComparedPoint post{what, verdictOf(here, "POST", facts), verdictOf(there, "POST", facts)};
    if (get == post) {
        points.push_back(std::move(get));
        return;
    }
    get.what.insert(0, "GET, ");
    post.what.insert(0, "POST, ");
    points.push_back(std::move(get));
    points.push_back(std::move(post));
}

Toned cellOf(const ComparedValue& value)
{
    return {value.text, !value.verdict                    ? Tone::Plain
                        : *value.verdict == Verdict::Stop ? Tone::Bad
                                                          : Tone::Good};
}

} // namespace

std::vector<ComparedPoint> comparedPoints(const Policy& here, const Policy& there, const std::string& service)
{
    std::vector<ComparedPoint> points;
    addNumbers(points, here, there);
    RequestSpec spec; // the method changes nothing of the policy
    spec.service = service;
    const ResolvedPolicy left = resolve(here, spec);
    const ResolvedPolicy right = resolve(there, spec);
    for (const int status : kUsualStatuses) {
        addVerdicts(points, left, right, std::to_string(status), bareResponse(status));
    }
    for (const auto& [kind, word] : EnumWords<FaultKind>::kWords) {
        if (kind != FaultKind::Cancelled) {
            addVerdicts(points, left, right, faultPhrase(kind), bareFault(kind));
        }
    }
    return points;
}

TwoPolicies::TwoPolicies(Policy one, Policy other)
    : here(std::move(one))
    , there(std::move(other))
    , allPoints(comparedPoints(here, there))
    , differences(differencesBetween(here, there))
{
    std::ranges::copy_if(allPoints, std::back_inserter(points), &ComparedPoint::isDifferent);
}

std::vector<PolicyDifference> TwoPolicies::otherDifferences() const
{
    std::vector<PolicyDifference> others = differences;
    std::erase_if(others, [this](const PolicyDifference& difference) {
        return std::ranges::find(points, difference.what, &ComparedPoint::what) != points.end();
    });
    return others;
}

ReportTable pointsTable(const std::vector<ComparedPoint>& points, const std::array<std::string, 3>& names,
                        bool marksDifferences)
{
    constexpr int kReadable = 12; // all three side by side in a narrow window
    ReportTable table{{{names[0], WhenNarrow::Fold, kReadable + 4},
                       {names[1], WhenNarrow::Fold, kReadable},
                       {names[2], WhenNarrow::Fold, kReadable}},
                      {}};
    for (const ComparedPoint& point : points) {
        const Tone what = marksDifferences && point.isDifferent() ? Tone::Strong : Tone::Plain;
        table.add({{point.what, what}, cellOf(point.here), cellOf(point.there)});
    }
    return table;
}

Report twoPoliciesReport(const TwoPolicies& two)
{
    Report report;
    if (two.points.empty() && two.differences.empty()) {
        report.say(filled("%1 and %2 do not differ.", two.here.id, two.there.id));
        return report;
    }
    if (two.points.empty()) {
        report.say(filled("None of %1 points differs (numbers, and verdicts on a first attempt).",
                          two.allPoints.size()));
    } else {
        report.add(pointsTable(two.points, {"differs in", two.here.id, two.there.id}));
        report.gap();
        report.say(filled("%1 of %2 points differ (numbers, and verdicts on a first attempt). Each response "
                          "comes from a generic service, without headers or body.",
                          two.points.size(), two.allPoints.size()));
    }
    if (!two.differences.empty()) {
        report.gap();
        report.say(filled("All differences: %1 → %2", two.here.id, two.there.id));
        for (const PolicyDifference& difference : two.differences) {
            report.item(differenceText(difference));
        }
    }
    return report;
}

} // namespace retryscope
