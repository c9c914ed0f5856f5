// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/ports.h"

#include <QString>

#include <optional>

namespace retryscope::test {

/// Sends one attempt and runs the event loop until its facts are there; absent after `patience`.
[[nodiscard]] std::optional<AttemptFacts>
sendAndWait(Transport& transport, const RequestSpec& spec,
            std::chrono::milliseconds patience = std::chrono::seconds{20}, bool newConnection = false);

/// A request to a server on loopback, with time-outs that fit a test.
[[nodiscard]] RequestSpec requestTo(quint16 port, const std::string& method = "GET", bool tls = false);

/// Name of the fault, or `none`: prints well in a failed comparison.
[[nodiscard]] QString faultOf(const AttemptFacts& facts);
/// The fault's detail; empty without one.
[[nodiscard]] QString detailOf(const AttemptFacts& facts);
/// True when one of the notes holds this text.
[[nodiscard]] bool isNoted(const AttemptFacts& facts, const std::string& text);

} // namespace retryscope::test
