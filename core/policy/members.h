// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <string>
#include <string_view>
#include <vector>

namespace retryscope {

/// One member of a policy with its value, under the names of policy files.
struct Member
{
    /// `backoff.cap`, `hints.retry-after.unit`, `rules.throttling.when.statusIn`, `services.s3.attempts.max`.
    /// An entry of a list is named by what tells it from the others: its id, header or name, else its number
    /// from 1 on. A second one of that name has `#2` behind it.
    std::string path;
    std::string value;    ///< as in a policy file, lists with commas; empty: none
    bool isUsual = false; ///< a file need not name it
    bool isText = false;  ///< for people: it decides nothing, and nothing that is sent depends on it
    bool operator==(const Member&) const = default;
};

/// All members that have a value, or could have one in a group that is there, in the order of policy files.
/// The groups of services and operations: as far as they differ from the general ones.
[[nodiscard]] std::vector<Member> membersOf(const Policy& policy);
/// The members of one rule, from `when.statusIn` on.
[[nodiscard]] std::vector<Member> membersOf(const Rule& rule);

/// A member that two policies do not share. Empty: one of them has no such member, or no value there.
struct MemberDifference
{
    std::string path;
    std::string here;
    std::string there;
    bool operator==(const MemberDifference&) const = default;
};
/// Without texts for people, and without what is usual in a group that the other policy lacks.
[[nodiscard]] std::vector<MemberDifference> differencesOf(const std::vector<Member>& here,
                                                          const std::vector<Member>& there);

} // namespace retryscope
