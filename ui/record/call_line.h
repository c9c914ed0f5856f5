// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "ui/parts/verdict_sign.h"

#include <QString>

#include <vector>

namespace retryscope::ui {

/// The list's texts about one call. Text from the client or server is length-limited, plain and redacted.
struct CallLine
{
    Sign sign = Sign::None;
    QString title;    ///< operation, else the method
    QString status;   ///< of the last attempt: `503 SlowDown`; `waiting` between two
    QString target;   ///< method, path and query, with the client's name in front if the record has several
                      ///< clients
    QString remark;   ///< what is uncertain or contradicts the client's headers; may be empty
    QString duration; ///< so far
    QString attempts;
    QString time; ///< of day, here

    [[nodiscard]] QString summary() const; ///< one line for screen readers
};

/// One span of a call's small picture, measured from the start of the call.
struct CallSpan
{
    Duration from{0};
    Duration to{0};
    bool isDelay = false;
};

/// Most attempts that are drawn and checked against the client's own attempt numbers.
inline constexpr std::size_t kMostSpans = 40;

/// call: index in the record. namesClient: the record has several.
[[nodiscard]] CallLine callLine(const RunRecord& record, int call, bool namesClient = false);
[[nodiscard]] std::vector<CallSpan> spansOf(const CallRecord& call);
/// True if the call failed, or if its client disconnected as soon as the last attempt had failed.
[[nodiscard]] bool hasFailed(const CallRecord& call);
/// Heading of a call: its operation such as `GetObject`, else its method such as `GET`.
[[nodiscard]] QString callTitle(const RunRecord& record, int call);
/// Local time when the call began, for example `23:11:03`.
[[nodiscard]] QString callTime(const RunRecord& record, int call);

} // namespace retryscope::ui
