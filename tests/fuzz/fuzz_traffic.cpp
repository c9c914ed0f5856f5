// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of other programs with their requests: HAR. What is imported is a record like any other.

#include "core/explain/imported_report.h"
#include "core/io/documents/record_json.h"
#include "core/io/export/export_har.h"
#include "core/io/export/export_otlp.h"
#include "core/io/redact/redact.h"
#include "core/io/traffic/import_traffic.h"
#include "tests/fuzz/fuzz_check.h"

#include <QBuffer>

namespace {

using namespace retryscope;

io::Result<RunRecord> imported(const QByteArray& text, const QString& format)
{
    QBuffer buffer;
    buffer.setData(text);
    buffer.open(QIODevice::ReadOnly);
    return io::importTraffic({{buffer, QStringLiteral("input")}}, format);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray text(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    static_cast<void>(io::trafficFormatOf(text));
    for (const QString& format : io::trafficFormats()) {
        const io::Result<RunRecord> record = imported(text, format);
        if (!record) {
            require(!record.error().message.isEmpty(), "an error says what is wrong");
            require(record.error().text().size() < 4000, "an error is a sentence, whatever the file holds");
            continue;
        }
        require(record.value().attemptCount() > 0, "an import has a request");
        static_cast<void>(importedReport(io::redacted(record.value())));
        const QByteArray written = io::recordBytes(record.value());
        const io::Result<RunRecord> again = io::recordFromJson(written, QStringLiteral("record"));
        require(again.ok(), "a record that was imported can be read");
        require(io::recordBytes(again.value()) == written, "a record that was read is written as it was");
        QBuffer har;
        har.open(QIODevice::WriteOnly);
        io::writeRecordAsHar(record.value(), har);
        require(imported(har.data(), QStringLiteral("har")).ok(), "what is exported can be imported");
        QBuffer otlp;
        otlp.open(QIODevice::WriteOnly);
        io::writeRecordAsOtlp(record.value(), otlp);
        require(imported(otlp.data(), QStringLiteral("otlp")).ok(), "what is exported can be imported");
    }
    return 0;
}
