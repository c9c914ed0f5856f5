// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/probe_report.h"

#include "app/cli/changes_json.h"
#include "core/explain/bench_text.h"
#include "core/io/documents/bench_json.h"
#include "core/io/files/bench_changes.h"
#include "core/io/import/client_readers.h"
#include "core/io/text/utf8.h"
#include "core/io/text/xml_text.h"

#include <QXmlStreamWriter>

namespace retryscope::cli {

namespace {

/// What to write in the box, or the command that prints the code of the client.
std::string codeOf(const io::BenchChange& change)
{
    return change.policy.empty() || !change.change
               ? change.code
               : fromQString(codeCommandText(codeCommandFor({}, toQString(change.policy), change.service),
                                             *change.change));
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
        writer.text("id", difference.id);
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

void writeTestCase(QXmlStreamWriter& xml, const ProbeReport& report, const QString& id, double seconds,
                   const QString& failure)
{
    const QString box =
        report.bench.boxName.empty() ? QStringLiteral("box") : toQString(report.bench.boxName);
    xml.writeStartElement(QStringLiteral("testcase"));
    xml.writeAttribute(QStringLiteral("classname"), io::forXml(QStringLiteral("probe.") + box));
    xml.writeAttribute(QStringLiteral("name"), io::forXml(id));
    xml.writeAttribute(QStringLiteral("time"), QString::number(seconds, 'f', 3));
    if (!failure.isEmpty()) {
        xml.writeStartElement(QStringLiteral("failure"));
        xml.writeAttribute(QStringLiteral("message"), io::forXml(failure));
        xml.writeEndElement();
    }
    xml.writeEndElement();
}

} // namespace

Report probeReport(const ProbeReport& probe, int width)
{
    BenchFindings findings = io::findingsOf(probe.bench, probe.policies, io::clientReaders(), codeOf);
    findings.expected = fromQString(probe.expected);
    findings.differences = probe.differences;
    findings.progress = probe.progress;
    return benchReport(probe.bench, findings, width);
}

void writeProbeDocument(QIODevice& device, const ProbeReport& report)
{
    io::BenchExtras extras;
    extras.ofRow = [&report](io::JsonWriter& writer, const BenchRow& row) {
        writer.text("sentence", rowSentence(row));
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
