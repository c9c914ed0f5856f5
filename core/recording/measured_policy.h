// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/inference.h"

#include <string>

namespace retryscope {

/// A policy that decides like this client of the record: the failures that it retried, its most attempts per
/// call, its delays before each retry, the delay hints that it obeyed. Everything else has the most careful
/// value (not retried, hints not read), with *not measured* in `source`. The rules distinguish failures of
/// one status by error name if the client did. id: of the policy file.
[[nodiscard]] Policy measuredPolicy(const RunRecord& record, const InferredClient& client, std::string id);

} // namespace retryscope
