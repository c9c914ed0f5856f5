// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/spans.h"
#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/parts/chooser_button.h"
#include "ui/parts/quiet_style.h"
#include "ui/parts/tab_order.h"
#include "ui/parts/verdict_sign.h"
#include "ui/send/outcome_strip.h"
#include "ui/send/send_room.h"
#include "ui/timeline/chart/timeline_chart.h"
#include "ui/timeline/request_rate_view.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QSet>
#include <QSpinBox>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTcpServer>
#include <QToolButton>
#include <QWheelEvent>

using namespace retryscope;
using test::WindowLab;

/// The house around the rooms: it fits, it loses nothing, and it says what it will do and what it did.
class TstShell : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void itFitsASmallLaptop_data();
    void itFitsASmallLaptop();
    void tabReachesEveryControl();
    void tabMeetsTheTabsBeforeTheirPage();
    void itIsNeverLargerThanTheScreen();
    void aSampleIsOneClickAway_data();
    void aSampleIsOneClickAway();
    void theStripNamesTheRunThatIsShown();
    void anOpenedRecordBringsItsOwnRequest();
    void theFormThatDiffersIsSaid();
    void choosingAScenarioLeavesWhatWasTyped();
    void twentyStepsAreUndoneAndDoneAgain();
    void undoReachesTheJsonOfThePolicy();
    void escapeClosesAListAndNothingElse();
    void keysAreUnderlinedWhileAltIsHeld();
    void theWheelChangesNoFieldWithoutTheFocus();
    void manyCallsToAnotherMachineAreAskedAbout();
    void virtualRunsStartWithAllTokens();
    void leavingVirtualTimeMixesNoRequests();
    void tokensOfOneServerAreNotAnothers();
    void everyRoomIsInThisWindow();
    void theKeysOfTheWindowWorkInALine();
    void theLogoLeadsToTheStartPage();
    void aSampleSaysThatItChangedThePolicy();
    void redirectsAreFollowedOnRequest();
    void manyCallsHavePercentiles();
    void linksLeadToTheAttempt();
    void aMarkOfTheQuotaLeadsToItsAttempt();
    void requestsOverTimeLeadToTheTimeline();
    void f6GoesFromPaneToPane();
    void theFocusStaysInTheRoom();
    void tabFromTheAddressComesBackSoon();
    void homeAndEndGoToTheFirstAndLastRow();
    void thePaletteFindsTermsAndButtons();
    void aThemeOfOneStartIsNoSetting();
    void theRailNamesItsKeys();
    void escWithNothingToEndDoesNothing();
    void escEndsOneThingAfterTheOther();
    void sendingDuringARunStopsIt();
    void aPostUnderWayIsAskedAboutOnce();
    void tabLeavesTheHeaders();

private:
    void simulate(const char* scenario, const char* policy);
    void type(QLineEdit& edit, const QString& text);

    std::unique_ptr<WindowLab> m_lab;
};

void TstShell::init()
{
    m_lab = std::make_unique<WindowLab>();
}

void TstShell::cleanup()
{
    m_lab.reset();
}

void TstShell::simulate(const char* scenario, const char* policy)
{
    QVERIFY(m_lab->window->chooseScenario(QString::fromLatin1(scenario)).ok());
    QVERIFY(m_lab->window->choosePolicy(QString::fromLatin1(policy)).ok());
    m_lab->window->setVirtual(true);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
}

void TstShell::type(QLineEdit& edit, const QString& text)
{
    edit.setFocus();
    edit.selectAll();
    QTest::keyClicks(&edit, text);
}

void TstShell::itFitsASmallLaptop_data()
{
    QTest::addColumn<QString>("panel");
    for (const QString& panel : ui::MainWindow::panelNames()) {
        QTest::newRow(qPrintable(panel)) << panel;
    }
}

void TstShell::itFitsASmallLaptop()
{
    QFETCH(QString, panel);
    simulate("s3-mixed-then-429", "cpp-1.11.332-default");
    QVERIFY(m_lab->window->showPanel(panel));
    m_lab->window->setSize({1024, 700});
    QTRY_COMPARE(m_lab->window->size(), QSize(1024, 700));
    const QWidget* room = m_lab->room();
    const auto least = [room] {
        return room->minimumSizeHint();
    };
    QTRY_VERIFY2(least().width() <= room->width() &&
                     least().height() <= room->height(), // nothing is squeezed
                 qPrintable(QStringLiteral("%1 × %2").arg(least().width()).arg(least().height())));
}

void TstShell::tabMeetsTheTabsBeforeTheirPage()
{
    m_lab->window->setUrl(QStringLiteral("http://localhost/"));
    QVERIFY(m_lab->window->showPanel(QStringLiteral("request")));
    int checked = 0;
    for (auto* each : m_lab->window->findChildren<QTabWidget*>()) {
        if (!each->isVisible() || each->tabBar()->focusPolicy() == Qt::NoFocus) {
            continue;
        }
        const QList<QWidget*> order = ui::tabOrderOf(*m_lab->window);
        const auto bar = order.indexOf(each->tabBar());
        QVERIFY(bar >= 0);
        for (qsizetype at = 0; at < bar; ++at) {
            QVERIFY2(!each->currentWidget()->isAncestorOf(order[at]), qPrintable(order[at]->objectName()));
        }
        ++checked;
    }
    QVERIFY(checked > 0);
}

void TstShell::tabReachesEveryControl()
{
    simulate("s3-mixed-then-429", "cpp-1.11.332-default");
    m_lab->window->settle();
    m_lab->find<QWidget>("policyBox").setFocus();
    QSet<QString> reached;
    test::KeyWalk all;
    for (int stops = 0; stops < 200; ++stops) {
        all.next();
        reached.insert(QApplication::focusWidget()->objectName());
    }
    // The circle closes, both ways, and with the other forms too.
    const auto walk = [](Qt::Key key, Qt::KeyboardModifiers modifiers) {
        const QWidget* start = QApplication::focusWidget();
        int stops = 0;
        do {
            QTest::keyClick(QApplication::focusWidget(), key, modifiers);
        } while (QApplication::focusWidget() != start && ++stops < 200);
        return stops;
    };
    const int around = walk(Qt::Key_Tab, Qt::NoModifier);
    QVERIFY2(around > 20 && around < 60, qPrintable(QString::number(around)));
    QCOMPARE(walk(Qt::Key_Backtab, Qt::ShiftModifier), around);
    m_lab->window->setUrl(QStringLiteral("http://localhost/"));
    QVERIFY(m_lab->window->showPanel(QStringLiteral("request")));
    m_lab->find<QWidget>("urlBox").setFocus();
    const int underTest = walk(Qt::Key_Tab, Qt::NoModifier);
    QVERIFY2(underTest > 15 && underTest < 40, qPrintable(QString::number(underTest)));
    for (const char* name :
         {"sendButton", "useRequestButton", "exportButton", "timelineZoomIn", "timelineFit", "timelineExport",
          "timelineChart", "wrapButton", "judgeEverywhereButton"}) {
        QVERIFY2(reached.contains(QString::fromLatin1(name)), name);
    }
}

void TstShell::itIsNeverLargerThanTheScreen()
{
    const QSize screen = m_lab->window->screen()->availableGeometry().size();
    m_lab->settings.geometry.clear();
    m_lab->firstSize = {};
    m_lab->openWindow();
    // What does not fit is maximised; the offscreen platform has no window manager that would obey.
    QVERIFY(m_lab->window->isMaximized() ||
            (m_lab->window->width() <= screen.width() && m_lab->window->height() <= screen.height()));
}

void TstShell::aSampleIsOneClickAway_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<QString>("outcome");
    QTest::newRow("endpoint") << QStringLiteral("sampleButton1")
                              << QStringLiteral("Succeeded at the first attempt");
    QTest::newRow("backoff") << QStringLiteral("sampleButton2")
                             << QStringLiteral("Succeeded after 3 attempts");
    QTest::newRow("not retried") << QStringLiteral("sampleButton3")
                                 << QStringLiteral("Failed after 3 attempts");
}

void TstShell::aSampleIsOneClickAway()
{
    QFETCH(QString, button);
    QFETCH(QString, outcome);
    m_lab->openWindow();
    QVERIFY(m_lab->find<QWidget>("welcome").isVisible());

    QTest::mouseClick(m_lab->window->findChild<QPushButton*>(button), Qt::LeftButton);

    QTRY_VERIFY(m_lab->hasEnded());
    QVERIFY(!m_lab->find<QWidget>("welcome").isVisible());
    const QString title = m_lab->find<ui::OutcomeStrip>("outcomeStrip").title();
    QVERIFY2(title.startsWith(outcome), qPrintable(title));
}

void TstShell::theStripNamesTheRunThatIsShown()
{
    simulate("s3-mixed-then-429", "cpp-1.11.332-default");

    const auto& strip = m_lab->find<ui::OutcomeStrip>("outcomeStrip");
    QVERIFY2(strip.title().startsWith(QStringLiteral("Failed after 3 attempts in ")),
             qPrintable(strip.title()));
    QVERIFY(strip.title().contains(QStringLiteral("429")));
    const QString origin = m_lab->find<QLabel>("outcomeOrigin").text();
    QVERIFY2(origin.contains(QStringLiteral("AWS C++ 1.11")), qPrintable(origin));
    QVERIFY2(origin.contains(QStringLiteral("GET s3-mixed-then-429 /")), qPrintable(origin));
    QVERIFY(!strip.isStale());
}

void TstShell::anOpenedRecordBringsItsOwnRequest()
{
    simulate("s3-mixed-then-429", "cpp-1.11.332-default");
    const RunRecord opened = m_lab->record();
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("always-503")).ok());
    QVERIFY(m_lab->window->choosePolicy(QStringLiteral("curl-retry-3")).ok());
    m_lab->window->setUrl(QStringLiteral("http://localhost:1/dead"));

    m_lab->controller.setRecord(opened);

    QTRY_VERIFY(m_lab->find<ui::OutcomeStrip>("outcomeStrip").isStale());
    const auto& middle = m_lab->find<QSplitter>("middleSplitter");
    QCOMPARE(middle.count(), 3); // what dims the run is no part of it that takes room
    QTest::mouseClick(&m_lab->find<QPushButton>("useRequestButton"), Qt::LeftButton);
    QTRY_VERIFY(!m_lab->find<ui::OutcomeStrip>("outcomeStrip").isStale());
    QVERIFY(m_lab->find<QPushButton>("policyBox").text().contains(QStringLiteral("AWS C++ 1.11")));
    QCOMPARE(m_lab->find<ui::ChooserButton>("scenarioBox").summary(), QStringLiteral("s3-mixed-then-429"));

    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    QVERIFY(m_lab->record().header().seed != opened.header().seed); // it was shown, not kept
    QCOMPARE(m_lab->record().attemptCount(), opened.attemptCount());
    for (std::size_t i = 0; i < opened.calls().front().attempts.size(); ++i) {
        QCOMPARE(m_lab->record().calls().front().attempts[i].facts.response->status,
                 opened.calls().front().attempts[i].facts.response->status);
    }
}

void TstShell::theFormThatDiffersIsSaid()
{
    simulate("s3-slowdown-then-ok", "sdk-reference-standard");
    const auto& strip = m_lab->find<ui::OutcomeStrip>("outcomeStrip");
    QVERIFY(!strip.isStale());
    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(9);
    QTRY_VERIFY(strip.isStale());
    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(3);
    QTRY_VERIFY(!strip.isStale());
}

void TstShell::choosingAScenarioLeavesWhatWasTyped()
{
    m_lab->window->showPanel(QStringLiteral("request"));
    auto& body = m_lab->find<QPlainTextEdit>("requestBodyEdit");
    body.setFocus();
    QTest::keyClicks(&body, QStringLiteral("mine"));
    auto& path = m_lab->find<QLineEdit>("pathEdit");
    type(path, QStringLiteral("/my/path"));

    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("dynamodb-throttled-then-ok")).ok());

    QCOMPARE(body.toPlainText(), QStringLiteral("mine"));
    QCOMPARE(path.text(), QStringLiteral("/my/path"));
    m_lab->find<QAction>("undoAction").trigger();
    QCOMPARE(m_lab->find<ui::ChooserButton>("scenarioBox").summary(), QStringLiteral("s3-slowdown-then-ok"));
    QCOMPARE(body.toPlainText(), QStringLiteral("mine"));
}

void TstShell::twentyStepsAreUndoneAndDoneAgain()
{
    auto& attempts = m_lab->find<QSpinBox>("attemptsMaxBox");
    auto& path = m_lab->find<QLineEdit>("pathEdit");
    const int first = attempts.value();
    const QString firstPath = path.text();
    for (int step = 1; step <= 12; ++step) { // in turn, so that no two are one
        path.setFocus();
        path.selectAll();
        QTest::keyClicks(&path, QStringLiteral("/step/%1").arg(step));
        m_lab->window->showPanel(QStringLiteral("policy"));
        attempts.setFocus();
        attempts.setValue(10 + step);
        m_lab->window->showPanel(QStringLiteral("send"));
    }
    for (int step = 0; step < 24; ++step) {
        path.setFocus();
        QTest::keyClick(&path, Qt::Key_Z, Qt::ControlModifier);
    }
    QCOMPARE(path.text(), firstPath);
    QCOMPARE(attempts.value(), first);

    for (int step = 0; step < 24; ++step) {
        path.setFocus();
        QTest::keyClick(&path, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    }
    QCOMPARE(path.text(), QStringLiteral("/step/12"));
    QCOMPARE(attempts.value(), 22);
}

void TstShell::undoReachesTheJsonOfThePolicy()
{
    m_lab->window->showPanel(QStringLiteral("json"));
    auto& json = m_lab->find<QPlainTextEdit>("policyJsonEdit");
    json.setFocus();
    const QString before = json.toPlainText();
    QTest::keyClicks(&json, QStringLiteral("broken"));
    QVERIFY(json.toPlainText() != before);
    QTest::keyClick(&json, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(json.toPlainText(), before);
    QTest::keyClick(&json, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(json.toPlainText().startsWith(QStringLiteral("broken")));
}

void TstShell::escapeClosesAListAndNothingElse()
{
    m_lab->window->showPanel(QStringLiteral("policy"));
    auto& box = m_lab->find<QComboBox>("attemptsCountBox");
    box.showPopup();
    QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);

    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);

    QTRY_VERIFY(QApplication::activePopupWidget() == nullptr);
    QVERIFY(box.isVisible());
}

void TstShell::keysAreUnderlinedWhileAltIsHeld()
{
    const ui::QuietStyle style;
    QWidget window;
    const auto isUnderlined = [&] {
        return style.styleHint(QStyle::SH_UnderlineShortcut, nullptr, &window, nullptr) != 0;
    };
    QVERIFY(!isUnderlined());
    QTest::keyPress(&window, Qt::Key_Alt);
    QVERIFY(isUnderlined());
    QTest::keyRelease(&window, Qt::Key_Alt);
    QVERIFY(!isUnderlined());
}

/// A room that scrolls is moved by the wheel, whatever lies under the pointer.
void TstShell::theWheelChangesNoFieldWithoutTheFocus()
{
    ui::QuietStyle style;
    QWidget window;
    QComboBox box(&window);
    QSpinBox number(&window);
    QTabBar tabs(&window);
    box.addItems({QStringLiteral("first"), QStringLiteral("second")});
    tabs.addTab(QStringLiteral("first"));
    tabs.addTab(QStringLiteral("second"));
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    const auto isTakenBy = [](QWidget& field, int notches) {
        const QPointF middle = QRectF(field.rect()).center();
        QWheelEvent turn(middle, field.mapToGlobal(middle), {}, {0, 120 * notches}, Qt::NoButton, {},
                         Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&field, &turn);
        return turn.isAccepted();
    };
    window.setFocus(); // the first field has it after a start
    for (QWidget* field :
         {static_cast<QWidget*>(&box), static_cast<QWidget*>(&number), static_cast<QWidget*>(&tabs)}) {
        QVERIFY2(!isTakenBy(*field, field == &number ? 1 : -1), field->metaObject()->className());
        style.polish(field);
        QVERIFY((field->focusPolicy() & ~Qt::StrongFocus) == 0); // nor does the wheel give it the focus
    }
    QCOMPARE(box.currentIndex(), 0);
    QCOMPARE(number.value(), 0);
    QCOMPARE(tabs.currentIndex(), 0);

    number.setFocus(); // where someone works it counts as before
    QVERIFY(isTakenBy(number, 1));
    QCOMPARE(number.value(), 1);
}

void TstShell::manyCallsToAnotherMachineAreAskedAbout()
{
    m_lab->window->setUrl(
        QStringLiteral("http://192.0.2.1/")); // a network for documentation: no one is there
    m_lab->window->setCalls(90, 1);
    QCOMPARE(m_lab->find<QPushButton>("sendButton").text(), QStringLiteral("Send 90 calls"));

    m_lab->send();

    auto& question = m_lab->find<QMessageBox>("manyCallsQuestion");
    QVERIFY(question.isVisible());
    QVERIFY(question.text().contains(QStringLiteral("90 calls")));
    QTest::keyClick(&question, Qt::Key_Escape);
    QVERIFY(!m_lab->controller.isRunning());
    QVERIFY(m_lab->record().isEmpty());
}

void TstShell::virtualRunsStartWithAllTokens()
{
    for (int run = 0; run < 2; ++run) {
        simulate("always-503", "sdk-reference-standard");
        QVERIFY(m_lab->record().header().startStates.empty());
    }
}

void TstShell::leavingVirtualTimeMixesNoRequests()
{
    simulate("s3-mixed-then-429", "cpp-1.11.332-default");
    m_lab->window->setCalls(7, 2);
    auto& room = m_lab->find<ui::SendRoom>("sendRoom");
    room.forgetHistory();
    const ui::Draft before = room.draft();
    const auto choose = [this](const char* target) {
        QTest::mouseClick(&m_lab->find<QPushButton>(target), Qt::LeftButton);
    };

    choose("targetSwitch0");

    QVERIFY(!room.draft().run.isVirtual);
    QCOMPARE(room.draft().run.allCalls(), 1);
    QVERIFY(room.draft().builtIn == before.builtIn);
    QVERIFY(room.draft().underTest == before.underTest);
    choose("targetSwitch1");
    QVERIFY(room.draft().builtIn == before.builtIn && !room.draft().builtInIsOwn);
    QVERIFY(room.draft().underTest == before.underTest);
    m_lab->find<QAction>("undoAction").trigger();
    QVERIFY(room.draft().target == ui::Target::UnderTest);
    m_lab->find<QAction>("undoAction").trigger();
    QVERIFY(room.draft().target == ui::Target::BuiltIn);
    QVERIFY(room.draft().run.isVirtual && room.draft().run.allCalls() == before.run.allCalls());
    QVERIFY(room.draft().builtIn == before.builtIn);
}

void TstShell::tokensOfOneServerAreNotAnothers()
{
    m_lab->find<QWidget>("waitsBox").setProperty("checked", false);
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("always-503")).ok());
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    QVERIFY(m_lab->controller.quotaLevel().value_or(500) < 500);

    m_lab->window->setUrl(QStringLiteral("http://127.0.0.1:1/"));
    m_lab->send();

    QTRY_VERIFY(m_lab->hasEnded());
    QVERIFY(m_lab->record().header().startStates.empty());
}

void TstShell::everyRoomIsInThisWindow()
{
    for (const QString& panel : ui::MainWindow::panelNames()) {
        QVERIFY(m_lab->window->showPanel(panel));
        for (const QWidget* widget : QApplication::topLevelWidgets()) {
            QVERIFY2(!widget->isVisible() || widget == m_lab->window.get(), qPrintable(panel));
        }
    }
    QVERIFY(!m_lab->window->showPanel(QStringLiteral("nowhere")));
}

void TstShell::theKeysOfTheWindowWorkInALine()
{
    simulate("s3-slowdown-then-ok", "sdk-reference-standard");
    auto& path = m_lab->find<QLineEdit>("pathEdit");
    for (const Qt::Key key : {Qt::Key_E, Qt::Key_K}) {
        path.setFocus();
        path.setCursorPosition(0);
        const QString before = path.text();
        QTest::keyClick(&path, key, Qt::ControlModifier);
        QCOMPARE(path.text(), before);
        QCOMPARE(path.cursorPosition(), 0);
        auto* dialog = m_lab->window->findChild<QFileDialog*>();
        QVERIFY(key == Qt::Key_K ? m_lab->find<QWidget>("palette").isVisible() : dialog != nullptr);
        delete dialog;
    }
    m_lab->find<QWidget>("palette").close();
    path.setFocus();
    path.selectAll();
    QTest::keyClick(&path, Qt::Key_C, Qt::ControlModifier); // the field's own
    QCOMPARE(QGuiApplication::clipboard()->text(), path.text());
}

void TstShell::theLogoLeadsToTheStartPage()
{
    QTest::keyClick(m_lab->window.get(), Qt::Key_5, Qt::ControlModifier);
    QTest::mouseClick(&m_lab->find<QToolButton>("homeButton"), Qt::LeftButton);
    QVERIFY(m_lab->find<QWidget>("welcome").isVisible());
    QVERIFY(m_lab->find<QAction>("sendRoomAction").isChecked());
}

void TstShell::aSampleSaysThatItChangedThePolicy()
{
    QVERIFY(m_lab->window->choosePolicy(QStringLiteral("curl-retry-3")).ok());
    m_lab->find<QSpinBox>("attemptsMaxBox").setValue(9);
    m_lab->find<QAction>("welcomeAction").trigger();
    QTest::mouseClick(&m_lab->find<QPushButton>("sampleButton3"), Qt::LeftButton);
    QTRY_VERIFY(m_lab->hasEnded());
    QVERIFY(m_lab->find<QPushButton>("policyBox").text().contains(QStringLiteral("AWS C++")));
    auto& back = m_lab->find<QPushButton>("messageButton");
    QVERIFY2(back.isVisible() && back.text() == QStringLiteral("Back to curl --retry 3"),
             qPrintable(back.text()));
    QTest::mouseClick(&back, Qt::LeftButton);
    QVERIFY(m_lab->find<QPushButton>("policyBox").text().contains(QStringLiteral("curl --retry 3")));
    QCOMPARE(m_lab->find<QSpinBox>("attemptsMaxBox").value(), 9); // with its edits
}

void TstShell::redirectsAreFollowedOnRequest()
{
    QTcpServer there;
    QVERIFY(test::listenAndRespond(there, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
    QTcpServer here;
    QVERIFY(test::listenAndRespond(
        here, "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:" + QByteArray::number(there.serverPort()) +
                  "/b\r\nContent-Length: 5\r\n\r\nmoved"));
    m_lab->window->setUrl(QStringLiteral("http://127.0.0.1:%1/a").arg(here.serverPort()));
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    m_lab->window->showPanel(QStringLiteral("response"));
    auto& follow = m_lab->find<QPushButton>("followRedirectsButton");
    QTRY_VERIFY(follow.isVisible());
    QTest::mouseClick(&follow, Qt::LeftButton);
    QCOMPARE(m_lab->find<QSpinBox>("followBox").value(), 10);

    QTest::mouseClick(&m_lab->find<QPushButton>("messageButton"), Qt::LeftButton); // Send again
    QTRY_VERIFY(m_lab->hasEnded() && m_lab->record().header().spec.follow == 10);
    QCOMPARE(m_lab->attempt(1).facts.response->status, 200);
    const std::vector<Span> spans = spansOf(m_lab->record(), 0, 0);
    QVERIFY(spans.front().kind == SpanKind::Hop);
    QVERIFY(spans.front().end > spans.front().begin);

    auto& hops = m_lab->find<QComboBox>("hopBox");
    QTRY_COMPARE(hops.count(), 2);
    QCOMPARE(m_lab->find<QPlainTextEdit>("responseText").toPlainText(), QStringLiteral("ok"));
    hops.setCurrentIndex(0);
    Q_EMIT hops.activated(0);
    QCOMPARE(m_lab->find<QPlainTextEdit>("responseText").toPlainText(), QStringLiteral("moved"));
    QVERIFY(m_lab->find<QLabel>("responseNoticeText").text().contains(QStringLiteral("was redirected to")));
    QVERIFY(m_lab->find<QLabel>("runSummary").text().contains(QStringLiteral("2 requests")));
}

void TstShell::manyCallsHavePercentiles()
{
    auto& button = m_lab->find<QPushButton>("callTimesButton");
    m_lab->window->setCalls(19, 1);
    simulate("sdk-quota-runs-dry", "sdk-reference-standard");
    QVERIFY(button.isHidden());
    m_lab->window->setCalls(80, 1);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded() && m_lab->record().calls().size() == 80);
    QTRY_VERIFY(button.isVisible());
    QVERIFY2(button.text().startsWith(QStringLiteral("p50 ")) &&
                 button.text().contains(QStringLiteral("p99 ")),
             qPrintable(button.text()));

    QTest::mouseClick(&button, Qt::LeftButton);
    auto* popup = button.findChild<QWidget*>(QStringLiteral("callTimes"));
    QVERIFY(popup != nullptr && popup->isVisible());
    const auto* summary = popup->findChild<QLabel*>(QStringLiteral("callTimesSummary"));
    QVERIFY2(summary->text().startsWith(QStringLiteral("80 ended calls, 70 failed")) &&
                 summary->text().endsWith(QStringLiteral("virtual time")),
             qPrintable(summary->text()));
    const QAbstractItemModel& table =
        *popup->findChild<QTableView*>(QStringLiteral("callTimesTable"))->model();
    int calls = 0;
    for (int row = 0; row < table.rowCount(); ++row) {
        calls += table.index(row, 1).data().toInt() + table.index(row, 2).data().toInt();
    }
    QCOMPARE(calls, 80);
    QTest::keyClick(popup, Qt::Key_Escape);
    QTRY_VERIFY(button.findChild<QWidget*>(QStringLiteral("callTimes")) == nullptr);
}

void TstShell::linksLeadToTheAttempt()
{
    m_lab->window->setCalls(80, 1);
    simulate("sdk-quota-runs-dry", "sdk-reference-standard");
    auto& story = m_lab->find<QLabel>("outcomeStory");
    static const QRegularExpression kLink(QStringLiteral("<a href=\"(\\d+)\\.(\\d+)\"[^>]*>call (\\d+)"));
    const auto link = kLink.match(story.text());
    QVERIFY2(link.hasMatch(), qPrintable(story.text()));
    Q_EMIT story.linkActivated(link.captured(1) + u'.' + link.captured(2));
    const QString number = link.captured(3) + u'.' + QString::number(link.captured(2).toInt() + 1);
    const auto current = [this] {
        const auto& table = m_lab->find<QTableView>("attemptsTable");
        return table.currentIndex().siblingAtColumn(0).data().toString();
    };
    QCOMPARE(current(), number);

    // The reason leads to the last attempt of the first call that failed.
    auto& title = m_lab->find<QLabel>("outcomeTitle");
    static const QRegularExpression kReason(QStringLiteral("<a href=\"(\\d+\\.\\d+)\"[^>]*>"));
    QVERIFY2(kReason.match(title.text()).hasMatch(), qPrintable(title.text()));
    Q_EMIT title.linkActivated(kReason.match(title.text()).captured(1));
    QVERIFY(current() != QString());
    Q_EMIT title.linkActivated(QStringLiteral("99999.7")); // of a run that is gone
}

void TstShell::aMarkOfTheQuotaLeadsToItsAttempt()
{
    simulate("s3-slowdown-then-ok", "sdk-reference-standard");
    auto& table = m_lab->find<QTableView>("attemptsTable");
    QTRY_COMPARE(table.model()->rowCount(), 3);
    table.setCurrentIndex(table.model()->index(0, 0));
    auto& chart = m_lab->find<QWidget>("quotaChart");
    const AttemptRecord& second = m_lab->attempt(2);
    const auto& timeline = m_lab->find<ui::TimelineChart>("timelineChart");
    const double x = timeline.scale().toX(second.end) +
                     timeline.mapTo(m_lab->window.get(), QPoint(0, 0)).x() -
                     chart.mapTo(m_lab->window.get(), QPoint(0, 0)).x();
    QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(static_cast<int>(x), chart.height() / 2));
    QCOMPARE(table.currentIndex().row(), 1);
}

/// A row of the table, or a range drawn over the chart, is shown in the timeline.
void TstShell::requestsOverTimeLeadToTheTimeline()
{
    m_lab->window->setCalls(30, 1);
    simulate("s3-slowdown-then-ok", "sdk-reference-standard");
    QVERIFY(m_lab->window->showPanel(QStringLiteral("rate")));
    const auto& view = m_lab->find<ui::RequestRateView>("requestRate");
    QVERIFY(view.isVisible() && view.rate().bins.size() > 10);
    QVERIFY2(m_lab->find<QLabel>("requestRateSummary").text().startsWith(QStringLiteral("90 requests, 60 ")),
             qPrintable(m_lab->find<QLabel>("requestRateSummary").text()));
    auto& chart = m_lab->find<ui::TimelineChart>("timelineChart");
    const Duration whole = chart.scale().length();
    auto& table = m_lab->find<QTableView>("requestRateTable");
    table.setFocus();
    table.setCurrentIndex(table.model()->index(0, 0));
    QTest::keyClick(&table, Qt::Key_Return);
    QVERIFY(chart.scale().length() < whole / 5);

    chart.zoomToFit();
    QWidget* bars = m_lab->find<QAbstractScrollArea>("requestRateChart").viewport();
    const int middle = bars->height() / 2;
    QTest::mousePress(bars, Qt::LeftButton, {}, QPoint(bars->width() / 3, middle));
    QTest::mouseMove(bars, QPoint(bars->width() / 2, middle));
    QTest::mouseRelease(bars, Qt::LeftButton, {}, QPoint(bars->width() / 2, middle));
    QVERIFY(chart.scale().length() < whole / 2);
    QVERIFY(chart.scale().begin > Instant{});
}

void TstShell::f6GoesFromPaneToPane()
{
    simulate("s3-mixed-then-429", "cpp-1.11.332-default");
    m_lab->window->showPanel(QStringLiteral("attempts"));
    QTRY_VERIFY(m_lab->find<QWidget>("elsewhereList").isVisible());
    m_lab->find<QAction>("editUrlAction").trigger();
    QStringList panes;
    const auto press = [this, &panes](Qt::KeyboardModifiers modifiers) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, modifiers);
        panes += QApplication::focusWidget()->objectName();
        return QApplication::focusWidget();
    };
    const QWidget* first = press({});
    while (panes.size() < 12 && press({}) != first) {
    }
    QCOMPARE(QApplication::focusWidget(), first); // a round
    // Each pane is entered at its top.
    for (const char* part : {"timelineChart", "whyCopyButton", "sendRoomActionButton"}) {
        QVERIFY2(panes.contains(QString::fromLatin1(part)), qPrintable(panes.join(u' ')));
    }
    QVERIFY2(panes.size() <= 8, qPrintable(panes.join(u' ')));
    const QString last = panes.at(panes.size() - 2);
    QCOMPARE(press(Qt::ShiftModifier)->objectName(), last);
}

/// What has the focus may be hidden by a new run, as a button of the panel Why is.
void TstShell::theFocusStaysInTheRoom()
{
    simulate("s3-mixed-then-429", "cpp-1.11.332-default");
    QTRY_VERIFY(m_lab->find<QWidget>("elsewhereList").isVisible());
    m_lab->find<QWidget>("flipTry0").setFocus(Qt::TabFocusReason);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(m_lab->hasEnded());
    QTRY_VERIFY(QApplication::focusWidget() != nullptr);
    QVERIFY2(m_lab->find<QWidget>("rooms").isAncestorOf(QApplication::focusWidget()),
             qPrintable(QApplication::focusWidget()->objectName()));
    const QStringList kept{QStringLiteral("sendButton"), QStringLiteral("timelineChart")};
    QVERIFY(kept.contains(QApplication::focusWidget()->objectName()));
}

void TstShell::tabFromTheAddressComesBackSoon()
{
    simulate("s3-mixed-then-429", "cpp-1.11.332-default");
    QTRY_VERIFY(m_lab->find<QWidget>("elsewhereList").isVisible());
    m_lab->window->setUrl(QStringLiteral("http://localhost:1/"));
    m_lab->find<QAction>("editUrlAction").trigger();
    const QWidget* address = QApplication::focusWidget();
    QStringList stops;
    do {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        stops += QApplication::focusWidget()->objectName();
    } while (QApplication::focusWidget() != address && stops.size() < 100);
    QVERIFY2(stops.size() <= 30, qPrintable(QString::number(stops.size()) + u' ' + stops.join(u' ')));
}

void TstShell::homeAndEndGoToTheFirstAndLastRow()
{
    simulate("s3-mixed-then-429", "cpp-1.11.332-default");
    m_lab->window->showPanel(QStringLiteral("attempts"));
    auto& table = m_lab->find<QTableView>("attemptsTable");
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Home);
    QCOMPARE(table.currentIndex().row(), 0);
    QTest::keyClick(&table, Qt::Key_End);
    QCOMPARE(table.currentIndex().row(), 2);
}

void TstShell::thePaletteFindsTermsAndButtons()
{
    simulate("s3-mixed-then-429", "cpp-1.11.332-default");
    const auto choose = [this](const QString& words) {
        m_lab->find<QAction>("paletteAction").trigger();
        auto* edit = m_lab->find<QWidget>("palette").findChild<QLineEdit*>();
        QTest::keyClicks(edit, words);
        QTest::keyClick(edit, Qt::Key_Return);
    };
    choose(QStringLiteral("buttons zoom in"));
    QVERIFY(!m_lab->find<QWidget>("palette").isVisible());
    QVERIFY(m_lab->find<QToolButton>("timelineBack").isVisible()); // it was zoomed
    for (const auto& [words, action] : {std::pair("endpoint under test", "underTestAction"),
                                        {"built-in endpoint", "builtInAction"},
                                        {"virtual time", "virtualTimeAction"},
                                        {"follow redirects", "followRedirectsAction"}}) {
        const bool wasOn = m_lab->find<QAction>(action).isChecked();
        choose(QString::fromLatin1(words)); // typed and taken: the switch comes before the term
        QVERIFY2(m_lab->find<QAction>(action).isChecked() != wasOn, words);
    }
    choose(QStringLiteral("terms token bucket"));
    QTRY_VERIFY(m_lab->window->findChild<QDialog*>(QStringLiteral("helpPage")) != nullptr);
}

void TstShell::aThemeOfOneStartIsNoSetting()
{
    m_lab->window->setThemeForNow(ui::ThemeChoice::Dark);
    m_lab->window->setTextSizeForNow(4);
    QVERIFY(m_lab->window->palette().color(QPalette::Window).lightness() < 128);
    m_lab->window->close();
    QVERIFY(m_lab->settings.theme == ui::ThemeChoice::System);
    QCOMPARE(m_lab->settings.zoom, 0);

    m_lab->openWindow();
    m_lab->window->setTextSizeForNow(4);
    m_lab->find<QAction>("largerTextAction").trigger(); // from what is shown
    QCOMPARE(m_lab->settings.zoom, 5);
}

void TstShell::theRailNamesItsKeys()
{
    for (const char* room :
         {"sendRoom", "runs", "judge", "compare", "bounds", "record", "proxy", "presets"}) {
        auto& action = m_lab->find<QAction>(qPrintable(QLatin1String(room) + QStringLiteral("Action")));
        for (const QKeySequence& keys : action.shortcuts()) {
            QVERIFY2(action.toolTip().contains(keys.toString()), qPrintable(action.toolTip()));
        }
    }
}

void TstShell::escWithNothingToEndDoesNothing()
{
    QTest::keyClick(m_lab->window.get(), Qt::Key_5, Qt::ControlModifier);
    QVERIFY(m_lab->find<QAction>("boundsAction").isChecked());
    QTest::keyClick(m_lab->window.get(), Qt::Key_Escape);
    QVERIFY(m_lab->find<QAction>("boundsAction").isChecked());
}

/// The search, then the card, then the run.
void TstShell::escEndsOneThingAfterTheOther()
{
    m_lab->find<QComboBox>("backoffJitterBox").setCurrentIndex(0);
    Q_EMIT m_lab->find<QComboBox>("backoffJitterBox").activated(0);
    m_lab->find<QDoubleSpinBox>("backoffBaseBox").setValue(20000);
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("always-503")).ok());
    m_lab->send();
    QTRY_VERIFY(m_lab->record().attemptCount() == 1 && !m_lab->attempt(1).isRunning);
    auto& chart = m_lab->find<QWidget>("timelineChart");
    m_lab->find<QAction>("filterAttemptsAction").trigger();
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("503"));
    const auto& words = dynamic_cast<QLineEdit&>(*QApplication::focusWidget());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(words.text().isEmpty());
    QVERIFY(m_lab->controller.isRunning());

    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Space);
    QTest::keyClick(&chart, Qt::Key_Escape); // the card
    QVERIFY(m_lab->controller.isRunning());
    QTest::keyClick(&chart, Qt::Key_Escape);
    QTRY_VERIFY(!m_lab->controller.isRunning());
}

void TstShell::sendingDuringARunStopsIt()
{
    m_lab->find<QComboBox>("backoffJitterBox").setCurrentIndex(0);
    Q_EMIT m_lab->find<QComboBox>("backoffJitterBox").activated(0);
    m_lab->find<QDoubleSpinBox>("backoffBaseBox").setValue(20000);
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("always-503")).ok());
    m_lab->send();
    QTRY_VERIFY(m_lab->record().attemptCount() == 1 && !m_lab->attempt(1).isRunning);
    const std::uint64_t seed = m_lab->record().header().seed;

    m_lab->send();
    QTRY_VERIFY(m_lab->record().header().seed != seed && m_lab->controller.isRunning());
    QTRY_COMPARE(m_lab->runs.list().value().runs.size(), std::size_t{1});
    QVERIFY(m_lab->runs.list().value().runs.front().verdict == CallVerdict::Cancelled);
    QTRY_VERIFY(m_lab->record().attemptCount() == 1 && !m_lab->attempt(1).isRunning);

    // Enter in the path does the same.
    const std::uint64_t second = m_lab->record().header().seed;
    QTest::keyClick(&m_lab->find<QLineEdit>("pathEdit"), Qt::Key_Return);
    QTRY_VERIFY(m_lab->record().header().seed != second && m_lab->controller.isRunning());
    QTest::keyClick(m_lab->window.get(), Qt::Key_Escape);
    QTRY_VERIFY(!m_lab->controller.isRunning());
}

void TstShell::aPostUnderWayIsAskedAboutOnce()
{
    m_lab->find<QDoubleSpinBox>("backoffBaseBox").setValue(20000);
    m_lab->find<QComboBox>("backoffJitterBox").setCurrentIndex(0);
    Q_EMIT m_lab->find<QComboBox>("backoffJitterBox").activated(0);
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("always-503")).ok());
    auto& method = m_lab->find<QComboBox>("methodBox");
    method.setCurrentText(QStringLiteral("POST"));
    Q_EMIT method.activated(method.currentIndex());
    m_lab->send();
    QTRY_VERIFY(m_lab->record().attemptCount() == 1 && !m_lab->attempt(1).isRunning);
    const std::uint64_t seed = m_lab->record().header().seed;

    m_lab->send();
    auto& action = m_lab->find<QPushButton>("addressAction");
    QVERIFY(action.isVisible());
    QVERIFY(m_lab->find<QLabel>("addressProblem").text().contains(QStringLiteral("A POST is under way")));
    QCOMPARE(m_lab->record().header().seed, seed);
    m_lab->send(); // asked about once
    QTRY_VERIFY(m_lab->record().header().seed != seed && m_lab->controller.isRunning());
    QTest::keyClick(m_lab->window.get(), Qt::Key_Escape);
    QTRY_VERIFY(!m_lab->controller.isRunning());
}

void TstShell::tabLeavesTheHeaders()
{
    m_lab->window->showPanel(QStringLiteral("request"));
    auto& table = m_lab->find<QTableView>("requestHeadersTable");
    table.setFocus();
    for (const Qt::KeyboardModifiers keys :
         {Qt::KeyboardModifiers(), Qt::KeyboardModifiers(Qt::ShiftModifier)}) {
        table.setFocus();
        bool isOut = false;
        for (int press = 0; press < 4 && !isOut; ++press) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab, keys);
            const QWidget* now = QApplication::focusWidget();
            isOut = now != &table && !table.isAncestorOf(now);
        }
        QVERIFY(isOut);
    }
}

RETRYSCOPE_TEST(TstShell)
#include "tst_shell.moc"
