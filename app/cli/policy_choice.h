// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/preset_replacement.h"
#include "core/io/documents/policy_json.h"
#include "core/io/files/library.h"
#include "core/policy/sdk_switch.h"
#include "core/run/run_record.h"

#include <memory>
#include <optional>
#include <vector>

namespace retryscope::cli {

/// Far above any useful value; protects against an endless run after a typing error.
inline constexpr qint64 kMostAttempts = 1'000'000;
/// The value of --policy that means the record's own policy.
inline constexpr auto kOwnPolicy = "record";

/// The policy that a command uses, with the changes of the command line and the environment.
struct PolicyChoice
{
    std::shared_ptr<const ResolvedPolicy> policy;
    std::vector<PolicyOverrideNote> overrides;
    std::vector<PolicyOverrideNote> settings;     ///< empty unless --retry-mode-from-environment was given
    std::optional<PresetReplacement> replacement; ///< absent: the preset that was named is used
};

/// `backoff.cap=5s`
[[nodiscard]] io::PolicyOverride overrideFrom(const QString& text);
/// Checks the override against the default policy, for commands that use no policy.
void checkOverride(const io::PolicyOverride& change);
/// Library of the built-in and the user's own presets and scenarios.
[[nodiscard]] io::Library userLibrary();

/// Finds the policy, lets --retry-mode-from-environment choose its mode, flattens it for the request, and
/// applies --max-attempts and --set. An override that cannot be applied is a usage error.
[[nodiscard]] PolicyChoice choosePolicy(const Arguments& arguments, const io::Library& library,
                                        const QString& idOrFile, const RequestSpec& spec);
/// The values of --policy, `all` replaced by every preset.
[[nodiscard]] QStringList policyIds(const Arguments& arguments, const io::Library& library);

/// One SDK named with --sdk.
struct WantedSdk
{
    const Sdk* sdk = nullptr;
    std::string version; ///< empty: the newest known
};

/// `botocore` or `botocore@1.43.67`
[[nodiscard]] WantedSdk wantedSdkFrom(const QString& text);
/// `1.44.0`, the value of --to.
[[nodiscard]] std::string versionFrom(const QString& text);
/// `@smithy/core@3.41.1`, a value of --with: the package and its version.
[[nodiscard]] std::pair<QString, std::string> partVersionFrom(const QString& text);

} // namespace retryscope::cli
