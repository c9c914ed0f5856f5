// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/architecture/source_rules.h"
#include "tests/support/strict_main.h"

#include <algorithm>

using retryscope::test::SourceFile;
using retryscope::test::SourceRule;

/// Guards the walls of the house: reads all sources and applies the rules of source_rules.h. The
/// first test shows for each rule what it finds and what it lets pass, so that a rule that finds
/// nothing is known to work.
class TstLayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_files = retryscope::test::readRepository(QStringLiteral(RETRYSCOPE_SOURCE_DIR)); }

    void ruleSeesWhatItForbids_data();
    void ruleSeesWhatItForbids();
    void readsTheWholeRepository();
    void noRoomsIncludeEachOther();
    void repositoryKeepsTheRule_data();
    void repositoryKeepsTheRule();

private:
    QList<SourceFile> m_files;
};

void TstLayers::ruleSeesWhatItForbids_data()
{
    using namespace retryscope::test;
    QTest::addColumn<SourceRule>("rule");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("findings");
    const auto row = [](const char* name, SourceRule rule, const char* path, const char* text, int findings) {
        QTest::newRow(name) << rule << QString::fromLatin1(path) << QString::fromUtf8(text) << findings;
    };

    row("arrowBack", forbiddenProjectIncludes, "core/facts/a.h", "#include \"core/decide/judge.h\"", 1);
    row("arrowForward", forbiddenProjectIncludes, "core/decide/a.h", "#include \"core/facts/headers.h\"", 0);
    row("ownRoom", forbiddenProjectIncludes, "core/facts/a.cpp", "#include \"core/facts/headers.h\"", 0);
    row("explainKnowsNoSimulation", forbiddenProjectIncludes, "core/explain/a.cpp",
        "#include \"core/simulate/simulate.h\"", 1);
    row("engineKnowsNoEdge", forbiddenProjectIncludes, "core/run/a.cpp", "#include \"core/io/text/result.h\"",
        1);
    row("noRoom", forbiddenProjectIncludes, "ui/a.cpp", "", 1);
    row("roomsOfTheWindow", forbiddenProjectIncludes, "ui/judge/a.cpp", "#include \"ui/parts/form.h\"", 0);
    row("noRoofInTheCellar", forbiddenProjectIncludes, "ui/parts/a.cpp",
        "#include \"ui/window/main_window.h\"", 1);
    row("noWayBack", forbiddenProjectIncludes, "ui/timeline/rows/a.cpp",
        "#include \"ui/timeline/timeline_view.h\"", 1);
    row("formatsKnowNoFiles", forbiddenProjectIncludes, "core/io/documents/a.cpp",
        "#include \"core/io/files/library.h\"", 1);
    row("windowUsesFacade", forbiddenProjectIncludes, "ui/window/a.cpp",
        "#include \"core/io/live/run_controller.h\"", 0);
    row("windowKnowsNoWire", forbiddenProjectIncludes, "ui/request/a.cpp",
        "#include \"core/io/wire/wire_transport.h\"", 1);
    row("commandLineKnowsNoWindow", forbiddenProjectIncludes, "app/cli/a.cpp",
        "#include \"ui/window/main_window.h\"", 1);
    row("notFromTheRoot", forbiddenProjectIncludes, "core/facts/a.cpp", "#include \"headers.h\"", 1);
    row("testsIncludeAnything", forbiddenProjectIncludes, "tests/a.cpp", "#include \"core/decide/judge.h\"",
        0);

    row("qtInEngine", forbiddenLibraryIncludes, "core/facts/a.h", "#include <QString>", 1);
    row("qtModuleFormInEngine", forbiddenLibraryIncludes, "core/run/a.h", "#include <QtCore/QString>", 1);
    row("systemHeaderInEngine", forbiddenLibraryIncludes, "core/run/a.cpp", "#include <sys/time.h>", 1);
    row("randomInEngine", forbiddenLibraryIncludes, "core/run/a.cpp", "#include <random>", 1);
    row("standardInEngine", forbiddenLibraryIncludes, "core/run/a.cpp", "#include <vector>", 0);
    row("widgetsInIo", forbiddenLibraryIncludes, "core/io/documents/a.cpp", "#include <QWidget>", 1);
    row("networkInIo", forbiddenLibraryIncludes, "core/io/wire/a.cpp", "#include <QSslSocket>", 0);
    row("boostInIo", forbiddenLibraryIncludes, "core/io/wire/a.cpp", "#include <boost/beast/http.hpp>", 0);
    row("boostInWindow", forbiddenLibraryIncludes, "ui/window/a.cpp", "#include <boost/beast/http.hpp>", 1);
    row("guiInCommandLine", forbiddenLibraryIncludes, "app/cli/a.cpp", "#include <QtGui/QImage>", 1);
    row("socketInWindow", forbiddenLibraryIncludes, "ui/window/a.cpp", "#include <QTcpSocket>", 1);
    row("chartsElsewhere", forbiddenLibraryIncludes, "ui/compare/a.h", "#include <QtCharts/QChart>", 1);
    row("chartsInTimeline", forbiddenLibraryIncludes, "ui/timeline/chart/a.h", "#include <QtCharts/QChart>",
        0);

    row("clockInEngine", forbiddenEngineNames, "core/run/a.cpp", "auto t = std::chrono::steady_clock::now();",
        1);
    row("environmentInEngine", forbiddenEngineNames, "core/policy/a.cpp", "x = std::getenv(\"X\");", 1);
    row("timeCallInEngine", forbiddenEngineNames, "core/run/a.cpp", "return time(nullptr);", 1);
    row("wordsInCommentsAndTexts", forbiddenEngineNames, "core/run/a.cpp",
        "// no thread here\n/* rand()\n mutex */ auto s = \"thread\";", 0);
    row("memberNamedTime", forbiddenEngineNames, "core/run/a.cpp", "return point.time();", 0);
    row("digitSeparatorsHideNothing", forbiddenEngineNames, "core/run/a.cpp", "int a = 1'000; std::mutex b;",
        1);
    row("clockAtTheEdge", forbiddenEngineNames, "core/io/live/a.cpp", "std::chrono::steady_clock::now();", 0);

    row("nestedLoop", nestedLoopsAndSleeps, "ui/window/a.cpp", "QEventLoop loop;", 1);
    row("fixedSleepInTest", nestedLoopsAndSleeps, "tests/a.cpp", "QTest::qWait(500);", 1);
    row("waitForCondition", nestedLoopsAndSleeps, "tests/a.cpp", "QTRY_VERIFY(done);", 0);

    row("colourInPanel", coloursOutsideTheme, "ui/window/a.cpp", "QColor red(255, 0, 0);", 1);
    row("colourAsText", coloursOutsideTheme, "ui/window/a.cpp", "setStyleSheet(\"color: #c01c28\");", 1);
    row("namedColour", coloursOutsideTheme, "ui/window/a.cpp", "painter.setPen(Qt::darkRed);", 1);
    row("colourInTheme", coloursOutsideTheme, "ui/theme/theme.cpp", "QColor red(255, 0, 0);", 0);
    row("colourHandedOn", coloursOutsideTheme, "ui/window/a.cpp", "const QColor colour = theme.failure();",
        0);

    row("toolTipOfAServer", toolTipsOfOthers, "ui/a.cpp", "label->setToolTip(message);", 1);
    row("toolTipOfAnItem", toolTipsOfOthers, "ui/a.cpp", "item->setToolTip(0, title);", 1);
    row("toolTipMadePlain", toolTipsOfOthers, "ui/a.cpp", "item->setToolTip(0, plainToolTip(title));", 0);
    row("toolTipOfOurOwn", toolTipsOfOthers, "ui/a.cpp", "box->setToolTip(tr(\"Seed\"));", 0);
    row("toolTipOnTheNextLine", toolTipsOfOthers, "ui/a.cpp", "box->setToolTip(\n tr(\"Seed\"));", 0);

    row("labelOfItsOwn", labelsOfOthers, "ui/a.cpp", "m_text = new QLabel(this);", 1);
    row("labelMadePlain", labelsOfOthers, "ui/a.cpp", "QLabel* text = makeLabel(title, this);", 0);
    row("pageThatReadsFiles", labelsOfOthers, "ui/a.cpp", "m_page(new QTextBrowser(this))", 1);
    row("richText", labelsOfOthers, "ui/a.cpp", "m_text->setTextFormat(Qt::RichText);", 1);
    row("richTextThatIsEscaped", labelsOfOthers, "ui/a.cpp",
        "m_text->setTextFormat(Qt::RichText); // escaped: names are", 0);

    row("tableOfTheCommandLine", reportsOfTheCommandLine, "app/cli/a.cpp", "ReportTable table;", 1);
    row("sentenceOfTheCommandLine", reportsOfTheCommandLine, "app/cli/a.cpp",
        "report.say(filled(\"%1 rows\", rows));", 1);
    row("reportHandedOn", reportsOfTheCommandLine, "app/cli/a.cpp", "console.print(boundsReport(all));", 0);
    row("optionsAreExplained", reportsOfTheCommandLine, "app/cli/help.cpp", "report.say(\"x\");", 0);

    row("noLicence", missingFileHead, "ui/a.cpp", "int a;", 2);
    row("noGuard", missingFileHead, "ui/a.h",
        "// SPDX-FileCopyrightText: x\n// SPDX-License-Identifier: GPL-3.0-or-later\nint a;", 1);
    row("complete", missingFileHead, "ui/a.h",
        "// SPDX-FileCopyrightText: x\n// SPDX-License-Identifier: GPL-3.0-or-later\n#pragma once", 0);

    row("pathOfSomeone", machinePaths, "README.md",
        "see /home/"
        "someone/notes",
        1);
    row("pathOfAServer", machinePaths, "README.md", "GET /tmpfiles/a", 0);
}

void TstLayers::ruleSeesWhatItForbids()
{
    QFETCH(SourceRule, rule);
    QFETCH(QString, path);
    QFETCH(QString, text);
    QFETCH(int, findings);

    const QStringList found = rule(retryscope::test::sourceFileFrom(path, text));

    QVERIFY2(found.size() == findings, qPrintable(found.join(u'\n')));
    for (const QString& finding : found) {
        QVERIFY2(finding.startsWith(path + u':'), qPrintable(finding));
    }
}

void TstLayers::readsTheWholeRepository()
{
    const auto knows = [&](const char* path) {
        return std::any_of(m_files.begin(), m_files.end(),
                           [&](const SourceFile& file) { return file.path == QLatin1String(path); });
    };
    QVERIFY(knows("core/decide/judge.cpp"));
    QVERIFY(knows("core/io/text/result.h"));
    QVERIFY(knows("tests/architecture/tst_layers.cpp"));
    QVERIFY(knows("CMakeLists.txt"));
    QVERIFY(knows("dev"));
}

void TstLayers::noRoomsIncludeEachOther()
{
    const QStringList findings = retryscope::test::roomsOutOfOrder();
    QVERIFY2(findings.isEmpty(), qPrintable(u'\n' + findings.join(u'\n')));
}

void TstLayers::repositoryKeepsTheRule_data()
{
    using namespace retryscope::test;
    QTest::addColumn<SourceRule>("rule");
    QTest::newRow("projectIncludesFollowTheTable") << SourceRule(forbiddenProjectIncludes);
    QTest::newRow("libraryIncludesBelongToTheirRoom") << SourceRule(forbiddenLibraryIncludes);
    QTest::newRow("engineNamesNoClockDiceOrThread") << SourceRule(forbiddenEngineNames);
    QTest::newRow("noNestedLoopsNoSleeps") << SourceRule(nestedLoopsAndSleeps);
    QTest::newRow("coloursLiveInTheTheme") << SourceRule(coloursOutsideTheme);
    QTest::newRow("toolTipsOfOthersArePlain") << SourceRule(toolTipsOfOthers);
    QTest::newRow("labelsOfOthersArePlain") << SourceRule(labelsOfOthers);
    QTest::newRow("theCommandLineMakesNoReports") << SourceRule(reportsOfTheCommandLine);
    QTest::newRow("filesBeginWithLicenceAndGuard") << SourceRule(missingFileHead);
    QTest::newRow("noPathsOfOneMachine") << SourceRule(machinePaths);
}

void TstLayers::repositoryKeepsTheRule()
{
    QFETCH(SourceRule, rule);

    QStringList findings;
    for (const SourceFile& file : m_files) {
        findings += rule(file);
    }

    QVERIFY2(findings.isEmpty(), qPrintable(u'\n' + findings.join(u'\n')));
}

RETRYSCOPE_TEST(TstLayers)
#include "tst_layers.moc"
