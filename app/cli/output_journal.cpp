// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/output_journal.h"

#include "app/cli/console.h"
#include "app/cli/delivery.h"
#include "core/io/text/input_file.h"

#include <QFileInfo>

#include <utility>

namespace retryscope::cli {

OutputJournal::OutputJournal(const Arguments& arguments) : m_arguments(arguments)
{
    const QFileInfo target(arguments.value(QStringLiteral("output")));
    m_isWanted = arguments.has(QStringLiteral("output")) && (!target.exists() || target.isFile());
}

void OutputJournal::note(const RunRecord& record, Place place)
{
    if (std::exchange(m_isWanted, false)) {
        begin(record.header());
    }
    if (m_journal) {
        m_journal->note(record, place);
    }
}

void OutputJournal::begin(const RunHeader& header)
{
    const QString path = m_arguments.value(QStringLiteral("output")) + QStringLiteral(".partial");
    auto begun = io::RunJournal::begin(path, header, recordOptions(m_arguments), io::kMostRecordBytes);
    if (!begun) {
        Console::note(
            QStringLiteral(
                "WARNING: no journal is written, so the record is lost if the program is killed: %1")
                .arg(begun.error().text()));
        return;
    }
    m_journal = std::move(begun).value();
    if (!m_journal->movedOlder().isEmpty()) {
        Console::note(QStringLiteral("An earlier run was killed and left its journal there; it is now %1")
                          .arg(m_journal->movedOlder()));
    }
}

std::unique_ptr<io::JournalFile> OutputJournal::end()
{
    std::unique_ptr<io::JournalFile> file = m_journal ? m_journal->end() : nullptr;
    if (file && !file->isWhole()) {
        Console::note(QStringLiteral("WARNING: the journal holds only the first part of the record: %1")
                          .arg(m_journal->problem()));
    }
    return file;
}

void OutputJournal::tellOf(const io::JournalFile* file)
{
    if (file != nullptr) {
        Console::note((file->isWhole() ? QStringLiteral("The record so far is in %1")
                                       : QStringLiteral("The first part of the record is in %1"))
                          .arg(file->path()));
    }
}

} // namespace retryscope::cli
