// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"
#include "core/io/expect/expectation_report.h"

namespace retryscope::cli {

/// Reads the value of --expect; throws an io::Error that names the column.
[[nodiscard]] io::Expectation expectationFrom(const QString& text);

/// The expectations of a command line.
class Expectations
{
public:
    /// Throws a usage error if --junit or --tap come without --expect.
    explicit Expectations(const Arguments& arguments);

    /// Checks a run that is over. Does nothing without --expect.
    void check(const RunRecord& record);
    /// Prints which expectations hold, to standard error, and saves --junit and --tap. Returns the exit code,
    /// which without --expect is that of the calls.
    [[nodiscard]] ExitCode deliver(ExitCode ofCalls) const;

private:
    const Arguments& m_arguments;
    std::vector<io::Expectation> m_expectations;
    std::vector<io::CheckedRun> m_runs;
};

} // namespace retryscope::cli
