// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs whose server says anything (fuzz_record.h), in every form in which they leave the program as text.

#include "core/change/situation.h"
#include "core/io/documents/record_json.h"
#include "core/io/documents/run_summary.h"
#include "core/io/export/export_csv.h"
#include "core/io/export/export_report.h"
#include "core/io/redact/redact.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_record.h"

#include <QByteArray>

namespace {

using namespace retryscope;

/// Rows and cells as RFC 4180 has them.
void checkCsv(const QByteArray& csv)
{
    bool isQuoted = false;
    bool startsCell = true;
    int columns = -1;
    int cells = 1;
    for (qsizetype at = 0; at < csv.size(); ++at) {
        const char letter = csv[at];
        if (startsCell && !isQuoted) {
            require(letter != '=' && letter != '@', "a cell never starts a formula");
        }
        const bool beganCell = startsCell;
        startsCell = false;
        if (letter == '"') {
            require(isQuoted || beganCell || csv[at - 1] == '"', "quotes stand at the ends of a cell");
            isQuoted = !isQuoted;
        } else if (!isQuoted && letter == ',') {
            ++cells;
            startsCell = true;
        } else if (!isQuoted && letter == '\n') {
            require(columns < 0 || columns == cells, "all rows have as many cells");
            columns = cells;
            cells = 1;
            startsCell = true;
        }
    }
    require(!isQuoted, "the last cell is closed");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const RunRecord record = fuzzedRecord(input);
    const QByteArray json = io::recordBytes(record);
    const auto again = io::recordFromJson(json, QStringLiteral("record"));
    require(again.ok(), "a record that was written can be read");
    require(io::recordBytes(again.value()) == json, "a record that was read is written as it was");
    checkCsv(io::recordToCsv(record));
    const QByteArray markdown = io::recordToMarkdown(record);
    for (const char letter : markdown) {
        require(letter == '\n' || static_cast<unsigned char>(letter) >= 0x20,
                "Markdown has no control character");
    }
    require(QString::fromUtf8(markdown).toUtf8() == markdown, "Markdown is UTF-8");
    const RunRecord redacted = io::redacted(record);
    require(io::redacted(redacted).calls() == redacted.calls(), "a record that was redacted stays");
    require(decidesAsRecorded(record), "a record decides as it was recorded");
    require(io::summarized(record).attempts == record.attemptCount(), "a summary counts all attempts");
    return 0;
}
