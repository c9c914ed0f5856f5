// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/affected/affected.h"

#include "core/change/situation.h"
#include "core/simulate/call_reach.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace retryscope {

namespace {

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
AttemptFacts failureOf(const AffectedSources& sources, const std::string& protocol, bool isThrottling)
{
    Response response;
    if (isThrottling) {
        response = throttlingOf(protocol);
    } else {
        response.status = 500;
    }
    sources.complete(response);
    AttemptFacts facts;
    facts.response = std::make_shared<const Response>(std::move(response));
    return facts;
}

FailureCost costOf(const AffectedSources& sources, const ResolvedPolicy& policy, const RequestSpec& spec,
                   bool isThrottling)
{
    FailureCost cost;
    const AttemptFacts facts = failureOf(sources, policy.protocol, isThrottling);
    const Decision decision = decisionIn(situationUnder(policy, {.spec = spec, .facts = facts}));
    if (decision.window) {
        cost.firstLow = decision.window->low;
        cost.firstHigh = decision.window->high;
    }
    if (const auto charged = findStep<QuotaCharged>(decision.trace)) {
        cost.tokens = charged->cost;
    }
    cost.longest = reachOf(policy, {.spec = spec, .facts = facts}).mostDelays;
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

AffectedSide sideOf(const AffectedSources& sources, const Policy& preset, const RequestSpec& spec)
{
    const ResolvedPolicy policy = resolve(preset, spec);
    AffectedSide side;
    side.policy = preset.id;
    side.attempts = policy.policy.attempts.attempts();
    side.plain = costOf(sources, policy, spec, false);
    side.throttling = costOf(sources, policy, spec, true);
    if (policy.policy.quota) {
        side.capacity = policy.policy.quota->capacity;
        side.polling = policy.policy.quota->longPolling;
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
    Inquiry(const AffectedSources& sources, const Sdk& sdk, const std::string& version,
            const std::string& service, const RetrySettings& settings)
        : m_sources(sources)
        , m_profile(profileReadBy(&lineOf(sdk, version),
                                  sdk.readsNoSettings ? RetrySettingsInput{} : settings.input))
        , m_settings(resolveRetrySettings(m_profile.input))
    {
        m_client.sdk = &sdk;
        m_client.line = &lineOf(sdk, version);
        m_client.version = version;
        m_client.service = service;
        m_client.remarks = m_client.line->notes;
        m_spec.service = service;
    }

    AffectedClient answer()
    {
        std::optional<bool> isOn;
        if (m_settings.newRetries.value) {
            isOn = meansYes(*m_client.sdk, *m_settings.newRetries.value);
            if (m_client.line->use != SwitchUse::Read) {
                remark(m_settings.newRetries.origin +
                       " has no effect: this version does not read this setting.");
            }
        }
        const AskedMode mode = askedMode();
        const SettingsUse use = useOfProfile();
        for (const bool hasSwitched : {false, true}) {
            AffectedSide& side = hasSwitched ? m_client.after : m_client.today;
            side = use != SettingsUse::Taken ? AffectedSide{.settings = use}
                   : mode.use == SettingsUse::Taken
                       ? sideUnder(rulesInForce(*m_client.line, mode.mode, isOn, hasSwitched))
                       : AffectedSide{.settings = mode.use};
        }
        addModeNotes();
        return std::move(m_client);
    }

private:
    void remark(std::string text) { m_client.remarks.push_back(std::move(text)); }

    /// Notes about leaving the mode of before 2026 have nothing to tell whoever stays in it, or is in
    /// another.
    void addModeNotes()
    {
        if (m_client.today.mode != m_client.after.mode) {
            m_client.remarks.insert(m_client.remarks.end(), m_client.line->modeNotes.begin(),
                                    m_client.line->modeNotes.end());
        }
    }

    /// A setting that this client refuses; under both sets of rules it is the same one.
    void addProblem(const std::string& text)
    {
        if (std::find(m_client.problems.begin(), m_client.problems.end(), text) == m_client.problems.end()) {
            m_client.problems.push_back(text);
        }
    }

    /// Whether it finds the profile that it was told to take, or does without.
    SettingsUse useOfProfile()
    {
        if (m_profile.missing == MissingProfile::GoesOn) {
            if (!m_profile.remark.empty()) {
                remark(m_profile.remark + ".");
            }
            return SettingsUse::Taken;
        }
        addProblem(m_profile.remark + ". Write [profile " + m_profile.input.profileName + "].");
        return m_profile.missing == MissingProfile::Refuses ? SettingsUse::Refused
                                                            : SettingsUse::NotEstablished;
    }

    struct AskedMode
    {
        std::optional<std::string> mode; ///< absent: none is asked for
        SettingsUse use = SettingsUse::Taken;
    };

    /// The mode that the settings ask for, as this client understands them; one that it refuses is a problem.
    AskedMode askedMode()
    {
        const EffectiveSetting& setting = m_settings.mode;
        const bool isMode = setting.value && setting.problem.empty();
        if (!setting.value || (isMode && m_client.line->modes.contains(*setting.value))) {
            return {.mode = setting.value};
        }
        const std::optional<EnvironmentHabits> habits = usualHabits();
        if (habits && !habits->otherMode.empty()) {
            return {.mode = habits->otherMode};
        }
        if (isMode && (!habits || habits->onBadMode.empty())) {
            return {.mode = setting.value};
        }
        const SettingsUse use = problemOf(isMode ? setting.origin + " is \"" + *setting.value +
                                                       "\", but this client has no such mode"
                                                 : setting.problem,
                                          habits ? habits->onBadMode : std::string());
        if (!attemptsFrom(m_settings.maxAttempts, habits).error.empty()) { // to be corrected, too
            static_cast<void>(
                problemOf(m_settings.maxAttempts.problem, habits ? habits->onBadAttempts : std::string()));
        }
        return {.mode = {}, .use = use};
    }

    /// habit: what the client does with it; empty: not established.
    SettingsUse problemOf(const std::string& problem, const std::string& habit)
    {
        addProblem(
            problem +
            (habit.empty()
                 ? ": Retryscope does not know what this client does with this value. Correct or remove it."
                 : ": this client " + habit + ". Correct or remove it."));
        return habit.empty() ? SettingsUse::NotEstablished : SettingsUse::Refused;
    }

    /// Those of the preset in the SDK's default mode.
    [[nodiscard]] std::optional<EnvironmentHabits> usualHabits() const
    {
        const auto found = m_client.line->modes.find(m_client.line->defaultBefore);
        const std::optional<Policy> preset = found == m_client.line->modes.end()
                                                 ? std::nullopt
                                                 : m_sources.preset(found->second.before.policy);
        return preset ? preset->environment : std::nullopt;
    }

    AffectedSide sideUnder(const RulesInForce& inForce)
    {
        AffectedSide side;
        const std::optional<Policy> preset = inForce.rules != nullptr && !inForce.rules->policy.empty()
                                                 ? m_sources.preset(inForce.rules->policy)
                                                 : std::nullopt;
        const auto habits = preset ? preset->environment : std::optional<EnvironmentHabits>();
        const AttemptsChoice set = attemptsFrom(m_settings.maxAttempts, habits);
        if (!set.error.empty()) {
            return {.settings = problemOf(m_settings.maxAttempts.problem,
                                          habits ? habits->onBadAttempts : std::string())};
        }
        if (preset) {
            side =
                sideOf(m_sources, set.attempts ? withMaxAttempts(*preset, *set.attempts) : *preset, m_spec);
        } else if (inForce.rules != nullptr && inForce.rules->figures) {
            side = sideOf(*inForce.rules->figures, m_spec.service);
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

    const AffectedSources& m_sources;
    const ProfileReading m_profile;
    const RetrySettings m_settings;
    RequestSpec m_spec;
    AffectedClient m_client;
};

} // namespace

AffectedClient affectedClient(const AffectedSources& sources, const Sdk& sdk, const std::string& version,
                              const std::string& service, const RetrySettings& settings)
{
    return Inquiry(sources, sdk, version, service, settings).answer();
}

} // namespace retryscope
