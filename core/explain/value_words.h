// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/facts/attempt_facts.h"
#include "core/policy/policy.h"
#include "core/probe/bench.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace retryscope {

// The command line, the window, the reports and Markdown read the words of this file. Each enumeration has
// one table in value_words.cpp.

/// The table has a row for each value, in the order of the enumeration. A static_assert with this refuses a
/// missing row.
template <typename Row, std::size_t Count>
constexpr bool hasRowForEach(const std::array<Row, Count>& table)
{
    const auto& values = EnumWords<decltype(Row::value)>::kWords;
    bool isComplete = Count == values.size();
    for (std::size_t index = 0; isComplete && index < Count; ++index) {
        isComplete = table[index].value == values[index].first;
    }
    return isComplete;
}

struct FaultWords
{
    FaultKind value;
    std::string_view cell;   ///< in a table and under a bar, two words at most: `connect timeout`
    std::string_view clause; ///< in a sentence: `the connection was refused`
};

struct OutcomeWords
{
    RowOutcome value;
    std::string_view label; ///< after a colon and in a cell: `proxy's own response`
};

struct StopWords
{
    StopReason value;
    std::string_view label;  ///< after a colon and in a cell: `no attempts left`
    std::string_view bounds; ///< what ends every call of a client, as a sentence; empty: another part says it
};

struct KindWords
{
    ErrorKind value;
    std::string_view word;     ///< in a cell and in brackets: `throttling`
    std::string_view countsAs; ///< after *this client counts 503 as*: `a server error`
    std::string_view meaning;  ///< a sentence
    std::string_view next;     ///< what a client does after it: `stop`, `retry`
};

struct JitterWords
{
    Jitter value;
    std::string_view cell; ///< `full`; %1 is the amount, such as 25 % or 100 ms
};

struct VerdictWords
{
    Verdict value;
    std::string_view verb;     ///< after the name of a client: `does not retry`
    std::string_view response; ///< about a response in a table: `not retried`
    std::string_view sign;     ///< one character
};

[[nodiscard]] const FaultWords& wordsFor(FaultKind fault);
[[nodiscard]] const OutcomeWords& wordsFor(RowOutcome outcome);
[[nodiscard]] const StopWords& wordsFor(StopReason reason);
[[nodiscard]] const KindWords& wordsFor(ErrorKind kind);
[[nodiscard]] const JitterWords& wordsFor(Jitter jitter);
[[nodiscard]] const VerdictWords& wordsFor(Verdict verdict);

/// `full`, `up to 25 % either way`, `none`.
[[nodiscard]] std::string jitterText(const BackoffSpec& backoff);
/// The same beside other parts of a backoff: `full jitter`, `jitter of up to 25 % either way`, `no jitter`.
[[nodiscard]] std::string jitterPhrase(const BackoffSpec& backoff);

} // namespace retryscope
