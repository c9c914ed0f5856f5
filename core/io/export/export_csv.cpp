// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/export/export_csv.h"

#include "core/explain/attempt_columns.h"
#include "core/explain/escape.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QBuffer>
#include <QLocale>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace retryscope::io {

namespace {

constexpr std::size_t kRowsBlock = 65536; ///< bytes that are handed over at once
constexpr auto kLineEnd = "\r\n";

/// The shortest digits that read back as this number, never with an exponent.
void appendNumber(std::string& line, double number)
{
    constexpr double kExact = 9007199254740992; // from here on not every whole number is a double
    if (!(std::abs(number) < kExact)) {
        line += QByteArray::number(number, 'f', QLocale::FloatingPointShortest).toStdString();
        return;
    }
    std::array<char, 400> text{}; // the smallest number has 324 decimals
    const auto result =
        std::to_chars(text.data(), text.data() + text.size(), number + 0.0, std::chars_format::fixed);
    line.append(text.data(), result.ptr);
}

/// What steers a terminal or is no UTF-8 is replaced.
void appendText(std::string& line, const std::string& text)
{
    const bool isPlain = std::all_of(text.begin(), text.end(),
                                     [](char character) { return character >= ' ' && character < '\x7f'; });
    appendCsvCell(line, isPlain ? text : plainLines(text));
}

void appendCell(std::string& line, const CellValue& value)
{
    std::visit(Overloaded{
                   [](std::monostate) {},
                   [&line](bool is) { line += is ? "true" : "false"; },
                   [&line](std::int64_t number) { line += std::to_string(number); },
                   [&line](double number) { appendNumber(line, number); },
                   [&line](Duration length) { appendNumber(line, toMilliseconds(length)); },
                   [&line](const std::string& text) { appendText(line, text); },
               },
               value);
}

std::string titlesOf(const AttemptColumns& columns)
{
    std::string line;
    for (const AttemptColumn* column : columns) {
        line += line.empty() ? "" : ",";
        line += column->csv.title;
    }
    return line + kLineEnd;
}

void appendRow(std::string& rows, const AttemptColumns& columns, const AttemptContext& at)
{
    const char* separator = "";
    for (const AttemptColumn* column : columns) {
        rows += separator;
        appendCell(rows, column->value(at));
        separator = ",";
    }
    rows += kLineEnd;
}

} // namespace

void writeRecordAsCsv(const RunRecord& record, QIODevice& device, RecordJsonOptions options)
{
    const AttemptColumns columns = columnsIn(&AttemptColumn::csv);
    const std::vector<std::vector<QuotaEntry>> quota = quotaLedgerOf(record);
    AttemptRedactor redactor(record.header());
    std::string rows = titlesOf(columns);
    for (std::size_t call = 0; call < record.calls().size(); ++call) {
        const std::vector<AttemptRecord>& attempts = record.calls()[call].attempts;
        for (std::size_t index = 0; index < attempts.size(); ++index) {
            const AttemptRecord& attempt =
                options.includeSecrets ? attempts[index] : redactor.redacted(attempts[index]);
            appendRow(rows, columns,
                      {.header = record.header(),
                       .call = record.calls()[call],
                       .attempt = attempt,
                       .quota = quota.empty() ? std::nullopt : std::optional(quota[call][index])});
            if (rows.size() >= kRowsBlock) {
                device.write(rows.data(), static_cast<qint64>(rows.size()));
                rows.clear();
            }
        }
    }
    device.write(rows.data(), static_cast<qint64>(rows.size()));
}

QByteArray recordToCsv(const RunRecord& record, RecordJsonOptions options)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    writeRecordAsCsv(record, buffer, options);
    return buffer.data();
}

} // namespace retryscope::io
