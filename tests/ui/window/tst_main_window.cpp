// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/explanation/trace_rows.h"
#include "ui/parts/chooser_button.h"
#include "ui/theme/theme.h"
#include "ui/timeline/strips/strips.h"

#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>

#include <algorithm>

using namespace retryscope;
using test::WindowLab;

namespace {

/// Controls of a window that can have the focus and say nothing to assistive technology.
QStringList namelessIn(const QWidget& root)
{
    QStringList nameless;
    for (QWidget* widget : root.findChildren<QWidget*>()) {
        const QWidget* parent = widget->parentWidget();
        const bool isPartOfAControl =
            qobject_cast<const QAbstractSpinBox*>(parent) != nullptr ||
            qobject_cast<const QComboBox*>(parent) != nullptr ||
            qobject_cast<const QLineEdit*>(parent) != nullptr ||
            qobject_cast<const QTabBar*>(parent) != nullptr ||
            qobject_cast<const QAbstractScrollArea*>(parent) != nullptr ||
            qobject_cast<QLabel*>(widget) != nullptr || qobject_cast<QTabBar*>(widget) != nullptr ||
            qobject_cast<QHeaderView*>(widget) != nullptr || widget->isWindow() || widget->window() != &root;
        if (widget->focusPolicy() == Qt::NoFocus || isPartOfAControl) {
            continue;
        }
        QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
        if (interface == nullptr || interface->text(QAccessible::Name).isEmpty()) {
            nameless += QStringLiteral("%1 “%2” in %3")
                            .arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName(),
                                 parent->objectName());
        }
    }
    return nameless;
}

} // namespace

class TstMainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theFirstStartSaysWhatToPress();
    void oneKeyShowsARetry();
    void attemptsAppearWhileTheRunGoesOn();
    void theNewestAttemptIsShownHoweverFastTheyCome();
    void theUsersChoiceStaysWhileARunGoesOn();
    void escStopsAtOnceInTheMiddleOfADelay();
    void selectingARowShowsThatAttemptEverywhere();
    void theDecidingRuleIsInSightHoweverManyWereTried();
    void anEditedStepAnswersTheNextRun();
    void anEditedPolicyDecidesTheNextRun();
    void aBadUrlIsSaidAndNothingIsSent_data();
    void aBadUrlIsSaidAndNothingIsSent();
    void aBrokenPolicyIsSaidWithItsPlace();
    void aRecordIsSavedAndOpenedAgain();
    void aDroppedFileIsOpened();
    void aFileThatIsNoneOfOursIsSaidAndNothingChanges();
    void everyRunDrawsASeedUnlessItIsKept();
    void severalCallsShareTheRetryTokens();
    void switchingVerificationOffIsLoud();
    void themesChangeTheWholeWindow();
    void theSystemsPaletteIsFollowed();
    void theTextBecomesLarger();
    void panelsCanBeHiddenAndAreRemembered();
    void theRequestIsRemembered();
    void aPresetChosenOnItsPageIsUsed();
    void helpExplainsWhatHasTheFocus();
    void termsTellWhatTheyMean();
    void theKeysHelpNamesEveryKey();
    void everyControlHasANameForAssistiveTechnology();
    void curvesThatWereChosenAreRemembered();
    void columnsThatWereChosenAreShownCopiedAndRemembered();

private:
    void sendVirtually();

    std::unique_ptr<WindowLab> m_lab;
};

void TstMainWindow::init()
{
    m_lab = std::make_unique<WindowLab>();
}

void TstMainWindow::cleanup()
{
    m_lab.reset();
}

void TstMainWindow::sendVirtually()
{
    m_lab->window->setVirtual(true);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
}

void TstMainWindow::theFirstStartSaysWhatToPress()
{
    QVERIFY(m_lab->find<QLabel>("runSummary").text().contains(QStringLiteral("Ctrl+Enter")));
    QVERIFY(!m_lab->find<QAction>("saveAction").isEnabled());
    QVERIFY(!m_lab->find<QAction>("stopAction").isEnabled());
}

void TstMainWindow::oneKeyShowsARetry()
{
    sendVirtually();

    QVERIFY(m_lab->record().attemptCount() > 1);
    QCOMPARE(m_lab->find<QTableView>("attemptsTable").model()->rowCount(), m_lab->record().attemptCount());
    QVERIFY(m_lab->find<QLabel>("runSummary").text().startsWith(QStringLiteral("✓ Succeeded")));
    QVERIFY(m_lab->find<QLabel>("whyHeadline").text().contains(QStringLiteral("succeeded")));
}

void TstMainWindow::attemptsAppearWhileTheRunGoesOn()
{
    m_lab->find<QCheckBox>("waitsBox").setChecked(false);
    const QAbstractItemModel& attempts = *m_lab->find<QTableView>("attemptsTable").model();
    QList<int> rows;
    connect(&m_lab->controller, &io::RunController::recorded, this,
            [&attempts, &rows] { rows += attempts.rowCount(); });

    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());

    QVERIFY(rows.contains(1));
    QCOMPARE(rows.last(), m_lab->record().attemptCount());
    QVERIFY(m_lab->find<QLabel>("runSummary").text().contains(QStringLiteral("wire: 3 requests on")));
}

void TstMainWindow::theNewestAttemptIsShownHoweverFastTheyCome()
{
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("always-503")).ok());
    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(40);
    m_lab->find<QCheckBox>("waitsBox").setChecked(false);

    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());

    QCOMPARE(m_lab->record().attemptCount(), 40);
    QCOMPARE(m_lab->find<QTableView>("attemptsTable").currentIndex().row(), 39);
    QCOMPARE(m_lab->find<QLabel>("whyHeadline").text(), QStringLiteral("Why attempt 40 was the last"));
    QVERIFY(m_lab->find<QLabel>("runSummary").text().contains(QStringLiteral("40 attempts")));
}

void TstMainWindow::theUsersChoiceStaysWhileARunGoesOn()
{
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("always-503")).ok());
    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(40);
    m_lab->find<QCheckBox>("waitsBox").setChecked(false);
    auto& table = m_lab->find<QTableView>("attemptsTable");
    int chosen = -1;
    connect(&m_lab->controller, &io::RunController::recorded, this, [&table, &chosen](Place place) {
        if (place.attempt == 20 && chosen < 0) {
            chosen = table.currentIndex().row() == 5 ? 6 : 5;
            table.selectRow(chosen);
        }
    });

    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());

    QVERIFY(chosen >= 0);
    QCOMPARE(table.currentIndex().row(), chosen);
}

void TstMainWindow::escStopsAtOnceInTheMiddleOfADelay()
{
    m_lab->find<QComboBox>("backoffJitterBox").setCurrentIndex(0);
    Q_EMIT m_lab->find<QComboBox>("backoffJitterBox").activated(0);
    m_lab->find<QDoubleSpinBox>("backoffBaseBox").setValue(20000);
    m_lab->send();
    QTRY_VERIFY(m_lab->record().attemptCount() == 1 && !m_lab->attempt(1).isRunning);
    QVERIFY(m_lab->attempt(1).decision.delay == std::chrono::seconds(20));

    QTest::keyClick(m_lab->window.get(), Qt::Key_Escape);

    QTRY_VERIFY(m_lab->hasEnded());
    QVERIFY(m_lab->record().calls().front().verdict == CallVerdict::Cancelled);
    QVERIFY(m_lab->find<QLabel>("runSummary").text().contains(QStringLiteral("□ Cancelled")));
    QCOMPARE(m_lab->find<QPushButton>("sendButton").text(), QStringLiteral("Send"));
}

void TstMainWindow::selectingARowShowsThatAttemptEverywhere()
{
    sendVirtually();
    QVERIFY(m_lab->window->showPanel(QStringLiteral("attempts")));
    auto& table = m_lab->find<QTableView>("attemptsTable");

    QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                      table.visualRect(table.model()->index(0, 1)).center());

    QCOMPARE(m_lab->find<QLabel>("whyHeadline").text(), QStringLiteral("Why attempt 1 was retried"));
    QVERIFY(m_lab->find<QPlainTextEdit>("responseText").toPlainText().contains(QStringLiteral("SlowDown")));
    QVERIFY(m_lab->find<QLabel>("responseStatus").text().startsWith(QStringLiteral("503 ")));
}

void TstMainWindow::theDecidingRuleIsInSightHoweverManyWereTried()
{
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("proxy-429-named-429")).ok());
    QVERIFY(m_lab->window->choosePolicy(QStringLiteral("aws-cpp-s3-blog")).ok());
    sendVirtually();

    auto& deciding = m_lab->find<QWidget>("whyDeciding");
    auto& seen = *m_lab->find<QScrollArea>("whyScroll").viewport();
    const auto isInSight = [&] {
        return seen.rect().contains(QRect(deciding.mapTo(&seen, QPoint()), deciding.size()));
    };
    QTRY_VERIFY(isInSight());
}

void TstMainWindow::anEditedStepAnswersTheNextRun()
{
    auto& status = m_lab->find<QSpinBox>("stepStatusBox");
    status.selectAll();
    QTest::keyClicks(&status, QStringLiteral("404"));
    QTest::keyClick(&status, Qt::Key_Return);
    m_lab->find<QPlainTextEdit>("stepBodyEdit").clear();

    sendVirtually();

    QCOMPARE(m_lab->record().attemptCount(), 1);
    QCOMPARE(m_lab->attempt(1).facts.response->status, 404);
    QVERIFY(m_lab->find<QPushButton>("scenarioBox").text().startsWith(QStringLiteral("Edited · ")));
}

void TstMainWindow::anEditedPolicyDecidesTheNextRun()
{
    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(1);

    sendVirtually();

    QCOMPARE(m_lab->record().attemptCount(), 1);
    QVERIFY(m_lab->attempt(1).decision.stopReason == StopReason::AttemptsExhausted);
    QCOMPARE(m_lab->record().header().overrides.front().path, std::string("attempts.max"));
    QVERIFY(m_lab->find<QPushButton>("policyBox").text().startsWith(QStringLiteral("Edited · ")));
}

void TstMainWindow::aBadUrlIsSaidAndNothingIsSent_data()
{
    QTest::addColumn<QString>("url");
    QTest::newRow("other scheme") << QStringLiteral("ftp://example.org/");
    QTest::newRow("no host") << QStringLiteral("http:///path");
    QTest::newRow("blanks") << QStringLiteral("http://exa mple.org/");
}

void TstMainWindow::aBadUrlIsSaidAndNothingIsSent()
{
    QFETCH(QString, url);
    QTest::mouseClick(&m_lab->find<QPushButton>("targetSwitch0"), Qt::LeftButton);
    auto& edit = *m_lab->find<QComboBox>("urlBox").lineEdit();
    edit.selectAll();
    QTest::keyClicks(&edit, url);

    m_lab->send();

    QVERIFY2(!m_lab->window->message().isEmpty(), "no message");
    QVERIFY(m_lab->record().isEmpty());
    QVERIFY(!m_lab->controller.isRunning());
}

void TstMainWindow::aBrokenPolicyIsSaidWithItsPlace()
{
    m_lab->window->showPanel(QStringLiteral("policy"));
    m_lab->find<QDoubleSpinBox>("backoffSpreadBox").setValue(2);

    m_lab->send();

    QVERIFY2(m_lab->window->message().contains(QStringLiteral("spread")),
             qPrintable(m_lab->window->message()));
    QVERIFY(m_lab->record().isEmpty());
}

void TstMainWindow::aRecordIsSavedAndOpenedAgain()
{
    sendVirtually();
    const QString file = m_lab->path("run.json");
    m_lab->find<QAction>("saveAction").trigger();
    auto* dialog = m_lab->window->findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    dialog->selectFile(file);
    static_cast<QDialog*>(dialog)->accept();
    QTRY_VERIFY(QFile::exists(file));
    const int attempts = m_lab->record().attemptCount();

    m_lab->controller.setRecord({});
    QVERIFY(m_lab->window->openPath(file).ok());

    QCOMPARE(m_lab->record().attemptCount(), attempts);
    QVERIFY(m_lab->window->windowTitle().startsWith(QStringLiteral("run.json")));
    QCOMPARE(m_lab->settings.recentFiles.first(), file);
}

void TstMainWindow::aDroppedFileIsOpened()
{
    const QString file = m_lab->path("mine.json");
    QVERIFY(QFile::copy(QStringLiteral(":/retryscope/scenarios/always-503.json"), file));
    QMimeData content;
    content.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &content, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_lab->window.get(), &enter);
    QVERIFY(enter.isAccepted());

    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &content, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_lab->window.get(), &drop);

    QCOMPARE(m_lab->find<ui::ChooserButton>("scenarioBox").summary(), QStringLiteral("always-503"));
}

void TstMainWindow::aFileThatIsNoneOfOursIsSaidAndNothingChanges()
{
    const QString file = m_lab->path("other.json");
    QVERIFY(io::writeFile(file, "{\"format\": \"something/1\"}").ok());
    sendVirtually();
    const int attempts = m_lab->record().attemptCount();

    QVERIFY(!m_lab->window->openPath(file).ok());

    QVERIFY(m_lab->window->message().contains(QStringLiteral("something/1")));
    QCOMPARE(m_lab->record().attemptCount(), attempts);
}

void TstMainWindow::everyRunDrawsASeedUnlessItIsKept()
{
    sendVirtually();
    QCOMPARE(m_lab->record().header().seed, std::uint64_t{100});
    m_lab->find<QToolButton>("keepSeedButton").click();
    sendVirtually();
    QCOMPARE(m_lab->record().header().seed, std::uint64_t{100});
    m_lab->find<QToolButton>("keepSeedButton").click();
    sendVirtually();
    QCOMPARE(m_lab->record().header().seed, std::uint64_t{101});
}

void TstMainWindow::severalCallsShareTheRetryTokens()
{
    m_lab->find<QSpinBox>("callsBox").setValue(3);

    sendVirtually();

    QCOMPARE(m_lab->record().calls().size(), std::size_t{3});
    QVERIFY(m_lab->find<QLabel>("runSummary").text().contains(QStringLiteral("All 3 calls succeeded")));
}

void TstMainWindow::switchingVerificationOffIsLoud()
{
    m_lab->window->showPanel(QStringLiteral("request"));
    auto& mark = m_lab->find<QLabel>("unverifiedMark");
    QVERIFY(mark.isHidden());

    m_lab->find<QCheckBox>("verifyBox").click();

    QVERIFY(!mark.isHidden());
    QCOMPARE(mark.property("mark").toString(), QStringLiteral("danger"));
}

void TstMainWindow::themesChangeTheWholeWindow()
{
    for (const auto& [action, theme] : {std::pair("highContrastThemeAction", &ui::Theme::highContrast(false)),
                                        std::pair("darkThemeAction", &ui::Theme::dark()),
                                        std::pair("lightThemeAction", &ui::Theme::light())}) {
        m_lab->find<QAction>(action).trigger();
        QCOMPARE(m_lab->window->palette().color(QPalette::Window), theme->window);
        QCOMPARE(m_lab->find<QLabel>("whySentence").palette().color(QPalette::WindowText), theme->text);
        QVERIFY(m_lab->find<QAction>(action).isChecked());
    }
}

void TstMainWindow::theSystemsPaletteIsFollowed()
{
    const QPalette before = QApplication::palette();
    QApplication::setPalette(ui::Theme::dark().palette());
    const QColor background = m_lab->window->palette().color(QPalette::Window);
    QApplication::setPalette(before);

    QCOMPARE(background, ui::Theme::dark().window);
    QCOMPARE(m_lab->window->palette().color(QPalette::Window), ui::Theme::light().window);
}

void TstMainWindow::theTextBecomesLarger()
{
    const qreal label = m_lab->find<QLabel>("whySentence").font().pointSizeF();
    const qreal text = m_lab->find<QPlainTextEdit>("responseText").font().pointSizeF();

    m_lab->find<QAction>("largerTextAction").trigger();

    QVERIFY(m_lab->find<QLabel>("whySentence").font().pointSizeF() >= label + 1);
    QCOMPARE(m_lab->find<QPlainTextEdit>("responseText").font().pointSizeF(), text + 1);
    QCOMPARE(m_lab->settings.zoom, 1);
}

void TstMainWindow::panelsCanBeHiddenAndAreRemembered()
{
    auto& why = m_lab->find<QWidget>("explanationPanel");
    QVERIFY(!why.isHidden());
    m_lab->find<QAction>("showWhyAction").trigger();
    QVERIFY(why.isHidden());

    m_lab->window->close();
    m_lab->openWindow();

    QVERIFY(m_lab->find<QWidget>("explanationPanel").isHidden());
    QVERIFY(!m_lab->settings.splitters.isEmpty());
}

void TstMainWindow::theRequestIsRemembered()
{
    m_lab->window->setUrl(QStringLiteral("https://example.org/path?x=1"));
    m_lab->find<QPlainTextEdit>("requestBodyEdit").setPlainText(QStringLiteral("hello"));

    m_lab->window->close();
    m_lab->openWindow();

    QCOMPARE(m_lab->find<QComboBox>("urlBox").currentText(), QStringLiteral("https://example.org/path?x=1"));
    QCOMPARE(m_lab->find<QPlainTextEdit>("requestBodyEdit").toPlainText(), QStringLiteral("hello"));
}

void TstMainWindow::aPresetChosenOnItsPageIsUsed()
{
    QTest::keyClick(m_lab->window.get(), Qt::Key_8, Qt::ControlModifier);
    auto* page = &m_lab->find<QWidget>("policiesRoom");
    QVERIFY(page->isVisible());
    QVERIFY(m_lab->window->showPanel(QStringLiteral("presets")));
    QTest::keyClicks(page->findChild<QLineEdit*>(QStringLiteral("presetsFilter")), QStringLiteral("curl"));
    auto* table = page->findChild<QTableView*>(QStringLiteral("presetsTable"));
    table->setCurrentIndex(table->model()->index(0, 0));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Return);
    auto* reader = page->findChild<QWidget*>(QStringLiteral("policyReader"));
    QTest::mouseClick(reader->findChild<QPushButton*>(QStringLiteral("usePolicyButton")), Qt::LeftButton);

    QVERIFY2(m_lab->find<QPushButton>("policyBox").text().startsWith(QStringLiteral("curl")),
             qPrintable(m_lab->find<QPushButton>("policyBox").text()));
}

void TstMainWindow::helpExplainsWhatHasTheFocus()
{
    m_lab->find<QWidget>("policyBox").setFocus();
    QTest::keyClick(m_lab->window.get(), Qt::Key_F1);

    QVERIFY(m_lab->find<QDialog>("helpPage").isVisible());
    auto& terms = m_lab->find<QTextBrowser>("termsText");
    QVERIFY(terms.isVisible());
    QStringList marked;
    for (QTextBlock block = terms.document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().hasProperty(QTextFormat::BackgroundBrush)) {
            marked += block.text();
        }
    }
    QCOMPARE(marked.size(), 1);
    QVERIFY2(marked[0].startsWith(QStringLiteral("Policy")), qPrintable(marked[0]));
    auto& search = m_lab->find<QLineEdit>("helpSearch");
    QTest::keyClicks(&search, QStringLiteral("jitter"));
    QVERIFY(terms.toPlainText().contains(QStringLiteral("Randomness in the delay")));
    QVERIFY(!terms.toPlainText().contains(QStringLiteral("Deadline")));
    search.clear();
    QTest::keyClicks(&search, QStringLiteral("Ctrl+L"));
    QVERIFY(m_lab->find<QTextBrowser>("keysText").isVisible()); // a key is found without changing the page
}

/// Terms that people meet first tell their sentence where they stand.
void TstMainWindow::termsTellWhatTheyMean()
{
    sendVirtually();
    for (const char* name : {"outcomeStrip", "quotaChart", "timelineLegend", "targetSwitch0", "targetSwitch1",
                             "clockSwitch1", "tokensBox", "seedEdit", "backoffJitterBox", "quotaSwitch"}) {
        const auto& widget = m_lab->find<QWidget>(name);
        const auto told = [](const QWidget& one) {
            return one.toolTip().size() > 20;
        };
        const QList<QWidget*> inside = widget.findChildren<QWidget*>();
        QVERIFY2(told(widget) || std::any_of(inside.begin(), inside.end(),
                                             [&told](const QWidget* part) { return told(*part); }),
                 name);
    }
}

void TstMainWindow::theKeysHelpNamesEveryKey()
{
    QTest::keyClick(m_lab->window.get(), Qt::Key_F1);

    const QString text = m_lab->find<QTextBrowser>("keysText").toPlainText();
    for (const QAction* action : m_lab->window->findChildren<QAction*>()) {
        for (const QKeySequence& keys : action->shortcuts()) {
            QVERIFY2(text.contains(keys.toString(QKeySequence::NativeText)),
                     qPrintable(action->objectName() + QLatin1Char(' ') + keys.toString()));
        }
    }
    for (const auto& [keys, what] :
         {std::pair("Ctrl+J", "Judge"), std::pair("Ctrl+4", "Compare"), std::pair("Ctrl+B", "Bounds"),
          std::pair("Ctrl+Enter", "Send"), std::pair("Del", "Remove"),
          std::pair("Alt+Left, Alt+Right", "Previous and next view"),
          std::pair("Up, Down", "Move between policies")}) {
        const auto at = text.indexOf(QLatin1String(keys));
        QVERIFY2(at >= 0 && text.mid(at, 90).contains(QLatin1String(what)), keys);
    }
}

void TstMainWindow::everyControlHasANameForAssistiveTechnology()
{
    QStringList nameless = namelessIn(*m_lab->window);
    for (const QString& name : ui::MainWindow::panelNames()) {
        QVERIFY2(m_lab->window->showPanel(name), qPrintable(name));
        nameless += namelessIn(*m_lab->window);
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
}

void TstMainWindow::curvesThatWereChosenAreRemembered()
{
    QCOMPARE(m_lab->find<ui::Strips>("strips").chosen(), ui::Strips::defaultChoice());
    m_lab->find<ui::Strips>("strips").choose({QStringLiteral("inFlight")});

    m_lab->window->close();
    m_lab->openWindow();

    QCOMPARE(m_lab->find<ui::Strips>("strips").chosen(), QStringList(QStringLiteral("inFlight")));
}

void TstMainWindow::columnsThatWereChosenAreShownCopiedAndRemembered()
{
    sendVirtually();
    const auto column = [this](const char* title) {
        const QAbstractItemModel& model = *m_lab->find<QTableView>("attemptsTable").model();
        int found = 0;
        while (model.headerData(found, Qt::Horizontal).toString() != QString::fromLatin1(title)) {
            ++found;
        }
        return found;
    };
    QVERIFY(m_lab->find<QTableView>("attemptsTable").isColumnHidden(column("Delay range")));
    for (QAction* action : m_lab->find<QMenu>("columnsMenu").actions()) {
        if (action->text() == QStringLiteral("Delay range")) {
            action->trigger();
        }
    }
    QVERIFY(!m_lab->find<QTableView>("attemptsTable").isColumnHidden(column("Delay range")));
    QVERIFY(m_lab->find<QTableView>("attemptsTable").isColumnHidden(column("Delay hint")));

    m_lab->find<QAction>("copyAttemptsAction").trigger();
    const QString header = QGuiApplication::clipboard()->text().section(QLatin1Char('\n'), 0, 0);
    QVERIFY(header.endsWith(QStringLiteral("\tDelay range")));

    m_lab->window->close();
    m_lab->openWindow();
    QVERIFY(!m_lab->find<QTableView>("attemptsTable").isColumnHidden(column("Delay range")));
}

RETRYSCOPE_TEST(TstMainWindow)
#include "tst_main_window.moc"
