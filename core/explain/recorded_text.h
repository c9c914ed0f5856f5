// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <string>
#include <string_view>
#include <vector>

namespace retryscope {

/// `A client broke off the TLS handshake with api.example.com: it does not trust the recorder's authority.`
[[nodiscard]] std::string handshakeSentence(const RefusedHandshake& refused);
/// One sentence for each host and reason, with how often where it was more than once, in the order in which
/// they came first.
[[nodiscard]] std::vector<std::string> handshakeSentences(const std::vector<RefusedHandshake>& refused);
/// What became of connections for want of descriptors; empty: there were enough.
[[nodiscard]] std::string shortageSentence(const DescriptorShortage& shortage);
/// What is special about a recorded call, a sentence each: its client has gone; it cannot be told from
/// others.
[[nodiscard]] std::vector<std::string> remarksOn(const CallSource& source);
/// What to do so that a client trusts the authority, whose certificate is in this file; empty: not known any
/// more.
[[nodiscard]] std::string trustAdvice(std::string_view authorityFile);

} // namespace retryscope
