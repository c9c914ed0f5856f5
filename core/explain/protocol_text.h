// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"

#include <string>

namespace retryscope {

/// `Read as rest-xml. On json and rest-json the verdict would be another one: retry.`; empty where the
/// protocol does not matter.
[[nodiscard]] std::string protocolSentence(const Situation& situation);

} // namespace retryscope
