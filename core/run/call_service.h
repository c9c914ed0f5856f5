// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

namespace retryscope {

/// Fills in what an attempt's request and its client tell of service, protocol and operation. spec: with
/// method and address of the attempt.
void learnService(RequestSpec& spec, const CallRecord& call, const AttemptRecord& attempt);

} // namespace retryscope
