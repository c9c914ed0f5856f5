// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/preset_replacement.h"
#include "core/io/files/library.h"
#include "core/io/format/policy_json.h"
#include "core/run/run_record.h"

#include <memory>
#include <optional>
#include <vector>

namespace retryscope::cli {

/// Beyond any use; keeps a typing error from an endless run.
inline constexpr qint64 kMostAttempts = 1'000'000;
/// The value of --policy that stands for a record's own policy.
inline constexpr auto kOwnPolicy = "record";

/// The policy that a command uses, with what the command line and the environment changed in it.
struct PolicyChoice
{
    std::shared_ptr<const ResolvedPolicy> policy;
    std::vector<PolicyOverrideNote> overrides;
    std::vector<PolicyOverrideNote> settings;     ///< empty unless --retry-mode-from-environment was given
    std::optional<PresetReplacement> replacement; ///< absent: the preset that was named is used
};

/// `backoff.cap=5s`
[[nodiscard]] io::Result<io::PolicyOverride> overrideFrom(const QString& text);
/// Whether the default policy takes it, for commands that judge under none.
[[nodiscard]] io::Result<io::Done> checkOverride(const io::PolicyOverride& change);
/// Library of the built-in and the user's own presets and scenarios.
[[nodiscard]] io::Library userLibrary();

/// Finds the policy, lets --retry-mode-from-environment choose its mode, flattens it for the request, and
/// applies --max-attempts and --set. An override that cannot hold is an error of usage.
[[nodiscard]] io::Result<PolicyChoice> choosePolicy(const Arguments& arguments, const io::Library& library,
                                                    const QString& idOrFile, const RequestSpec& spec);
/// The values of --policy, `all` replaced by every preset.
[[nodiscard]] QStringList policyIds(const Arguments& arguments, const io::Library& library);

} // namespace retryscope::cli
