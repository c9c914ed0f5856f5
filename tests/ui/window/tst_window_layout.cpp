// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/timeline/chart/legend.h"
#include "ui/timeline/chart/timeline_chart.h"
#include "ui/timeline/strips/absence_line.h"
#include "ui/timeline/strips/strips.h"
#include "ui/timeline/table/attempts_model.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

constexpr int kTwiceAsLarge = 10; ///< points, added to a system font of 10

} // namespace

/// What fits where: small windows, large text, many attempts.
class TstWindowLayout : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_lab = std::make_unique<test::WindowLab>(); }
    void cleanup() { m_lab.reset(); }
    void aSmallWindowKeepsItsSizeAndTheLegendItsLine();
    void inANarrowWindowTheSetupOpensOverTheRun();
    void aCurveThatIsNotThereTakesOneLine();
    void aReadFindingIsNeverCut();
    void rowsOfATableGrowWithItsText();
    void textSizeReachesRoomsThatAreOpenedLater();
    void aLowWindowHasARailWithoutLabels();
    void aRunOfManyCallsIsReadFromItsFirstFailure();
    void aRunWithoutFailureIsReadFromItsFirstRetry();
    void theFirstColumnHasRoomForEveryNumber();
    void theFilterNarrowsTheTableAndLeavesTheTimeline();
    void anAttemptThatTheFilterHidesIsStillFoundInTheTimeline();

private:
    void simulate(const char* scenario, const char* policy, int calls = 1, int clients = 1);

    std::unique_ptr<test::WindowLab> m_lab;
};

void TstWindowLayout::simulate(const char* scenario, const char* policy, int calls, int clients)
{
    QVERIFY(m_lab->window->chooseScenario(QString::fromLatin1(scenario)).ok());
    QVERIFY(m_lab->window->choosePolicy(QString::fromLatin1(policy)).ok());
    m_lab->window->setCalls(calls, clients);
    m_lab->window->setVirtual(true);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
}

void TstWindowLayout::aSmallWindowKeepsItsSizeAndTheLegendItsLine()
{
    for (const auto& [scenario, policy, calls] :
         {std::tuple{"throttling-storm", "sdk-reference-adaptive", 60},
          std::tuple{"s3-mixed-then-429", "cpp-1.11.332-standard", 1}}) {
        m_lab->window->resize(1024, 700);
        simulate(scenario, policy, calls);

        const auto& legend = m_lab->find<Legend>("timelineLegend");
        QTRY_VERIFY(legend.isVisible());
        QVERIFY(legend.height() < 3 * legend.fontMetrics().height()); // one line, the rest in the tool tip
        QVERIFY(legend.toolTip().contains(QStringLiteral("Retry delay")));
        const auto& chart = m_lab->find<TimelineChart>("timelineChart");
        QTRY_VERIFY(chart.height() >= chart.minimumSizeHint().height()); // not squeezed
        QCOMPARE(m_lab->window->size(), QSize(1024, 700));
    }
}

void TstWindowLayout::inANarrowWindowTheSetupOpensOverTheRun()
{
    m_lab->window->resize(1440, 900);
    simulate("s3-mixed-then-429", "cpp-1.11.332-default");
    const auto& setup = m_lab->find<QTabWidget>("setupTabs");
    const auto& strip = m_lab->find<QWidget>("setupStrip");
    auto& button = m_lab->find<QToolButton>("setupButton");
    auto& chart = m_lab->find<TimelineChart>("timelineChart");
    QTRY_VERIFY(setup.isVisible());
    QVERIFY(!strip.isVisible());

    m_lab->window->resize(1024, 700);
    QTRY_VERIFY(strip.isVisible());
    QVERIFY(!setup.isVisible());
    QTRY_VERIFY(chart.width() > 480);
    QTRY_VERIFY(test::isAtRest()); // its neighbours have their widths, too

    const int whole = chart.width();
    QTest::mouseClick(&button, Qt::LeftButton);
    QTRY_VERIFY(setup.isVisible());
    QCOMPARE(chart.width(), whole); // covered, not pushed aside
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QTRY_VERIFY(!setup.isVisible());

    QTest::keyClick(m_lab->window.get(), Qt::Key_F9);
    QTRY_VERIFY(setup.isVisible());
    chart.setFocus();
    QTRY_VERIFY(!setup.isVisible());

    QTest::keyClick(m_lab->window.get(), Qt::Key_F9);
    QTRY_VERIFY(setup.isVisible());
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    QVERIFY(!setup.isVisible());

    m_lab->window->resize(1440, 900);
    QTRY_VERIFY(setup.isVisible());
    QVERIFY(!strip.isVisible());
    QTest::keyClick(m_lab->window.get(), Qt::Key_F9);
    QTRY_VERIFY(!setup.isVisible());
}

void TstWindowLayout::aCurveThatIsNotThereTakesOneLine()
{
    m_lab->window->resize(1440, 900);
    simulate("s3-mixed-then-429", "cpp-1.11.332-default");
    const auto& line = m_lab->find<AbsenceLine>("absenceLine");
    const auto& strips = m_lab->find<Strips>("strips");
    QTRY_VERIFY(line.isVisible());
    QVERIFY(line.accessibleDescription().contains(QStringLiteral("Not used by this policy")));
    QVERIFY(line.height() < 3 * line.fontMetrics().height());
    QVERIFY(!strips.isVisible());

    simulate("s3-mixed-then-429", "sdk-reference-standard");
    QTRY_VERIFY(strips.isVisible());
    QVERIFY(!line.isVisible());
}

void TstWindowLayout::aReadFindingIsNeverCut()
{
    m_lab->window->resize(1024, 700);
    simulate("throttling-storm", "sdk-reference-adaptive", 60);
    auto& findings = m_lab->find<QListView>("whyFindings");
    m_lab->find<QPushButton>("whyFoldButton").setChecked(true);
    const auto bottom = [&findings] {
        return findings.visualRect(findings.model()->index(findings.model()->rowCount() - 1, 0)).bottom();
    };
    QTRY_VERIFY(findings.viewport()->height() > bottom());
}

void TstWindowLayout::rowsOfATableGrowWithItsText()
{
    auto& table = m_lab->find<QTableView>("attemptsTable");
    const int before = table.verticalHeader()->defaultSectionSize();
    QFont large = table.font();
    large.setPointSizeF(large.pointSizeF() * 2);
    table.setFont(large);
    QVERIFY(table.verticalHeader()->defaultSectionSize() > before);
    QVERIFY(table.verticalHeader()->defaultSectionSize() > table.fontMetrics().height());
    table.setFont(QFont());
    QCOMPARE(table.verticalHeader()->defaultSectionSize(), before);
}

/// After a restart too, and back again.
void TstWindowLayout::textSizeReachesRoomsThatAreOpenedLater()
{
    const auto sizes = [](const test::WindowLab& lab) {
        QCoreApplication::processEvents(); // Qt posts the change of the application font
        QMap<QString, qreal> points;
        for (const QString& panel : MainWindow::panelNames()) {
            lab.window->showPanel(panel);
        }
        for (const QWidget* widget : lab.window->findChildren<QWidget*>()) {
            if (!widget->objectName().isEmpty() && widget->testAttribute(Qt::WA_WState_Polished)) {
                points[widget->objectName()] = widget->font().pointSizeF();
            }
        }
        return points;
    };
    const QFont system = QApplication::font();
    QFont ten = system;
    ten.setPointSizeF(10);
    m_lab.reset();
    QApplication::setFont(ten);
    test::WindowLab lab;
    const QMap<QString, qreal> before = sizes(lab);
    const auto grownBy = [&before](const QMap<QString, qreal>& now, qreal factor) {
        QStringList others;
        for (auto entry = before.begin(); entry != before.end(); ++entry) {
            if (const qreal points = now.value(entry.key(), factor * entry.value());
                qAbs(points - factor * entry.value()) > 0.1) {
                others += QStringLiteral("%1: %2, then %3").arg(entry.key()).arg(entry.value()).arg(points);
            }
        }
        return others.join(QStringLiteral("; "));
    };
    lab.restart();
    lab.window->setTextSize(kTwiceAsLarge);
    QCOMPARE(grownBy(sizes(lab), 2), QString());
    lab.restart();
    QCOMPARE(grownBy(sizes(lab), 2), QString());
    lab.window->setTextSize(0);
    QCOMPARE(grownBy(sizes(lab), 1), QString());
    lab.window.reset();
    QApplication::setFont(system);
}

void TstWindowLayout::aLowWindowHasARailWithoutLabels()
{
    const auto& rail = m_lab->find<QFrame>("rail");
    const auto isLabelled = [&rail] {
        int labelled = 0;
        for (const QToolButton* button : rail.findChildren<QToolButton*>()) {
            labelled += button->toolButtonStyle() == Qt::ToolButtonTextUnderIcon ? 1 : 0;
            if (button->height() < button->sizeHint().height()) {
                return -1; // cut
            }
        }
        return labelled;
    };
    m_lab->window->resize(1440, 900);
    QTRY_VERIFY(isLabelled() > 8);
    m_lab->window->resize(1440, 560);
    QTRY_COMPARE(isLabelled(), 0);
    m_lab->window->resize(1440, 900);
    QTRY_VERIFY(isLabelled() > 8);
}

void TstWindowLayout::aRunOfManyCallsIsReadFromItsFirstFailure()
{
    simulate("sdk-quota-runs-dry", "sdk-reference-standard", 90);

    const QModelIndex current = m_lab->find<QTableView>("attemptsTable").currentIndex();
    QCOMPARE(current.siblingAtColumn(AttemptsModel::Number).data().toString(), QStringLiteral("1.3"));
    QCOMPARE(m_lab->find<TimelineChart>("timelineChart").currentRow(), 0);
    QVERIFY(m_lab->find<QLabel>("whyHeadline").text().contains(QStringLiteral("was the last")));
}

void TstWindowLayout::aRunWithoutFailureIsReadFromItsFirstRetry()
{
    simulate("throttling-storm", "sdk-reference-adaptive", 60);

    const QModelIndex current = m_lab->find<QTableView>("attemptsTable").currentIndex();
    QCOMPARE(current.siblingAtColumn(AttemptsModel::Number).data().toString(), QStringLiteral("21.3"));
}

void TstWindowLayout::theFirstColumnHasRoomForEveryNumber()
{
    simulate("always-503", "curl-retry-3", 2, 150);
    auto& table = m_lab->find<QTableView>("attemptsTable");
    table.scrollToBottom();

    for (int row = 0; row < table.model()->rowCount(); ++row) {
        const QString number = table.model()->index(row, AttemptsModel::Number).data().toString();
        const int needed = table.fontMetrics().horizontalAdvance(number);
        QVERIFY2(table.columnWidth(AttemptsModel::Number) >= needed + 6, qPrintable(number));
    }
}

void TstWindowLayout::theFilterNarrowsTheTableAndLeavesTheTimeline()
{
    simulate("s3-slowdown-then-ok", "sdk-reference-standard", 10);
    auto& table = m_lab->find<QTableView>("attemptsTable");
    const auto& chart = m_lab->find<TimelineChart>("timelineChart");
    const int all = table.model()->rowCount();
    const int rows = chart.layoutOfRows().rows;
    QCOMPARE(all, 30);

    QTest::keyClick(m_lab->window.get(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    auto& words = m_lab->find<QLineEdit>("filterWords");
    QVERIFY(words.hasFocus());
    QTest::keyClicks(&words, QStringLiteral("slowdown"));

    QCOMPARE(table.model()->rowCount(), 20);
    QCOMPARE(m_lab->find<QLabel>("filterCount").text(), QStringLiteral("20 of 30"));
    QCOMPARE(chart.layoutOfRows().rows, rows);
    QTest::mouseClick(&m_lab->find<QToolButton>("filterFailed"), Qt::LeftButton);
    QCOMPARE(table.model()->rowCount(), 20);

    words.setFocus();
    QTest::keyClick(&words, Qt::Key_Escape);
    QCOMPARE(table.model()->rowCount(), all);
    QVERIFY(words.text().isEmpty());
    QCOMPARE(m_lab->find<QLabel>("filterCount").text(), QStringLiteral("30 attempts"));
}

void TstWindowLayout::anAttemptThatTheFilterHidesIsStillFoundInTheTimeline()
{
    simulate("s3-slowdown-then-ok", "sdk-reference-standard");
    QTest::keyClick(m_lab->window.get(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClicks(&m_lab->find<QLineEdit>("filterWords"), QStringLiteral("slowdown"));
    auto& table = m_lab->find<QTableView>("attemptsTable");
    QCOMPARE(table.model()->rowCount(), 2);

    auto& chart = m_lab->find<TimelineChart>("timelineChart");
    QTest::keyClick(&chart, Qt::Key_End); // the third attempt, a success

    QCOMPARE(chart.currentRow(), 2);
    QVERIFY(!table.currentIndex().isValid());
    QCOMPARE(m_lab->find<QLabel>("whyHeadline").text(), QStringLiteral("Why attempt 3 succeeded"));
}

RETRYSCOPE_TEST(TstWindowLayout)
#include "tst_window_layout.moc"
