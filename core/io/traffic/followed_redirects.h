// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/traffic/seen_exchange.h"

#include <deque>

namespace retryscope::io {

/// Makes one exchange of a redirect and the request that follows it: the first request, the last response,
/// and the hops in between. A request follows a redirect if it asks for its Location within a second after
/// its end. exchanges: in the order of their starts, which stays.
void foldRedirects(std::deque<SeenExchange>& exchanges);

} // namespace retryscope::io
