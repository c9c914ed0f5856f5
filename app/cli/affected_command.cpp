// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/affected_report.h"
#include "app/cli/commands.h"
#include "app/cli/environment_settings.h"
#include "app/cli/policy_choice.h"
#include "core/change/situation.h"
#include "core/io/format/sdk_files.h"
#include "core/io/http/pasted_response.h"
#include "core/io/text/suggestions.h"
#include "core/io/text/utf8.h"
#include "core/simulate/bounds.h"

#include <algorithm>

namespace retryscope::cli {

namespace {

/// One SDK that was asked about.
struct WantedSdk
{
    const Sdk* sdk = nullptr;
    std::string version;
};

io::Result<std::vector<WantedSdk>> wantedSdks(const Arguments& arguments)
{
    const Sdks& sdks = io::builtInSdks();
    const QString option = QStringLiteral("sdk");
    std::vector<WantedSdk> wanted;
    for (const QString& text : arguments.values(option)) {
        const qsizetype at = text.indexOf(QLatin1Char('@'));
        const QString name = at < 0 ? text : text.left(at);
        const Sdk* sdk = findSdk(sdks, name.toStdString());
        if (sdk == nullptr) {
            QStringList names;
            for (const Sdk& known : sdks) {
                names.append(toQString(known.id));
            }
            return usageError(
                QStringLiteral("there is no SDK '%1'; %2 (in all: %3)")
                    .arg(name, io::suggestionFor(name, names), names.join(QStringLiteral(", "))));
        }
        const QString version = at < 0 ? QString() : text.mid(at + 1);
        const bool isVersion = at < 0 || (!version.isEmpty() && version.front().isDigit());
        if (!isVersion) {
            return valueError(option, text, QStringLiteral("NAME or NAME@VERSION, as in botocore@1.43.67"));
        }
        wanted.push_back({.sdk = sdk, .version = version.toStdString()});
    }
    if (wanted.empty()) {
        std::transform(sdks.begin(), sdks.end(), std::back_inserter(wanted),
                       [](const Sdk& sdk) { return WantedSdk{.sdk = &sdk, .version = {}}; });
    }
    return wanted;
}

/// What a client of the protocol is told when it is throttled, as services send it.
Response throttlingOf(const std::string& protocol)
{
    Response response;
    response.status = 400;
    if (protocol == "rest-xml") {
        response.status = 503;
        response.body = "<Error><Code>SlowDown</Code></Error>";
    } else if (protocol == "ec2") {
        response.status = 503;
        response.body =
            "<Response><Errors><Error><Code>RequestLimitExceeded</Code></Error></Errors></Response>";
    } else if (protocol == "query") {
        response.body = "<ErrorResponse><Error><Code>Throttling</Code></Error></ErrorResponse>";
    } else {
        response.body = "{\"__type\":\"ThrottlingException\"}";
    }
    return response;
}

/// A plain failure of the server, or one that every SDK takes for throttling.
AttemptFacts failureOf(const RequestSpec& spec, bool isThrottling)
{
    Response response;
    if (isThrottling) {
        response = throttlingOf(protocolOf(spec));
    } else {
        response.status = 500;
    }
    io::completeResponse(response);
    AttemptFacts facts;
    facts.response = std::make_shared<const Response>(std::move(response));
    return facts;
}

FailureCost costOf(const ResolvedPolicy& policy, const RequestSpec& spec, bool isThrottling)
{
    FailureCost cost;
    const AttemptFacts facts = failureOf(spec, isThrottling);
    const Decision decision = decisionIn(situationUnder(policy, {.spec = spec, .facts = facts}));
    if (decision.window) {
        cost.firstLow = decision.window->low;
        cost.firstHigh = decision.window->high;
    }
    if (const auto charged = findStep<QuotaCharged>(decision.trace)) {
        cost.tokens = charged->cost;
    }
    cost.longest = boundsOf(policy, {.spec = spec, .facts = facts}).delays.worst;
    return cost;
}

template <typename Value>
std::optional<Value> forService(const std::map<std::string, Value>& values, const std::string& service)
{
    for (const std::string& key : {service, std::string()}) {
        if (const auto found = values.find(key); found != values.end()) {
            return found->second;
        }
    }
    return std::nullopt;
}

AffectedSide sideOf(const ModeFigures& figures, const std::string& service)
{
    AffectedSide side;
    side.attempts = forService(figures.attempts, service);
    side.plain = {.firstLow = {},
                  .firstHigh = forService(figures.delay, service),
                  .longest = {},
                  .tokens = figures.cost};
    side.throttling = {.firstLow = {},
                       .firstHigh = figures.throttlingDelay,
                       .longest = {},
                       .tokens = figures.throttlingCost};
    side.capacity = figures.capacity;
    side.source = figures.source;
    return side;
}

AffectedSide sideOf(const Policy& preset, const RequestSpec& spec)
{
    const ResolvedPolicy policy = resolve(preset, spec);
    AffectedSide side;
    side.policy = preset.id;
    side.attempts = policy.policy.attempts.attempts();
    side.plain = costOf(policy, spec, false);
    side.throttling = costOf(policy, spec, true);
    if (policy.policy.quota) {
        side.capacity = policy.policy.quota->capacity;
        side.hasLongPolling = !policy.policy.quota->longPolling.empty();
    }
    side.obeysRetryAfter =
        std::any_of(policy.policy.hints.begin(), policy.policy.hints.end(),
                    [](const HintSpec& hint) { return hint.header == "x-amz-retry-after"; });
    return side;
}

/// Asks one SDK about one service.
class Inquiry
{
public:
    Inquiry(const io::Library& library, const WantedSdk& wanted, const RetrySettings& settings,
            std::string service)
        : m_library(library), m_settings(settings)
    {
        m_client.sdk = wanted.sdk;
        m_client.line = &lineOf(*wanted.sdk, wanted.version);
        m_client.version = wanted.version;
        m_client.service = service;
        m_client.remarks = m_client.line->notes;
        m_spec.service = std::move(service);
    }

    AffectedClient answer()
    {
        std::optional<bool> isOn;
        if (m_settings.newRetries.value) {
            isOn = meansYes(*m_client.sdk, *m_settings.newRetries.value);
            if (m_client.line->use != SwitchUse::Read) {
                remark(m_settings.newRetries.origin + " has no effect: this version does not read it.");
            }
        }
        const std::optional<std::string> mode = askedMode();
        m_client.today = side(rulesInForce(*m_client.line, mode, isOn, false));
        m_client.after = side(rulesInForce(*m_client.line, mode, isOn, true));
        return std::move(m_client);
    }

private:
    void remark(std::string text) { m_client.remarks.push_back(std::move(text)); }

    /// A setting that this client refuses; under both sets of rules it is the same one.
    void addProblem(const std::string& text)
    {
        if (std::find(m_client.problems.begin(), m_client.problems.end(), text) == m_client.problems.end()) {
            m_client.problems.push_back(text);
        }
    }

    /// The mode that the settings ask for, as this client understands them; one that it refuses is a problem.
    std::optional<std::string> askedMode()
    {
        const EffectiveSetting& setting = m_settings.mode;
        if (!setting.value || setting.problem.empty()) {
            return setting.value;
        }
        const std::optional<EnvironmentHabits> habits = usualHabits();
        if (habits && !habits->otherMode.empty()) {
            return habits->otherMode;
        }
        addProblem(setting.problem + (habits && !habits->onBadMode.empty()
                                          ? ": this client " + habits->onBadMode
                                          : ": what this client does with it was not established"));
        return std::nullopt;
    }

    /// Those of the preset in the SDK's default mode.
    [[nodiscard]] std::optional<EnvironmentHabits> usualHabits() const
    {
        const auto found = m_client.line->modes.find(m_client.line->defaultBefore);
        const io::Result<Policy> preset = found == m_client.line->modes.end()
                                              ? io::Result<Policy>(io::Error{})
                                              : m_library.policy(toQString(found->second.before.policy));
        return preset ? preset.value().environment : std::nullopt;
    }

    AffectedSide side(const RulesInForce& inForce)
    {
        AffectedSide side;
        if (inForce.rules != nullptr && !inForce.rules->policy.empty()) {
            if (const io::Result<Policy> preset = m_library.policy(toQString(inForce.rules->policy))) {
                side = sideOf(withSetAttempts(preset.value()), m_spec);
            } else if (inForce.rules->figures) {
                side = sideOf(*inForce.rules->figures, m_spec.service);
            }
        } else if (inForce.rules != nullptr && inForce.rules->figures) {
            side = sideOf(*inForce.rules->figures, m_spec.service);
            const AttemptsChoice set = attemptsFrom(m_settings.maxAttempts, std::nullopt);
            side.attempts = set.attempts ? set.attempts : side.attempts;
        } else if (inForce.rules == nullptr) {
            const std::string text = "This SDK has no mode " + inForce.mode + ".";
            if (std::find(m_client.remarks.begin(), m_client.remarks.end(), text) == m_client.remarks.end()) {
                remark(text);
            }
        }
        side.mode = inForce.mode;
        return side;
    }

    /// With the number of attempts that the settings give; a bad one is a problem.
    Policy withSetAttempts(Policy preset)
    {
        const AttemptsChoice set = attemptsFrom(m_settings.maxAttempts, preset.environment);
        if (!set.error.empty()) {
            addProblem(set.error);
        }
        return set.attempts ? withMaxAttempts(std::move(preset), *set.attempts) : preset;
    }

    const io::Library& m_library;
    const RetrySettings& m_settings;
    RequestSpec m_spec;
    AffectedClient m_client;
};

/// Settings of Java, where nobody who was asked for by name reads them, are left out and said.
void dropUnreadJava(RetrySettingsInput& input, const std::vector<WantedSdk>& wanted)
{
    QStringList deaf;
    for (const WantedSdk& one : wanted) {
        if (!one.sdk->readsJavaProperties) {
            deaf.append(toQString(one.sdk->id));
        }
    }
    if (input.javaProperties.empty() || deaf.isEmpty()) {
        return;
    }
    Console::note(
        QStringLiteral(
            "WARNING: --java-property has no effect on %1: only clients in a JVM read Java properties")
            .arg(deaf.join(QStringLiteral(", "))));
    if (static_cast<std::size_t>(deaf.size()) == wanted.size()) {
        input.javaProperties.clear();
    }
}

} // namespace

Outcome affectedCommand(const Arguments& arguments, const Console& console)
{
    if (!arguments.positional.isEmpty()) {
        return usageError(QStringLiteral("unexpected '%1'; an SDK is given with --sdk NAME@VERSION")
                              .arg(arguments.positional.first()));
    }
    const io::Result<std::vector<WantedSdk>> wanted = wantedSdks(arguments);
    io::Result<RetrySettingsInput> input = readRetrySettings(arguments);
    if (!wanted || !input) {
        return wanted ? input.error() : wanted.error();
    }
    QStringList services = arguments.values(QStringLiteral("service"));
    if (services.isEmpty()) {
        services = {QStringLiteral("generic"), QStringLiteral("dynamodb")};
    }
    const io::Library library = userLibrary();
    RetrySettingsInput read = std::move(input).value();
    if (arguments.has(QStringLiteral("sdk"))) {
        dropUnreadJava(read, wanted.value());
    }
    const RetrySettings inJava = resolveRetrySettings(read);
    RetrySettingsInput withoutJava = std::move(read);
    withoutJava.javaProperties.clear();
    const RetrySettings elsewhere = resolveRetrySettings(withoutJava);
    std::vector<AffectedClient> clients;
    for (const WantedSdk& sdk : wanted.value()) {
        const RetrySettings& settings = sdk.sdk->readsJavaProperties ? inJava : elsewhere;
        for (const QString& service : services) {
            clients.push_back(Inquiry(library, sdk, settings, service.toStdString()).answer());
        }
    }
    const io::Result<io::Done> printed =
        console.wantsJson() ? console.print(affectedDocument(clients, inJava))
                            : console.print(affectedReport(
                                  clients, inJava, arguments.has(QStringLiteral("sdk")), console.style()));
    return printed ? Outcome(ExitCode::Succeeded) : Outcome(printed.error());
}

} // namespace retryscope::cli
