// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/report.h"
#include "core/explain/report_markdown.h"
#include "tests/support/strict_main.h"

using namespace retryscope;

namespace {

ReportText textAt(const Report& report, std::size_t part)
{
    return std::get<ReportText>(report.parts().at(part));
}

} // namespace

class TstReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tablesBecomeCsv()
    {
        ReportTable table{{{"name"}, {"empty"}, {"text"}}, {}};
        table.add({{"a"}, {""}, {"say \"1, 2\""}});
        table.addLine("further");
        Report report;
        report.say("Left out.");
        report.add(table);
        report.add(table);
        const std::string once = "name,text\r\na,\"say \"\"1, 2\"\"\"\r\nfurther,\r\n";
        QCOMPARE(reportCsv(report), once + "\r\n" + once);
        QCOMPARE(reportCsv(Report()), std::string());
    }

    void listsWithAGapBetweenThemStayApart()
    {
        Report report;
        report.item("one");
        report.gap();
        report.item("two");
        report.say("Between.");
        report.item("three");
        QCOMPARE(reportMarkdown(report), std::string("- one\n\n* two\n\nBetween.\n\n- three\n"));
    }

    void whatIsEmptyIsNotSaid()
    {
        Report report;
        report.say("");
        report.say(std::vector<std::string>{"", ""});
        report.item("");
        report.detail("");
        report.field("attempts", "", 10, "a source");
        QVERIFY(report.isEmpty());
        report.say(std::vector<std::string>{"one", "", "two"});
        QCOMPARE(report.parts().size(), std::size_t{2});
    }

    /// By characters, not by bytes: `1…3` has three.
    void fieldsStandInOneColumn()
    {
        Report report;
        report.field("1", "first", 6);
        report.field("1…3", "several", 6, "source");
        report.field("a long name", "follows it", 6);
        QCOMPARE(textAt(report, 0).lead.front().text, std::string("1     "));
        QCOMPARE(textAt(report, 1).lead.front().text, std::string("1…3   "));
        QCOMPARE(textAt(report, 2).text.text, std::string("source"));
        QCOMPARE(textAt(report, 2).indent, 6);
        QCOMPARE(textAt(report, 3).lead.front().text, std::string("a long name "));
    }

    void codeKeepsItsLinesAndItsTabs()
    {
        Report report;
        report.code("if x:\n\tgo()\n\nend\n", 2, Tone::Faint);
        const auto lines = std::get<ReportLines>(report.parts().front());
        QCOMPARE(lines.size(), std::size_t{4});
        QCOMPARE(lines[1].front().text, std::string("  \tgo()"));
        QVERIFY(lines[2].front().text.empty());
        QCOMPARE(lines[3].front().tone, Tone::Faint);
    }

    void oneReportGoesOnWithAnother()
    {
        Report report;
        report.title("a");
        Report more;
        more.item("b");
        report.append(std::move(more));
        QCOMPARE(report.parts().size(), std::size_t{2});
        QCOMPARE(textAt(report, 1).hang, 4);
    }

    void markdownHasEveryPart()
    {
        Report report;
        report.headline("policy", "a *title*");
        report.say("A paragraph.");
        report.section("Rules");
        report.item("first");
        report.detail("more of it");
        report.field("attempts", "3", 10, "a document");
        report.gap();
        ReportTable table{{{"status"}, {"never"}, {"then"}}, {}};
        table.add({{"503"}, {}, {"a|b", Tone::Good}});
        table.addLine("and 2 more");
        report.add(std::move(table));
        report.code("if (x) {\n    y();\n}", 2);

        QCOMPARE(QString::fromStdString(reportMarkdown(report)),
                 QStringLiteral("**policy**: a \\*title\\*\n"
                                "\nA paragraph.\n"
                                "\n### Rules\n"
                                "\n- first\n"
                                "  - more of it\n"
                                "- attempts: 3\n"
                                "  - a document\n"
                                "\n| status | then |\n|---|---|\n| 503 | a\\|b |\n| and 2 more | |\n"
                                "\n````\n  if (x) {\n      y();\n  }\n````\n"));
    }

    void foreignTextIsNotReadAsMarkup()
    {
        Report report;
        report.say("<b>bold</b> `code` [link](http://a)\n# no title");
        QCOMPARE(QString::fromStdString(reportMarkdown(report)),
                 QStringLiteral("\\<b\\>bold\\</b\\> \\`code\\` \\[link\\](http://a) \\# no title\n"));
    }
};

RETRYSCOPE_TEST(TstReport)
#include "tst_report.moc"
