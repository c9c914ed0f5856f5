// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/judge/judge_page.h"
#include "ui/judge/verdicts_model.h"
#include "ui/theme/theme.h"
#include "ui/window/window_pages.h"

#include <QAction>
#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
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
    void thePageHasTheThemeOfTheWindow();
    void anAttemptOfTheRecordIsJudgedAsItWas();
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
    QCOMPARE(cell(VerdictsModel::Client), QStringLiteral("Ruby"));
    QCOMPARE(cell(VerdictsModel::Preset), QStringLiteral("AWS SDK 3, legacy mode"));
}

void TstJudgeFromWindow::thePageHasTheThemeOfTheWindow()
{
    m_lab->window->setTheme(ThemeChoice::Dark);
    m_lab->find<QAction>("judgeAction").trigger();
    const auto* label = page()->findChild<QLabel*>(QStringLiteral("judgeCount"));
    QCOMPARE(label->palette().color(QPalette::WindowText), Theme::dark().text);
}

void TstJudgeFromWindow::anAttemptOfTheRecordIsJudgedAsItWas()
{
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("s3-mixed-then-429")).ok());
    QVERIFY(m_lab->window->choosePolicy(QStringLiteral("cpp-1.11.332-standard")).ok());
    m_lab->window->setVirtual(true);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    m_lab->window->findChild<WindowPages*>()->judgeAttempt({0, 2});
    const auto* text = page()->findChild<QPlainTextEdit*>(QStringLiteral("judgeText"));
    QVERIFY2(text->toPlainText().startsWith(QStringLiteral("HTTP/1.1 429")), qPrintable(text->toPlainText()));
    QCOMPARE(page()->findChild<QSpinBox*>(QStringLiteral("judgeAttemptBox"))->value(), 3);
    QCOMPARE(cell(VerdictsModel::Preset), QStringLiteral("aws-sdk-cpp 1.11.332, standard mode"));
    QCOMPARE(cell(VerdictsModel::Judgement), QStringLiteral("✕ stops"));
}

void TstJudgeFromWindow::anAttemptThatIsNotThereOpensNothing()
{
    m_lab->window->findChild<WindowPages*>()->judgeAttempt({0, 0});
    QVERIFY(page() == nullptr);
}

void TstJudgeFromWindow::aPolicyThatIsSavedAppearsOnThePagesThatAreOpen()
{
    QVERIFY(m_lab->window->choosePolicy(QStringLiteral("ruby-legacy")).ok());
    auto* bounds = m_lab->window->showPage(QStringLiteral("bounds"));
    auto* compare = m_lab->window->showPage(QStringLiteral("compare"));
    m_lab->window->showPage(QStringLiteral("judge"));
    const auto* grid = page()->findChild<QTableView*>(QStringLiteral("judgeGrid"));
    const int before = grid->model()->rowCount();

    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(9);
    m_lab->find<QPushButton>("savePolicyButton").click();
    auto* dialog = m_lab->window->findChild<QInputDialog*>();
    QVERIFY(dialog != nullptr);
    dialog->setTextValue(QStringLiteral("Nine lives"));
    dialog->accept();

    QCOMPARE(grid->model()->rowCount(), before + 1);
    QCOMPARE(cell(VerdictsModel::Client), QStringLiteral("Ruby")); // what was selected stays so
    QCOMPARE(cell(VerdictsModel::Attempts), QStringLiteral("4"));
    QVERIFY(bounds->findChild<QComboBox*>(QStringLiteral("boundsPolicy"))
                ->findText(QStringLiteral("Nine lives")) > 0);
    const auto* choices = compare->findChild<QTreeWidget*>(QStringLiteral("comparePolicies"));
    QCOMPARE(choices->findItems(QStringLiteral("nine-lives"), Qt::MatchRecursive).size(), 1);
}

RETRYSCOPE_TEST(TstJudgeFromWindow)
#include "tst_judge_from_window.moc"
