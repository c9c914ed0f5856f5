// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/error_name.h"

#include <string>
#include <string_view>

namespace retryscope {

/// From 0 to 16.
inline constexpr int kGrpcStatuses = 17;

/// `UNAVAILABLE` for `14`; empty for anything that is not a status number. Source: gRPC, doc/statuscodes.md:
/// 0 to 16.
[[nodiscard]] std::string_view grpcStatusWord(std::string_view number);

/// True if the client reads the gRPC status from this place as the error name.
[[nodiscard]] bool isGrpcStatusHeader(const NamePlace& place);
/// The same of an ErrorName's origin.
[[nodiscard]] bool isGrpcStatusPlace(std::string_view origin);

} // namespace retryscope
