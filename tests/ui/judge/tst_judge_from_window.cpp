// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"
#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/bounds/bounds_page.h"
#include "ui/compare/compare_page.h"
#include "ui/judge/judge_page.h"
#include "ui/judge/verdict_columns.h"
#include "ui/parts/chooser_button.h"
#include "ui/policies/save_policy_dialog.h"
#include "ui/theme/theme.h"
#include "ui/window/rooms.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTreeWidget>

using namespace retryscope;
using namespace retryscope::ui;
using test::WindowLab;

class TstJudgeFromWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aKeyOpensThePageUnderTheChosenPolicy();
    void theClientIsSelectedWhileCtrlIsHeld();
    void thePageHasTheThemeOfTheWindow();
    void anAttemptOfTheRecordIsJudgedAsThePanelDoes();
    void theRoomOpensWithTheSelectedAttempt();
    void aResponseThatWasPastedStays();
    void judgingAnAttemptShowsAllClientsAndKeepsWhatWasPasted();
    void anAttemptThatIsNotThereOpensNothing();
    void aPolicyThatIsSavedAppearsOnThePagesThatAreOpen();

private:
    JudgePage* page() { return m_lab->window->findChild<JudgePage*>(); }
    QString cell(int column)
    {
        return page()
            ->findChild<QTableView*>(QStringLiteral("judgeGrid"))
            ->currentIndex()
            .siblingAtColumn(column)
            .data()
            .toString();
    }

    std::unique_ptr<WindowLab> m_lab;
};

void TstJudgeFromWindow::init()
{
    m_lab = std::make_unique<WindowLab>();
}

void TstJudgeFromWindow::aKeyOpensThePageUnderTheChosenPolicy()
{
    QVERIFY(m_lab->window->choosePolicy(QStringLiteral("ruby-legacy")).ok());
    QTest::keyClick(m_lab->window.get(), Qt::Key_J, Qt::ControlModifier);
    QVERIFY(page() != nullptr && page()->isVisible());
    QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("judgeText")); // Ctrl+V pastes
    QCOMPARE(cell(VerdictColumn::Client), QStringLiteral("Ruby"));
    QCOMPARE(cell(VerdictColumn::Preset), QStringLiteral("AWS Ruby legacy"));
}

/// Ctrl is still held then: it must not take the selection away again.
void TstJudgeFromWindow::theClientIsSelectedWhileCtrlIsHeld()
{
    QWindow* window = m_lab->window->windowHandle();
    QTest::keyPress(window, Qt::Key_Control);
    QTest::keyPress(window, Qt::Key_3, Qt::ControlModifier);
    QTRY_VERIFY(m_lab->window->findChild<QTableView*>(QStringLiteral("judgeGrid")) != nullptr);
    auto& grid = m_lab->find<QTableView>("judgeGrid");
    QVERIFY(grid.currentIndex().isValid());
    QCOMPARE(grid.selectionModel()->selectedRows().size(), qsizetype{1});
    QTest::keyRelease(window, Qt::Key_3, Qt::ControlModifier);
    QTest::keyRelease(window, Qt::Key_Control);
}

void TstJudgeFromWindow::thePageHasTheThemeOfTheWindow()
{
    m_lab->window->setTheme(ThemeChoice::Dark);
    m_lab->find<QAction>("judgeAction").trigger();
    const auto* label = page()->findChild<QLabel*>(QStringLiteral("judgeCount"));
    QCOMPARE(label->palette().color(QPalette::WindowText), Theme::dark().text);
}

void TstJudgeFromWindow::anAttemptOfTheRecordIsJudgedAsThePanelDoes()
{
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("s3-mixed-then-429")).ok());
    QVERIFY(m_lab->window->choosePolicy(QStringLiteral("cpp-1.11.332-standard")).ok());
    m_lab->window->setVirtual(true);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    QTRY_VERIFY(m_lab->find<QWidget>("elsewhereList").isVisible());
    QTest::mouseClick(&m_lab->find<QPushButton>("elsewhereMoreButton"), Qt::LeftButton);
    int retried = 0;
    for (const QLabel* count : m_lab->find<QWidget>("elsewhereList").findChildren<QLabel*>()) {
        const bool isCount = count->isVisible() && count->text().endsWith(QStringLiteral(" retry"));
        retried += isCount ? count->text().section(u' ', 0, 0).toInt() : 0;
    }
    QVERIFY(retried > 0);
    QTest::mouseClick(&m_lab->find<QPushButton>("judgeEverywhereButton"), Qt::LeftButton);
    const auto* text = page()->findChild<QPlainTextEdit*>(QStringLiteral("judgeText"));
    QVERIFY2(text->toPlainText().startsWith(QStringLiteral("HTTP/1.1 429")), qPrintable(text->toPlainText()));
    QCOMPARE(page()->findChild<QSpinBox*>(QStringLiteral("judgeAttemptBox"))->value(), 1);
    const QString assumed = page()->findChild<QLabel*>(QStringLiteral("judgeAssumed"))->text();
    QCOMPARE(assumed, QStringLiteral("As the first attempt, with a full retry quota (token bucket)"));
    QCOMPARE(m_lab->find<QLabel>("elsewhereAssumed").text(), assumed);
    const QString counted = page()->findChild<QLabel*>(QStringLiteral("judgeCount"))->text();
    const auto presets = static_cast<int>(io::Library().policyEntries().size());
    QVERIFY2(counted.startsWith(QStringLiteral("Retried by %1 of %2").arg(retried).arg(presets)),
             qPrintable(QStringLiteral("%1, not %2").arg(counted).arg(retried)));
    QCOMPARE(cell(VerdictColumn::Preset), QStringLiteral("AWS C++ 1.11 standard"));
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("stop"));
}

void TstJudgeFromWindow::theRoomOpensWithTheSelectedAttempt()
{
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("s3-mixed-then-429")).ok());
    QVERIFY(m_lab->window->choosePolicy(QStringLiteral("cpp-1.11.332-standard")).ok());
    m_lab->window->setVirtual(true);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    auto& table = m_lab->find<QTableView>("attemptsTable");
    QTRY_COMPARE(table.model()->rowCount(), 3);
    table.setCurrentIndex(table.model()->index(0, 0));
    QTest::keyClick(m_lab->window.get(), Qt::Key_J, Qt::ControlModifier);
    auto* text = page()->findChild<QPlainTextEdit*>(QStringLiteral("judgeText"));
    QVERIFY2(text->toPlainText().startsWith(QStringLiteral("HTTP/1.1 500")), qPrintable(text->toPlainText()));

    text->setFocus(); // what somebody typed is not replaced
    QTest::keyClick(text, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(text, QStringLiteral("503"));
    QTest::keyClick(m_lab->window.get(), Qt::Key_1, Qt::ControlModifier);
    QTest::keyClick(m_lab->window.get(), Qt::Key_J, Qt::ControlModifier);
    QCOMPARE(text->toPlainText(), QStringLiteral("503"));
}

void TstJudgeFromWindow::aResponseThatWasPastedStays()
{
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("s3-mixed-then-429")).ok());
    m_lab->window->setVirtual(true);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    m_lab->window->findChild<Rooms*>()->judgeText(QStringLiteral("HTTP/1.1 503 Slow Down"));
    QTest::keyClick(m_lab->window.get(), Qt::Key_1, Qt::ControlModifier);
    QTest::keyClick(m_lab->window.get(), Qt::Key_J, Qt::ControlModifier);
    QCOMPARE(page()->findChild<QPlainTextEdit*>(QStringLiteral("judgeText"))->toPlainText(),
             QStringLiteral("HTTP/1.1 503 Slow Down"));
}

void TstJudgeFromWindow::judgingAnAttemptShowsAllClientsAndKeepsWhatWasPasted()
{
    m_lab->simulate("s3-mixed-then-429");
    m_lab->window->findChild<Rooms*>()->judgeText(QStringLiteral("HTTP/1.1 599 Mine"));
    const auto* grid = page()->findChild<QTableView*>(QStringLiteral("judgeGrid"));
    const auto rows = static_cast<int>(io::Library().policyEntries().size());
    QTest::keyClicks(page()->findChild<QLineEdit*>(QStringLiteral("judgeFilter")), QStringLiteral("openai"));
    page()->findChild<QCheckBox*>(QStringLiteral("judgeOnlyDifferences"))->setChecked(true);
    QVERIFY(grid->model()->rowCount() < rows);

    m_lab->window->findChild<Rooms*>()->judgeAttempt({.call = 0, .attempt = 0});
    QCOMPARE(grid->model()->rowCount(), rows);
    const auto* text = page()->findChild<QPlainTextEdit*>(QStringLiteral("judgeText"));
    QVERIFY(text->toPlainText().startsWith(QStringLiteral("HTTP/1.1 500")));
    auto* back = page()->findChild<QPushButton*>(QStringLiteral("judgeRestore"));
    QVERIFY(back->isVisible());
    QTest::mouseClick(back, Qt::LeftButton);
    QCOMPARE(text->toPlainText(), QStringLiteral("HTTP/1.1 599 Mine"));
    QVERIFY(back->isHidden());
}

void TstJudgeFromWindow::anAttemptThatIsNotThereOpensNothing()
{
    m_lab->window->findChild<Rooms*>()->judgeAttempt({0, 0});
    QVERIFY(page() == nullptr);
}

void TstJudgeFromWindow::aPolicyThatIsSavedAppearsOnThePagesThatAreOpen()
{
    QVERIFY(m_lab->window->choosePolicy(QStringLiteral("ruby-legacy")).ok());
    for (const char* room : {"bounds", "compare", "judge"}) {
        QVERIFY(m_lab->window->showPanel(QString::fromLatin1(room)));
    }
    const auto* bounds = m_lab->window->findChild<BoundsPage*>();
    const auto* compare = m_lab->window->findChild<ComparePage*>();
    const auto* grid = page()->findChild<QTableView*>(QStringLiteral("judgeGrid"));
    const int before = grid->model()->rowCount();

    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(9);
    m_lab->find<QPushButton>("savePolicyButton").click();
    auto* dialog = m_lab->window->findChild<SavePolicyDialog*>();
    QVERIFY(dialog != nullptr);
    auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("policyNameEdit"));
    QCOMPARE(name->text(), QStringLiteral("My Ruby, AWS SDK 3, legacy mode"));
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("Nine lives"));
    QTest::keyClick(name, Qt::Key_Return);

    QCOMPARE(grid->model()->rowCount(), before + 1);
    QCOMPARE(cell(VerdictColumn::Client), QStringLiteral("Ruby")); // what was selected stays so
    QCOMPARE(cell(VerdictColumn::Attempts), QStringLiteral("4"));
    auto* chooser = bounds->findChild<ChooserButton*>(QStringLiteral("boundsPolicy"));
    chooser->openList();
    QTest::keyClicks(chooser->findChild<QLineEdit*>(QStringLiteral("chooserSearch")),
                     QStringLiteral("nine lives"));
    auto* search = chooser->findChild<QLineEdit*>(QStringLiteral("chooserSearch"));
    QTest::keyClick(search, Qt::Key_Down); // beneath the one in use, which it is, too
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(chooser->text(), QStringLiteral("Nine lives"));
    const auto* choices = compare->findChild<QTreeWidget*>(QStringLiteral("comparePolicies"));
    QCOMPARE(choices->findItems(QStringLiteral("Nine lives"), Qt::MatchRecursive).size(), 1);
}

RETRYSCOPE_TEST(TstJudgeFromWindow)
#include "tst_judge_from_window.moc"
