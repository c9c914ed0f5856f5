// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"

#include <string>

namespace retryscope {

/// `This client reads the response as rest-xml. With json and rest-json the verdict would be retry instead.`;
/// empty if the protocol does not matter.
[[nodiscard]] std::string protocolSentence(const Situation& situation);

} // namespace retryscope
