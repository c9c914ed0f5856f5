// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/trace.h"
#include "core/policy/resolve.h"

#include <string_view>

namespace retryscope {

struct Classification
{
    ErrorKind kind = ErrorKind::None;
    int rule = -1;
};

/// What an attempt looks like to the client before any rule is tried.
struct Appearance
{
    bool success = false; ///< a complete response with a success status whose body does not make it a failure
    int status = 0;       ///< the status that the rules see; 0: no response
    const EmbeddedError* embedded =
        nullptr; ///< why a response with a success status is a failure all the same
};

[[nodiscard]] Appearance appearanceOf(const ResolvedPolicy& policy, const AttemptFacts& facts);

/// Which request of a call the response is to.
struct CallStage
{
    bool isStart = false;    ///< it starts an operation: the rules for that are tried, and no others
    std::string_view method; ///< of the poll; empty: the request's own
};

/// Tries the rules in order and appends one RuleTried each, then KindChosen.
/// clockIsOff: result of checkpoint 2b. ruleUses: how often each rule matched in this call
/// before, by index; empty: never.
[[nodiscard]] Classification classify(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                      const ErrorName& name, std::optional<bool> clockIsOff, Trace& trace,
                                      const std::vector<int>& ruleUses = {}, const CallStage& stage = {});

} // namespace retryscope
