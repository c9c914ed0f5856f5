// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Benches that others made: what is read is written, and reads back as the same; the rule and all sentences
// about it hold for whatever stands in it.

#include "core/explain/bench_report.h"
#include "core/explain/bench_text.h"
#include "core/explain/report_markdown.h"
#include "core/explain/row_difference.h"
#include "core/io/documents/bench_json.h"
#include "core/io/probe/behind_box.h"
#include "core/probe/bench_difference.h"
#include "core/probe/bench_verdicts.h"
#include "tests/fuzz/fuzz_check.h"

#include <QBuffer>

#include <optional>

namespace {

using namespace retryscope;

const QString kPlace = QStringLiteral("input");

QByteArray written(const Bench& bench)
{
    QBuffer device;
    device.open(QIODevice::WriteOnly);
    io::writeBench(device, bench);
    return device.data();
}

QByteArray factsOf(const Bench& bench)
{
    QBuffer device;
    device.open(QIODevice::WriteOnly);
    io::writeBenchFacts(device, bench);
    return device.data();
}

void useRow(const Bench& bench, const BenchRow& row)
{
    static_cast<void>(rowSentence(row) + arrivalSentence(row) + endSentence(row) + delaySentence(row) +
                      sideCell(row.client) + bodyCell(row) + headersCell(row));
    static_cast<void>(effectsIn(row));
    const auto behind = io::behindBox(bench, row.origin);
    if (!behind) {
        require(!behind.error().message.isEmpty(), "an error says what is wrong");
        return;
    }
    require(bench.find(behind.value().row) != nullptr, "a row of the bench decides");
    require(behind.value().facts.fault || behind.value().facts.response, "something comes out");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const auto read = io::benchFromJson(bytes, kPlace);
    if (!read) {
        require(!read.error().message.isEmpty() && read.error().text().size() < 4000,
                "an error is a sentence, whatever the file holds");
        return 0;
    }
    Bench bench = read.value();
    static_cast<void>(savedPolicies(bench, [](const std::string&) { return std::nullopt; }));
    judge(bench, {});
    const QByteArray once = written(bench);
    auto again = io::benchFromJson(once, kPlace);
    require(again.ok(), "a bench that was written is read");
    Bench reread = std::move(again).value();
    static_cast<void>(savedPolicies(reread, [](const std::string&) { return std::nullopt; }));
    judge(reread, {});
    require(written(reread) == once, "a bench that was written stays");
    require(factsOf(io::benchFromJson(factsOf(bench), kPlace).value()) == factsOf(bench), "so do its facts");
    require(differencesOf(bench, bench).empty(), "a bench does not differ from itself");
    for (const BenchRow& row : bench.rows) {
        useRow(bench, row);
    }
    static_cast<void>(benchHeadline(bench) + benchTotals(bench) + reportMarkdown(benchReport(bench, {}, 80)) +
                      benchAsCsv(bench));
    static_cast<void>(written(io::redacted(bench)));
    return 0;
}
