// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/run/run_record.h"

#include <QRegularExpression>
#include <QString>

#include <string>
#include <variant>
#include <vector>

namespace retryscope::io {

/// What an expectation is about (contract, section 10).
enum class Measure {
    // Of each call:
    Attempts,
    Verdict,
    Total,
    // Of an attempt of each call:
    Delay,
    Kind,
    Status,
    ErrorName,
    Header,
    Json,
    Duration,
    // Of the run:
    CallsFailed,
    CallsSucceeded,
    P50,
    P90,
    P99,
};

enum class Comparison { Equal, NotEqual, Less, AtMost, More, AtLeast, Within, Contains, Exists, Matches };

/// A number, a duration, or a text.
using ExpectedValue = std::variant<double, retryscope::Duration, std::string>;

/// One expectation: `attempts<=3`, `delay[2] in 0s..2s`, `header[1](Retry-After) exists`.
struct Expectation
{
    QString text; ///< as written; what a secret header or member is compared with is redacted
    Measure measure = Measure::Attempts;
    int attempt = 0;      ///< from 1; 0: the last one
    std::string argument; ///< name of the header, or JSON pointer
    Comparison comparison = Comparison::Equal;
    ExpectedValue value;        ///< the lower end with Within
    ExpectedValue upper;        ///< with Within
    QRegularExpression pattern; ///< with Matches
};

/// Reads an expectation. The error names the column, what was found and what is allowed. place: option or
/// file, for the message.
Result<Expectation> readExpectation(const QString& text, const QString& place);
/// What stands before the value of an expectation, for messages: the value may be a secret.
[[nodiscard]] QString expectationBeginning(const QString& text);
/// The text of an expectation for people and files: as Expectation::text, or redacted if it cannot be read.
[[nodiscard]] QString expectationWithoutSecrets(const QString& text);
/// A line for each measure with its form and meaning, for help and editors.
[[nodiscard]] QStringList expectationForms();

/// Whether an expectation holds for a run, and if not, the first call that breaks it.
struct ExpectationResult
{
    QString text; ///< of the expectation
    bool holds = false;
    QString why; ///< empty if it holds: `call 3: attempts is 4`
    Place place; ///< of the attempt that breaks it, the last one of a call; call -1: the run as a whole
};

/// A call without the attempt does not break an expectation. If no call has it, or the value is not known, it
/// fails as not measured. Looks at each call once.
[[nodiscard]] ExpectationResult checkExpectation(const Expectation& expectation, const RunRecord& record);

} // namespace retryscope::io
