// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/architecture/source_file.h"

namespace retryscope::test {

/// Each rule looks at one file and returns what it found as `path:line: sentence`. Empty: nothing.
using SourceRule = QStringList (*)(const SourceFile& file);

/// Project includes name a file from the repository's root, and only rooms that the file's room may know.
[[nodiscard]] QStringList forbiddenProjectIncludes(const SourceFile& file);
/// The table itself: no room may include one that stands beside or above it, so there are no circles.
[[nodiscard]] QStringList roomsOutOfOrder();
/// Library includes: the engine has none but the standard library's pure part; Qt modules by room; Qt Charts
/// in ui/timeline only.
[[nodiscard]] QStringList forbiddenLibraryIncludes(const SourceFile& file);
/// Clocks, dice, threads, files and the environment in the engine.
[[nodiscard]] QStringList forbiddenEngineNames(const SourceFile& file);
/// Nested event loops in the program, fixed sleeps anywhere.
[[nodiscard]] QStringList nestedLoopsAndSleeps(const SourceFile& file);
/// Colours outside ui/theme/theme.
[[nodiscard]] QStringList coloursOutsideTheme(const SourceFile& file);
/// Tool tips in the window that could hold text of others and are not made plain by plainToolTip().
[[nodiscard]] QStringList toolTipsOfOthers(const SourceFile& file);
/// Labels and pages that might take text of others for HTML.
[[nodiscard]] QStringList labelsOfOthers(const SourceFile& file);
/// Sentences and tables of reports in the command line program, which the window would have to say again.
[[nodiscard]] QStringList reportsOfTheCommandLine(const SourceFile& file);
/// Licence lines at the top; `#pragma once` in headers.
[[nodiscard]] QStringList missingFileHead(const SourceFile& file);
/// Paths that exist on one machine only.
[[nodiscard]] QStringList machinePaths(const SourceFile& file);

} // namespace retryscope::test
