// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/probe_report.h"

#include "app/cli/changes_report.h"
#include "app/cli/row_order.h"
#include "core/explain/bench_text.h"
#include "core/explain/escape.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/io/documents/bench_json.h"
#include "core/io/files/bench_changes.h"
#include "core/io/files/box_files.h"
#include "core/io/import/client_readers.h"
#include "core/io/text/utf8.h"

#include <QXmlStreamWriter>

#include <algorithm>
#include <map>

namespace retryscope::cli {

namespace {

/// Rows named in one list; the rest is counted.
constexpr std::size_t kMostRowsNamed = 8;

/// From a file, which anybody may have written: one line without control characters.
std::string shown(const std::string& text)
{
    return shownName(oneLine(text));
}

ReportText paragraph(std::string text)
{
    return {.text = {std::move(text)}, .indent = 2, .hang = 2};
}

std::string namesOf(std::vector<std::string> rows)
{
    std::ranges::transform(rows, rows.begin(), shown);
    const bool isCut = rows.size() > kMostRowsNamed;
    return joinedUpTo(kMostRowsNamed, std::move(rows), isCut ? " and " : ", ");
}

/// What to write in the box, or the command that prints the code of the client.
std::string codeOf(const io::BenchChange& change)
{
    return change.policy.empty() || !change.change
               ? change.code
               : fromQString(codeCommandText(codeCommandFor({}, toQString(change.policy), change.service),
                                             *change.change));
}

Report headReport(const Bench& bench)
{
    constexpr int kColumn = 8;
    Report report;
    report.field("proxy",
                 bench.through.empty() ? boxText(bench)
                                       : filled("%1 at %2, origin at %3", boxText(bench),
                                                shown(bench.through), shown(bench.listen)),
                 kColumn);
    if (bench.evidence == BenchEvidence::FromSource) {
        report.field(
            "source",
            filled("not probed: %1 origin responses, from documentation and source code", bench.rows.size()),
            kColumn);
    } else {
        report.field("probed",
                     filled("%1 origin responses (%2) in %3", bench.rows.size(), shown(bench.behaviours),
                            durationText(bench.took)),
                     kColumn);
    }
    report.gap();
    report.say(benchHeadline(bench),
               bench.flips() > 0 || !bench.isOriginReached ? Tone::Warning : Tone::Good);
    report.say(benchTotals(bench));
    return report;
}

/// One row: what happened, and what of it is not said by the group that it stands in.
void addRow(Report& report, const BenchRow& row)
{
    report.add(ReportText{.lead = {{"  " + shown(row.id), Tone::Strong},
                                   {row.title.empty() ? "" : "  " + shown(row.title), Tone::Faint}}});
    report.detail(prose({rowSentence(row), arrivalSentence(row),
                         row.outcome == RowOutcome::HeldBack ? endSentence(row) : "",
                         row.isUnstable ? "Its requests had different outcomes." : "",
                         row.source.empty() ? "" : "Source: " + oneLine(row.source)}));
}

/// What rows of one group have in common: whose verdicts change, else whose delays. Empty if the
/// proxy changes no verdict and no delay of the row, and sends it once.
std::vector<std::string> meaningOf(const BenchRow& row)
{
    std::vector<std::string> sentences = flipSentences(row);
    if (sentences.empty() && row.isResent()) {
        sentences.emplace_back(
            row.mayBeDoneTwice()
                ? "The proxy sent this request more than once; the origin might have processed it twice."
                : "The proxy sent this request more than once; the verdicts are the same.");
    }
    if (sentences.empty()) {
        sentences.push_back(delaySentence(row));
    }
    std::erase(sentences, "");
    return sentences;
}

/// Rows that mean something else behind the box, those of one meaning together.
void addMeanings(Report& report, const Bench& bench)
{
    std::vector<std::pair<std::vector<std::string>, Report>> groups;
    for (const std::size_t index : rowsByWeight(bench)) {
        const BenchRow& row = bench.rows[index];
        const std::vector<std::string> meaning = meaningOf(row);
        if (meaning.empty()) {
            continue;
        }
        auto group =
            std::ranges::find_if(groups, [&meaning](const auto& known) { return known.first == meaning; });
        if (group == groups.end()) {
            group = groups.insert(groups.end(), {meaning, {}});
        }
        addRow(group->second, row);
    }
    for (auto& [meaning, rows] : groups) {
        report.gap();
        report.say(meaning, Tone::Strong);
        report.append(std::move(rows));
    }
}

/// To be copied: a line that goes on ends as a shell has it. width: of a line, in characters.
void addCommand(Report& report, const std::string& command, int width)
{
    constexpr int kIndent = 6;
    std::string lines;
    std::size_t column = kIndent;
    for (const QString& part : toQString(command).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const std::string word = fromQString(part);
        if (!lines.empty() && column + 1 + word.size() + 2 > static_cast<std::size_t>(width)) {
            lines += " \\\n  " + word;
            column = kIndent + 2 + word.size();
        } else {
            lines += (lines.empty() ? "" : " ") + word;
            column += word.size() + (column == kIndent ? 0 : 1);
        }
    }
    report.code(lines, kIndent);
}

void addChange(Report& report, const io::BenchChange& change, int width)
{
    report.item((change.policy.empty() ? "" : shown(change.policy) + ": ") + change.title);
    report.detail("for " + namesOf(change.rows), Tone::Faint);
    if (!change.policy.empty()) {
        addCommand(report, codeOf(change), width);
    } else {
        report.code(codeOf(change), 6);
    }
}

/// Of rows that change a verdict, or ask the origin more often.
void addChanges(Report& report, const ProbeReport& probe, int width)
{
    std::vector<io::BenchChange> box;
    std::vector<io::BenchChange> client;
    std::vector<std::string> lasting;
    for (const BenchRow& row : probe.bench.rows) {
        if (!row.isFlipped() && !row.isResent()) {
            continue;
        }
        const auto append = [](std::vector<io::BenchChange>& all, std::vector<io::BenchChange> more) {
            std::move(more.begin(), more.end(), std::back_inserter(all));
        };
        const std::size_t before = box.size() + client.size();
        append(box, io::boxChanges(probe.bench, probe.policies, row));
        append(client, io::clientChanges(probe.policies, row, io::clientReaders()));
        if (row.isFlipped() && box.size() + client.size() == before &&
            !io::canClientsUndo(probe.policies, row, io::clientReaders())) {
            lasting.push_back(row.id);
        }
    }
    const bool isUnnamed = io::boxKindOf(probe.bench.boxName).config.empty() && !box.empty();
    for (const auto& [title, changes] :
         {std::pair("What the owner of the proxy can change", io::gathered(std::move(box))),
          std::pair("What the owners of clients can change", io::gathered(std::move(client)))}) {
        if (!changes.empty()) {
            report.section(title);
        }
        for (const io::BenchChange& change : changes) {
            addChange(report, change, width);
        }
    }
    if (isUnnamed) {
        report.add(paragraph(filled("The responses do not identify the proxy. To see the configuration to "
                                    "write, name the proxy with --box NAME (%1).",
                                    fromQString(io::boxNames().join(QStringLiteral(", "))))));
    }
    if (!lasting.empty()) {
        report.section("No setting of the proxy or of these clients prevents");
        report.add(paragraph(namesOf(lasting)));
    }
}

/// Rows without another verdict: those in which something changed as a table, the others by name.
void addRest(Report& report, const Bench& bench)
{
    ReportTable table{{{"row"},
                       {"client receives", WhenNarrow::Fold, 12},
                       {"origin contacted"},
                       {"body"},
                       {"headers", WhenNarrow::Fold, 16}},
                      {}};
    std::vector<std::string> same;
    for (const BenchRow& row : bench.rows) {
        if (!meaningOf(row).empty()) {
            continue;
        }
        if (row.outcome == RowOutcome::PassedOn) {
            same.push_back(shown(row.id));
            continue;
        }
        table.add({{shown(row.id), Tone::Strong},
                   {sideCell(row.client)},
                   {arrivalsCell(row)},
                   {bodyCell(row)},
                   {headersCell(row)}});
    }
    if (!table.rows.empty()) {
        report.section("Changed by the proxy, with the same verdicts");
        report.add(std::move(table));
    }
    if (!same.empty()) {
        report.section(filled("Passed on unchanged (%1)", same.size()));
        report.add(paragraph(joined(same, ", ")));
    }
}

std::string countsText(const Bench& bench)
{
    std::map<Verdict, int> counts;
    std::size_t policies = 0;
    for (const BenchRow& row : bench.rows) {
        policies = std::max(policies, row.verdicts.size());
        for (const BenchVerdict& verdict : row.verdicts) {
            ++counts[verdict.through.verdict];
        }
    }
    return filled("%1 under %2: %3", counted(static_cast<int>(bench.rows.size()), "row"),
                  counted(static_cast<int>(policies), "policy", "policies"), verdictCounts(counts));
}

void addDifferences(Report& report, const ProbeReport& probe)
{
    if (probe.expected.isEmpty()) {
        return;
    }
    const std::string expected = fromQString(probe.expected);
    if (probe.differences.empty()) {
        report.gap();
        report.say(filled("As expected: no difference from %1.", expected), Tone::Good);
        return;
    }
    report.section(filled("Differences from %1 (%2)", expected, progressText(probe.progress)));
    for (const RowDifference& difference : probe.differences) {
        report.add(paragraph(difference.id + ": " + joined(difference.what, "; ", "; ")));
    }
}

void writeChange(io::JsonWriter& writer, const io::BenchChange& change)
{
    const auto text = [&writer](const char* key, std::string_view value) {
        writer.key(key);
        writer.text(value);
    };
    writer.beginObject();
    text("change", change.title);
    if (change.effect) {
        text("effect", wordOf(*change.effect));
    }
    if (!change.policy.empty()) {
        text("policy", change.policy);
    }
    text("code", codeOf(change));
    writer.endObject();
}

void writeChanges(io::JsonWriter& writer, const char* key, const std::vector<io::BenchChange>& changes)
{
    writer.key(key);
    writer.beginArray();
    for (const io::BenchChange& change : changes) {
        writeChange(writer, change);
    }
    writer.endArray();
}

void writeDifferences(io::JsonWriter& writer, const std::vector<RowDifference>& differences)
{
    writer.key("differences");
    writer.beginArray();
    for (const RowDifference& difference : differences) {
        writer.beginObject();
        writer.key("id");
        writer.text(difference.id);
        writer.key("what");
        writer.beginArray();
        for (const std::string& text : difference.what) {
            writer.text(text);
        }
        writer.endArray();
        writer.endObject();
    }
    writer.endArray();
}

QString failureOf(const ProbeReport& report, const BenchRow& row)
{
    if (!report.bench.isOriginReached) {
        return QStringLiteral("The proxy does not forward to the origin.");
    }
    if (report.expected.isEmpty()) {
        QStringList sentences;
        for (const std::string& sentence : flipSentences(row)) {
            sentences.append(toQString(sentence));
        }
        return sentences.join(QLatin1Char(' '));
    }
    QStringList what;
    for (const RowDifference& difference : report.differences) {
        for (const std::string& text :
             difference.id == row.id ? difference.what : std::vector<std::string>()) {
            what.append(toQString(text));
        }
    }
    return what.join(QStringLiteral("; "));
}

/// Characters that XML does not know would make a document that nobody reads.
QString forXml(QString text)
{
    for (QChar& character : text) {
        const char16_t code = character.unicode();
        if ((code < 0x20 && code != '\t') || code >= 0xFFFE) {
            character = QLatin1Char(' ');
        }
    }
    return text;
}

void writeTestCase(QXmlStreamWriter& xml, const ProbeReport& report, const QString& id, double seconds,
                   const QString& failure)
{
    const QString box =
        report.bench.boxName.empty() ? QStringLiteral("box") : toQString(report.bench.boxName);
    xml.writeStartElement(QStringLiteral("testcase"));
    xml.writeAttribute(QStringLiteral("classname"), forXml(QStringLiteral("probe.") + box));
    xml.writeAttribute(QStringLiteral("name"), forXml(id));
    xml.writeAttribute(QStringLiteral("time"), QString::number(seconds, 'f', 3));
    if (!failure.isEmpty()) {
        xml.writeStartElement(QStringLiteral("failure"));
        xml.writeAttribute(QStringLiteral("message"), forXml(failure));
        xml.writeEndElement();
    }
    xml.writeEndElement();
}

} // namespace

Report probeReport(const ProbeReport& probe, int width)
{
    Report report = headReport(probe.bench);
    if (!probe.bench.isOriginReached) { // the rows do not show what the proxy does
        report.say("Configure the proxy to forward to the origin. For an example: retryscope-cli probe "
                   "--print-config NAME");
        return report;
    }
    addDifferences(report, probe);
    addMeanings(report, probe.bench);
    addChanges(report, probe, width);
    addRest(report, probe.bench);
    report.gap();
    report.say(countsText(probe.bench));
    return report;
}

void writeProbeDocument(QIODevice& device, const ProbeReport& report)
{
    io::BenchExtras extras;
    extras.ofRow = [&report](io::JsonWriter& writer, const BenchRow& row) {
        writer.key("sentence");
        writer.text(rowSentence(row));
        writeChanges(writer, "boxChanges", io::boxChanges(report.bench, report.policies, row));
        writeChanges(writer, "clientChanges", io::clientChanges(report.policies, row, io::clientReaders()));
    };
    if (!report.expected.isEmpty()) {
        extras.ofBench = [&report](io::JsonWriter& writer) {
            writeDifferences(writer, report.differences);
        };
    }
    io::writeBench(device, report.bench, extras);
}

QByteArray probeAsJunit(const ProbeReport& report)
{
    QStringList gone;
    for (const RowDifference& difference : report.differences) {
        if (difference.isGone) {
            gone.append(toQString(difference.id));
        }
    }
    qsizetype failures = gone.size();
    for (const BenchRow& row : report.bench.rows) {
        failures += failureOf(report, row).isEmpty() ? 0 : 1;
    }
    constexpr double kPerSecond = 1000;
    QByteArray bytes;
    QXmlStreamWriter xml(&bytes);
    xml.setAutoFormatting(true);
    xml.writeStartDocument();
    xml.writeStartElement(QStringLiteral("testsuite"));
    xml.writeAttribute(QStringLiteral("name"), QStringLiteral("retryscope probe"));
    xml.writeAttribute(QStringLiteral("tests"),
                       QString::number(static_cast<qsizetype>(report.bench.rows.size()) + gone.size()));
    xml.writeAttribute(QStringLiteral("failures"), QString::number(failures));
    xml.writeAttribute(QStringLiteral("time"),
                       QString::number(toMilliseconds(report.bench.took) / kPerSecond, 'f', 3));
    for (const BenchRow& row : report.bench.rows) {
        writeTestCase(xml, report, toQString(row.id), toMilliseconds(row.took) / kPerSecond,
                      failureOf(report, row));
    }
    for (const QString& id : gone) {
        writeTestCase(xml, report, id, 0, QStringLiteral("this row is missing from the new result"));
    }
    xml.writeEndDocument();
    return bytes;
}

} // namespace retryscope::cli
