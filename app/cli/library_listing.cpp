// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/library_listing.h"

#include "core/explain/policy_report.h"
#include "core/io/documents/policy_json.h"
#include "core/io/text/suggestions.h"
#include "core/io/text/utf8.h"

#include <QJsonValue>

namespace retryscope::cli {

namespace {

QString actionProblem(const QString& command, const QString& action)
{
    const bool isPolicies = command == QLatin1String("policies");
    QStringList forms{QStringLiteral("list"),
                      isPolicies ? QStringLiteral("show ID|FILE") : QStringLiteral("show NAME|FILE"),
                      QStringLiteral("check FILE")};
    if (isPolicies) {
        forms += {QStringLiteral("diff ID|FILE ID|FILE"), QStringLiteral("code ID|FILE"),
                  QStringLiteral("import FILE"), QStringLiteral("schema")};
    }
    QStringList names;
    for (const QString& form : forms) {
        names.append(form.section(QLatin1Char(' '), 0, 0));
    }
    const QString nearest = io::nearestText(action, names);
    return QStringLiteral("%1 for \"%2\"; %3allowed: %4")
        .arg(action.isEmpty() ? QStringLiteral("no action given")
                              : QStringLiteral("unknown action \"%1\"").arg(action),
             command, nearest.isEmpty() ? QString() : nearest + QLatin1Char(' '),
             forms.join(QStringLiteral(", ")));
}

} // namespace

ListingRequest listingRequest(const Arguments& arguments)
{
    const QStringList& words = arguments.positional;
    const QString action = words.value(0);
    if (action == QLatin1String("list")) {
        if (words.size() > 1) {
            throw usageError(QStringLiteral("unexpected \"%1\" after list").arg(words.at(1)));
        }
        return {};
    }
    const bool isShow = action == QLatin1String("show");
    if (!isShow && action != QLatin1String("check")) {
        throw usageError(actionProblem(arguments.command, action));
    }
    if (words.size() != 2) {
        throw usageError(
            QStringLiteral("\"%1 %2\" needs exactly one %3")
                .arg(arguments.command, action, isShow ? QStringLiteral("name") : QStringLiteral("file")));
    }
    return {isShow ? ListingAction::Show : ListingAction::Check, words.at(1)};
}

ExitCode deliver(const Console& console, const QJsonObject& document, const Report& report)
{
    console.wantsJson() ? console.print(document) : console.print(report);
    return ExitCode::Succeeded;
}

ExitCode deliverVerdict(const Console& console, const QString& file,
                        const std::function<std::vector<PolicyProblem>()>& check)
{
    std::vector<PolicyProblem> warnings;
    try {
        warnings = check();
    } catch (const io::Error& problem) {
        if (console.wantsJson()) {
            console.print(QJsonObject{{QStringLiteral("file"), file},
                                      {QStringLiteral("ok"), false},
                                      {QStringLiteral("place"), problem.place},
                                      {QStringLiteral("problem"), problem.message}});
        }
        throw;
    }
    return deliver(console,
                   {{QStringLiteral("file"), file},
                    {QStringLiteral("ok"), true},
                    {QStringLiteral("warnings"), io::problemsToJson(warnings)}},
                   checkedReport(fromQString(file), warnings));
}

} // namespace retryscope::cli
