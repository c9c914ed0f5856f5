// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/io/text/result.h"

namespace retryscope::io {

/// Checks before sending whether a request can be sent: URL, method, headers, body size, proxy and
/// certificate files. Says nothing about the network.
Result<Done> checkRequest(const RequestSpec& spec);

} // namespace retryscope::io
