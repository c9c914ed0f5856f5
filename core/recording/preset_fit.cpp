// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/preset_fit.h"

#include "core/facts/letter_case.h"
#include "core/recording/client_following.h"
#include "core/recording/client_version.h"
#include "core/recording/declared_attempt.h"
#include "core/recording/seen_attempt.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace retryscope {

namespace {

/// Of the score, where the check says something.
constexpr double kDecisionsWeight = 0.45;
constexpr double kDelaysWeight = 0.3;
constexpr double kHeadersWeight = 0.1;
constexpr double kUserAgentWeight = 0.15;
/// Waits that are crowded together as they would be by chance once in a hundred times speak against a window.
constexpr double kRare = 0.01;
constexpr double kCrowdedShare = 0.5; ///< of the delays' weight that remains then
/// Without a failure nothing is known but what the client says of itself.
constexpr double kNoFailures = 0.5;
/// Where n failures and waits were seen, n / (n + kFewSeen) of a score remains: one request proves little. Of
/// all presets of a client alike, so it ranks none.
constexpr double kFewSeen = 0.05;

/// How often a client does otherwise than its preset: a case that the preset does not model, a request that
/// was put into another call, a machine that was busy. Presets decide 98 to 99 % of random responses as their
/// clients do.
constexpr double kOtherwise = 0.02;
constexpr double kOtherWait = 0.03;
/// A rate limiter makes half of the waits longer, where the rate that it allows is too low for the client, or
/// none; before anything was seen the latter is likelier.
constexpr double kHeldBack = 0.5;
constexpr double kNeverHeldBack = 0.7;

void keep(FitCheck& check, FitDifference difference)
{
    if (check.differences.size() < kMostDifferences) {
        check.differences.push_back(std::move(difference));
    }
}

FitCheck& checkOf(PresetFit& fit, FitQuestion question)
{
    return fit.checks[static_cast<std::size_t>(question)];
}

/// Gathers what a preset would have done otherwise.
class FitGatherer
{
public:
    /// isEven: every wait within a window is as likely as any other.
    FitGatherer(const ClientEvidence& client, bool isEven, PresetFit& fit)
        : m_client(client), m_isEven(isEven), m_fit(fit)
    {
    }

    void take(const FollowedAttempt& followed)
    {
        const AttemptRecord& attempt = m_client.record.at(followed.place);
        const bool isPlain = !followed.isRetried && followed.verdict == Verdict::Succeed &&
                             attempt.decision.verdict == Verdict::Succeed;
        if (followed.isOpen || isPlain) {
            return;
        }
        const Likelihood& stranger = m_client.stranger.at({followed.place.call, followed.place.attempt});
        FitCheck& check = checkOf(m_fit, followed.isRetried ? FitQuestion::Retried : FitQuestion::NotRetried);
        ++check.asked;
        const bool agrees = followed.isRetried == (followed.verdict == Verdict::Retry);
        m_fit.evidence += std::log((agrees ? 1 - kOtherwise : kOtherwise) / stranger.decision);
        if (agrees) {
            ++check.agreed;
        } else {
            keep(check, {.at = followed.place,
                         .outcome = outcomeOf(attempt.facts),
                         .isRetried = followed.isRetried,
                         .stopReason = followed.stopReason});
        }
        if (followed.isRetried && agrees && followed.wait) {
            takeWait(followed, stranger.wait, outcomeOf(attempt.facts));
        }
    }

    void finish()
    {
        const double likelier = std::max(m_plain, m_held);
        m_fit.evidence += likelier + std::log(kNeverHeldBack * std::exp(m_plain - likelier) +
                                              (1 - kNeverHeldBack) * std::exp(m_held - likelier));
        constexpr std::size_t kEnough = 3;     // to speak against a window
        constexpr std::size_t kConvincing = 6; // to speak for it
        if (!m_isEven || m_places.size() < kEnough) {
            return;
        }
        const auto [lowest, highest] = std::minmax_element(m_places.begin(), m_places.end());
        const auto count = static_cast<double>(m_places.size());
        // That n even draws lie in so narrow a part, wherever it is, or all so near to one end.
        const double range = *highest - *lowest;
        const double inRange = count * std::pow(range, count - 1) - (count - 1) * std::pow(range, count);
        const double chance = std::min({inRange, std::pow(*highest, count), std::pow(1 - *lowest, count)});
        FitCheck& check = checkOf(m_fit, FitQuestion::Spread);
        if (chance < kRare) {
            check.asked = 1;
            keep(check, {.window = m_widest});
        } else if (m_places.size() >= kConvincing) {
            check.asked = 1;
            check.agreed = 1;
        }
    }

private:
    void takeWait(const FollowedAttempt& followed, double stranger, std::string outcome)
    {
        const auto [low, high] = followed.window;
        const bool isIn = isInWindow(followed);
        FitCheck& check = checkOf(m_fit, FitQuestion::Delays);
        ++check.asked;
        check.agreed += isIn ? 1 : 0;
        if (!isIn) {
            keep(check, {.at = followed.place,
                         .outcome = std::move(outcome),
                         .wait = *followed.wait,
                         .window = followed.window,
                         .isRetried = true});
        }
        const double plain =
            waitDensity(*followed.wait, {followed.window.low, followed.window.high - followed.widening});
        // Which wait a limiter makes is not foretold: it says as much of a program that is not known.
        const bool mayBeHeld = isIn && followed.widening > Duration::zero();
        const double held = mayBeHeld ? (1 - kHeldBack) * plain + kHeldBack * stranger : plain;
        m_plain += std::log((1 - kOtherWait) * plain / stranger + kOtherWait);
        m_held += std::log((1 - kOtherWait) * held / stranger + kOtherWait);
        if (isIn && followed.widening == Duration::zero() && high - low > kOwnWork * 2) {
            const double drawn = toMilliseconds(*followed.wait - low) / toMilliseconds(high - low);
            m_places.push_back(std::clamp(drawn, 0.0, 1.0));
            if (high - low > m_widest.high - m_widest.low) {
                m_widest = followed.window;
            }
        }
    }

    const ClientEvidence& m_client;
    bool m_isEven;
    PresetFit& m_fit;
    std::vector<double> m_places; ///< of the waits within their windows, 0 to 1
    DelayWindow m_widest;
    double m_plain = 0; ///< evidence of the waits, had no rate limiter held back any
    double m_held = 0;  ///< the same, had one held back many
};

bool sends(const Policy& preset, std::string_view header)
{
    return std::ranges::any_of(preset.attemptHeaders, [&](const AttemptHeader& own) {
        return equalsIgnoringCase(own.name, header);
    });
}

bool announcesMax(const Policy& preset)
{
    return std::ranges::any_of(preset.attemptHeaders, [](const AttemptHeader& own) {
        return own.first.find("{max}") != std::string::npos || own.later.find("{max}") != std::string::npos;
    });
}

/// A header that the client sends and the preset does not know, or the other way; one that both send hardly
/// any other program does. Not every client that was read from its source was read for its headers.
double headerEvidence(bool isSeen, bool isSent, EvidenceLevel level)
{
    constexpr double kShared = 2;
    constexpr double kRecorded = -4;
    constexpr double kRead = -1;
    if (isSeen == isSent) {
        return isSeen ? kShared : 0;
    }
    return level == EvidenceLevel::Source || level == EvidenceLevel::Announced ? kRead : kRecorded;
}

void checkHeaders(const ClientEvidence& client, const Policy& preset, PresetFit& fit)
{
    const CallRecord& call = client.record.callAt(client.calls.front());
    // A document says nothing of headers.
    if (call.attempts.empty() || !call.attempts.front().facts.wire || fit.isDocument) {
        return;
    }
    FitCheck& check = checkOf(fit, FitQuestion::Headers);
    const auto note = [&check](bool agrees, std::string said, std::string own) {
        ++check.asked;
        check.agreed += agrees ? 1 : 0;
        if (!agrees) {
            keep(check, {.outcome = std::move(said), .preset = std::move(own)});
        }
    };
    std::vector<std::string> names{"amz-sdk-invocation-id", "amz-sdk-request"};
    for (const AttemptHeader& own : preset.attemptHeaders) {
        if (!own.first.empty() && std::ranges::none_of(names, [&own](const std::string& name) {
                return equalsIgnoringCase(name, own.name);
            })) {
            names.push_back(own.name);
        }
    }
    for (const std::string& name : names) {
        const bool isSeen = sentHeaders(call.attempts.front()).contains(name);
        if (!isSeen && call.attempts.front().facts.wire->sentHeadersUnseen) {
            continue;
        }
        const bool isSent = sends(preset, name);
        note(isSeen == isSent, isSeen ? name : std::string(), isSeen ? std::string() : name);
        fit.evidence += headerEvidence(isSeen, isSent, evidenceOf(preset));
    }
    if (client.seen.declaredMax && announcesMax(preset) && !fit.attempts) {
        const int own = attemptsUnder(client.record, client.calls.front(), preset);
        note(own == *client.seen.declaredMax, "max=" + std::to_string(*client.seen.declaredMax),
             "max=" + std::to_string(own));
    }
}

void checkUserAgent(const ClientEvidence& client, const Policy& preset, PresetFit& fit)
{
    constexpr double kProgram = 0.5;
    constexpr double kVersion = 0.3;
    constexpr double kMode = 0.2;
    constexpr double kOtherVersion = 0.5;
    AgentClaim claim = claimOf(preset, client.userAgent);
    fit.agent = claim.match;
    fit.saidVersion = std::move(claim.version);
    if (claim.match == AgentMatch::Unknown || claim.match == AgentMatch::Any) {
        return;
    }
    FitCheck& check = checkOf(fit, FitQuestion::UserAgent);
    check.asked = 1;
    double most = kProgram;
    double got = claim.match == AgentMatch::Other ? 0 : kProgram;
    if (!fit.saidVersion.empty() && !fit.version.empty()) {
        most += kVersion;
        got += compareVersions(fit.saidVersion, fit.version) == 0 ? kVersion : kVersion * kOtherVersion;
    }
    const std::string said = modeSaidBy(client.userAgent);
    if (claim.match == AgentMatch::Own && !said.empty() && !modesOf(preset).empty()) {
        most += kMode;
        got += isOfMode(preset, said) ? kMode : 0;
    }
    check.agreed = got / most;
    if (check.agreed < 1) {
        keep(check, {.outcome = client.userAgent, .preset = fit.title});
    }
    fit.isRuledOut =
        claim.match == AgentMatch::Other || (claim.match == AgentMatch::Own && !isOfMode(preset, said));
}

/// By weight, of the checks that say something.
double scoreOf(const PresetFit& fit, const SeenClient& client)
{
    const FitCheck& retried = fit.check(FitQuestion::Retried);
    const FitCheck& notRetried = fit.check(FitQuestion::NotRetried);
    const FitCheck& delays = fit.check(FitQuestion::Delays);
    const FitCheck& spread = fit.check(FitQuestion::Spread);
    double weights = 0;
    double sum = 0;
    const auto add = [&](double weight, double agreed, int asked) {
        if (asked > 0) {
            weights += weight;
            sum += weight * agreed / asked;
        }
    };
    add(kDecisionsWeight, retried.agreed + notRetried.agreed, retried.asked + notRetried.asked);
    const bool isCrowded = spread.asked > 0 && spread.agreed == 0;
    add(kDelaysWeight, delays.agreed * (isCrowded ? kCrowdedShare : 1), delays.asked);
    add(kHeadersWeight, fit.check(FitQuestion::Headers).agreed, fit.check(FitQuestion::Headers).asked);
    add(kUserAgentWeight, fit.check(FitQuestion::UserAgent).agreed, fit.check(FitQuestion::UserAgent).asked);
    const double score = weights > 0 ? sum / weights : 0;
    int seen = client.failures;
    for (const SeenWaits& waits : client.backoff.waits) {
        seen += waits.count;
    }
    return client.failures > 0 ? score * seen / (seen + kFewSeen) : score * kNoFailures;
}

PresetFit followed(const ClientEvidence& client, const Policy& preset)
{
    PresetFit fit{.policy = preset.id,
                  .name = shortNameOf(preset),
                  .title = titleOf(preset),
                  .mode = preset.mode,
                  .isAnnounced = evidenceOf(preset) == EvidenceLevel::Announced,
                  .isOptIn = isBehindOptIn(preset),
                  .checks = {},
                  .version = {},
                  .saidVersion = {}};
    fit.isDocument = evidenceOf(preset) == EvidenceLevel::Document;
    fit.version = versionOf(preset);
    for (const auto& [question, word] : EnumWords<FitQuestion>::kWords) {
        fit.checks.push_back({.question = question, .differences = {}});
    }
    FitGatherer gatherer(client, preset.backoff.jitter != Jitter::DecorrelatedV2, fit);
    follow(client.record, client.calls, preset,
           [&gatherer](const FollowedAttempt& one) { gatherer.take(one); });
    gatherer.finish();
    return fit;
}

/// The number of attempts that the client may have been given: what it announces, else what it made at most.
std::optional<int> settingOf(const ClientEvidence& client, const Policy& preset)
{
    const int own = attemptsUnder(client.record, client.calls.front(), preset);
    const int seen = client.seen.declaredMax.value_or(client.seen.attempts);
    return seen > 1 && seen != own ? std::optional(seen) : std::nullopt;
}

} // namespace

Policy withAttempts(Policy policy, int attempts)
{
    policy.attempts.setAttempts(attempts);
    policy.attempts.maxByKind.clear();
    for (auto* overrides : {&policy.services, &policy.operations}) {
        for (auto& [name, change] : *overrides) {
            change.attempts.reset();
        }
    }
    return policy;
}

PresetFit fitOf(const ClientEvidence& client, const Policy& preset)
{
    /// Other attempts than by default are the exception: they must explain so much more.
    constexpr double kSetting = 2.5;
    PresetFit fit = followed(client, preset);
    if (const std::optional<int> attempts = settingOf(client, preset)) {
        PresetFit set = followed(client, withAttempts(preset, *attempts));
        const bool isSaid = client.seen.declaredMax && announcesMax(preset);
        if (isSaid || set.evidence > fit.evidence + kSetting) {
            fit = std::move(set);
            fit.attempts = attempts;
            fit.evidence -= kSetting;
        }
    }
    checkHeaders(client, preset, fit);
    checkUserAgent(client, preset, fit);
    // A client that was never seen to retry may be one of this program that does not at all, and only its
    // name tells of whom.
    const FitCheck& notRetried = fit.check(FitQuestion::NotRetried);
    const bool isNamed = fit.agent == AgentMatch::Own || fit.agent == AgentMatch::Shared;
    fit.isRuledOut = fit.isRuledOut || (fit.check(FitQuestion::Retried).asked == 0 &&
                                        (!isNamed || notRetried.agreed < notRetried.asked));
    fit.score = scoreOf(fit, client.seen);
    return fit;
}

} // namespace retryscope
