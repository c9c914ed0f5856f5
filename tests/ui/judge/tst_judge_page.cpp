// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"
#include "tests/support/strict_main.h"
#include "ui/judge/judge_page.h"
#include "ui/judge/verdict_columns.h"

#include <QAccessible>
#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>

#include <memory>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

const QString kCpp = QStringLiteral("cpp-1.11.332-standard");

QString curlOutput()
{
    return QStringLiteral("* Connected to proxy (127.0.0.1) port 80 (#0)\n> GET /bucket HTTP/1.1\n>\n"
                          "< HTTP/1.1 429 Too Many Requests\n< Content-Type: application/xml\n< \n"
                          "<Error><Code>SlowDown</Code></Error>");
}

} // namespace

class TstJudgePage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void thePageOpensWithTheFamousSample();
    void pastingJudgesAtOnce();
    void thePasteButtonReplacesWhatStands();
    void aPasteReplacesASampleButNotAnEditedText();
    void typingAStatusRewritesOnlyTheStatusLine();
    void aResponseInALogIsMarkedAndRewrittenInItsPlace();
    void aSampleIsAClickAway();
    void anEndingWithoutAnAnswerSetsTheTextAside();
    void whatCannotBeReadIsSaidWithItsLine();
    void anEmptyTextIsNoVerdict();
    void theNameIsMarkedWhereTheSelectedClientReadsIt();
    void clickingAHeaderSorts();
    void typingFilters();
    void onlyDifferencesLeavesTheMinority();
    void theServiceIsGuessedFromAResponseThatShowsIt();
    void theClientOfARecognisedResponseIsSelected();
    void aFilterExplainsWhatItShowsAndComesBack();
    void everyColumnFitsAWideWindow();
    void aCopySaysSo();
    void theGridIsCopiedAsItStands();
    void copyTakesTheSelectedRows();
    void selectingARowTellsWhy();
    void tryingAChangeOfTheResponseChangesTheText();
    void tryingAChangeOfThePolicyChangesOnlyThatRow();
    void theCodeOfAChangeIsUnfoldedAndCopied();
    void aTrialForAnotherClientBeginsWithWhatStandsThere();
    void editingEndsATrial();
    void theAttemptAndItsTokensCount();
    void whereOneChangeIsNotEnoughTwoAreNamed();
    void aBoxIsPutBetweenAndTakenAway();
    void aBoxThatCannotTellSaysSo();
    void everyControlHasANameForAssistiveTechnology();

private:
    template <typename Widget>
    Widget& find(const char* name)
    {
        auto* widget = m_page->findChild<Widget*>(QString::fromLatin1(name));
        Q_ASSERT_X(widget != nullptr, "find", name);
        return *widget;
    }
    void chooseBox(const QString& name)
    {
        QMenu* menu = find<QPushButton>("judgeBehind").menu();
        menu->popup({});
        auto* action = menu->findChild<QAction*>(QStringLiteral("behind-") + name);
        QVERIFY2(action != nullptr, qPrintable(name));
        action->trigger();
        menu->hide();
    }
    QPlainTextEdit& text() { return find<QPlainTextEdit>("judgeText"); }
    QTableView& grid() { return find<QTableView>("judgeGrid"); }
    QString cell(int column) { return grid().currentIndex().siblingAtColumn(column).data().toString(); }
    /// What the selected client's turn of the event loop shows.
    static void settle() { QCoreApplication::processEvents(); }
    QString label(const char* name)
    {
        settle();
        return find<QLabel>(name).text();
    }
    void paste(const QString& content)
    {
        QGuiApplication::clipboard()->setText(content);
        text().setFocus();
        QTest::keyClick(&text(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(&text(), Qt::Key_V, Qt::ControlModifier);
    }
    /// Presets there are.
    int presets() { return static_cast<int>(m_library.policyEntries().size()); }
    /// Those that retry what stands in the text, as the grid has it.
    int retrying()
    {
        int count = 0;
        for (int row = 0; row < grid().model()->rowCount(); ++row) {
            const QModelIndex verdict = grid().model()->index(row, VerdictColumn::Judgement);
            count += verdict.data().toString().contains(QStringLiteral("retry")) ? 1 : 0;
        }
        return count;
    }
    QString retriedBy(int count) { return QStringLiteral("Retried by %1 of %2").arg(count).arg(presets()); }
    /// Presses Try beside the first change whose text has this in it.
    bool tryChange(const QString& wanted);
    QString marked()
    {
        settle();
        QCoreApplication::processEvents(); // the mark has a turn of its own
        const auto marks = text().extraSelections();
        return marks.isEmpty() ? QString() : marks.front().cursor.selectedText();
    }

    io::Library m_library;
    std::unique_ptr<JudgePage> m_page;
};

void TstJudgePage::init()
{
    m_page = std::make_unique<JudgePage>(m_library);
    m_page->select(kCpp);
    m_page->resize(1376, 820);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
}

bool TstJudgePage::tryChange(const QString& wanted)
{
    settle();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // of rows that were replaced
    for (int number = 0;; ++number) {
        const QString suffix = QString::number(number);
        const auto* change = m_page->findChild<QLabel*>(QStringLiteral("flipText") + suffix);
        if (change == nullptr) {
            return false;
        }
        if (change->text().contains(wanted)) {
            QTest::mouseClick(m_page->findChild<QPushButton*>(QStringLiteral("flipTry") + suffix),
                              Qt::LeftButton);
            return true;
        }
    }
}

void TstJudgePage::thePageOpensWithTheFamousSample()
{
    QVERIFY(text().toPlainText().contains(QStringLiteral("<Code>429</Code>")));
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("stop"));
    QVERIFY2(label("judgeCount").startsWith(retriedBy(retrying())), qPrintable(label("judgeCount")));
}

void TstJudgePage::pastingJudgesAtOnce()
{
    paste(curlOutput());
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("retry"));
    QCOMPARE(cell(VerdictColumn::Name), QStringLiteral("SlowDown (xml:Error/Code)"));
    QCOMPARE(find<QComboBox>("judgeStatusBox").currentText(), QStringLiteral("429"));
    QVERIFY(find<QLabel>("judgeRemarks").isHidden());
}

void TstJudgePage::thePasteButtonReplacesWhatStands()
{
    find<QComboBox>("judgeEndingBox").setCurrentIndex(3);
    QGuiApplication::clipboard()->setText(curlOutput());
    QTest::mouseClick(&find<QPushButton>("judgePaste"), Qt::LeftButton);
    QCOMPARE(text().toPlainText(), curlOutput());
    QCOMPARE(cell(VerdictColumn::Name), QStringLiteral("SlowDown (xml:Error/Code)"));
}

void TstJudgePage::aPasteReplacesASampleButNotAnEditedText()
{
    QVERIFY(text().hasFocus());
    QGuiApplication::clipboard()->setText(QStringLiteral("HTTP/1.1 503 X\n"));
    QTest::keyClick(&text(), Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(text().toPlainText(), QStringLiteral("HTTP/1.1 503 X\n"));
    QGuiApplication::clipboard()->setText(QStringLiteral("Server: x"));
    QTest::keyClick(&text(), Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(text().toPlainText(), QStringLiteral("HTTP/1.1 503 X\nServer: x"));
}

void TstJudgePage::typingAStatusRewritesOnlyTheStatusLine()
{
    paste(curlOutput());
    QLineEdit& status = *find<QComboBox>("judgeStatusBox").lineEdit();
    status.setFocus();
    status.selectAll();
    QTest::keyClicks(&status, QStringLiteral("503"));
    QTest::keyClick(&status, Qt::Key_Return);
    QCOMPARE(text().toPlainText(),
             curlOutput().replace(QStringLiteral("429 Too Many Requests"), QStringLiteral("503")));
    QVERIFY(m_page->isVisible());
    text().setFocus();
    QTest::keyClick(&text(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(text().toPlainText(), curlOutput());
}

void TstJudgePage::aResponseInALogIsMarkedAndRewrittenInItsPlace()
{
    const QString log = QStringLiteral("mc: GET /b HTTP/1.1\nHost: h\n\nmc: HTTP/1.1 503 Slow Down\n"
                                       "Retry-After: 120\n\n<Error><Code>SlowDown</Code></Error>mc: 30 ms\n");
    paste(log);
    QCOMPARE(marked(), QStringLiteral("SlowDown"));
    QLineEdit& status = *find<QComboBox>("judgeStatusBox").lineEdit();
    status.setFocus();
    status.selectAll();
    QTest::keyClicks(&status, QStringLiteral("404"));
    QTest::keyClick(&status, Qt::Key_Return);
    QString edited = log;
    QCOMPARE(text().toPlainText(), edited.replace(QStringLiteral("503 Slow Down"), QStringLiteral("404")));
}

void TstJudgePage::aSampleIsAClickAway()
{
    find<QComboBox>("judgeStatusBox").setFocus();
    const QMenu& menu = *find<QPushButton>("samplesButton").menu();
    menu.findChild<QAction*>(QStringLiteral("dynamodb-throughput-exceeded"))->trigger();
    QVERIFY(text().toPlainText().contains(QStringLiteral("ProvisionedThroughputExceededException")));
    text().setFocus();
    QCOMPARE(find<QComboBox>("judgeStatusBox").currentText(), QStringLiteral("400"));
    QCOMPARE(find<QComboBox>("judgeServiceBox").currentText(), QStringLiteral("dynamodb"));
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("retry"));
}

void TstJudgePage::anEndingWithoutAnAnswerSetsTheTextAside()
{
    const QString before = text().toPlainText();
    QComboBox& ending = find<QComboBox>("judgeEndingBox");
    ending.setFocus();
    QTest::keyClick(&ending, Qt::Key_Down);
    QVERIFY(ending.currentText().contains(QStringLiteral("reset")));
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("retry"));
    QVERIFY(!text().isEnabled());
    QVERIFY(label("judgeRemarks").contains(QStringLiteral("ignores the text above")));
    QTest::keyClick(&ending, Qt::Key_Up);
    QCOMPARE(text().toPlainText(), before);
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("stop"));
}

void TstJudgePage::whatCannotBeReadIsSaidWithItsLine()
{
    paste(QStringLiteral("HTTP/1.1 503 Slow Down\nServer AmazonS3\n\n"));
    QVERIFY(label("judgeRemarks").startsWith(QStringLiteral("Line 2: \"Server AmazonS3\" is not a header")));
    QCOMPARE(find<QLabel>("judgeRemarks").property("mark").toString(), QStringLiteral("danger"));
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("retry"));
}

void TstJudgePage::anEmptyTextIsNoVerdict()
{
    text().setFocus();
    QTest::keyClick(&text(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&text(), Qt::Key_Delete);
    QCOMPARE(grid().model()->rowCount(), 0);
    QVERIFY(!find<QPushButton>("judgeCopyMarkdown").isEnabled());
    QTest::keyClick(&text(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(grid().model()->rowCount(), presets());
}

void TstJudgePage::theNameIsMarkedWhereTheSelectedClientReadsIt()
{
    QCOMPARE(marked(), QStringLiteral("429"));
    QVERIFY(label("judgeCaption").contains(QStringLiteral("xml:Error/Code")));
    paste(QStringLiteral("HTTP/1.1 503 X\nx-amzn-errortype: Throttling\n\n{\"message\": \"slow\"}"));
    m_page->select(QStringLiteral("jsv3-3.1169.0-standard"));
    find<QComboBox>("judgeServiceBox").setEditText(QStringLiteral("dynamodb"));
    QCOMPARE(marked(), QStringLiteral("Throttling"));
    paste(QStringLiteral("HTTP/1.1 503 X\n\n{\"message\": \"slow\"}"));
    QVERIFY2(label("judgeCaption").contains(QStringLiteral("No error name at ")),
             qPrintable(label("judgeCaption")));
    QVERIFY(!marked().isEmpty());
}

void TstJudgePage::clickingAHeaderSorts()
{
    QHeaderView& header = *grid().horizontalHeader();
    const QPoint place(header.sectionViewportPosition(VerdictColumn::Judgement) + 8, header.height() / 2);
    QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, place);
    const QAbstractItemModel& rows = *grid().model();
    const auto verdict = [&rows](int row) {
        return rows.index(row, VerdictColumn::Judgement).data().toString();
    };
    QVERIFY(verdict(0) != verdict(rows.rowCount() - 1));
    int changes = 0;
    for (int row = 1; row < rows.rowCount(); ++row) {
        changes += verdict(row) != verdict(row - 1) ? 1 : 0;
    }
    QCOMPARE(changes, 1);
}

void TstJudgePage::typingFilters()
{
    QTest::keyClicks(&find<QLineEdit>("judgeFilter"), QStringLiteral("botocore 1."));
    QCOMPARE(grid().model()->rowCount(), 6); // those behind the opt-in are boto3's
    QVERIFY2(label("judgeCount").endsWith(QStringLiteral("6 shown")), qPrintable(label("judgeCount")));
}

void TstJudgePage::onlyDifferencesLeavesTheMinority()
{
    const int minority = retrying();
    QTest::mouseClick(&find<QCheckBox>("judgeOnlyDifferences"), Qt::LeftButton, {}, QPoint(8, 8));
    QCOMPARE(grid().model()->rowCount(), minority);
    QVERIFY(find<QCheckBox>("judgeOnlyDifferences")
                .toolTip()
                .startsWith(QStringLiteral("%1 of %2").arg(minority).arg(presets())));
    QVERIFY2(label("judgeOutliers")
                 .contains(QStringLiteral("%1 of %2 differ: most say “stop”.").arg(minority).arg(presets())),
             qPrintable(label("judgeOutliers")));
}

void TstJudgePage::theServiceIsGuessedFromAResponseThatShowsIt()
{
    auto& service = find<QComboBox>("judgeServiceBox");
    paste(QStringLiteral("HTTP/1.1 503 Slow Down\nServer: AmazonS3\n\n"));
    QCOMPARE(service.currentText(), QStringLiteral("s3"));
    QCOMPARE(label("judgeServiceGuess"), QStringLiteral("Guessed: header Server"));

    paste(QStringLiteral("HTTP/1.1 503 Slow Down\nServer: nginx\n\n"));
    QCOMPARE(service.currentText(), QStringLiteral("generic"));
    QVERIFY(find<QLabel>("judgeServiceGuess").isHidden());

    service.setEditText(QStringLiteral("dynamodb")); // the user knows better
    text().moveCursor(QTextCursor::End);
    QTest::keyClicks(&text(), QStringLiteral("Server: AmazonS3"));
    QCOMPARE(service.currentText(), QStringLiteral("dynamodb"));
}

void TstJudgePage::theClientOfARecognisedResponseIsSelected()
{
    paste(
        QStringLiteral("HTTP/1.1 429 Too Many Requests\nopenai-processing-ms: 5\nretry-after-ms: 19752\n\n"));
    QVERIFY2(cell(VerdictColumn::Client).contains(QStringLiteral("OpenAI")),
             qPrintable(cell(VerdictColumn::Client)));
}

void TstJudgePage::aFilterExplainsWhatItShowsAndComesBack()
{
    const QString headline = label("verdictHeadline");
    QVERIFY2(headline.contains(QStringLiteral("C++")), qPrintable(headline));
    QTest::mouseClick(&find<QCheckBox>("judgeOnlyDifferences"), Qt::LeftButton, {}, QPoint(8, 8));
    QVERIFY(label("verdictHeadline") != headline); // it is not among the exceptions
    QCOMPARE(grid().currentIndex().row(), 0);
    QVERIFY2(label("verdictHeadline").contains(cell(VerdictColumn::Client)),
             qPrintable(label("verdictHeadline")));
    QTest::keyClicks(&find<QLineEdit>("judgeFilter"), QStringLiteral("no such client"));
    QCOMPARE(grid().model()->rowCount(), 0);
    find<QLineEdit>("judgeFilter").clear();
    QCOMPARE(grid().currentIndex().row(), 0);
    QTest::mouseClick(&find<QCheckBox>("judgeOnlyDifferences"), Qt::LeftButton, {}, QPoint(8, 8));
    QCOMPARE(label("verdictHeadline"), headline);
    QCOMPARE(grid().selectionModel()->selectedRows().size(), 1);
    QCOMPARE(cell(VerdictColumn::Client), QStringLiteral("C++"));
}

void TstJudgePage::everyColumnFitsAWideWindow()
{
    QTRY_COMPARE(grid().viewport()->width() - grid().horizontalHeader()->length(), 0);
}

void TstJudgePage::aCopySaysSo()
{
    const QSignalSpy notes(m_page.get(), &JudgePage::noteFound);
    QTest::keyClicks(&find<QLineEdit>("judgeFilter"), QStringLiteral("ruby"));
    QTest::mouseClick(&find<QPushButton>("judgeCopyMarkdown"), Qt::LeftButton);
    QCOMPARE(notes.count(), 1);
    QCOMPARE(notes.at(0).at(0).toString(), QStringLiteral("Copied 5 rows as Markdown."));
}

void TstJudgePage::theGridIsCopiedAsItStands()
{
    QTest::keyClicks(&find<QLineEdit>("judgeFilter"), QStringLiteral("ruby"));
    QTest::mouseClick(&find<QPushButton>("judgeCopyMarkdown"), Qt::LeftButton);
    const QStringList markdown = QGuiApplication::clipboard()->text().trimmed().split(QLatin1Char('\n'));
    QCOMPARE(markdown.size(), 7);
    QVERIFY(markdown.at(2).startsWith(QStringLiteral("| ruby-3.267.0-adaptive | retry |")));
    QTest::mouseClick(&find<QPushButton>("judgeCopyCsv"), Qt::LeftButton);
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("policy,title,")));
}

void TstJudgePage::copyTakesTheSelectedRows()
{
    grid().setFocus();
    QTest::keyClick(&grid(), Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(&grid(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().trimmed().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 4);
    QVERIFY(lines.at(2).contains(kCpp));
}

void TstJudgePage::selectingARowTellsWhy()
{
    QTest::keyClicks(&find<QLineEdit>("judgeFilter"), QStringLiteral("ruby"));
    const QModelIndex first = grid().model()->index(0, VerdictColumn::Preset);
    QTest::mouseClick(grid().viewport(), Qt::LeftButton, {}, grid().visualRect(first).center());
    QVERIFY(label("verdictHeadline").contains(QStringLiteral("Ruby")));
    QVERIFY(label("verdictSentence").contains(QStringLiteral("429")));
    QVERIFY(find<QListView>("verdictFindings").model()->rowCount() > 3);
    QVERIFY(!find<QLabel>("verdictSource").isHidden());
}

void TstJudgePage::tryingAChangeOfTheResponseChangesTheText()
{
    const QString before = text().toPlainText();
    const QString count = label("judgeCount");
    const int retried = retrying();
    QVERIFY(tryChange(QStringLiteral("without a body")));
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("retry"));
    QVERIFY(!text().toPlainText().contains(QStringLiteral("<Error>")));
    QVERIFY(find<QFrame>("trialBanner").isVisible());
    QVERIFY2(label("trialOutcome").contains(QStringLiteral("✕ stop (permanent)  →  ↻ retry")),
             qPrintable(label("trialOutcome")));
    QVERIFY2(label("judgeCount").contains(QStringLiteral("(before: %1)").arg(retried)),
             qPrintable(label("judgeCount")));
    QTest::mouseClick(&find<QPushButton>("trialBack"), Qt::LeftButton);
    QCOMPARE(text().toPlainText(), before);
    QCOMPARE(label("judgeCount"), count);
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("stop"));
    QVERIFY(find<QFrame>("trialBanner").isHidden());
}

void TstJudgePage::tryingAChangeOfThePolicyChangesOnlyThatRow()
{
    const QString before = text().toPlainText();
    const int retried = retrying();
    QVERIFY(tryChange(QStringLiteral("the error name “429” to throttling")));
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("retry"));
    QVERIFY(cell(VerdictColumn::Preset).endsWith(QStringLiteral(" · changed")));
    QCOMPARE(text().toPlainText(), before);
    QVERIFY(label("judgeCount").startsWith(retriedBy(retried + 1)));
    QVERIFY(tryChange(QStringLiteral("Map status 429 to throttling")));
    QVERIFY2(label("trialChange").contains(QStringLiteral("status 429")), qPrintable(label("trialChange")));
    QVERIFY(label("judgeCount").startsWith(retriedBy(retried + 1)));
    QTest::mouseClick(&find<QPushButton>("trialBack"), Qt::LeftButton);
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("stop"));
    QVERIFY(!cell(VerdictColumn::Preset).endsWith(QStringLiteral(" · changed")));
}

void TstJudgePage::theCodeOfAChangeIsUnfoldedAndCopied()
{
    QPushButton* code = nullptr;
    for (QPushButton* button : m_page->findChildren<QPushButton*>()) {
        if (code == nullptr && button->objectName().startsWith(QStringLiteral("flipCode")) &&
            button->isVisible()) {
            code = button;
        }
    }
    QVERIFY(code != nullptr);
    QTest::mouseClick(code, Qt::LeftButton);
    const QString number = code->objectName().mid(8);
    QVERIFY(m_page->findChild<QLabel*>(QStringLiteral("flipWay") + number)->isVisible());
    QSignalSpy notes(m_page.get(), &JudgePage::noteFound);
    auto* copy = m_page->findChild<QPushButton*>(QStringLiteral("flipCopy%1_0").arg(number));
    QGuiApplication::clipboard()->clear();
    QCoreApplication::processEvents(); // it gets its place
    QTest::mouseClick(copy, Qt::LeftButton);
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("429")));
    QCOMPARE(notes.size(), 1);
}

void TstJudgePage::aTrialForAnotherClientBeginsWithWhatStandsThere()
{
    QVERIFY(tryChange(QStringLiteral("without a body")));
    const QString tried = text().toPlainText();
    m_page->select(QStringLiteral("rust-standard"));
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("stop"));
    QVERIFY(tryChange(QStringLiteral("Map status 429 to throttling")));
    QCOMPARE(cell(VerdictColumn::Client), QStringLiteral("Rust"));
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("retry"));
    QCOMPARE(text().toPlainText(), tried);
    QTest::mouseClick(&find<QPushButton>("trialBack"), Qt::LeftButton);
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("stop"));
    QCOMPARE(text().toPlainText(), tried);
}

void TstJudgePage::editingEndsATrial()
{
    QVERIFY(tryChange(QStringLiteral("the error name “429” to throttling")));
    text().setFocus();
    QTest::keyClick(&text(), Qt::Key_End, Qt::ControlModifier);
    QTest::keyClicks(&text(), QStringLiteral(" "));
    QVERIFY(find<QFrame>("trialBanner").isHidden());
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("stop"));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    for (const QPushButton* back : m_page->findChildren<QPushButton*>()) {
        QVERIFY2(!back->isVisible() || back->text() != QStringLiteral("Back"),
                 "there is nothing to go back to");
    }
}

void TstJudgePage::theAttemptAndItsTokensCount()
{
    paste(QStringLiteral("503"));
    QTest::mouseClick(&find<QToolButton>("judgeMoreButton"), Qt::LeftButton);
    QVERIFY(find<QSpinBox>("judgeAttemptBox").isVisible());
    find<QSpinBox>("judgeTokensBox").setFocus();
    find<QSpinBox>("judgeTokensBox").selectAll();
    QTest::keyClicks(&find<QSpinBox>("judgeTokensBox"), QStringLiteral("2"));
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("stop"));
    QCOMPARE(cell(VerdictColumn::Tokens), QStringLiteral("2, needs 5"));
    QCOMPARE(label("judgeAssumed"), QStringLiteral("As the first attempt, with 2 retry tokens left"));
    QVERIFY(tryChange(
        QStringLiteral("Wait for 3 more tokens: 3 calls that succeed without a retry return them")));
    QCOMPARE(cell(VerdictColumn::Judgement), QStringLiteral("retry"));
}

void TstJudgePage::whereOneChangeIsNotEnoughTwoAreNamed()
{
    m_page->select(kCpp);
    find<QSpinBox>("judgeAttemptBox").setValue(3);
    const QString reason = label("flipsReason");
    QVERIFY2(
        reason.contains(QStringLiteral("two together would:\n• Map the error name “429” to throttling")) &&
            reason.contains(QStringLiteral("(owner: client code, a class). Allow 4 attempts instead of 3")),
        qPrintable(reason));
}

void TstJudgePage::everyControlHasANameForAssistiveTechnology()
{
    QStringList nameless;
    for (const char* name :
         {"judgeText", "judgeStatusBox", "judgeEndingBox", "judgeServiceBox", "judgeOperationEdit",
          "judgeMoreButton", "judgeMethodBox", "judgeAttemptBox", "judgeTokensBox", "judgeFilter",
          "judgeOnlyDifferences", "judgeGrid", "judgeCopyMarkdown", "judgeCopyCsv", "judgePaste",
          "samplesButton", "judgeBehind", "verdictFindings", "trialBack"}) {
        QAccessibleInterface* control = QAccessible::queryAccessibleInterface(&find<QWidget>(name));
        if (control == nullptr || control->text(QAccessible::Name).isEmpty()) {
            nameless += QLatin1String(name);
        }
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char(' '))));
}

void TstJudgePage::aBoxIsPutBetweenAndTakenAway()
{
    const QString origin = QStringLiteral("HTTP/1.1 503 Slow Down\nContent-Type: application/xml\n\n"
                                          "<Error><Code>SlowDown</Code></Error>");
    m_page->displayText(origin);
    chooseBox(QStringLiteral("nginx-article"));
    QVERIFY2(text().toPlainText().startsWith(QStringLiteral("HTTP/1.1 429")),
             qPrintable(text().toPlainText()));
    QVERIFY2(label("judgeBehindNote").contains(QStringLiteral("The origin sent 503 SlowDown. nginx")),
             qPrintable(label("judgeBehindNote")));
    QCOMPARE(find<QPushButton>("judgeBehind").text(), QStringLiteral("Behind: nginx-article"));
    m_page->select(kCpp);
    QVERIFY(cell(VerdictColumn::Judgement).endsWith(QStringLiteral("stop")));

    chooseBox(QStringLiteral("nginx")); // of the origin's response, not of the other box's
    QVERIFY2(text().toPlainText().contains(QStringLiteral("503")), qPrintable(text().toPlainText()));
    QVERIFY(text().toPlainText().contains(QStringLiteral("SlowDown")));
    chooseBox({});
    QCOMPARE(text().toPlainText(), origin);
    QVERIFY(!find<QLabel>("judgeBehindNote").isVisibleTo(m_page.get()));

    chooseBox(QStringLiteral("nginx-article"));
    text().setFocus();
    text().moveCursor(QTextCursor::End);
    QTest::keyClicks(&text(), QStringLiteral(" ")); // what is typed is nobody's making
    QCOMPARE(find<QPushButton>("judgeBehind").text(), QStringLiteral("Behind a proxy…"));
}

void TstJudgePage::aBoxThatCannotTellSaysSo()
{
    const QString origin = QStringLiteral("HTTP/1.1 999 Odd\n\n");
    m_page->displayText(origin);
    chooseBox(QStringLiteral("nginx"));

    QVERIFY2(label("judgeBehindNote").contains(QStringLiteral("no row for status 999")),
             qPrintable(label("judgeBehindNote")));
    QCOMPARE(text().toPlainText(), origin);
    QCOMPARE(find<QPushButton>("judgeBehind").text(), QStringLiteral("Behind a proxy…"));
}

RETRYSCOPE_TEST(TstJudgePage)
#include "tst_judge_page.moc"
