// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/expect/expectation.h"

#include <QByteArray>

namespace retryscope::io {

/// The expectations of one run.
struct CheckedRun
{
    QString name; ///< of its policy
    std::vector<ExpectationResult> results;
};

/// A test suite for each run, with a test case for each expectation. suite: `retryscope run`.
[[nodiscard]] QByteArray expectationsAsJunit(const QString& suite, const std::vector<CheckedRun>& runs);
/// TAP version 13, with the reason of each failure.
[[nodiscard]] QByteArray expectationsAsTap(const std::vector<CheckedRun>& runs);

} // namespace retryscope::io
