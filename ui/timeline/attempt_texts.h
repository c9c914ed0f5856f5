// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "core/run/spans.h"
#include "ui/timeline/attempt_rows.h"

#include <QString>

#include <optional>
#include <vector>

namespace retryscope::ui {

/// A number of a hover card, with its unit and what it is.
struct CardLine
{
    QString label;
    QString value;
    std::optional<SpanKind> phase{}; ///< of which the number is the length
    bool beginsGroup = false;
};

/// What table, chart and tooltips say about one attempt: short words and numbers with their units. Sentences
/// about decisions come from core/explain.
class AttemptTexts
{
public:
    /// The record must outlive the object; place must be in it.
    AttemptTexts(const RunRecord& record, AttemptRows::Place place);

    /// `3`; `2.3` when there are several calls; `4/2.3` when there are several clients too.
    [[nodiscard]] QString number() const;
    [[nodiscard]] QString start() const;
    [[nodiscard]] QString took() const; ///< `…` while it runs
    /// Status of the answer, or what went wrong: `503`, `connection reset`.
    [[nodiscard]] QString result() const;
    /// Status alone, a dash when no answer came.
    [[nodiscard]] QString status() const;
    /// The error's name, a dash when there is none; empty while it runs.
    [[nodiscard]] QString name() const;
    /// What went wrong, else the error's name, else the reason phrase: what stands under the status in the
    /// chart.
    [[nodiscard]] QString caption() const;
    [[nodiscard]] QString kind() const;
    /// With its mark: `↻ retry`, `✕ stop`, `✓ done`; `…` while it runs.
    [[nodiscard]] QString verdict() const;
    /// Delay that was planned after the attempt; a dash when there was none.
    [[nodiscard]] QString delay() const;
    /// `412 ms of 0 … 1000 ms`, `at once`; empty when no delay was planned.
    [[nodiscard]] QString delayOfWindow() const;
    /// `0 … 1000 ms`: what the delay was drawn from; empty when nothing was drawn.
    [[nodiscard]] QString window() const;
    /// `Retry-After asked 30 s, applied 20 s`; empty when the server asked for nothing.
    [[nodiscard]] QString hintText() const;
    /// `new connection 3`, `reused connection 1`; empty when none is known.
    [[nodiscard]] QString connection() const;
    /// Retry quota before and after: `500 → 495`; a dash without a quota.
    [[nodiscard]] QString tokens() const;
    /// One line for screen readers.
    [[nodiscard]] QString summary() const;
    /// A card with all numbers, as rich text.
    [[nodiscard]] QString card() const;
    /// The card's lines, in order.
    [[nodiscard]] std::vector<CardLine> lines() const;
    /// Why the verdict was reached, one sentence; empty while the attempt runs.
    [[nodiscard]] QString why() const;

    [[nodiscard]] const AttemptRecord& attempt() const { return m_attempt; }
    [[nodiscard]] const CallRecord& call() const { return m_call; }
    /// A delay was imposed after the attempt, be it of no length.
    [[nodiscard]] bool hasDelay() const;
    /// What the server asked for, when it could be read.
    [[nodiscard]] std::optional<HintApplied> hint() const;
    /// Retry quota after the decision.
    [[nodiscard]] std::optional<int> quotaAfter() const;

private:
    void addDelayLines(std::vector<CardLine>& lines) const;
    [[nodiscard]] QString errorName() const; ///< empty when there is none
    [[nodiscard]] const ResolvedPolicy* policy() const { return m_record.header().policy.get(); }

    const RunRecord& m_record;
    const CallRecord& m_call;
    const AttemptRecord& m_attempt;
};

/// Engine text as Qt text.
[[nodiscard]] QString textOf(std::string_view text);
/// `412 ms`, as core/explain writes it.
[[nodiscard]] QString textOf(Duration duration);

} // namespace retryscope::ui
