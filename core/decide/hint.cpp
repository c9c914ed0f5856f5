// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/hint.h"

#include "core/facts/header_syntax.h"
#include "core/policy/hint_value.h"

#include <algorithm>
#include <utility>

namespace retryscope {

namespace {

constexpr Duration kBoundAboveBackoff = std::chrono::seconds{5};

/// The policy's hints that the response brings, in the policy's order; of those that hide others only the
/// one that stands first in the response.
std::vector<const HintSpec*> hintsIn(const std::vector<HintSpec>& hints, const Headers& headers, int status)
{
    std::vector<const HintSpec*> found;
    const HintSpec* first = nullptr;
    for (const Header& header : headers.entries) {
        const auto hiding = std::find_if(hints.begin(), hints.end(), [&header](const HintSpec& hint) {
            return hint.hidesOthers && equalsIgnoringCase(hint.header, header.name);
        });
        if (hiding != hints.end()) {
            first = &*hiding;
            break;
        }
    }
    for (const HintSpec& hint : hints) {
        if ((!hint.hidesOthers || &hint == first) && headers.contains(hint.header) &&
            isForStatus(hint, status)) {
            found.push_back(&hint);
        }
    }
    return found;
}

/// It counts as if the header were missing.
bool isPassedOver(const HintSpec& hint, const std::string& text, const std::optional<Duration>& asked)
{
    if ((hint.isSigned || hint.leading) && isBlank(text)) {
        return true; // to clients whose numbers are so, an empty text is none
    }
    const bool isZero = asked == Duration::zero() && (!hint.isSigned || numberIn(text).value_or(0) == 0);
    return asked && ((hint.zeroMeansNone && isZero) || (hint.pastMeansNone && isInThePast(text, asked)) ||
                     (hint.ignoreBelow && *asked < *hint.ignoreBelow) ||
                     (hint.ignoreAbove && *asked > *hint.ignoreAbove));
}

bool isForbidding(const HintSpec& hint, const std::optional<Duration>& asked,
                  const std::optional<Duration>& attemptTimeout)
{
    if (!asked) {
        return hint.unreadableForbids;
    }
    return (hint.forbidsAbove && *asked > *hint.forbidsAbove) ||
           (hint.forbidsAboveTimeout && attemptTimeout && *asked > *attemptTimeout);
}

/// With the jitter that some clients put on top of it.
Duration jittered(const HintSpec& hint, Duration asked, double draw)
{
    return hint.spread == 0 && hint.noise == Duration::zero()
               ? asked
               : fromMilliseconds(toMilliseconds(asked) * (1 + draw * hint.spread) +
                                  draw * toMilliseconds(hint.noise));
}

Duration bounded(const HintSpec& hint, Duration asked, Duration backoff, double draw)
{
    if (hint.atOnceAbove && asked > *hint.atOnceAbove) {
        return Duration::zero();
    }
    const Duration wish = jittered(hint, hint.cap ? std::min(asked, *hint.cap) : asked, draw);
    switch (hint.bounds) {
    case HintBounds::LowerBound:
        return std::max(wish, backoff);
    case HintBounds::Replace:
        return wish;
    case HintBounds::Within5s:
        return std::max(backoff, std::min(wish, backoff + kBoundAboveBackoff));
    }
    return backoff;
}

std::optional<Duration> upperBound(const HintSpec& hint, Duration backoff)
{
    if (hint.bounds == HintBounds::Within5s) {
        return backoff + kBoundAboveBackoff;
    }
    return hint.cap;
}

} // namespace

HintedDelay applyHints(const std::vector<HintSpec>& hints, const AttemptFacts& facts,
                       const BackoffComputed& backoff, std::optional<WallTime> wallTime,
                       const std::optional<Duration>& attemptTimeout)
{
    HintedDelay result{.findings = {}, .result = backoff.result, .low = backoff.low, .high = backoff.high};
    if (!facts.response) {
        return result;
    }
    for (const HintSpec* spec : hintsIn(hints, facts.response->headers, facts.response->status)) {
        const HintSpec& hint = *spec;
        const std::string* text = facts.response->headers.find(hint.header);
        const std::optional<Duration> asked = hintValue(hint, *text, wallTime);
        if (isPassedOver(hint, *text, asked)) {
            continue;
        }
        HintApplied finding{.header = hint.header,
                            .text = *text,
                            .asked = asked,
                            .lower = hint.bounds == HintBounds::Replace ? Duration::zero() : backoff.result,
                            .upper = upperBound(hint, backoff.result),
                            .applied = backoff.result,
                            .forbids = isForbidding(hint, asked, attemptTimeout)};
        if (finding.asked) {
            result.result = finding.applied = bounded(hint, *asked, backoff.result, backoff.draw);
            result.low = bounded(hint, *asked, backoff.low, 0);
            result.high = bounded(hint, *asked, backoff.high, 1);
        } else if (hint.unreadableMeans) {
            result.result = finding.applied =
                bounded(hint, *hint.unreadableMeans, backoff.result, backoff.draw);
            result.low = bounded(hint, *hint.unreadableMeans, backoff.low, 0);
            result.high = bounded(hint, *hint.unreadableMeans, backoff.high, 1);
        }
        result.isForbidden = finding.forbids;
        result.restartsBackoff = asked.has_value() && hint.restartsBackoff;
        result.findings.push_back(std::move(finding));
        if (asked || result.isForbidden || hint.unreadableMeans) {
            break;
        }
    }
    return result;
}

} // namespace retryscope
