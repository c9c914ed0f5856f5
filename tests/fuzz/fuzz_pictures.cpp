// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs of a scenario of any name (up to a zero byte), whose server says anything (fuzz_record.h), drawn into
// an SVG: the timeline, and the comparison with itself.

#include "core/io/text/utf8.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/fuzz_record.h"
#include "ui/timeline/comparison/comparison_chart.h"
#include "ui/timeline/comparison/comparison_picture.h"
#include "ui/timeline/export/timeline_export.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <string_view>

namespace {

using namespace retryscope;

/// A character that a viewer would not draw, but act upon.
bool acts(char32_t code)
{
    const QChar::Category category = QChar::category(code);
    return (category == QChar::Other_Control && code != '\n' && code != '\t') ||
           category == QChar::Other_Format || code == 0x2028 || code == 0x2029;
}

void check(const QString& path)
{
    QFile file(path);
    require(file.open(QIODevice::ReadOnly), "a picture is written");
    QXmlStreamReader reader(&file);
    while (!reader.atEnd()) {
        reader.readNext();
        const QString name = reader.name().toString();
        require(name != QStringLiteral("script") && name != QStringLiteral("a") &&
                    name != QStringLiteral("image"),
                "a picture holds nothing but shapes and text");
        for (const uint code : reader.text().toUcs4()) {
            require(!acts(code), "text of a picture has no control and turns no order around");
        }
    }
    require(!reader.hasError(), "a picture is well-formed XML");
}

} // namespace

/// Qt and the libraries of fonts keep what they know of letters until the end.
extern "C" int __lsan_is_turned_off()
{
    return 1;
}

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static QApplication application(*argc, *argv);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const QTemporaryDir folder;
    FuzzInput input(data, size);
    const std::string_view scenario = input.text();
    const RunRecord record = fuzzedRecord(input, scenario);
    const QString timeline = folder.filePath(QStringLiteral("timeline.svg"));
    require(ui::exportTimeline(record, timeline).isEmpty(), "a timeline is drawn");
    check(timeline);

    ui::ComparisonChart chart;
    const QString title = toQString(record.header().spec.url);
    chart.setLanes({{title, title, &record}, {QStringLiteral("again"), QString(), &record}});
    const QString comparison = folder.filePath(QStringLiteral("comparison.svg"));
    require(ui::saveComparisonPicture(chart, comparison, 900).isEmpty(), "a comparison is drawn");
    check(comparison);
    return 0;
}
