// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/attempt_words.h"
#include "core/io/text/utf8.h"
#include "core/read/spans.h"
#include "ui/parts/verdict_sign.h"

#include <QString>

#include <optional>
#include <string_view>
#include <vector>

namespace retryscope::ui {

/// A duration in the notation of core/explain, for example `412 ms`.
[[nodiscard]] QString textOf(Duration duration);

/// A line of a hover card: a label and a number with its unit.
struct CardLine
{
    QString label;
    QString value;
    std::optional<SpanKind> phase{}; ///< the phase whose length the number gives
    bool beginsGroup = false;
};

/// The words of core/explain about one attempt, for chart and cards.
class AttemptTexts
{
public:
    /// The record must outlive the object; place must be of an attempt in it.
    AttemptTexts(const RunRecord& record, Place place) : m_at(contextOf(record, place)) {}

    [[nodiscard]] QString number() const { return toQString(words::number(m_at)); }
    [[nodiscard]] QString result() const { return toQString(words::result(m_at)); }
    [[nodiscard]] QString status() const { return toQString(words::status(m_at)); }
    [[nodiscard]] QString name() const { return toQString(words::nameOrDash(m_at)); }
    [[nodiscard]] QString caption() const;
    [[nodiscard]] QString kind() const { return toQString(words::kindOrDash(m_at)); }
    [[nodiscard]] QString verdict() const { return toQString(words::markedVerdict(m_at)); }
    [[nodiscard]] Sign sign() const;
    [[nodiscard]] QString verdictWithDelay() const { return toQString(words::verdictWithDelay(m_at)); }
    [[nodiscard]] QString shortReason() const { return toQString(words::shortReason(m_at)); }
    [[nodiscard]] QString delay() const { return toQString(words::delay(m_at)); }
    [[nodiscard]] QString delayOfWindow() const { return toQString(words::delayOfWindow(m_at)); }
    [[nodiscard]] QString hintText() const { return toQString(words::hintText(m_at)); }
    [[nodiscard]] QString summary() const { return toQString(words::summary(m_at)); }
    [[nodiscard]] QString why() const { return toQString(words::why(m_at)); }
    [[nodiscard]] bool hasDelay() const { return words::hasDelay(m_at); }
    [[nodiscard]] std::optional<HintApplied> hint() const { return words::hint(m_at); }
    [[nodiscard]] const AttemptRecord& attempt() const { return m_at.attempt; }

    /// The lines of the attempt's card, in order.
    [[nodiscard]] std::vector<CardLine> lines() const;
    /// The whole card as rich text.
    [[nodiscard]] QString card() const;

private:
    AttemptContext m_at;
};

} // namespace retryscope::ui
