// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/io/files/run_journal.h"
#include "core/run/run_record.h"

#include <memory>

namespace retryscope::cli {

/// The journal of a run, or of a recording, beside the file that --output names. None is written where that
/// takes what comes, such as a pipe, or is not given.
class OutputJournal
{
public:
    explicit OutputJournal(const Arguments& arguments);

    /// Begins with the first change. record: the same each time.
    void note(const RunRecord& record, Place place);
    /// Says what went wrong with it, and hands the file over. Null where there is none.
    [[nodiscard]] std::unique_ptr<io::JournalFile> end();
    /// The record could not be written: says where what was recorded is. file: nullptr where nowhere.
    static void tellOf(const io::JournalFile* file);

private:
    void begin(const RunHeader& header);

    const Arguments& m_arguments;
    bool m_isWanted = false; ///< and not begun
    std::unique_ptr<io::RunJournal> m_journal;
};

} // namespace retryscope::cli
