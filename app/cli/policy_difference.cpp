// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/json_values.h"
#include "app/cli/library_listing.h"
#include "app/cli/policy_choice.h"
#include "core/explain/phrases.h"
#include "core/explain/policy_summary.h"
#include "core/explain/report.h"
#include "core/explain/two_policies.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>
#include <QJsonObject>

#include <vector>

namespace retryscope::cli {

namespace {

struct TwoPolicies
{
    Policy here;
    Policy there;
    std::vector<ComparedPoint> points; ///< that differ
    int pointsInAll = 0;
    std::vector<PolicyDifference> differences; ///< of all that they say

    TwoPolicies(Policy one, Policy other) : here(std::move(one)), there(std::move(other))
    {
        for (ComparedPoint& point : comparedPoints(here, there)) {
            ++pointsInAll;
            if (point.isDifferent()) {
                points.push_back(std::move(point));
            }
        }
        differences = differencesBetween(here, there);
    }
};

QJsonObject toJson(const TwoPolicies& two)
{
    const QJsonArray points = arrayOf(two.points, [](const ComparedPoint& point) {
        return QJsonObject{{QStringLiteral("what"), toQString(point.what)},
                           {QStringLiteral("here"), toQString(point.here.text)},
                           {QStringLiteral("there"), toQString(point.there.text)},
                           {QStringLiteral("isVerdict"), point.here.verdict.has_value()}};
    });
    const QJsonArray differences = arrayOf(two.differences, [](const PolicyDifference& difference) {
        return QJsonObject{{QStringLiteral("what"), toQString(difference.what)},
                           {QStringLiteral("here"), toQString(difference.here)},
                           {QStringLiteral("there"), toQString(difference.there)}};
    });
    return {{QStringLiteral("here"), toQString(two.here.id)},
            {QStringLiteral("there"), toQString(two.there.id)},
            {QStringLiteral("compared"), two.pointsInAll},
            {QStringLiteral("points"), points},
            {QStringLiteral("differences"), differences}};
}

Toned cellOf(const ComparedValue& value)
{
    return {value.text, !value.verdict                    ? Tone::Plain
                        : *value.verdict == Verdict::Stop ? Tone::Bad
                                                          : Tone::Good};
}

Report report(const TwoPolicies& two)
{
    Report report;
    if (two.points.empty() && two.differences.empty()) {
        report.say(filled("%1 and %2 do not differ.", two.here.id, two.there.id));
        return report;
    }
    if (two.points.empty()) {
        report.say(
            filled("None of %1 points differs (numbers, and verdicts on a first attempt).", two.pointsInAll));
    } else {
        ReportTable points{{{"differs in", WhenNarrow::Fold},
                            {two.here.id, WhenNarrow::Fold},
                            {two.there.id, WhenNarrow::Fold}},
                           {}};
        for (const ComparedPoint& point : two.points) {
            points.add({{point.what}, cellOf(point.here), cellOf(point.there)});
        }
        report.add(std::move(points));
        report.gap();
        report.say(filled("%1 of %2 points differ (numbers, and verdicts on a first attempt). Each response "
                          "comes from a generic service, without headers or body.",
                          two.points.size(), two.pointsInAll));
    }
    if (!two.differences.empty()) {
        report.gap();
        report.say(filled("All differences, %1 instead of %2", two.here.id, two.there.id));
        for (const PolicyDifference& difference : two.differences) {
            report.item(differenceText(difference));
        }
    }
    return report;
}

} // namespace

ExitCode differenceCommand(const Arguments& arguments, const Console& console)
{
    const QStringList& words = arguments.positional;
    if (words.size() != 3) {
        throw usageError(QStringLiteral("'policies diff' needs exactly two policies, each by id or file"));
    }
    const io::Library library = userLibrary();
    const Policy here = need(library.policy(words.at(1)));
    const Policy there = need(library.policy(words.at(2)));
    const bool tellsSecrets = arguments.has(QStringLiteral("include-secrets"));
    const auto shown = [tellsSecrets](const Policy& policy) {
        return tellsSecrets ? policy : io::redacted(policy);
    };
    const TwoPolicies two(shown(here), shown(there));
    return deliver(console, toJson(two), report(two));
}

} // namespace retryscope::cli
