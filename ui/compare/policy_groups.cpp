// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/compare/policy_groups.h"

#include "core/explain/policy_summary.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

#include <algorithm>

namespace retryscope::ui {

namespace {

/// A policy of the user's own may be a copy of a preset, so the client tells more than the id.
bool isOfClient(const Policy& policy, const Policy& current)
{
    return policy.document == current.document && summaryOf(policy).client == summaryOf(current).client;
}

/// A release that has the 2026 rules as its default, not behind the opt-in.
bool isReleased(const Policy& policy)
{
    const std::optional<SdkPlace> place = placeOf(io::builtInSdks(), policy.id);
    return place && place->line->use == SwitchUse::Always;
}

} // namespace

bool hasRulesOf2026(const Policy& policy)
{
    const std::optional<SdkPlace> place = placeOf(io::builtInSdks(), policy.id);
    return place && place->isAfter;
}

PolicyGroup beforeAndAfter2026(const std::vector<ChoosablePolicy>& all, const Policy& current)
{
    const QString client = toQString(summaryOf(current).client);
    std::vector<const ChoosablePolicy*> before;
    QStringList after;
    QStringList released; // they behave as the same rules behind the opt-in
    std::string afterVersion;
    for (const ChoosablePolicy& choice : all) {
        if (!isOfClient(choice.policy, current) || choice.policy.mode.empty()) {
            continue;
        }
        if (hasRulesOf2026(choice.policy)) {
            const bool isRelease = isReleased(choice.policy);
            (isRelease ? released : after) += choice.key;
            afterVersion = isRelease && !afterVersion.empty() ? afterVersion : choice.policy.version;
        } else {
            before.push_back(&choice);
        }
    }
    if (!released.isEmpty()) {
        after = released;
    }
    if (after.isEmpty() || before.empty()) {
        return {.keys = {},
                .problem =
                    !current.document.empty()
                        ? tr("The current policy follows a document, not a client. Only SDKs have the 2026 "
                             "rules.")
                        : tr("The presets of %1 do not cover both the earlier rules and the 2026 rules.")
                              .arg(client)};
    }
    const auto hasVersion = [&before](const std::string& version) {
        return std::any_of(before.begin(), before.end(), [&version](const ChoosablePolicy* choice) {
            return choice->policy.version == version;
        });
    };
    const std::string version = hasVersion(current.version) ? current.version
                                : hasVersion(afterVersion)  ? afterVersion
                                                            : before.back()->policy.version;
    PolicyGroup group;
    for (const ChoosablePolicy* choice : before) {
        if (choice->policy.version == version) {
            group.keys += choice->key;
        }
    }
    group.keys += after;
    return group;
}

PolicyGroup allOfClient(const std::vector<ChoosablePolicy>& all, const Policy& current)
{
    PolicyGroup group;
    for (const ChoosablePolicy& choice : all) {
        if (isOfClient(choice.policy, current)) {
            group.keys += choice.key;
        }
    }
    if (group.keys.isEmpty()) {
        group.problem =
            tr("No preset belongs to the same client as the current policy, %1.").arg(toQString(current.id));
    }
    return group;
}

PolicyGroup documentPolicies(const std::vector<ChoosablePolicy>& all)
{
    PolicyGroup group;
    for (const ChoosablePolicy& choice : all) {
        if (!choice.policy.document.empty()) {
            group.keys += choice.key;
        }
    }
    return group;
}

} // namespace retryscope::ui
