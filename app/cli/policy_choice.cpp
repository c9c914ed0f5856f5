// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/policy_choice.h"

#include "app/cli/console.h"
#include "app/cli/environment_settings.h"
#include "core/io/storage/policy_json.h"

#include <QStandardPaths>

namespace retryscope::cli {

namespace {

constexpr qint64 kMostAttempts = 1'000'000;
constexpr auto kServices = "services.";

io::Result<std::vector<io::PolicyOverride>> overridesIn(const Arguments& arguments)
{
    std::vector<io::PolicyOverride> result;
    for (const QString& text : arguments.values(QStringLiteral("set"))) {
        const qsizetype equals = text.indexOf(QLatin1Char('='));
        if (equals < 1) {
            return valueError(QStringLiteral("set"), text,
                              QStringLiteral("PATH=VALUE, as in backoff.cap=5s"));
        }
        result.push_back({text.left(equals), text.mid(equals + 1)});
    }
    return result;
}

/// Those of one service are changed in the policy as it is written, all others in what holds for the request.
io::Result<Policy> withOverrides(const Policy& policy, const std::vector<io::PolicyOverride>& overrides,
                                 bool ofServices)
{
    std::vector<io::PolicyOverride> chosen;
    QStringList texts;
    for (const io::PolicyOverride& change : overrides) {
        if (change.path.startsWith(QLatin1String(kServices)) == ofServices) {
            chosen.push_back(change);
            texts.append(QStringLiteral("--set %1=%2").arg(change.path, change.value));
        }
    }
    if (chosen.empty()) {
        return policy;
    }
    io::Result<Policy> changed = io::withOverrides(policy, chosen);
    if (!changed) {
        return usageError(
            QStringLiteral("bad %1: %2").arg(texts.join(QStringLiteral(", ")), changed.error().text()));
    }
    return changed;
}

/// `5s` -> `"5s"`, `4` -> `4`: overrides are recorded as JSON text.
std::string asJsonText(const QString& value)
{
    bool isNumber = false;
    value.toDouble(&isNumber);
    const bool isJson = isNumber || value == QLatin1String("true") || value == QLatin1String("false") ||
                        value == QLatin1String("null") || value.startsWith(QLatin1Char('[')) ||
                        value.startsWith(QLatin1Char('{')) || value.startsWith(QLatin1Char('"'));
    return (isJson ? value : QStringLiteral("\"%1\"").arg(value)).toStdString();
}

/// One that clients here know, or one that this policy reads in a way of its own.
io::Result<io::Done> checkProtocol(const Arguments& arguments, const Policy& policy)
{
    const QString option = QStringLiteral("protocol");
    QStringList allowed{QStringLiteral("rest-xml"), QStringLiteral("query"), QStringLiteral("soap"),
                        QStringLiteral("json"), QStringLiteral("generic")};
    for (const auto& [name, reading] : policy.reading) {
        allowed.append(QString::fromStdString(name));
    }
    allowed.removeDuplicates();
    const io::Result<QString> protocol = arguments.oneOf(option, allowed);
    return protocol ? io::Result<io::Done>(io::Done{}) : protocol.error();
}

/// attempts: the first one included, however the policy counts.
void setAttempts(Policy& policy, int attempts, const std::string& origin,
                 std::vector<PolicyOverrideNote>& notes)
{
    policy.attempts.max = policy.attempts.countsFirst ? attempts : attempts - 1;
    policy.attempts.source = origin;
    notes.push_back({.path = "attempts.max", .value = std::to_string(policy.attempts.max), .origin = origin});
}

} // namespace

io::Library userLibrary()
{
    return io::Library(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                       QStringLiteral("/retryscope"));
}

io::Result<PolicyChoice> choosePolicy(const Arguments& arguments, const io::Library& library,
                                      const QString& idOrFile, const RequestSpec& spec)
{
    const io::Result<std::vector<io::PolicyOverride>> overrides = overridesIn(arguments);
    if (!overrides) {
        return overrides.error();
    }
    const io::Result<std::optional<qint64>> maxAttempts =
        arguments.integer(QStringLiteral("max-attempts"), 1, kMostAttempts);
    if (!maxAttempts) {
        return maxAttempts.error();
    }
    io::Result<Policy> policy = library.policy(idOrFile);
    if (!policy) {
        return policy.error();
    }
    if (const io::Result<io::Done> known = checkProtocol(arguments, policy.value()); !known) {
        return known.error();
    }
    const io::Result<EnvironmentChoice> environment =
        applyEnvironment(arguments, library, std::move(policy).value());
    if (!environment) {
        return environment.error();
    }
    for (const QString& warning : environment.value().warnings) {
        Console::noteOnce(QStringLiteral("WARNING: ") + warning);
    }
    io::Result<Policy> base = withOverrides(environment.value().policy, overrides.value(), true);
    if (!base) {
        return base.error();
    }
    PolicyChoice choice{.policy = nullptr, .overrides = {}, .settings = environment.value().settings};
    Policy flattened = resolve(base.value(), spec).policy;
    if (maxAttempts.value()) {
        setAttempts(flattened, static_cast<int>(*maxAttempts.value()), "--max-attempts", choice.overrides);
    } else if (environment.value().maxAttempts) {
        setAttempts(flattened, *environment.value().maxAttempts, environment.value().attemptsOrigin,
                    choice.overrides);
    }
    io::Result<Policy> final = withOverrides(flattened, overrides.value(), false);
    if (!final) {
        return final.error();
    }
    for (const io::PolicyOverride& change : overrides.value()) {
        choice.overrides.push_back(
            {.path = change.path.toStdString(), .value = asJsonText(change.value), .origin = "--set"});
    }
    choice.policy = std::make_shared<const ResolvedPolicy>(resolve(final.value(), spec));
    return choice;
}

QStringList policyIds(const Arguments& arguments, const io::Library& library)
{
    QStringList ids;
    for (const QString& id : arguments.values(QStringLiteral("policy"))) {
        if (id != QLatin1String("all")) {
            ids.append(id);
            continue;
        }
        for (const io::Library::Entry& entry : library.policyEntries()) {
            ids.append(entry.isBuiltIn ? entry.id : entry.path);
        }
    }
    ids.removeDuplicates();
    return ids;
}

} // namespace retryscope::cli
