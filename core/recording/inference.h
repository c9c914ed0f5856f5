// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/policy/policy.h"
#include "core/recording/preset_fit.h"
#include "core/recording/seen_client.h"
#include "core/recording/tell_apart.h"
#include "core/run/run_record.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// Whether the evidence names a preset.
enum class Naming : std::uint8_t {
    Known,  ///< one, and tells it from all others
    Tied,   ///< several that explain the client alike
    Unknown ///< none: no preset foretells what the client does, or nothing was seen that could tell
};

template <>
struct EnumWords<Naming>
{
    static constexpr Words<Naming, 3> kWords{
        {{Naming::Known, "known"}, {Naming::Tied, "tied"}, {Naming::Unknown, "unknown"}}};
};

/// A client as it was recorded in the nearest versions before and after the one that is asked about.
struct VersionStep
{
    Policy older;
    Policy newer;
    bool operator==(const VersionStep&) const = default;
};

/// One program that made calls of a record, told from the others by its user agent, the retry mode that it
/// names and how many attempts it announces: one program may hold several configurations.
struct InferredClient
{
    std::string userAgent;       ///< without what changes with the operation (steadyUserAgent())
    std::string mode;            ///< that it names; empty: none
    bool isOneOfSeveral = false; ///< others of the record have this user agent, and announce another max
    SeenClient seen;
    /// Presets that were tried: first those that the client may be, then by how well they foretell it.
    std::vector<PresetFit> fits;
    std::size_t named = 0; ///< so many of the first fits are what the client may be
    /// The version that the client says, where no preset of it was recorded with that one; else empty.
    std::string saidVersion;
    std::string recordedVersion; ///< of the first named fit; set with saidVersion
    bool isNewer = false;        ///< than the recorded version; set with saidVersion
    /// The same client and mode as recorded on the other side of the version that it says: what changed
    /// between the two may have changed for this client, too. Absent: none was recorded there.
    std::optional<VersionStep> between;
    std::vector<Distinction> distinctions; ///< of the named fits: what would tell them apart
    bool operator==(const InferredClient&) const = default;

    [[nodiscard]] Naming naming() const
    {
        return named == 0 ? Naming::Unknown : named == 1 ? Naming::Known : Naming::Tied;
    }
};

/// Whether the client made this call: it names the same user agent and mode and, where that does not tell,
/// announces as many attempts. One that announces none is any of them.
[[nodiscard]] bool isCallOf(const InferredClient& client, const CallRecord& call);

/// Clients that are held against presets: a record from a stranger may name another one with each request.
inline constexpr std::size_t kMostInferred = 100;
/// Calls of a client that presets are held against, the first ones: more of the same would tell nothing new.
inline constexpr std::size_t kMostCompared = 2000;

/// How many programs made the calls; those beyond kMostInferred are not looked at further.
[[nodiscard]] std::size_t clientsIn(const RunRecord& record);

/// Which programs made the calls, and how well each preset explains what they did: the kMostInferred with the
/// most calls, in the order of their first ones. Any record will do, also one of a run of ours, whose policy
/// is not looked at. isStopAsked: looked at between presets; then what is there is returned, and none is
/// named.
[[nodiscard]] std::vector<InferredClient> inferClients(const RunRecord& record,
                                                       const std::vector<Policy>& presets,
                                                       const std::function<bool()>& isStopAsked = {});

} // namespace retryscope
