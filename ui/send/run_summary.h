// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <QString>

namespace retryscope::ui {

/// The run on one line, for the status bar: `✕ failed · not retryable · 3 attempts · 1.70 s · 10 tokens spent
/// · seed 7 · wire: 3 requests on 2 connections`. Empty for an empty record.
[[nodiscard]] QString runSummaryOf(const RunRecord& record);

/// The number of attempts that reached the wire; 0 in virtual time and without a connection.
[[nodiscard]] int requestsOnWireOf(const RunRecord& record);

} // namespace retryscope::ui
