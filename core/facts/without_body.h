// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

namespace retryscope {

/// Status and headers of the response, without anything about a body. An announced checksum counts as that of
/// the original body, so it does not match the rest.
[[nodiscard]] Response withoutBody(Response response);

} // namespace retryscope
