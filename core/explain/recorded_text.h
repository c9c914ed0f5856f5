// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <string>
#include <string_view>
#include <vector>

namespace retryscope {

/// `A client aborted the TLS handshake with api.example.com: the recorder's certificate authority is not
/// trusted.`
[[nodiscard]] std::string handshakeSentence(const RefusedHandshake& refused);
/// One sentence for each host and reason, with the number of times if more than one, in order of first
/// appearance.
[[nodiscard]] std::vector<std::string> handshakeSentences(const std::vector<RefusedHandshake>& refused);
/// What happened to connections because of too few file descriptors; empty if there were enough.
[[nodiscard]] std::string shortageSentence(const DescriptorShortage& shortage);
/// Remarks on a recorded call, one sentence each: its client disconnected; it cannot be distinguished from
/// others.
[[nodiscard]] std::vector<std::string> remarksOn(const CallSource& source);
/// How to make a client trust the certificate authority in this file; empty if the file is no longer known.
[[nodiscard]] std::string trustAdvice(std::string_view authorityFile);

} // namespace retryscope
