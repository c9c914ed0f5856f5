// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/inference.h"

#include "core/recording/client_version.h"
#include "core/recording/declared_attempt.h"
#include "core/recording/seen_attempt.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace retryscope {

namespace {

/// Natural logarithm of how much likelier the preset is than a program that is not known, before anything
/// that it did is looked at. A name of its own says a lot, though such a program can be configured, and less
/// where libraries are made with it that bear its name; the name of what a library is made with says little;
/// behind a proxy there may be anybody. Measured on sessions of real clients.
double priorOf(AgentMatch match, bool isShared, bool isRecorded)
{
    constexpr double kOwn = 5;
    constexpr double kOwnOfSeveral = -1;
    constexpr double kShared = -2;
    constexpr double kNone = -2;
    constexpr double kAny = -2;
    switch (match) {
    case AgentMatch::Own:
        return isShared ? kOwnOfSeveral : kOwn;
    case AgentMatch::Shared:
        return kShared;
    case AgentMatch::Any:
        return kAny;
    case AgentMatch::Unknown:
    case AgentMatch::Other:
        break;
    }
    return isRecorded ? kNone : 0; // a run of ours is some policy's
}

/// Presets whose evidence is no more than this below that of the best explain the client alike: twenty times
/// as likely is not enough to leave one out.
constexpr double kAlike = 3;

/// It retried where the preset stops, or the other way, more than once in four times: whoever it is, it does
/// not do as this preset.
bool isContradicted(const PresetFit& fit)
{
    constexpr double kMost = 0.25;
    const FitCheck& retried = fit.check(FitQuestion::Retried);
    const FitCheck& notRetried = fit.check(FitQuestion::NotRetried);
    const int asked = retried.asked + notRetried.asked;
    return asked - retried.agreed - notRetried.agreed > kMost * asked;
}

bool isNamable(const PresetFit& fit)
{
    return !fit.isDocument && !fit.isRuledOut && !fit.isOtherVersion && !isContradicted(fit);
}

/// What was seen wins over the version in a user agent, which names the client package: another package can
/// decide (@smithy/core), and a program can pass on a version that is not its own. weightOf: how well a
/// preset explains the client.
template <typename Weight>
void readmitOtherVersions(std::vector<PresetFit>& fits, const Weight& weightOf)
{
    double best = 0; // an unknown program
    for (const PresetFit& fit : fits) {
        best = isNamable(fit) ? std::max(best, weightOf(fit)) : best;
    }
    for (PresetFit& fit : fits) {
        const bool isBetter = fit.isOtherVersion && !fit.isRuledOut && weightOf(fit) > best + kAlike;
        fit.isOtherVersion = fit.isOtherVersion && !isBetter;
    }
}

void name(InferredClient& client, bool isRecorded)
{
    constexpr double kSteps = 1e6;
    const bool isShared = std::ranges::any_of(
        client.fits, [](const PresetFit& fit) { return fit.agent == AgentMatch::Shared; });
    const auto weightOf = [=](const PresetFit& fit) {
        const double ofVersion = fit.saidVersion.empty() ? 0 : versionDistance(fit.saidVersion, fit.version);
        return fit.evidence + priorOf(fit.agent, isShared, isRecorded) - ofVersion;
    };
    readmitOtherVersions(client.fits, weightOf);
    std::sort(client.fits.begin(), client.fits.end(), [&](const PresetFit& left, const PresetFit& right) {
        // In steps, not by a distance: what is nearly equal to two need not be so to each
        // other. `curl-retry-3` before `curl-retry-3-all-errors`.
        const auto rank = [&](const PresetFit& fit) {
            return std::tuple(!isNamable(fit), std::round(-weightOf(fit) * kSteps), fit.policy);
        };
        return rank(left) < rank(right);
    });
    if (client.seen.failures == 0 || client.fits.empty() || !isNamable(client.fits.front()) ||
        weightOf(client.fits.front()) <= 0) {
        return;
    }
    const double best = weightOf(client.fits.front());
    const auto end = std::ranges::find_if(
        client.fits, [&](const PresetFit& fit) { return !isNamable(fit) || weightOf(fit) < best - kAlike; });
    client.named = static_cast<std::size_t>(end - client.fits.begin());
}

/// What is not named comes by how well it explains what was seen, whatever rules it out.
void sortTheRest(InferredClient& client)
{
    std::stable_sort(client.fits.begin() + static_cast<std::ptrdiff_t>(client.named), client.fits.end(),
                     [](const PresetFit& left, const PresetFit& right) {
                         return std::tuple(-left.score, left.isDocument, left.policy) <
                                std::tuple(-right.score, right.isDocument, right.policy);
                     });
}

/// With the attempts with which they fit.
std::vector<Policy> namedPolicies(const InferredClient& client, const std::vector<Policy>& presets)
{
    std::vector<Policy> named;
    for (std::size_t index = 0; index < client.named; ++index) {
        const PresetFit& fit = client.fits[index];
        const Policy& preset = *std::ranges::find(presets, fit.policy, &Policy::id);
        named.push_back(fit.attempts ? withAttempts(preset, *fit.attempts) : preset);
    }
    return named;
}

/// The preset of the same client and mode whose version is the nearest beyond the one that the client says.
const Policy* acrossTheVersion(const InferredClient& client, const Policy& first,
                               const std::vector<Policy>& presets)
{
    const Policy* nearest = nullptr;
    for (const Policy& preset : presets) {
        const int order = compareVersions(versionOf(preset), client.saidVersion);
        if (preset.userAgents != first.userAgents || preset.mode != first.mode ||
            !isVersionNumber(versionOf(preset)) || (client.isNewer ? order <= 0 : order >= 0)) {
            continue;
        }
        const int nearer = nearest == nullptr ? -1 : compareVersions(versionOf(preset), versionOf(*nearest));
        // The plain preset of a version comes before those of its settings.
        const bool isPlainer = nearer == 0 && preset.id.size() < nearest->id.size();
        if (isPlainer || nearest == nullptr || (client.isNewer ? nearer < 0 : nearer > 0)) {
            nearest = &preset;
        }
    }
    return nearest;
}

void sayVersion(InferredClient& client, const std::vector<Policy>& presets)
{
    if (client.named == 0) {
        return;
    }
    const PresetFit& first = client.fits.front();
    const int order = compareVersions(first.saidVersion, first.version);
    if (!isVersionNumber(first.saidVersion) || !isVersionNumber(first.version) || order == 0) {
        return;
    }
    client.saidVersion = first.saidVersion;
    client.recordedVersion = first.version;
    client.isNewer = order > 0;
    const Policy& recorded = *std::ranges::find(presets, first.policy, &Policy::id);
    if (const Policy* other = acrossTheVersion(client, recorded, presets)) {
        client.between = client.isNewer ? VersionStep{recorded, *other} : VersionStep{*other, recorded};
    }
}

// ---- who made which calls -----------------------------------------------------------------------------

struct Identity
{
    std::string agent;
    std::string mode;
    bool operator==(const Identity&) const = default;
    auto operator<=>(const Identity&) const = default;
};

Identity identityOf(const CallRecord& call)
{
    const std::string agent = agentOf(call);
    return {steadyUserAgent(agent), modeSaidBy(agent)};
}

struct CallsOfOne
{
    Identity identity;
    bool isOneOfSeveral = false;
    std::vector<int> calls;
};

bool isEarlier(const CallsOfOne& left, const CallsOfOne& right)
{
    return left.calls.front() < right.calls.front();
}

std::optional<int> announcedIn(const CallRecord& call)
{
    std::optional<int> max;
    for (const AttemptRecord& attempt : call.attempts) {
        max = std::max(max, declaredIn(sentHeaders(attempt)).max);
    }
    return max;
}

/// In the order of their first calls. botocore's legacy mode announces its attempts from the second one on:
/// calls that announce none are those of the one client of their user agent that does, if there is but one.
std::vector<CallsOfOne> callsByClient(const RunRecord& record)
{
    std::map<Identity, std::map<std::optional<int>, std::vector<int>>> found;
    for (std::size_t index = 0; index < record.calls().size(); ++index) {
        const CallRecord& call = record.calls()[index];
        if (!call.attempts.empty()) {
            found[identityOf(call)][announcedIn(call)].push_back(static_cast<int>(index));
        }
    }
    std::vector<CallsOfOne> clients;
    for (auto& [identity, byMax] : found) {
        if (byMax.size() == 2 && !byMax.begin()->first) {
            std::vector<int>& announced = byMax.rbegin()->second;
            announced.insert(announced.end(), byMax.begin()->second.begin(), byMax.begin()->second.end());
            std::sort(announced.begin(), announced.end());
            byMax.erase(byMax.begin());
        }
        for (auto& [max, calls] : byMax) {
            clients.push_back({identity, byMax.size() > 1, std::move(calls)});
        }
    }
    std::sort(clients.begin(), clients.end(), isEarlier);
    return clients;
}

/// Those with the most calls, in the order of their first ones.
void keepBusiest(std::vector<CallsOfOne>& clients)
{
    if (clients.size() <= kMostInferred) {
        return;
    }
    std::stable_sort(clients.begin(), clients.end(), [](const CallsOfOne& left, const CallsOfOne& right) {
        return left.calls.size() > right.calls.size();
    });
    clients.resize(kMostInferred);
    std::sort(clients.begin(), clients.end(), isEarlier);
}

} // namespace

bool isCallOf(const InferredClient& client, const CallRecord& call)
{
    if (identityOf(call) != Identity{client.userAgent, client.mode}) {
        return false;
    }
    const std::optional<int> announced = announcedIn(call);
    return !client.isOneOfSeveral || !announced || announced == client.seen.declaredMax;
}

std::size_t clientsIn(const RunRecord& record)
{
    return callsByClient(record).size();
}

std::vector<InferredClient> inferClients(const RunRecord& record, const std::vector<Policy>& presets,
                                         const std::function<bool()>& isStopAsked)
{
    std::vector<InferredClient> clients;
    std::vector<CallsOfOne> found = callsByClient(record);
    keepBusiest(found);
    for (CallsOfOne& one : found) {
        InferredClient client{.userAgent = one.identity.agent,
                              .mode = one.identity.mode,
                              .isOneOfSeveral = one.isOneOfSeveral,
                              .seen = seenOf(record, one.calls),
                              .fits = {},
                              .saidVersion = {},
                              .recordedVersion = {},
                              .between = {},
                              .distinctions = {}};
        one.calls.resize(std::min(one.calls.size(), kMostCompared));
        ClientEvidence evidence{.record = record,
                                .calls = one.calls,
                                .seen = client.seen,
                                .userAgent = agentOf(record.callAt(one.calls.front())),
                                .stranger = {}};
        // Our own runs name this program, whose policy they follow.
        if (!record.header().isRecorded) {
            evidence.userAgent.clear();
        }
        evidence.stranger = Stranger().likelihoods(record, endedAttempts(record, one.calls));
        bool isWhole = true;
        for (const Policy& preset : presets) {
            if (isStopAsked && isStopAsked()) {
                isWhole = false;
                break;
            }
            client.fits.push_back(fitOf(evidence, preset));
        }
        ruleOutOtherVersions(client.fits);
        name(client, record.header().isRecorded);
        if (!isWhole) {
            client.named = 0;
        }
        sayVersion(client, presets);
        sortTheRest(client);
        client.distinctions = distinctionsOf(record, one.calls.front(), namedPolicies(client, presets));
        clients.push_back(std::move(client));
    }
    return clients;
}

} // namespace retryscope
