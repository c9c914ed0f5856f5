// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/explanation/changes_list.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>

using namespace retryscope;
using test::WindowLab;

/// What the window says beside why: what would change a decision, who decides otherwise, and what can be done
/// with an attempt.
class TstWhy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theFlipsOfTheSelectedAttemptStandUnderTheFindings();
    void theyAreThoseOfTheAttemptThatIsSelected();
    void whereOneChangeIsNotEnoughItSaysWhy();
    void otherClientsVerdictsAreInWordsAndSigns();
    void walkingThroughAttemptsComputesNothingOnTheWay();
    void tryingAMappingJudgesTheRecordAgain();
    void whatWasTriedIsTakenBack();
    void anotherTryReplacesTheOneBefore();
    void aChangedAnswerIsPlayedByTheEndpoint();
    void tryingDoesNotMakeThePanelJump();
    void theMenuOfARowJudgesUnderAllPolicies();
    void theMenuComesWithTheKeyboard();
    void anAttemptIsCopiedAsText();
    void theTimelineHasTheSameMenu();
    void anUnknownNameOfTheRecordIsOfferedForMapping();
    void theMenuBringsTheNameToTheMapping();
    void theNameIsMarkedAndSaidInTheResponse();

private:
    void sendVirtually(const char* scenario, const char* policy);
    [[nodiscard]] ui::ChangesList& reversingChanges() const
    {
        return m_lab->find<ui::ChangesList>("flipsList");
    }
    void waitForFlips() const
    {
        QTRY_VERIFY(!reversingChanges().reversingChanges().empty() && reversingChanges().isVisible());
    }
    /// Index of the first reversing change of this sort; -1 for none.
    template <typename Sort>
    [[nodiscard]] int indexOf() const
    {
        for (std::size_t reversing = 0; reversing < reversingChanges().reversingChanges().size();
             ++reversing) {
            if (std::holds_alternative<Sort>(reversingChanges().reversingChanges()[reversing].change)) {
                return static_cast<int>(reversing);
            }
        }
        return -1;
    }
    template <typename Widget>
    [[nodiscard]] Widget& part(const char* name, int reversing) const
    {
        return m_lab->find<Widget>(qPrintable(QString::fromLatin1(name) + QString::number(reversing)));
    }
    void tryFlip(int reversing) const
    {
        QTest::mouseClick(&part<QPushButton>("flipTry", reversing), Qt::LeftButton);
    }

    std::unique_ptr<WindowLab> m_lab;
};

void TstWhy::init()
{
    m_lab = std::make_unique<WindowLab>();
}

void TstWhy::cleanup()
{
    m_lab.reset();
}

void TstWhy::sendVirtually(const char* scenario, const char* policy)
{
    QVERIFY(m_lab->window->chooseScenario(QString::fromLatin1(scenario)).ok());
    QVERIFY(m_lab->window->choosePolicy(QString::fromLatin1(policy)).ok());
    m_lab->window->setVirtual(true);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
}

void TstWhy::theFlipsOfTheSelectedAttemptStandUnderTheFindings()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();

    QVERIFY(indexOf<BodyDropped>() >= 0);
    QVERIFY(indexOf<NameMapped>() >= 0);
    QVERIFY(indexOf<NameReplaced>() >= 0);
    QVERIFY(part<QLabel>("flipText", indexOf<NameMapped>()).text().contains(QStringLiteral("429")));
    QVERIFY(reversingChanges().reversingChanges().front().verdictAfter == Verdict::Retry);
}

void TstWhy::theyAreThoseOfTheAttemptThatIsSelected()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();
    const std::vector<ReversingChange> ofTheLast = reversingChanges().reversingChanges();
    auto& table = m_lab->find<QTableView>("attemptsTable");
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(table.currentIndex().row(), 0);

    QTRY_VERIFY(reversingChanges().isVisible() && reversingChanges().reversingChanges() != ofTheLast);
    QVERIFY(reversingChanges().reversingChanges().front().verdictAfter == Verdict::Stop);
}

void TstWhy::whereOneChangeIsNotEnoughItSaysWhy()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-standard");

    QTRY_VERIFY(m_lab->find<QLabel>("flipsReason").isVisible());
    QVERIFY(m_lab->find<QLabel>("flipsReason").text().contains(QStringLiteral("last of the 3 attempts")));
}

void TstWhy::otherClientsVerdictsAreInWordsAndSigns()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();

    QStringList lines;
    for (int row = 0;
         auto* who = m_lab->window->findChild<QLabel*>(QStringLiteral("elsewhereWho%1").arg(row)); ++row) {
        lines += who->text() + QStringLiteral(" | ") + part<QLabel>("elsewhereVerdict", row).text();
    }
    QVERIFY2(lines.contains(QStringLiteral("Python: legacy | ↻ retries")),
             qPrintable(lines.join(QLatin1Char('\n'))));
    QVERIFY2(lines.contains(QStringLiteral("C++ | ✕ stops")), qPrintable(lines.join(QLatin1Char('\n'))));
}

void TstWhy::walkingThroughAttemptsComputesNothingOnTheWay()
{
    sendVirtually("always-503", "botocore-1.43.67-standard");
    auto& pause = m_lab->find<QTimer>("alternativesPause");
    pause.setInterval(std::chrono::hours(1));
    auto& table = m_lab->find<QTableView>("attemptsTable");
    table.setFocus();
    for (int step = 0; step < 2; ++step) {
        QTest::keyClick(&table, Qt::Key_Up);
        QVERIFY(!reversingChanges().isVisible());
        QVERIFY(pause.isActive());
    }
    pause.start(0);
    waitForFlips();
}

void TstWhy::tryingAMappingJudgesTheRecordAgain()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();
    const int mapping = indexOf<NameMapped>();
    tryFlip(mapping);

    const QString outcome = part<QLabel>("flipOutcome", mapping).text();
    QVERIFY2(outcome.contains(QStringLiteral("✕ stops → ↻ retries")), qPrintable(outcome));
    QVERIFY2(outcome.contains(QStringLiteral("attempts would become")), qPrintable(outcome));
    QVERIFY(m_lab->find<QComboBox>("policyBox").currentText().endsWith(QStringLiteral("edited")));
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    QCOMPARE(m_lab->record().attemptCount(), 4);
    QVERIFY(m_lab->record().allSucceeded());
}

void TstWhy::whatWasTriedIsTakenBack()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();
    const int mapping = indexOf<NameMapped>();
    tryFlip(mapping);
    QTest::mouseClick(&part<QPushButton>("flipAction", mapping), Qt::LeftButton);

    QVERIFY(!m_lab->find<QComboBox>("policyBox").currentText().endsWith(QStringLiteral("edited")));
    QCOMPARE(part<QLabel>("flipOutcome", mapping).text(), QStringLiteral("Taken back."));
}

void TstWhy::anotherTryReplacesTheOneBefore()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();
    tryFlip(indexOf<NameMapped>());
    const int status = indexOf<StatusMapped>();
    tryFlip(status);
    QTest::mouseClick(&part<QPushButton>("flipAction", status), Qt::LeftButton);

    QVERIFY(!m_lab->find<QComboBox>("policyBox").currentText().endsWith(QStringLiteral("edited")));
}

void TstWhy::aChangedAnswerIsPlayedByTheEndpoint()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();
    const int renamed = indexOf<NameReplaced>();
    tryFlip(renamed);
    QVERIFY(part<QLabel>("flipOutcome", renamed).text().contains(QStringLiteral("↻ retries")));
    QTest::mouseClick(&part<QPushButton>("flipAction", renamed), Qt::LeftButton);

    QVERIFY(m_lab->window->message().contains(QStringLiteral("attempt 3")));
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    QVERIFY(m_lab->attempt(3).decision.verdict == Verdict::Retry);
    QVERIFY(m_lab->attempt(3).facts.response->body.find("<Code>429</Code>") == std::string::npos);
    QCOMPARE(m_lab->attempt(1).facts.response->status, 500);
    QVERIFY(m_lab->record().allSucceeded());
}

void TstWhy::tryingDoesNotMakeThePanelJump()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    waitForFlips();
    QScrollBar& bar = *m_lab->find<QScrollArea>("whyScroll").verticalScrollBar();
    QTRY_VERIFY(bar.maximum() > 0);
    QCoreApplication::processEvents();
    bar.setValue(bar.maximum());
    const int before = bar.value();
    tryFlip(0);
    QCoreApplication::processEvents();

    QCOMPARE(bar.value(), before);
}

void TstWhy::theMenuOfARowJudgesUnderAllPolicies()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    auto& table = m_lab->find<QTableView>("attemptsTable");
    const QPoint place = table.visualRect(table.model()->index(1, 1)).center();
    QTest::mouseClick(table.viewport(), Qt::RightButton, {}, place);
    QContextMenuEvent wish(QContextMenuEvent::Mouse, place, table.viewport()->mapToGlobal(place));
    QCoreApplication::sendEvent(table.viewport(), &wish);

    auto& menu = m_lab->find<QMenu>("attemptMenu");
    QVERIFY(menu.isVisible());
    QCOMPARE(table.currentIndex().row(), 1);
    QTest::keyClick(&menu, Qt::Key_J);
    QTRY_VERIFY(m_lab->window->findChild<QWidget*>(QStringLiteral("judgePage")) != nullptr);
}

void TstWhy::theMenuComesWithTheKeyboard()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    auto& menu = m_lab->find<QMenu>("attemptMenu");
    auto& table = m_lab->find<QTableView>("attemptsTable");
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_F10, Qt::ShiftModifier);
    QVERIFY(menu.isVisible());
    QTest::keyClick(&menu, Qt::Key_Escape);
    QVERIFY(!menu.isVisible());
    QTest::keyClick(&table, Qt::Key_Menu);
    QVERIFY(menu.isVisible());
}

void TstWhy::anAttemptIsCopiedAsText()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    auto& table = m_lab->find<QTableView>("attemptsTable");
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Menu);
    QTest::keyClick(&m_lab->find<QMenu>("attemptMenu"), Qt::Key_C);

    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY2(text.contains(QStringLiteral("verdict: ✕ stop")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("Why attempt 3 was the last")), qPrintable(text));
}

void TstWhy::theTimelineHasTheSameMenu()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    auto& chart = m_lab->find<QAbstractScrollArea>("timelineChart");
    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_F10, Qt::ShiftModifier);
    QVERIFY(m_lab->find<QMenu>("attemptMenu").isVisible());
    QTest::keyClick(&m_lab->find<QMenu>("attemptMenu"), Qt::Key_Escape);

    const QPoint place(chart.viewport()->width() / 2, 30);
    QContextMenuEvent wish(QContextMenuEvent::Mouse, place, chart.viewport()->mapToGlobal(place));
    QCoreApplication::sendEvent(chart.viewport(), &wish);
    QVERIFY(m_lab->find<QMenu>("attemptMenu").isVisible());
    QCOMPARE(m_lab->find<QTableView>("attemptsTable").currentIndex().row(), 0);
}

void TstWhy::anUnknownNameOfTheRecordIsOfferedForMapping()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    QVERIFY(m_lab->window->showPanel(QStringLiteral("mapping")));
    QCOMPARE(m_lab->find<QLabel>("metText1").text(), QStringLiteral("429 — unknown, not retried"));
    auto& kind = m_lab->find<QComboBox>("metKind1");
    kind.setFocus();
    QTest::keyClick(&kind, Qt::Key_Down);

    const QString effect = m_lab->find<QLabel>("mappingEffect").text();
    QVERIFY2(effect.startsWith(QStringLiteral("3 attempts would become")), qPrintable(effect));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCOMPARE(m_lab->find<QLabel>("mappingTitle1").text(), QStringLiteral("name 429"));
    QVERIFY(m_lab->window->findChild<QLabel*>(QStringLiteral("metText1")) == nullptr);
    QVERIFY(m_lab->find<QComboBox>("policyBox").currentText().endsWith(QStringLiteral("edited")));
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    QVERIFY(m_lab->record().allSucceeded());
}

void TstWhy::theMenuBringsTheNameToTheMapping()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    auto& table = m_lab->find<QTableView>("attemptsTable");
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Menu);
    QTest::keyClick(&m_lab->find<QMenu>("attemptMenu"), Qt::Key_M);

    QTRY_VERIFY(m_lab->find<QLineEdit>("mappingEdit").isVisible());
    QCOMPARE(m_lab->find<QLineEdit>("mappingEdit").text(), QStringLiteral("429"));
    QTest::mouseClick(&m_lab->find<QPushButton>("mappingAddButton"), Qt::LeftButton);
    QCOMPARE(m_lab->find<QLabel>("mappingTitle1").text(), QStringLiteral("name 429"));
}

void TstWhy::theNameIsMarkedAndSaidInTheResponse()
{
    sendVirtually("s3-mixed-then-429", "cpp-1.11.332-default");
    auto& text = m_lab->find<QPlainTextEdit>("responseText");
    QCOMPARE(text.extraSelections().size(), qsizetype{1});
    QCOMPARE(text.extraSelections().front().cursor.selectedText(), QStringLiteral("429"));
    QCOMPARE(text.extraSelections().front().format.toolTip(), QStringLiteral("← the name was read here"));
    QVERIFY(!text.toPlainText().contains(QStringLiteral("←")));
}

RETRYSCOPE_TEST(TstWhy)
#include "tst_why.moc"
