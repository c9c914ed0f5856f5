// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/compare/compare_page.h"

#include "core/explain/comparison_report.h"
#include "core/simulate/comparison.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/compare/policy_groups.h"
#include "ui/timeline/comparison/comparison_chart.h"
#include "ui/timeline/comparison/comparison_picture.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTextBrowser>
#include <QToolTip>
#include <QTreeWidget>

#include <memory>

using namespace retryscope;
using namespace retryscope::test;
using namespace retryscope::ui;

class TstComparePage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_lab = std::make_unique<WindowLab>(); }
    void cleanup() { m_lab.reset(); }
    void theMenuOpensItWithWhatToDo();
    void theScenarioCanBeComparedWithoutARecord();
    void aRunThatEndsIsCompared();
    void beforeAndAfter2026TicksTheClientsModes();
    void beforeAndAfter2026SaysWhenThereIsNone();
    void theDocumentsAreTickedTogether();
    void typingFiltersThePolicies();
    void aKeyTicksAPolicy();
    void theAssumptionChangesWhatIsAssumed();
    void aClickOnAnAttemptSaysWhy();
    void theArrowKeysWalkThroughAttemptsAndPolicies();
    void twoSelectedRowsAreSetAgainstEachOther();
    void numbersThatAreCutStandInTheToolTip();
    void theCopyHoldsEveryRow();
    void thePictureIsWritten();
    void aLongRecordIsCutAndSaysSo();
    void itFollowsTheTheme();
    void neighboursAreFoundInTheData();

private:
    template <typename Type>
    Type& find(const char* name)
    {
        return m_lab->find<Type>(name);
    }
    ComparisonChart& chart() { return find<ComparisonChart>("compareChart"); }
    QTableView& table() { return find<QTableView>("compareTable"); }
    QString why() { return find<QLabel>("compareWhy").text(); }
    QString differences() { return find<QTextBrowser>("compareDifferences").toPlainText(); }
    QString cell(int row, int column) { return table().model()->index(row, column).data().toString(); }
    int attempts(int row) { return cell(row, 2).section(u' ', 0, 0).toInt(); }
    void click(const char* button) { QTest::mouseClick(&find<QPushButton>(button), Qt::LeftButton); }
    QTreeWidgetItem* itemOf(const char* id)
    {
        for (QTreeWidgetItemIterator at(&find<QTreeWidget>("comparePolicies")); *at != nullptr; ++at) {
            if ((*at)->data(0, Qt::UserRole).toString() == QLatin1String(id)) {
                return *at;
            }
        }
        return nullptr;
    }
    /// Presses space on it.
    void tick(const char* id)
    {
        auto& tree = find<QTreeWidget>("comparePolicies");
        tree.setCurrentItem(itemOf(id));
        tree.setFocus();
        QTest::keyClick(&tree, Qt::Key_Space);
    }
    QStringList ticked()
    {
        QStringList ids;
        for (QTreeWidgetItemIterator at(&find<QTreeWidget>("comparePolicies")); *at != nullptr; ++at) {
            if ((*at)->parent() != nullptr && (*at)->checkState(0) == Qt::Checked) {
                ids += (*at)->data(0, Qt::UserRole).toString();
            }
        }
        ids.sort();
        return ids;
    }
    /// An outage in virtual time: every response fails.
    void sendUnder(const char* policy)
    {
        QVERIFY(m_lab->window->choosePolicy(QString::fromLatin1(policy)));
        QVERIFY(m_lab->window->chooseScenario(QStringLiteral("always-503")));
        m_lab->window->setVirtual(true);
        m_lab->window->setSeed(7);
        m_lab->window->send();
        QTRY_VERIFY(m_lab->hasEnded());
    }
    QWidget* open()
    {
        return m_lab->window->showPanel(QStringLiteral("compare")) ? m_lab->window->findChild<ComparePage*>()
                                                                   : nullptr;
    }
    void clickRow(int row, Qt::KeyboardModifiers keys)
    {
        const QRect place = table().visualRect(table().model()->index(row, 0));
        QTest::mouseClick(table().viewport(), Qt::LeftButton, keys, place.center());
    }

    std::unique_ptr<WindowLab> m_lab;
};

void TstComparePage::theMenuOpensItWithWhatToDo()
{
    QTest::keyClick(m_lab->window.get(), Qt::Key_4, Qt::ControlModifier);
    QTRY_VERIFY(m_lab->window->findChild<ComparePage*>() != nullptr);
    QTRY_VERIFY(find<QLabel>("compareEmpty").isVisible());
    QVERIFY(find<QLabel>("compareEmpty").text().contains(QStringLiteral("There is no run yet")));
}

void TstComparePage::theScenarioCanBeComparedWithoutARecord()
{
    QVERIFY(m_lab->window->choosePolicy(QStringLiteral("sdk-reference-standard")));
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("always-503")));
    QVERIFY(open());
    click("compareDocuments");
    click("compareScenario");
    QVERIFY(table().isVisible());
    QCOMPARE(cell(0, 0), QStringLiteral("As set up: SDK reference before 2026"));
    QCOMPARE(chart().laneCount(), table().model()->rowCount());
    QCOMPARE(chart().laneCount(), 14); // eleven more: the one that is set up is a document, too
    QVERIFY(!find<QComboBox>("compareBeyond").isEnabled());
    QVERIFY(m_lab->record().isEmpty()); // nothing was sent
}

void TstComparePage::aRunThatEndsIsCompared()
{
    QVERIFY(open());
    QVERIFY(find<QLabel>("compareEmpty").isVisible());
    sendUnder("botocore-1.43.67-standard");
    QTRY_VERIFY(table().isVisible());
    QCOMPARE(cell(0, 0), QStringLiteral("As recorded: botocore 1.43 standard"));
    QCOMPARE(attempts(0), m_lab->record().attemptCount());
}

void TstComparePage::beforeAndAfter2026TicksTheClientsModes()
{
    sendUnder("botocore-1.43.67-standard");
    QVERIFY(open());
    click("compareNone");
    QVERIFY(ticked().isEmpty());
    click("compareBeforeAfter");
    QCOMPARE(
        ticked(),
        (QStringList{QStringLiteral("botocore-1.43.67-adaptive"), QStringLiteral("botocore-1.43.67-legacy"),
                     QStringLiteral("botocore-1.43.67-standard"), QStringLiteral("botocore-1.44.0-adaptive"),
                     QStringLiteral("botocore-1.44.0-standard")}));
    QCOMPARE(chart().laneCount(), 5); // the recorded one is there once
    QCOMPARE(cell(1, 0), QStringLiteral("botocore 1.43 adaptive"));
    QCOMPARE(cell(4, 0), QStringLiteral("boto3 standard since 1.44"));
    QCOMPARE(cell(4, 3), QStringLiteral("="));
}

void TstComparePage::beforeAndAfter2026SaysWhenThereIsNone()
{
    sendUnder("dynamodb-guide");
    QVERIFY(open());
    const QStringList before = ticked();
    click("compareBeforeAfter");
    QVERIFY(find<QLabel>("compareChosen").text().contains(QStringLiteral("follows a document")));
    QCOMPARE(ticked(), before);
}

void TstComparePage::theDocumentsAreTickedTogether()
{
    QVERIFY(open());
    click("compareDocuments");
    QVERIFY(ticked().contains(QStringLiteral("simpledb-pseudocode")));
    QVERIFY(ticked().contains(QStringLiteral("dynamodb-guide")));
    QCOMPARE(ticked().size(), 14);
}

void TstComparePage::typingFiltersThePolicies()
{
    QVERIFY(open());
    QTest::keyClicks(&find<QLineEdit>("compareFilter"), QStringLiteral("kotlin"));
    QVERIFY(!itemOf("kotlin-standard")->isHidden());
    QVERIFY(itemOf("dynamodb-guide")->isHidden());
    QVERIFY(itemOf("dynamodb-guide")->parent()->isHidden());
}

void TstComparePage::aKeyTicksAPolicy()
{
    sendUnder("sdk-reference-standard");
    QVERIFY(open());
    click("compareNone");
    QCOMPARE(chart().laneCount(), 1);
    tick("dynamodb-guide");
    QCOMPARE(ticked(), QStringList{QStringLiteral("dynamodb-guide")});
    QCOMPARE(chart().laneCount(), 2);
    QCOMPARE(attempts(1), 11);
}

void TstComparePage::theAssumptionChangesWhatIsAssumed()
{
    sendUnder("sdk-reference-standard"); // three responses
    QVERIFY(open());
    click("compareNone");
    tick("dynamodb-guide");
    QCOMPARE(cell(1, 2), QStringLiteral("11 (8 assumed)"));
    QVERIFY(chart().legendParts().hasAssumed);
    auto& beyond = find<QComboBox>("compareBeyond");
    beyond.setFocus();
    QTest::keyClick(&beyond, Qt::Key_Down);
    QCOMPARE(cell(1, 2), QStringLiteral("4 (1 assumed)"));
    QCOMPARE(cell(1, 1), QStringLiteral("succeeded"));
    QTest::keyClick(&beyond, Qt::Key_Down);
    QCOMPARE(cell(1, 1), QStringLiteral("cancelled"));
    QCOMPARE(cell(1, 8), QStringLiteral("the recorded responses end here"));
}

void TstComparePage::aClickOnAnAttemptSaysWhy()
{
    sendUnder("sdk-reference-standard");
    QVERIFY(open());
    click("compareNone");
    tick("dynamodb-guide");
    QVERIFY(why().contains(QStringLiteral("Select an attempt")));
    QTest::mouseClick(chart().viewport(), Qt::LeftButton, {}, chart().centreOf(1, {0, 10}));
    QCOMPARE(chart().currentLane(), 1);
    QCOMPARE(chart().currentPlace(), (Place{0, 10}));
    QVERIFY2(why().startsWith(QStringLiteral("Attempt 11: ")), qPrintable(why()));
    QVERIFY2(why().contains(QStringLiteral("This response is assumed")), qPrintable(why()));
    QVERIFY2(differences().contains(QStringLiteral("attempts: 11 (10 retries) → 3 (2 retries)")),
             qPrintable(differences()));
}

void TstComparePage::theArrowKeysWalkThroughAttemptsAndPolicies()
{
    sendUnder("sdk-reference-standard");
    QVERIFY(open());
    chart().setFocus();
    QTest::keyClick(&chart(), Qt::Key_Right);
    QCOMPARE(chart().currentPlace(), (Place{0, 0}));
    QVERIFY2(why().contains(QStringLiteral("Possible delay:")), qPrintable(why()));
    QTest::keyClick(&chart(), Qt::Key_End);
    QCOMPARE(chart().currentPlace(), (Place{0, 2}));
    QTest::keyClick(&chart(), Qt::Key_Down);
    QCOMPARE(chart().currentLane(), 1);
    QCOMPARE(table().selectionModel()->selectedRows().front().row(), 1);
}

void TstComparePage::twoSelectedRowsAreSetAgainstEachOther()
{
    sendUnder("botocore-1.43.67-standard");
    QVERIFY(open());
    clickRow(2, Qt::NoModifier);
    clickRow(4, Qt::ControlModifier);
    QVERIFY2(differences().startsWith(
                 QStringLiteral("boto3 standard since 1.44, compared with botocore 1.43 legacy")),
             qPrintable(differences()));
    clickRow(0, Qt::NoModifier);
    QVERIFY2(differences().contains(QStringLiteral("Select a policy")), qPrintable(differences()));
}

void TstComparePage::numbersThatAreCutStandInTheToolTip()
{
    sendUnder("cpp-1.11.332-standard");
    QVERIFY(open());
    const QPoint label(20, chart().centreOf(1, {0, 0}).y());
    QHelpEvent help(QEvent::ToolTip, label, chart().viewport()->mapToGlobal(label));
    QCoreApplication::sendEvent(chart().viewport(), &help);

    QVERIFY2(QToolTip::text().startsWith(cell(1, 0)), qPrintable(QToolTip::text()));
    QVERIFY2(QToolTip::text().contains(cell(1, 1)), qPrintable(QToolTip::text()));
}

void TstComparePage::theCopyHoldsEveryRow()
{
    sendUnder("sdk-reference-standard");
    QVERIFY(open());
    click("compareCopyMarkdown");
    const QStringList lines = QGuiApplication::clipboard()->text().trimmed().split(u'\n');
    QCOMPARE(lines.size(), table().model()->rowCount() + 2);
    QCOMPARE(lines.front(),
             QStringLiteral("| policy | verdict | attempts | Δ attempts | time in calls | Δ time "
                            "| tokens | evidence | reason |"));
    click("compareCopyCsv");
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("policy,verdict,attempts,")));
}

void TstComparePage::thePictureIsWritten()
{
    sendUnder("sdk-reference-standard");
    QVERIFY(open());
    for (const char* name : {"picture.svg", "picture.png"}) {
        const QString file = m_lab->path(name);
        QCOMPARE(saveComparisonPicture(chart(), file, 1000), QString());
        QVERIFY(QFile(file).size() > 1000);
    }
    QVERIFY(saveComparisonPicture(chart(), m_lab->path("picture.bmp"), 1000).contains(QStringLiteral("bmp")));
}

void TstComparePage::aLongRecordIsCutAndSaysSo()
{
    RunHeader header{.seed = 1, .clients = 4, .callsPerClient = 12'500};
    Policy policy = plainPolicy();
    policy.attempts.max = 2;
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, {}));
    m_lab->controller.setRecord(
        simulate(header, {.steps = {{.status = 503, .delay = std::chrono::milliseconds{5}}}}));
    QCOMPARE(m_lab->record().attemptCount(), 100'000);
    QVERIFY(open());
    click("compareDocuments");
    QVERIFY(find<QLabel>("compareNote").text().contains(QStringLiteral("of 50000 calls")));
    QVERIFY(find<QLabel>("compareNote").isVisible());
    int sum = 0;
    for (int row = 0; row < table().model()->rowCount(); ++row) {
        sum += attempts(row);
    }
    QVERIFY2(sum <= kMostComparedAttempts + 1000, qPrintable(QString::number(sum)));
    (void)chart().grab();
    // No more shapes than the lanes have columns, some parts each.
    QVERIFY2(chart().shapesPainted() < 12 * 2000 * 4, qPrintable(QString::number(chart().shapesPainted())));
}

void TstComparePage::itFollowsTheTheme()
{
    m_lab->window->setTheme(ThemeChoice::Dark);
    QWidget* page = open();
    QVERIFY(page);
    QCOMPARE(page->palette().color(QPalette::Window), Theme::dark().palette().color(QPalette::Window));
    m_lab->window->setTheme(ThemeChoice::Light);
    QCOMPARE(page->palette().color(QPalette::Window), Theme::light().palette().color(QPalette::Window));
}

void TstComparePage::neighboursAreFoundInTheData()
{
    std::vector<ChoosablePolicy> all;
    for (const io::Library::Entry& entry : m_lab->library.policyEntries()) {
        all.push_back({entry.id, m_lab->library.policy(entry.id).value()});
    }
    const auto neighboursOf = [&](const char* id) {
        return beforeAndAfter2026(all, m_lab->library.policy(QString::fromLatin1(id)).value())
            .keys.join(u' ');
    };
    QCOMPARE(neighboursOf("jsv3-3.705.0-standard"),
             QStringLiteral("jsv3-3.705.0-adaptive jsv3-3.705.0-standard jsv3-3.1169.0-adaptive "
                            "jsv3-3.1169.0-standard"));
    QCOMPARE(neighboursOf("kotlin-standard-newretries"),
             QStringLiteral("kotlin-standard kotlin-standard-newretries"));
    QCOMPARE(neighboursOf("cpp-1.8.187-default"),
             QStringLiteral(
                 "cpp-1.8.187-default cpp-1.8.187-standard cpp-1.11.926-adaptive cpp-1.11.926-standard"));
    QCOMPARE(neighboursOf("envoy-5xx"), QString());
    QCOMPARE(neighboursOf("ruby-standard"),
             QStringLiteral("ruby-legacy ruby-standard ruby-3.267.0-adaptive ruby-3.267.0-standard"));
}

RETRYSCOPE_TEST(TstComparePage)
#include "tst_compare_page.moc"
