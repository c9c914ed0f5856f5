// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/io/text/result.h"

namespace retryscope::io {

/// Says before anything is sent why a request cannot be: its URL, method, headers, body size, proxy or
/// certificate files. A request that passes can be sent; what the network makes of it is another matter.
Result<Done> checkRequest(const RequestSpec& spec);

} // namespace retryscope::io
