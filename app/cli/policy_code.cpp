// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/policy_code.h"

#include "app/cli/commands.h"
#include "app/cli/json_values.h"
#include "app/cli/library_listing.h"
#include "app/cli/policy_choice.h"
#include "app/cli/request_choice.h"
#include "core/change/reversing_changes.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/files/recipe_files.h"
#include "core/io/import/client_readers.h"
#include "core/io/text/utf8.h"
#include "core/policy/mapping.h"
#include "core/policy/resolve.h"
#include "core/policy/sdk_switch.h"
#include "core/recipes/changes_report.h"
#include "core/recipes/client_code.h"

#include <QJsonObject>

#include <algorithm>
#include <array>
#include <utility>

namespace retryscope::cli {

namespace {

Policy wantedPolicy(const Arguments& arguments, Policy policy)
{
    if (const std::optional<qint64> most = arguments.integer(QStringLiteral("max-attempts"))) {
        policy.attempts.setAttempts(static_cast<int>(*most));
    }
    for (const QString& value : arguments.values(QStringLiteral("map"))) {
        policy = withMapping(std::move(policy), mappingFrom(value));
    }
    for (const QString& value : arguments.values(QStringLiteral("retry-method"))) {
        policy = withChange(std::move(policy), arguments.value(QStringLiteral("service")).toStdString(),
                            MethodRetried{methodFrom(value).toStdString()});
    }
    for (const QString& value : arguments.values(QStringLiteral("no-retry-method"))) {
        policy = withChange(std::move(policy), arguments.value(QStringLiteral("service")).toStdString(),
                            MethodNotRetried{methodFrom(value).toStdString()});
    }
    return policy;
}

ExitCode print(const Console& console, const Policy& policy, const ClientCode& code)
{
    return deliver(console,
                   {{QStringLiteral("policy"), toQString(policy.id)},
                    {QStringLiteral("way"), toQString(std::string(wordOf(code.way)))},
                    {QStringLiteral("snippets"), snippetsToJson(code.snippets)},
                    {QStringLiteral("notes"), textsToJson(code.notes)},
                    {QStringLiteral("gaps"), gapsToJson(code.gaps)}},
                   codeReport(code));
}

/// The preset with the numbers of one service, which are then nobody's special ones.
Policy forService(const Policy& policy, const QString& service)
{
    if (service.isEmpty()) {
        return policy;
    }
    RequestSpec spec;
    spec.service = service.toStdString();
    return resolve(policy, spec).policy;
}

CodeContext contextOf(const Arguments& arguments, const Policy& preset)
{
    CodeContext context =
        codeContextFor(io::builtInSdks(), preset, arguments.value(QStringLiteral("service")).toStdString());
    context.readTimeout = arguments.time(QStringLiteral("read-timeout"));
    context.connectTimeout = arguments.time(QStringLiteral("connect-timeout"));
    return context;
}

} // namespace

ErrorMapping mappingFrom(const QString& value)
{
    const QString option = QStringLiteral("map");
    const QString allowed = QStringLiteral(
        "NAME=KIND or status:N=KIND, where KIND is throttling, transient, timeout, server or permanent");
    const qsizetype end = value.lastIndexOf(QLatin1Char('='));
    const QString what = value.left(std::max<qsizetype>(end, 0)).trimmed();
    const std::optional<ErrorKind> kind =
        end < 0 ? std::nullopt : errorKindFrom(value.mid(end + 1).trimmed().toStdString());
    constexpr std::array<ErrorKind, 5> kKinds{ErrorKind::Throttling, ErrorKind::Transient, ErrorKind::Timeout,
                                              ErrorKind::Server, ErrorKind::Permanent};
    if (what.isEmpty() || !kind || std::find(kKinds.begin(), kKinds.end(), *kind) == kKinds.end()) {
        throw valueError(option, value, allowed);
    }
    const QString ofStatus = QStringLiteral("status:");
    if (!what.startsWith(ofStatus)) {
        return ErrorMapping{what.toStdString(), *kind};
    }
    bool isNumber = false;
    const int status = what.mid(ofStatus.size()).toInt(&isNumber);
    if (!isNumber || status < 100 || status > 999) {
        throw valueError(option, value, allowed);
    }
    return ErrorMapping{status, *kind};
}

ExitCode codeCommand(const Arguments& arguments, const Console& console)
{
    if (arguments.positional.size() != 2) {
        throw usageError(QStringLiteral("\"policies code\" needs exactly one policy, by id or file"));
    }
    const io::Library library = userLibrary();
    const Policy named = need(library.policy(arguments.positional.at(1)));
    const QString service = arguments.value(QStringLiteral("service"));
    const Policy own = forService(io::clientReaders().unconfigured(named).value_or(named), service);
    return print(console, named,
                 clientCodeFor(io::clientRecipes(), own, wantedPolicy(arguments, forService(named, service)),
                               contextOf(arguments, named),
                               {.unconfigured = {}, .configured = io::clientReaders().configured}));
}

} // namespace retryscope::cli
