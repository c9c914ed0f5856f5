// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/lane_rows.h"

#include "core/explain/attempt_words.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/explain/value_words.h"
#include "core/io/text/utf8.h"
#include "core/recording/client_following.h"
#include "core/recording/inference.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/tr.h"

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr qsizetype kMostOfCaption = 60;

/// The calls of its client up to this one.
std::vector<int> followedCalls(const RunRecord& record, int call)
{
    std::vector<int> calls;
    const int client = record.callAt(call).client;
    for (int index = call; index >= 0 && static_cast<int>(calls.size()) < kMostFollowed; --index) {
        if (record.callAt(index).client == client) {
            calls.push_back(index);
        }
    }
    std::reverse(calls.begin(), calls.end());
    return calls;
}

void sayWait(LaneRow& row, const FollowedAttempt& followed)
{
    const DelayWindow& window = followed.window;
    row.window = window;
    if (!followed.wait) {
        row.word = tr("Retried");
        row.detail = tr("before the response ended");
        row.agreement = LaneRow::Agreement::Same;
        return;
    }
    row.wait = followed.wait;
    if (isInWindow(followed)) {
        row.agreement = LaneRow::Agreement::Same;
        row.word = tr("Within the range");
        const double width = toMilliseconds(window.high - window.low);
        if (width > 0) {
            const double share = std::clamp(toMilliseconds(*followed.wait - window.low) / width, 0.0, 1.0);
            row.detail = window.low == Duration::zero()
                             ? tr("%1 % of %2")
                                   .arg(static_cast<int>(share * 100))
                                   .arg(toQString(durationText(window.high)))
                             : tr("%1 % of the range").arg(static_cast<int>(share * 100));
        } else {
            row.detail = tr("exactly the preset's delay");
        }
        return;
    }
    row.agreement = LaneRow::Agreement::Differs;
    row.word = tr("Differs");
    row.detail = tr("preset delay: %1").arg(toQString(windowText(window.low, window.high)));
}

void sayDecision(LaneRow& row, const FollowedAttempt& followed, bool isClientGone)
{
    const bool retries = followed.verdict == Verdict::Retry;
    if (retries && followed.isRetried) {
        sayWait(row, followed);
    } else if (followed.isOpen) {
        row.word = tr("Open");
        row.detail = isClientGone ? tr("the client disconnected first") : tr("the recording ends here");
    } else if (retries) {
        row.window = followed.window;
        row.agreement = LaneRow::Agreement::Differs;
        row.word = tr("Differs");
        row.detail = tr("not retried; preset retries");
    } else if (followed.isRetried) {
        row.agreement = LaneRow::Agreement::Differs;
        row.word = tr("Differs");
        row.detail =
            followed.stopReason
                ? tr("preset does not retry: %1").arg(toQString(wordsFor(*followed.stopReason).label))
                : tr("the preset treats it as a success");
    } else {
        row.agreement = LaneRow::Agreement::Same;
        row.word = followed.verdict == Verdict::Succeed ? tr("Succeeded") : tr("Not retried");
        row.detail = tr("same as the preset");
    }
}

} // namespace

std::vector<LaneRow> laneRows(const RunRecord& record, int call, const Policy* policy)
{
    const CallRecord& made = record.callAt(call);
    std::vector<LaneRow> rows;
    const std::size_t count = std::min(made.attempts.size(), kMostLanes);
    for (std::size_t index = 0; index < count; ++index) {
        const AttemptRecord& attempt = made.attempts[index];
        const Place place{.call = call, .attempt = static_cast<int>(index)};
        const AttemptContext at = contextOf(record, place);
        LaneRow row;
        row.number = QString::number(index + 1);
        row.status = toQString(words::result(at));
        row.caption = attempt.isRunning ? QString() : shortened(words::caption(at), kMostOfCaption);
        row.start = attempt.start - made.start;
        row.end = attempt.isRunning ? row.start : attempt.end - made.start;
        row.wait = attempt.actualDelay;
        rows.push_back(std::move(row));
    }
    if (policy != nullptr) {
        follow(record, followedCalls(record, call), *policy, [&](const FollowedAttempt& followed) {
            if (followed.place.call == call && followed.place.attempt < static_cast<int>(rows.size())) {
                sayDecision(rows[static_cast<std::size_t>(followed.place.attempt)], followed,
                            made.source->isClientGone);
            }
        });
    }
    return rows;
}

} // namespace retryscope::ui
