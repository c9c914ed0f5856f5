// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/probe_report.h"

#include "app/cli/changes_report.h"
#include "app/cli/row_order.h"
#include "app/cli/text_table.h"
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
constexpr qsizetype kMostRowsNamed = 8;

/// From a file, which anybody may have written: one line without control characters.
QString shown(const std::string& text)
{
    return toQString(shownName(oneLine(text)));
}

QString paragraphOf(const QString& text, const TextStyle& style, int indent = 0)
{
    return text.isEmpty()
               ? QString()
               : QString(indent, QLatin1Char(' ')) + wrapped(text, style, indent, indent) + QLatin1Char('\n');
}

QString namesOf(const std::vector<std::string>& rows)
{
    QStringList names;
    for (const std::string& row : rows) {
        names.append(shown(row));
    }
    if (names.size() <= kMostRowsNamed) {
        return names.join(QStringLiteral(", "));
    }
    return QStringLiteral("%1 and %2 more")
        .arg(QStringList(names.mid(0, kMostRowsNamed - 1)).join(QStringLiteral(", ")))
        .arg(names.size() - kMostRowsNamed + 1);
}

/// What to write in the box, or the command that prints the code of the client.
QString codeOf(const io::BenchChange& change)
{
    if (change.policy.empty() || !change.change) {
        return toQString(change.code);
    }
    return codeCommandText(codeCommandFor({}, toQString(change.policy), change.service), *change.change);
}

QString headText(const Bench& bench, const TextStyle& style)
{
    const QString box = toQString(boxText(bench));
    QString result = style.paint(QStringLiteral("proxy   "), Tone::Faint) +
                     wrapped(bench.through.empty() ? box
                                                   : QStringLiteral("%1 at %2, origin at %3")
                                                         .arg(box, shown(bench.through), shown(bench.listen)),
                             style, 8, 8) +
                     QLatin1Char('\n');
    result += bench.evidence == BenchEvidence::FromSource
                  ? style.paint(QStringLiteral("source  "), Tone::Faint) +
                        wrapped(QStringLiteral(
                                    "not probed: %1 origin responses, from documentation and source code")
                                    .arg(bench.rows.size()),
                                style, 8, 8) +
                        QStringLiteral("\n\n")
                  : style.paint(QStringLiteral("probed  "), Tone::Faint) +
                        QStringLiteral("%1 origin responses (%2) in %3\n\n")
                            .arg(bench.rows.size())
                            .arg(shown(bench.behaviours), toQString(durationText(bench.took)));
    result += style.paint(wrapped(toQString(benchHeadline(bench)), style, 0, 0),
                          bench.flips() > 0 || !bench.isOriginReached ? Tone::Warning : Tone::Good) +
              QLatin1Char('\n');
    return result + paragraphOf(toQString(benchTotals(bench)), style);
}

/// One row: what happened, and what of it is not said by the group that it stands in.
QString rowText(const BenchRow& row, const TextStyle& style)
{
    QString text = toQString(rowSentence(row));
    for (const std::string& more :
         {arrivalSentence(row), row.outcome == RowOutcome::HeldBack ? endSentence(row) : std::string()}) {
        text += more.empty() ? QString() : QLatin1Char(' ') + toQString(more);
    }
    text += row.isUnstable ? QStringLiteral(" Its requests had different outcomes.") : QString();
    const QString title = row.title.empty() ? QString() : QStringLiteral("  ") + shown(row.title);
    text += row.source.empty() ? QString() : QStringLiteral(" Source: ") + toQString(oneLine(row.source));
    return QStringLiteral("  ") + style.paint(shown(row.id), Tone::Strong) + style.paint(title, Tone::Faint) +
           QLatin1Char('\n') + paragraphOf(text, style, 4);
}

/// What rows of one group have in common: whose verdicts change, else whose delays.
QStringList meaningOf(const BenchRow& row)
{
    QStringList sentences;
    for (const std::string& sentence : flipSentences(row)) {
        sentences.append(toQString(sentence));
    }
    if (sentences.isEmpty() && row.isResent()) {
        sentences.append(
            row.mayBeDoneTwice()
                ? QStringLiteral(
                      "The proxy sent this request more than once; the origin might have processed it twice.")
                : QStringLiteral("The proxy sent this request more than once; the verdicts are the same."));
    }
    if (sentences.isEmpty()) {
        sentences.append(toQString(delaySentence(row)));
    }
    return sentences;
}

/// Rows that mean something else behind the box, those of one meaning together.
QString meaningsText(const Bench& bench, const TextStyle& style)
{
    std::vector<std::pair<QStringList, QString>> groups;
    for (const std::size_t index : rowsByWeight(bench)) {
        const BenchRow& row = bench.rows[index];
        const QStringList meaning = meaningOf(row);
        if (meaning.join(QString()).isEmpty()) {
            continue;
        }
        auto group = std::find_if(groups.begin(), groups.end(),
                                  [&meaning](const auto& known) { return known.first == meaning; });
        if (group == groups.end()) {
            group = groups.insert(groups.end(), {meaning, {}});
        }
        group->second += rowText(row, style);
    }
    QString result;
    for (const auto& [meaning, rows] : groups) {
        result += QLatin1Char('\n');
        for (const QString& sentence : meaning) {
            result += style.paint(paragraphOf(sentence, style), Tone::Strong);
        }
        result += rows;
    }
    return result;
}

bool isListed(const BenchRow& row)
{
    return !meaningOf(row).join(QString()).isEmpty();
}

QString sectionTitle(const QString& text, const TextStyle& style)
{
    return QLatin1Char('\n') + style.paint(text, Tone::Strong) + QLatin1Char('\n');
}

/// To be copied: a line that goes on ends as a shell has it.
QString commandLines(const QString& command, const TextStyle& style)
{
    constexpr int kIndent = 6;
    QString result;
    QString line(kIndent, QLatin1Char(' '));
    for (const QString& word : command.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const bool isFirst = line.trimmed().isEmpty();
        if (!isFirst && line.size() + 1 + word.size() + 2 > style.width) {
            result += line + QStringLiteral(" \\\n");
            line = QString(kIndent + 2, QLatin1Char(' ')) + word;
        } else {
            line += isFirst ? word : QLatin1Char(' ') + word;
        }
    }
    return result + line + QLatin1Char('\n');
}

QString changeLines(const io::BenchChange& change, const TextStyle& style)
{
    const QString who = change.policy.empty() ? QString() : shown(change.policy) + QStringLiteral(": ");
    QString result =
        paragraphOf(who + toQString(change.title), style, 2) +
        style.paint(paragraphOf(QStringLiteral("for ") + namesOf(change.rows), style, 4), Tone::Faint);
    const QString code = codeOf(change);
    if (!change.policy.empty()) {
        return code.isEmpty() ? result : result + commandLines(code, style);
    }
    for (const QString& line : code.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        result += QStringLiteral("      ") + line + QLatin1Char('\n');
    }
    return result;
}

/// Of rows that change a verdict, or ask the origin more often.
QString changesText(const ProbeReport& report, const TextStyle& style)
{
    std::vector<io::BenchChange> box;
    std::vector<io::BenchChange> client;
    std::vector<std::string> lasting;
    for (const BenchRow& row : report.bench.rows) {
        if (!row.isFlipped() && !row.isResent()) {
            continue;
        }
        const auto append = [](std::vector<io::BenchChange>& all, std::vector<io::BenchChange> more) {
            std::move(more.begin(), more.end(), std::back_inserter(all));
        };
        const std::size_t before = box.size() + client.size();
        append(box, io::boxChanges(report.bench, report.policies, row));
        append(client, io::clientChanges(report.policies, row, io::clientReaders()));
        if (row.isFlipped() && box.size() + client.size() == before &&
            !io::canClientsUndo(report.policies, row, io::clientReaders())) {
            lasting.push_back(row.id);
        }
    }
    const bool isBoxKnown = !io::boxKindOf(report.bench.boxName).config.empty();
    const bool hasBoxChanges = !box.empty();
    QString result;
    for (const auto& [title, changes] :
         {std::pair(QStringLiteral("What the owner of the proxy can change"), io::gathered(std::move(box))),
          std::pair(QStringLiteral("What the owners of clients can change"),
                    io::gathered(std::move(client)))}) {
        result += changes.empty() ? QString() : sectionTitle(title, style);
        for (const io::BenchChange& change : changes) {
            result += changeLines(change, style);
        }
    }
    if (!isBoxKnown && hasBoxChanges) {
        result += paragraphOf(QStringLiteral("The responses do not identify the proxy. To see the "
                                             "configuration to write, name the proxy with --box NAME (%1).")
                                  .arg(io::boxNames().join(QStringLiteral(", "))),
                              style, 2);
    }
    if (!lasting.empty()) {
        result +=
            sectionTitle(QStringLiteral("No setting of the proxy or of these clients prevents"), style) +
            paragraphOf(namesOf(lasting), style, 2);
    }
    return result;
}

/// Rows without another verdict: those in which something changed as a table, the others by name.
QString restText(const Bench& bench, const TextStyle& style)
{
    TextTable table({{QStringLiteral("row")},
                     {QStringLiteral("client receives"), WhenNarrow::Fold, 12},
                     {QStringLiteral("origin contacted")},
                     {QStringLiteral("body")},
                     {QStringLiteral("headers"), WhenNarrow::Fold, 16}});
    QStringList same;
    bool hasRows = false;
    for (const BenchRow& row : bench.rows) {
        if (isListed(row)) {
            continue;
        }
        if (row.outcome == RowOutcome::PassedOn) {
            same.append(shown(row.id));
            continue;
        }
        hasRows = true;
        table.addRow({{shown(row.id), Tone::Strong},
                      {toQString(sideCell(row.client))},
                      {toQString(arrivalsCell(row))},
                      {toQString(bodyCell(row))},
                      {toQString(headersCell(row))}});
    }
    QString result;
    if (hasRows) {
        result += sectionTitle(QStringLiteral("Changed by the proxy, with the same verdicts"), style) +
                  table.text(style);
    }
    if (!same.isEmpty()) {
        result += sectionTitle(QStringLiteral("Passed on unchanged (%1)").arg(same.size()), style) +
                  paragraphOf(same.join(QStringLiteral(", ")), style, 2);
    }
    return result;
}

QString countsText(const Bench& bench)
{
    std::map<Verdict, int> counts;
    std::size_t policies = 0;
    for (const BenchRow& row : bench.rows) {
        policies = std::max(policies, row.verdicts.size());
        for (const BenchVerdict& verdict : row.verdicts) {
            ++counts[verdict.through.verdict];
        }
    }
    return QStringLiteral("\n%1 under %2: %3\n")
        .arg(toQString(counted(static_cast<int>(bench.rows.size()), "row")),
             toQString(counted(static_cast<int>(policies), "policy", "policies")), verdictCounts(counts));
}

QString expectedText(const ProbeReport& report, const TextStyle& style)
{
    if (report.expected.isEmpty() || !report.bench.isOriginReached) {
        return {};
    }
    if (report.differences.empty()) {
        return QLatin1Char('\n') +
               style.paint(wrapped(QStringLiteral("As expected: no difference from %1.").arg(report.expected),
                                   style, 0, 0),
                           Tone::Good) +
               QLatin1Char('\n');
    }
    QString result = sectionTitle(QStringLiteral("Differences from %1 (%2)")
                                      .arg(report.expected, toQString(progressText(report.progress))),
                                  style);
    for (const RowDifference& difference : report.differences) {
        QStringList what;
        for (const std::string& text : difference.what) {
            what.append(toQString(text));
        }
        result += paragraphOf(
            toQString(difference.id) + QStringLiteral(": ") + what.join(QStringLiteral("; ")), style, 2);
    }
    return result;
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
    text("code", codeOf(change).toStdString());
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

QString probeText(const ProbeReport& report, const TextStyle& style)
{
    if (!report.bench.isOriginReached) { // the rows say nothing of what the box does
        return headText(report.bench, style) +
               paragraphOf(QStringLiteral("Configure the proxy to forward to the origin. For an example: "
                                          "retryscope-cli probe --print-config NAME"),
                           style);
    }
    return headText(report.bench, style) + expectedText(report, style) + meaningsText(report.bench, style) +
           changesText(report, style) + restText(report.bench, style) + countsText(report.bench);
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
