// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/io/files/run_journal.h"
#include "core/run/run_record.h"

#include <memory>

namespace retryscope::cli {

/// The journal of a run, or of a recording, beside the file that --output names. There is no journal if
/// --output is missing, or is a pipe or another stream.
class OutputJournal
{
public:
    explicit OutputJournal(const Arguments& arguments);

    /// Starts the journal at the first change. record: must be the same object in every call.
    void note(const RunRecord& record, Place place);
    /// Reports a problem of the journal and returns its file. Null if there is no journal.
    [[nodiscard]] std::unique_ptr<io::JournalFile> end();
    /// After a failed save: prints where the recorded part is. file: nullptr if there is none.
    static void tellOf(const io::JournalFile* file);

private:
    void begin(const RunHeader& header);

    const Arguments& m_arguments;
    bool m_isWanted = false; ///< and not begun
    std::unique_ptr<io::RunJournal> m_journal;
};

} // namespace retryscope::cli
