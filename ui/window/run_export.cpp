// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/run_export.h"

#include "core/io/documents/record_json.h"
#include "core/io/export/export_csv.h"
#include "core/io/export/export_har.h"
#include "core/io/export/export_html.h"
#include "core/io/export/export_otlp.h"
#include "core/io/export/export_report.h"
#include "core/io/import/client_readers.h"
#include "ui/parts/tr.h"

#include <QIODevice>

namespace retryscope::ui {

FileFormat recordFormat()
{
    return {tr("JSON record"), QStringLiteral("json")};
}

std::vector<FileFormat> exportFormats()
{
    return {{tr("PNG picture"), QStringLiteral("png")},    {tr("SVG picture"), QStringLiteral("svg")},
            {tr("PDF picture"), QStringLiteral("pdf")},    {tr("CSV table"), QStringLiteral("csv")},
            {tr("Markdown report"), QStringLiteral("md")}, {tr("HTML page"), QStringLiteral("html")},
            {tr("HAR archive"), QStringLiteral("har")},    recordFormat(),
            {tr("OTLP traces"), QStringLiteral("jsonl")}};
}

io::WriteRun runWriterOf(const QString& ending)
{
    if (ending == QLatin1String("csv")) {
        return [](QIODevice& file, const RunRecord& record, const io::Progress& progress) {
            io::writeRecordAsCsv(record, file, {.progress = progress});
        };
    }
    if (ending == QLatin1String("md")) {
        return [](QIODevice& file, const RunRecord& record, const io::Progress& progress) {
            file.write(io::recordToMarkdown(record, {.progress = progress}));
        };
    }
    if (ending == QLatin1String("html")) {
        return [](QIODevice& file, const RunRecord& record, const io::Progress& progress) {
            file.write(io::recordToHtml(record, io::clientKnowledge(), {.progress = progress}));
        };
    }
    if (ending == QLatin1String("har")) {
        return [](QIODevice& file, const RunRecord& record, const io::Progress& progress) {
            io::writeRecordAsHar(record, file, {.progress = progress});
        };
    }
    if (ending == QLatin1String("jsonl")) {
        return [](QIODevice& file, const RunRecord& record, const io::Progress& progress) {
            io::writeRecordAsOtlp(record, file, {.progress = progress});
        };
    }
    if (ending == QLatin1String("json")) {
        return [](QIODevice& file, const RunRecord& record, const io::Progress& progress) {
            io::writeRecord(file, record, {.progress = progress});
        };
    }
    return {};
}

} // namespace retryscope::ui
