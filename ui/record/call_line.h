// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "ui/parts/verdict_sign.h"

#include <QString>

#include <vector>

namespace retryscope::ui {

/// What the list of calls says about one call. Text of the client and of the server is bounded, plain and
/// without secrets.
struct CallLine
{
    Sign sign = Sign::None;
    QString title;    ///< operation, else the method
    QString status;   ///< of the last attempt: `503 SlowDown`; `waiting` between two
    QString target;   ///< method, path and query; before it the client, where the record has several
    QString remark;   ///< what is not certain, or not as the client says; may be empty
    QString duration; ///< so far
    QString attempts;
    QString time; ///< of day, here

    [[nodiscard]] QString summary() const; ///< one line for screen readers
};

/// One stretch of the small picture of a call, from its start.
struct CallSpan
{
    Duration from{0};
    Duration to{0};
    bool isDelay = false;
};

/// Attempts that are drawn, and looked at for what the client says of them.
inline constexpr std::size_t kMostSpans = 40;

/// call: index in the record. namesClient: the record has several.
[[nodiscard]] CallLine callLine(const RunRecord& record, int call, bool namesClient = false);
[[nodiscard]] std::vector<CallSpan> spansOf(const CallRecord& call);
/// It failed, or its client left as soon as its last attempt had.
[[nodiscard]] bool cameToNothing(const CallRecord& call);
/// Operation and method of a call, for headings: `GetObject`, else `GET`.
[[nodiscard]] QString callTitle(const RunRecord& record, int call);
/// When the call began, as `23:11:03` here.
[[nodiscard]] QString callTime(const RunRecord& record, int call);

} // namespace retryscope::ui
