// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/other_clients.h"

#include "core/explain/stop_text.h"
#include "core/explain/value_words.h"

#include <algorithm>

namespace retryscope {

namespace {

constexpr const char* kDocument = "document";

std::string memberReason(const VerdictRow& row)
{
    if (row.verdict == Verdict::Succeed) {
        return {};
    }
    const StopReason reason = row.stopReason.value_or(StopReason::NotRetryable);
    if (reason == StopReason::NotRetryable) {
        return row.ruleTitle.empty() ? "no rule matches" : row.ruleTitle;
    }
    return std::string(wordsFor(reason).label);
}

} // namespace

int OtherClientFamily::count(Verdict verdict) const
{
    return static_cast<int>(
        std::count_if(members.begin(), members.end(),
                      [verdict](const OtherClient& member) { return member.verdict == verdict; }));
}

int OtherClientFamily::countNoticing() const
{
    return static_cast<int>(std::count_if(members.begin(), members.end(),
                                          [](const OtherClient& member) { return member.noticesBodyError; }));
}

std::vector<OtherClientFamily> familiesOf(const std::vector<VerdictRow>& rows)
{
    std::vector<OtherClientFamily> families;
    for (const VerdictRow& row : rows) {
        auto family = std::find_if(families.begin(), families.end(),
                                   [&row](const OtherClientFamily& one) { return one.client == row.client; });
        if (family == families.end()) {
            family = families.insert(families.end(), {.client = row.client});
        }
        family->hasBodyError = row.bodyError.has_value();
        family->members.push_back({.name = row.shortName,
                                   .verdict = row.verdict,
                                   .noticesBodyError = row.noticesBodyError,
                                   .reason = memberReason(row)});
    }
    for (OtherClientFamily& family : families) {
        std::stable_partition(family.members.begin(), family.members.end(),
                              [](const OtherClient& one) { return one.verdict == Verdict::Retry; });
    }
    std::stable_sort(
        families.begin(), families.end(), [](const OtherClientFamily& one, const OtherClientFamily& other) {
            const bool isDocument = one.client == kDocument;
            return isDocument != (other.client == kDocument) ? !isDocument
                                                             : one.members.size() > other.members.size();
        });
    return families;
}

} // namespace retryscope
