// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/affected/affected.h"

#include "core/change/situation.h"
#include "core/explain/two_policies.h"
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

void addOnce(std::vector<std::string>& texts, std::string text)
{
    if (!text.empty() && std::find(texts.begin(), texts.end(), text) == texts.end()) {
        texts.push_back(std::move(text));
    }
}

/// A side with the preset from which its figures come, where there is one.
struct Answer
{
    AffectedSide side;
    std::optional<Policy> preset;
};

/// Asks one line of versions about one service.
class Inquiry
{
public:
    Inquiry(const AffectedSources& sources, const Sdk& sdk, const SdkLine& line, const std::string& service,
            const RetrySettings& settings)
        : m_sources(sources)
        , m_sdk(sdk)
        , m_line(line)
        , m_service(service)
        , m_profile(profileReadBy(profilesOf(sdk, line),
                                  sdk.readsNoSettings ? RetrySettingsInput{} : settings.input))
        , m_settings(resolveRetrySettings(m_profile.input))
    {
    }

    /// Whether the settings and the version lead to the rules of 2026.
    [[nodiscard]] bool hasNewRules() const
    {
        const std::optional<std::string>& flag = m_settings.newRetries.value;
        return retryscope::hasNewRules(m_line, flag ? meansYes(m_sdk, *flag) : std::nullopt);
    }

    /// Whether the flag keeps the old rules, although this line could have the new ones.
    [[nodiscard]] bool isKeptOff() const
    {
        const std::optional<std::string>& flag = m_settings.newRetries.value;
        return m_line.use == SwitchUse::Read && flag && meansYes(m_sdk, *flag) == false;
    }

    [[nodiscard]] Answer answer(bool areNew)
    {
        const AskedMode mode = askedMode();
        if (const SettingsUse use = useOfProfile(); use != SettingsUse::Taken) {
            return {.side = {.settings = use}, .preset = {}};
        }
        return mode.use == SettingsUse::Taken ? under(rulesInForce(m_line, mode.mode, areNew))
                                              : Answer{.side = {.settings = mode.use}, .preset = {}};
    }

    void addProblemsTo(AffectedClient& client) const
    {
        for (const std::string& problem : m_problems) {
            addOnce(client.problems, problem);
        }
    }

    void addRemarksTo(AffectedClient& client) const
    {
        addOnce(client.remarks, flagRemark(m_sdk, m_line, m_settings.newRetries));
        for (const std::string& remark : m_remarks) {
            addOnce(client.remarks, remark);
        }
    }

private:
    /// Whether it finds the profile that it was told to take, or does without.
    SettingsUse useOfProfile()
    {
        if (m_profile.missing == MissingProfile::GoesOn) {
            if (!m_profile.remark.empty()) {
                addOnce(m_remarks, m_profile.remark + ".");
            }
            return SettingsUse::Taken;
        }
        addOnce(m_problems, m_profile.remark + ". Write [profile " + m_profile.input.profileName + "].");
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
        if (!setting.value || (isMode && m_line.modes.contains(*setting.value))) {
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
        addOnce(m_problems, problem + (habit.empty() ? ": Retryscope does not know what this client does "
                                                       "with this value. Correct or remove it."
                                                     : ": this client " + habit + ". Correct or remove it."));
        return habit.empty() ? SettingsUse::NotEstablished : SettingsUse::Refused;
    }

    /// Those of the preset in the SDK's default mode.
    [[nodiscard]] std::optional<EnvironmentHabits> usualHabits() const
    {
        const auto found = m_line.modes.find(m_line.defaultBefore);
        const std::optional<Policy> preset =
            found == m_line.modes.end() ? std::nullopt : m_sources.preset(found->second.before.policy);
        return preset ? preset->environment : std::nullopt;
    }

    Answer under(const RulesInForce& inForce)
    {
        Answer answer;
        if (inForce.rules != nullptr && !inForce.rules->policy.empty()) {
            answer.preset = m_sources.preset(inForce.rules->policy);
        }
        const auto habits = answer.preset ? answer.preset->environment : std::optional<EnvironmentHabits>();
        const AttemptsChoice set = attemptsFrom(m_settings.maxAttempts, habits);
        if (!set.error.empty()) {
            return {.side = {.settings = problemOf(m_settings.maxAttempts.problem,
                                                   habits ? habits->onBadAttempts : std::string())},
                    .preset = {}};
        }
        if (answer.preset) {
            if (set.attempts) {
                answer.preset = withMaxAttempts(std::move(*answer.preset), *set.attempts);
            }
            RequestSpec spec;
            spec.service = inForce.rules->asService.empty() ? m_service : inForce.rules->asService;
            answer.side = sideOf(m_sources, *answer.preset, spec);
            answer.side.asService = inForce.rules->asService;
        } else if (inForce.rules != nullptr && inForce.rules->figures) {
            answer.side = sideOf(*inForce.rules->figures, m_service);
            answer.side.attempts = set.attempts ? set.attempts : answer.side.attempts;
        } else if (inForce.rules == nullptr) {
            addOnce(m_remarks, "This SDK has no mode " + inForce.mode + ".");
        }
        answer.side.mode = inForce.mode;
        return answer;
    }

    const AffectedSources& m_sources;
    const Sdk& m_sdk;
    const SdkLine& m_line;
    const std::string m_service;
    const ProfileReading m_profile;
    const RetrySettings m_settings;
    std::vector<std::string> m_problems;
    std::vector<std::string> m_remarks;
};

/// `NAME=VALUE` in the environment, which then wins.
RetrySettings settingsWith(const RetrySettings& settings, const std::string& setting)
{
    RetrySettingsInput input = settings.input;
    const std::size_t equals = setting.find('=');
    input.environment[setting.substr(0, equals)] = setting.substr(equals + 1);
    return resolveRetrySettings(input);
}

/// The responses without a name, and the faults, that the two decide differently.
std::vector<ChangedVerdict> changedVerdicts(const Answer& left, const Answer& right,
                                            const std::string& service)
{
    std::vector<ChangedVerdict> changed;
    if (!left.preset || !right.preset) {
        return changed;
    }
    for (const ComparedPoint& point : comparedPoints(*left.preset, *right.preset, service)) {
        if (point.here.verdict && point.isDifferent()) {
            changed.push_back({point.what, point.here.text, point.there.text});
        }
    }
    return changed;
}

} // namespace

AffectedClient affectedClient(const AffectedSources& sources, const AffectedQuestion& question,
                              const RetrySettings& settings)
{
    const Sdk& sdk = *question.sdk;
    const SdkChoice choice{.version = question.version, .parts = question.parts, .service = question.service};
    AffectedClient client;
    client.sdk = &sdk;
    client.line = &lineOf(sdk, choice);
    client.version = question.version;
    client.service = question.service;
    client.parts = partsOf(sdk, choice);
    client.given = question.parts;
    const auto inquire = [&](const SdkLine& line, const RetrySettings& with) {
        return Inquiry(sources, sdk, line, question.service, with);
    };
    Inquiry now = inquire(*client.line, settings);
    Answer left;
    Answer right;
    const SdkLine* target = client.line; // whose rules replace the old ones
    if (!question.toVersion && client.line->use == SwitchUse::Always) {
        left = now.answer(false);
        right = now.answer(true);
        client.before = left.side;
        client.today = right.side;
    } else {
        client.toVersion = question.toVersion.value_or(std::string());
        const PartVersions kept = question.toVersion ? question.parts : PartVersions{};
        client.toLine =
            &lineOf(sdk, {.version = client.toVersion, .parts = kept, .service = question.service});
        target = client.toLine;
        left = now.answer(now.hasNewRules());
        Inquiry later = inquire(*client.toLine, settings);
        // The newest line may have the switch still: then it is the release to come that has the new rules.
        const bool comesLater = !question.toVersion && client.toLine->use == SwitchUse::Read;
        right = later.answer(later.hasNewRules() || (comesLater && !later.isKeptOff()));
        later.addProblemsTo(client); // its remarks are about a version that is not in use
        client.today = left.side;
        client.after = right.side;
    }
    client.remarks = client.line->notes;
    now.addProblemsTo(client);
    now.addRemarksTo(client);
    client.verdicts = changedVerdicts(left, right, question.service);
    if (left.side.mode != right.side.mode) { // of use to whoever leaves the mode of before 2026
        for (const std::string& note : target->modeNotes) {
            addOnce(client.remarks, note);
        }
    }
    if (!target->keep.empty() && client.isChanged()) {
        const RetrySettings kept = settingsWith(settings, target->keep);
        Inquiry restored = inquire(*target, kept);
        const bool areNew = restored.hasNewRules() || target->use == SwitchUse::Read;
        if (restored.answer(areNew).side.behavesAs(left.side)) {
            client.keep = target->keep;
        }
    }
    return client;
}

} // namespace retryscope
