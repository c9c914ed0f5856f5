// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/seen_request.h"

#include <string>

namespace retryscope {

/// What the client calls itself, at most 1 KiB: `User-Agent`, or `X-Amz-User-Agent` where that is empty,
/// since the SDK of browsers may not set the first. Empty where it names none.
[[nodiscard]] std::string userAgentOf(const SeenRequest& request);

/// Equal for requests that may be attempts of one call, where the client gives its calls no id: the same
/// machine, client, method, target and body. Parameters that a signature makes anew for each attempt are left
/// out.
[[nodiscard]] std::string likenessOf(const SeenRequest& request);

} // namespace retryscope
