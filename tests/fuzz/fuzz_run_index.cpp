// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The index of the window's history, in a folder that holds one run, one that is pinned, and a file that is
// no run. Whatever it says, the folder is right.

#include "core/io/documents/record_json.h"
#include "core/io/files/run_index.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_record.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace {

using namespace retryscope;

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    require(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size(), "a file is written");
}

const QString& folder()
{
    static const QTemporaryDir made;
    static const QString path = [] {
        FuzzInput none(nullptr, 0);
        const QByteArray record = io::recordBytes(fuzzedRecord(none));
        const QDir in(made.path());
        write(in.filePath(QStringLiteral("1769860800123.run.json")), record);
        write(in.filePath(QStringLiteral("1769860800124.pinned.json")), record);
        write(in.filePath(QStringLiteral("notes.json")), "{}");
        return made.path();
    }();
    return path;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    write(io::RunIndex::pathIn(folder()),
          QByteArray(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size)));
    const io::RunIndex index = io::RunIndex::of(folder());
    require(index.runs.size() == 2, "the runs of the folder are known, and no others");
    for (const auto& [id, summary] : index.runs) {
        const QString file = QDir(folder()).filePath(io::runFileName(id, summary.isPinned));
        require(summary.id == id && QFile::exists(file), "a run has its file");
        require(summary.bytes == QFileInfo(file).size(), "its size is that of the file");
        require(summary.outline.size() <= io::kMostOutline, "its outline is brief");
    }
    require(index.problems().size() == 1, "what is no run is named once");
    require(index.write().ok(), "an index is written");
    const io::RunIndex again = io::RunIndex::of(folder());
    require(!again.isChanged(), "an index that was written is up to date");
    require(again.runs == index.runs, "an index that was written reads back");
    return 0;
}
