// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/expect/expectation_report.h"

#include "core/explain/escape.h"
#include "core/io/text/utf8.h"
#include "core/io/text/xml_text.h"

#include <QXmlStreamWriter>

#include <algorithm>

namespace retryscope::io {

namespace {

/// Programs print these files as they are, so nothing in them may control a terminal.
QString plain(const QString& text)
{
    return toQString(oneLine(fromQString(text))).simplified();
}

QString forJunit(const QString& text)
{
    return forXml(plain(text));
}

/// A text of TAP stays in its line, and # begins a directive.
QString forTap(const QString& text)
{
    return plain(text).replace(QLatin1Char('#'), QLatin1String("\\#"));
}

} // namespace

QByteArray expectationsAsJunit(const QString& suite, const std::vector<CheckedRun>& runs)
{
    QByteArray bytes;
    QXmlStreamWriter xml(&bytes);
    xml.setAutoFormatting(true);
    xml.writeStartDocument();
    xml.writeStartElement(QStringLiteral("testsuites"));
    for (const CheckedRun& run : runs) {
        const auto failures =
            std::ranges::count_if(run.results, [](const ExpectationResult& result) { return !result.holds; });
        xml.writeStartElement(QStringLiteral("testsuite"));
        xml.writeAttribute(QStringLiteral("name"), forJunit(suite));
        xml.writeAttribute(QStringLiteral("tests"), QString::number(run.results.size()));
        xml.writeAttribute(QStringLiteral("failures"), QString::number(failures));
        for (const ExpectationResult& result : run.results) {
            xml.writeStartElement(QStringLiteral("testcase"));
            xml.writeAttribute(QStringLiteral("classname"), forJunit(run.name));
            xml.writeAttribute(QStringLiteral("name"), forJunit(result.text));
            if (!result.holds) {
                xml.writeStartElement(QStringLiteral("failure"));
                xml.writeAttribute(QStringLiteral("message"), forJunit(result.why));
                xml.writeEndElement();
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }
    xml.writeEndDocument();
    return bytes;
}

QByteArray expectationsAsTap(const std::vector<CheckedRun>& runs)
{
    QStringList lines;
    int number = 0;
    for (const CheckedRun& run : runs) {
        for (const ExpectationResult& result : run.results) {
            lines += QStringLiteral("%1 %2 - %3: %4")
                         .arg(result.holds ? QStringLiteral("ok") : QStringLiteral("not ok"))
                         .arg(++number)
                         .arg(forTap(run.name), forTap(result.text));
            if (!result.holds) {
                QString quoted = plain(result.why);
                quoted.replace(QLatin1Char('\''), QLatin1String("''"));
                lines += QStringLiteral("  ---\n  message: %1\n  ...")
                             .arg(QLatin1Char('\'') + quoted + QLatin1Char('\''));
            }
        }
    }
    lines.prepend(QStringLiteral("TAP version 13\n1..%1").arg(number));
    return (lines.join(QLatin1Char('\n')) + QLatin1Char('\n')).toUtf8();
}

} // namespace retryscope::io
