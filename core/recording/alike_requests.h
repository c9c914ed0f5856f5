// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/seen_request.h"

#include <string>

namespace retryscope {

/// The client's own name, at most 1 KiB: `User-Agent`, or `X-Amz-User-Agent` if that is empty, because the
/// SDK in browsers cannot set the first. Empty if there is neither.
[[nodiscard]] std::string userAgentOf(const SeenRequest& request);

/// A key that is equal for requests that could be attempts of one call, for clients without call ids:
/// machine, client, method, target, body and scope. Ignores parameters that a signature renews for each
/// attempt.
[[nodiscard]] std::string likenessOf(const SeenRequest& request);

} // namespace retryscope
