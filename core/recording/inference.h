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
    Known,  ///< one preset matches, and no other
    Tied,   ///< several presets match equally well
    Unknown ///< no preset predicts the client's behaviour, or the record shows too little
};

template <>
struct EnumWords<Naming>
{
    static constexpr Words<Naming, 3> kWords{
        {{Naming::Known, "known"}, {Naming::Tied, "tied"}, {Naming::Unknown, "unknown"}}};
};

/// A client as recorded in the nearest versions before and after the given one.
struct VersionStep
{
    Policy older;
    Policy newer;
    bool operator==(const VersionStep&) const = default;
};

/// One program with calls in a record, distinguished by user agent, reported retry mode and announced number
/// of attempts, because one program can have several configurations.
struct InferredClient
{
    std::string userAgent;       ///< without what changes with the operation (steadyUserAgent())
    std::string mode;            ///< that it names; empty: none
    bool isOneOfSeveral = false; ///< others of the record have this user agent, and announce another max
    SeenClient seen;
    /// Compared presets: first the candidates, then by how well they predict the client.
    std::vector<PresetFit> fits;
    std::size_t named = 0; ///< number of candidates at the start of `fits`
    /// The client's reported version, if no preset was recorded with it; otherwise empty.
    std::string saidVersion;
    std::string recordedVersion; ///< of the first named fit; set with saidVersion
    bool isNewer = false;        ///< than the recorded version; set with saidVersion
    /// The same client and mode, recorded on both sides of the reported version: changes between the two
    /// might apply to this client. Absent if there is no recording on one side.
    std::optional<VersionStep> between;
    std::vector<Distinction> distinctions; ///< of the named fits: what would tell them apart
    bool operator==(const InferredClient&) const = default;

    [[nodiscard]] Naming naming() const
    {
        return named == 0 ? Naming::Unknown : named == 1 ? Naming::Known : Naming::Tied;
    }
};

/// True if the client made this call: same user agent and mode and, if that is not enough, the same announced
/// attempts. A call without an announcement fits all of them.
[[nodiscard]] bool isCallOf(const InferredClient& client, const CallRecord& call);

/// Most clients compared with presets; a stranger's record could name another client in every request.
inline constexpr std::size_t kMostInferred = 100;
/// Most calls of a client compared with presets, the first ones; more of the same would add nothing.
inline constexpr std::size_t kMostCompared = 2000;

/// Number of programs in the record; those beyond kMostInferred are not examined.
[[nodiscard]] std::size_t clientsIn(const RunRecord& record);

/// Which programs made the calls, and how well each preset predicts them: the kMostInferred programs with the
/// most calls, in the order of their first calls. Works with any record, including our own runs, and ignores
/// the run's policy. isStopAsked: checked between presets; when true, returns what exists so far, without
/// candidates.
[[nodiscard]] std::vector<InferredClient> inferClients(const RunRecord& record,
                                                       const std::vector<Policy>& presets,
                                                       const std::function<bool()>& isStopAsked = {});

} // namespace retryscope
