// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

namespace retryscope {

/// Status and header of the response, with nothing that says something about a body. A checksum that was
/// announced is taken to be that of the body before, so that it does not match what is left.
[[nodiscard]] Response withoutBody(Response response);

} // namespace retryscope
