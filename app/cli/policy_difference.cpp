// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/json_values.h"
#include "app/cli/library_listing.h"
#include "app/cli/policy_choice.h"
#include "core/explain/two_policies.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>
#include <QJsonObject>

namespace retryscope::cli {

namespace {

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
            {QStringLiteral("compared"), static_cast<int>(two.allPoints.size())},
            {QStringLiteral("points"), points},
            {QStringLiteral("differences"), differences}};
}

} // namespace

ExitCode differenceCommand(const Arguments& arguments, const Console& console)
{
    const QStringList& words = arguments.positional;
    if (words.size() != 3) {
        throw usageError(QStringLiteral("\"policies diff\" needs exactly two policies, each by id or file"));
    }
    const io::Library library = userLibrary();
    const Policy here = need(library.policy(words.at(1)));
    const Policy there = need(library.policy(words.at(2)));
    const bool tellsSecrets = arguments.has(QStringLiteral("include-secrets"));
    const auto shown = [tellsSecrets](const Policy& policy) {
        return tellsSecrets ? policy : io::redacted(policy);
    };
    const TwoPolicies two(shown(here), shown(there));
    return deliver(console, toJson(two), twoPoliciesReport(two));
}

} // namespace retryscope::cli
