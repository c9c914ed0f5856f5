// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/error_name.h"

#include <string>
#include <string_view>

namespace retryscope {

/// From 0 to 16.
inline constexpr int kGrpcStatuses = 17;

/// `UNAVAILABLE` for `14`; empty for what is no number of a status. Source: gRPC, doc/statuscodes.md: 0
/// to 16.
[[nodiscard]] std::string_view grpcStatusWord(std::string_view number);

/// The client takes the status of gRPC for the error's name from there.
[[nodiscard]] bool isGrpcStatusHeader(const NamePlace& place);
/// The same of an ErrorName's origin.
[[nodiscard]] bool isGrpcStatusPlace(std::string_view origin);

} // namespace retryscope
