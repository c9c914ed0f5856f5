// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/inference.h"

#include <string>

namespace retryscope {

/// A policy that decides as this client of the record was seen to: the failures that it retried, the most
/// attempts of a call, the delays before each retry, the hints that it obeyed. What was not seen has the
/// value that harms least (not retried, hints not read), and `source` says *not measured*. Failures of one
/// status are told apart by the name of the error where the client did so. id: of policy files.
[[nodiscard]] Policy measuredPolicy(const RunRecord& record, const InferredClient& client, std::string id);

} // namespace retryscope
