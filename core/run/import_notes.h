// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace retryscope {

/// A request that was understood in an imported file.
struct ImportedLine
{
    std::string place; ///< `entries[3]`, `line 12`; with the file's name if there are several
    int call = -1;     ///< index in the record
    int attempt = -1;  ///< index in its call
};

/// A part of an imported file that is in no call.
struct SkippedLine
{
    std::string place;
    std::string text; ///< its content, bounded
    std::string why;
};

/// What became of the files of an import. Only the first kMostLines of each list are kept.
struct ImportNotes
{
    static constexpr std::size_t kMostLines = 1000;

    std::string format; ///< as `--from` names it: `har`
    std::string title;  ///< `HAR 1.2, Playwright 1.49.0`
    std::vector<ImportedLine> understood;
    int understoodCount = 0;
    std::vector<SkippedLine> skipped;
    int skippedCount = 0;
    std::vector<std::string> remarks; ///< sentences about the whole: a damaged end, times without a zone
};

} // namespace retryscope
