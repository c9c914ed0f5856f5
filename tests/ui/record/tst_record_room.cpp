// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/inference_text.h"
#include "core/io/documents/record_json.h"
#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/record/call_lanes.h"
#include "ui/record/calls_view.h"
#include "ui/record/record_details.h"
#include "ui/record/record_page.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QTextEdit>
#include <QToolButton>
#include <QUrl>

#include <algorithm>

using namespace retryscope;
using namespace retryscope::test;
using namespace retryscope::ui;

namespace {

constexpr auto kAgent = "Boto3/1.43.67 md/Botocore#1.43.67 ua/2.1 cfg/retry-mode#standard";

} // namespace

/// The room Record from start to stop, with a client that is a socket.
class TstRecordRoom : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_lab.reset(); }
    void itIsBetweenBoundsAndProxy();
    void aClientIsRecordedWithItsCalls();
    void theClientIsNamedFromItsCalls();
    void theLineIsForTheClientThatIsChosen();
    void whatIsWrongStandsAtItsField();
    void anotherMachineIsNotListenedFor();
    void requestsAreForwarded();
    void whatWasChosenIsThereAfterARestart();
    void twoClientsAreToldApart();
    void escapeStopsAndTheRunIsKept();
    void theTimelineShowsTheRecording();
    void compareJudgeAndScenarioTakeTheRecording();
    void ctrlSSavesTheRecording();
    void closingTheWindowKeepsTheRecording();
    void aRecordedFileIsShownHere();
    void aRunOfTheHistoryIsShownHere();
    void aRunOfOursIsNot();
    void aFileDoesNotEndARecording();
    void startMakesANewOneAndLosesNothing();
    void theRailShowsThatItRecords();
    void whatIsInNoCallIsCounted();
    void tunnelsAreCountedWithTheirBytes();
    void aRecordedRequestIsSentAgain();
    void whatAClientSaysIsNoMarkup();
    void selectedCallsAreJoinedAndJoinedOnesSplit();
    void aFieldIsChosenAsTheIdOfTheCalls();
    void callsOfTwoClientsAreNotJoined();
    void whatIsGroupedInOneRecordingStaysWhereAnotherIsGrouped();

private:
    /// In the menu Grouping.
    void choose(const QString& action);
    /// Rows of the list of calls, the first one alone and the others with Ctrl.
    void selectRows(const std::vector<int>& rows);
    /// Of each call, the first one first.
    [[nodiscard]] std::vector<std::size_t> attempts();

    template <typename Type>
    Type& find(const char* name)
    {
        return m_lab->find<Type>(name);
    }
    RecordPage& page() { return *m_lab->window->findChild<RecordPage*>(); }
    QListView& calls() { return find<QListView>("calls"); }
    QString row(int row) { return calls().model()->index(row, 0).data().toString(); }
    void click(const char* button) { QTest::mouseClick(&find<QPushButton>(button), Qt::LeftButton); }
    void type(const char* edit, const QString& text);
    /// Responds from the scenario that is chosen at first: 503, 503, 200.
    void startPlaying();
    /// One request on a connection of its own; the status of the response.
    int request(int attempt, const QByteArray& call, const QByteArray& agent = kAgent,
                const QByteArray& path = "/example-bucket?list-type=2");
    /// Three attempts.
    void makeCall(const QByteArray& call);
    /// Records a call, and saves it there.
    void saveRecordingTo(const QString& path);
    [[nodiscard]] QString currentRoom() { return m_lab->room()->objectName(); }
    [[nodiscard]] std::size_t keptRuns() const { return m_lab->runs.list().value().runs.size(); }

    std::unique_ptr<WindowLab> m_lab;
};

void TstRecordRoom::init()
{
    m_lab = std::make_unique<WindowLab>();
    QVERIFY(m_lab->window->showPanel(QStringLiteral("record")));
}

void TstRecordRoom::type(const char* edit, const QString& text)
{
    auto& line = find<QLineEdit>(edit);
    line.setFocus();
    line.selectAll();
    QTest::keyClicks(&line, text);
}

void TstRecordRoom::startPlaying()
{
    type("recordListen", QStringLiteral("127.0.0.1:0"));
    click("recordMode1");
    click("recordGo");
    QVERIFY2(page().isRecording(), qPrintable(find<QLabel>("recordListenCaption").text()));
}

int TstRecordRoom::request(int attempt, const QByteArray& call, const QByteArray& agent,
                           const QByteArray& path)
{
    const QUrl url(page().url());
    QTcpSocket socket;
    socket.connectToHost(url.host(), static_cast<quint16>(url.port()));
    socket.write(
        "GET " + path + " HTTP/1.1\r\nHost: " + url.authority().toUtf8() + "\r\nUser-Agent: " + agent +
        "\r\nAuthorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260101/us-east-1/s3/aws4_request, "
        "SignedHeaders=host, Signature=s3cret\r\namz-sdk-invocation-id: " +
        call + "\r\namz-sdk-request: attempt=" + QByteArray::number(attempt) +
        "; max=3\r\nConnection: close\r\n\r\n");
    QByteArray response;
    const bool isOver = QTest::qWaitFor([&] {
        response += socket.readAll();
        return socket.state() == QAbstractSocket::UnconnectedState;
    });
    return isOver ? response.mid(9, 3).toInt() : 0;
}

void TstRecordRoom::makeCall(const QByteArray& call)
{
    QCOMPARE(request(1, call), 503);
    QCOMPARE(request(2, call), 503);
    QCOMPARE(request(3, call), 200);
}

void TstRecordRoom::choose(const QString& action)
{
    page().calls().menuRequested(page().mapToGlobal(QPoint(10, 10)));
    auto& menu = find<QMenu>("groupingMenu");
    const auto* chosen = menu.findChild<QAction*>(action);
    QVERIFY2(chosen != nullptr && chosen->isEnabled(), qPrintable(action));
    QTest::mouseClick(&menu, Qt::LeftButton, {},
                      menu.actionGeometry(menu.findChild<QAction*>(action)).center());
    m_lab->window->activateWindow(); // offscreen, the menu stays the active window
    QTRY_COMPARE(QApplication::activeWindow(), m_lab->window.get());
}

void TstRecordRoom::selectRows(const std::vector<int>& rows)
{
    for (const int row : rows) {
        QTest::mouseClick(calls().viewport(), Qt::LeftButton,
                          row == rows.front() ? Qt::KeyboardModifiers() : Qt::ControlModifier,
                          calls().visualRect(calls().model()->index(row, 0)).center());
    }
}

std::vector<std::size_t> TstRecordRoom::attempts()
{
    std::vector<std::size_t> counts;
    for (const CallRecord& call : page().record().calls()) {
        counts.push_back(call.attempts.size());
    }
    return counts;
}

void TstRecordRoom::itIsBetweenBoundsAndProxy()
{
    QTest::keyClick(m_lab->window.get(), Qt::Key_5, Qt::ControlModifier);
    QTest::keyClick(m_lab->window.get(), Qt::Key_6, Qt::ControlModifier);
    QCOMPARE(m_lab->room(), &page());
    QTest::keyClick(m_lab->window.get(), Qt::Key_7, Qt::ControlModifier);
    QCOMPARE(m_lab->room()->objectName(), QStringLiteral("proxyPage"));
}

void TstRecordRoom::aClientIsRecordedWithItsCalls()
{
    startPlaying();
    QCOMPARE(find<QLabel>("recordState").text(), QStringLiteral("Recording"));
    makeCall("one");

    QTRY_COMPARE(calls().model()->rowCount(), 1);
    QTRY_VERIFY2(row(0).contains(QStringLiteral("3 attempts")), qPrintable(row(0)));
    QVERIFY2(row(0).startsWith(QStringLiteral("ListObjectsV2, 200")), qPrintable(row(0)));
    QTRY_COMPARE(find<QLabel>("callsCount").text(), QStringLiteral("1 call · 3 requests"));
    QCOMPARE(page().details().lanes().rows().size(), std::size_t{3});
    QCOMPARE(page().details().lanes().rows()[0].status, QStringLiteral("503"));
    QVERIFY(page().details().lanes().rows()[0].wait.has_value());

    makeCall("two");
    QTRY_COMPARE(calls().model()->rowCount(), 2);
    QCOMPARE(page().calls().currentCall(), 0); // what is looked at stays
    click("callsFilter2");
    QCOMPARE(calls().model()->rowCount(), 0);
    click("callsFilter1");
    QCOMPARE(calls().model()->rowCount(), 2);
}

void TstRecordRoom::theClientIsNamedFromItsCalls()
{
    startPlaying();
    makeCall("one");
    click("recordGo"); // Stop

    QTRY_COMPARE(find<QLabel>("recordState").text(), QStringLiteral("Not recording"));
    QTRY_COMPARE(page().details().clients().size(), std::size_t{1});
    QVERIFY(find<QLabel>("fitClient").text().startsWith(QStringLiteral("Boto3/1.43.67")));
    QVERIFY(!find<QLabel>("fitHeadline").text().isEmpty());
    const QAbstractItemModel& checks = *find<QTableView>("fitChecks").model();
    QVERIFY(checks.rowCount() >= 3);
    QVERIFY(page().details().lanes().rows()[0].agreement != LaneRow::Agreement::Unknown);

    const QString first = checks.index(0, 3).data().toString();
    click("fit1"); // another preset
    QVERIFY(find<QPushButton>("fit1").isChecked());
    QVERIFY(!first.isEmpty());
    click("fitUse");
    QVERIFY(m_lab->window->message().contains(QStringLiteral("Send now uses the policy")));
}

void TstRecordRoom::theLineIsForTheClientThatIsChosen()
{
    type("recordListen", QStringLiteral("127.0.0.1:4711"));
    QCOMPARE(find<QLineEdit>("clientLine").text(),
             QStringLiteral("s3 = boto3.client(\"s3\", endpoint_url=\"http://127.0.0.1:4711\")"));
    auto& tabs = find<QTabBar>("clientLineTabs");
    QCOMPARE(tabs.count(), 7);
    tabs.setCurrentIndex(6);
    click("clientLineCopy");
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("curl --retry 3 http://127.0.0.1:4711/"));
    click("recordMode2"); // forward proxy
    QVERIFY(find<QLineEdit>("clientLine").text().contains(QStringLiteral("--proxy http://127.0.0.1:4711")));
    for (int tab = 0; tab < tabs.count(); ++tab) {
        tabs.setCurrentIndex(tab);
        QVERIFY2(!find<QLineEdit>("clientLine").text().contains(QStringLiteral("{url}")),
                 qPrintable(find<QLineEdit>("clientLine").text()));
        QVERIFY(find<QLineEdit>("clientLine").text().contains(QStringLiteral("4711")));
    }
}

void TstRecordRoom::whatIsWrongStandsAtItsField()
{
    click("recordGo");
    QVERIFY(!page().isRecording());
    QVERIFY(find<QLabel>("recordUpstreamCaption").text().contains(QStringLiteral("No server given")));
    QTest::keyClicks(&find<QLineEdit>("recordUpstream"), QStringLiteral("h"));
    QVERIFY(!find<QLabel>("recordUpstreamCaption").text().contains(QStringLiteral("No server given")));

    type("recordUpstream", QStringLiteral("http://"));
    click("recordGo");
    QVERIFY(!page().isRecording());
    QCOMPARE(find<QLabel>("recordUpstreamCaption").property("mark").toString(), QStringLiteral("danger"));

    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    type("recordUpstream", QStringLiteral("http://127.0.0.1:1"));
    type("recordListen", QStringLiteral("127.0.0.1:%1").arg(other.serverPort()));
    click("recordGo");
    QVERIFY(!page().isRecording());
    QVERIFY2(find<QLabel>("recordListenCaption").text().contains(QString::number(other.serverPort())),
             qPrintable(find<QLabel>("recordListenCaption").text()));
    // The field has no room for all of it.
    QVERIFY(find<QLabel>("recordProblem").isVisible());
    QVERIFY2(find<QLabel>("recordProblem")
                 .text()
                 .contains(QStringLiteral("another program uses port %1").arg(other.serverPort())),
             qPrintable(find<QLabel>("recordProblem").text()));
    type("recordListen", QStringLiteral("nonsense"));
    click("recordGo");
    QVERIFY(!page().isRecording());
    QCOMPARE(find<QLabel>("recordListenCaption").property("mark").toString(), QStringLiteral("danger"));
}

void TstRecordRoom::whatWasChosenIsThereAfterARestart()
{
    find<QTabBar>("clientLineTabs").setCurrentIndex(6);
    find<QComboBox>("recordHost").setCurrentIndex(1);
    click("recordMode2");
    m_lab->openWindow();
    QVERIFY(m_lab->window->showPanel(QStringLiteral("record")));
    QVERIFY(find<QPushButton>("recordMode2").isChecked());
    QCOMPARE(find<QComboBox>("recordHost").currentIndex(), 1);
    QCOMPARE(find<QTabBar>("clientLineTabs").currentIndex(), 6);
}

void TstRecordRoom::twoClientsAreToldApart()
{
    startPlaying();
    makeCall("one");
    QCOMPARE(request(1, "two", "curl/7.88.1"), 503);
    QCOMPARE(request(2, "two", "curl/7.88.1"), 503);
    QCOMPARE(request(3, "two", "curl/7.88.1"), 200);
    click("recordGo");
    QTRY_COMPARE(page().details().clients().size(), std::size_t{2});
    QTRY_VERIFY2(row(0).contains(QStringLiteral("curl/7.88.1")), qPrintable(row(0)));
    QVERIFY2(row(1).contains(QStringLiteral("Boto3/1.43.67")), qPrintable(row(1)));
    QVERIFY2(find<QLabel>("fitClient").text().startsWith(QStringLiteral("One of 2 clients: ")),
             qPrintable(find<QLabel>("fitClient").text()));
    QVERIFY(find<QPushButton>("recordScenario").text().contains(QStringLiteral("all 2 calls")));
}

void TstRecordRoom::anotherMachineIsNotListenedFor()
{
    type("recordListen", QStringLiteral("0.0.0.0:0"));
    click("recordMode1");
    click("recordGo");
    QVERIFY(!page().isRecording());
    QVERIFY(find<QLabel>("recordListenCaption").text().contains(QStringLiteral("127.0.0.1 and ::1 only")));
}

void TstRecordRoom::requestsAreForwarded()
{
    QTcpServer upstream;
    QVERIFY(upstream.listen(QHostAddress::LocalHost));
    QByteArray got;
    connect(&upstream, &QTcpServer::newConnection, this, [&] {
        QTcpSocket* socket = upstream.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [&got, socket] {
            got += socket->readAll();
            socket->write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            socket->disconnectFromHost();
        });
    });
    type("recordListen", QStringLiteral("127.0.0.1:0"));
    type("recordUpstream", QStringLiteral("http://127.0.0.1:%1").arg(upstream.serverPort()));
    click("recordGo");
    QVERIFY(page().isRecording());
    QCOMPARE(request(1, "one"), 404);
    QVERIFY(got.contains("amz-sdk-invocation-id: one"));
    QTRY_VERIFY(calls().model()->rowCount() == 1 && row(0).contains(QStringLiteral("404")));
}

void TstRecordRoom::escapeStopsAndTheRunIsKept()
{
    startPlaying();
    makeCall("one");
    QTest::keyClick(m_lab->window.get(), Qt::Key_Escape);

    QVERIFY(!page().isRecording());
    QTRY_COMPARE(keptRuns(), std::size_t{1});
    QTRY_VERIFY(m_lab->window->message().contains(QStringLiteral("in Runs")));
    QCOMPARE(m_lab->room(), &page()); // only stopped, not left
    const auto kept = m_lab->runs.open(m_lab->runs.list().value().runs.front().id);
    QVERIFY(kept.ok());
    QVERIFY(kept.value().header().isRecorded);
    QCOMPARE(kept.value().attemptCount(), 3);
}

void TstRecordRoom::theTimelineShowsTheRecording()
{
    startPlaying();
    makeCall("one");
    click("recordGo");
    QTRY_VERIFY(!page().isRecording());
    click("recordTimeline");

    QCOMPARE(m_lab->room()->objectName(), QStringLiteral("sendRoom"));
    QCOMPARE(m_lab->record().attemptCount(), 3);
    QVERIFY(m_lab->record().header().isRecorded);
    for (const QString& panel : MainWindow::panelNames()) {
        QVERIFY2(m_lab->window->showPanel(panel), qPrintable(panel)); // every room copes with it
    }
}

void TstRecordRoom::compareJudgeAndScenarioTakeTheRecording()
{
    startPlaying();
    makeCall("one");
    click("recordGo");
    QTRY_COMPARE(page().details().clients().size(), std::size_t{1});
    QTest::mouseClick(&find<QToolButton>("fitCopy"), Qt::LeftButton);
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.contains(QString::fromStdString(fitHeadline(page().details().clients().front()))),
             qPrintable(copied));
    click("fitCompare");
    QCOMPARE(m_lab->room()->objectName(), QStringLiteral("comparePage"));
    QCOMPARE(m_lab->record().attemptCount(), 3);
    // A recording has no policy: neither its numbers nor a document stand for it.
    auto& numbers = find<QTableView>("compareTable");
    QTRY_VERIFY(numbers.model()->rowCount() >= 2);
    int evidence = 0;
    while (numbers.model()->headerData(evidence, Qt::Horizontal).toString() != QStringLiteral("Evidence")) {
        QVERIFY(++evidence < numbers.model()->columnCount());
    }
    QCOMPARE(numbers.model()->index(0, evidence).data().toString(), QStringLiteral("recorded"));
    numbers.selectRow(1);
    const QString differs = find<QTextEdit>("compareDifferences").toPlainText();
    QVERIFY2(differs.contains(QStringLiteral("A recording has no policy")), qPrintable(differs));
    QVERIFY2(differs.contains(QStringLiteral("attempts: ")), qPrintable(differs));

    QVERIFY(m_lab->window->showPanel(QStringLiteral("record")));
    click("fitJudge");
    QCOMPARE(m_lab->room()->objectName(), QStringLiteral("judgePage"));
    // The call ended well: what policies differ about is its last failure.
    QVERIFY2(find<QPlainTextEdit>("judgeText").toPlainText().contains(QStringLiteral("503")),
             qPrintable(find<QPlainTextEdit>("judgeText").toPlainText()));

    QVERIFY(m_lab->window->showPanel(QStringLiteral("record")));
    click("recordScenario");
    QCOMPARE(m_lab->room()->objectName(), QStringLiteral("sendRoom"));
    m_lab->window->setVirtual(true);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded() && m_lab->record().header().isVirtual);
    QCOMPARE(m_lab->record().calls().front().attempts.front().facts.response->status, 503);
}

void TstRecordRoom::ctrlSSavesTheRecording()
{
    QVERIFY(!find<QAction>("saveAction").isEnabled());
    startPlaying();
    makeCall("one");
    click("recordGo");
    QTRY_VERIFY(m_lab->window->message().contains(QStringLiteral("in Runs")));
    QTest::keyClick(m_lab->window.get(), Qt::Key_S, Qt::ControlModifier);
    auto* dialog = m_lab->window->findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    Q_EMIT dialog->fileSelected(m_lab->path("mine.json"));
    dialog->close();

    QTRY_VERIFY(m_lab->window->message().contains(QStringLiteral("mine.json")));
    QVERIFY(m_lab->window->openPath(m_lab->path("mine.json")).ok());
    QVERIFY(m_lab->record().header().isRecorded);
    QCOMPARE(m_lab->record().attemptCount(), 3);
}

void TstRecordRoom::closingTheWindowKeepsTheRecording()
{
    startPlaying();
    makeCall("one");
    m_lab->window->close();
    m_lab->window.reset();
    QCOMPARE(keptRuns(), std::size_t{1});
}

void TstRecordRoom::saveRecordingTo(const QString& path)
{
    startPlaying();
    makeCall("one");
    makeCall("two");
    click("recordGo");
    QTRY_COMPARE(keptRuns(), std::size_t{1});
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    io::writeRecord(file, page().record(), {});
}

void TstRecordRoom::aRecordedFileIsShownHere()
{
    const QString path = m_lab->path("mine.json");
    saveRecordingTo(path);
    m_lab->openWindow(); // another program

    QVERIFY(m_lab->window->openPath(path).ok());

    QCOMPARE(currentRoom(), QStringLiteral("recordPage"));
    QCOMPARE(find<QLabel>("recordState").text(), QStringLiteral("Opened"));
    QCOMPARE(find<QLabel>("recordTime").text(), QStringLiteral("mine.json"));
    QVERIFY(find<QLabel>("recordTime").isVisibleTo(&page()));
    QCOMPARE(calls().model()->rowCount(), 2);
    QVERIFY2(row(0).contains(QStringLiteral("3 attempts")), qPrintable(row(0)));
    QVERIFY2(row(0).startsWith(QStringLiteral("ListObjectsV2")), qPrintable(row(0))); // without the signature
    QCOMPARE(page().details().lanes().rows().size(), std::size_t{3});
    QTRY_COMPARE(page().details().clients().size(), std::size_t{1});
    QVERIFY(find<QLabel>("fitClient").text().startsWith(QStringLiteral("Boto3/1.43.67")));
    QVERIFY(find<QTableView>("fitChecks").model()->rowCount() >= 3);
    QVERIFY(find<QAction>("saveAction").isEnabled());

    click("recordTimeline"); // it is the run that is shown, with its file
    QCOMPARE(currentRoom(), QStringLiteral("sendRoom"));
    QVERIFY(m_lab->window->windowTitle().startsWith(QStringLiteral("mine.json")));
    QCOMPARE(m_lab->record().attemptCount(), 6);
}

void TstRecordRoom::aRunOfTheHistoryIsShownHere()
{
    saveRecordingTo(m_lab->path("mine.json"));
    m_lab->openWindow();
    QVERIFY(m_lab->window->showPanel(QStringLiteral("runs")));
    auto& runs = find<QAbstractItemView>("runsList");
    QTRY_VERIFY(runs.model()->rowCount() > 0);
    runs.setCurrentIndex(runs.model()->index(0, 0));
    click("openRunButton");

    QTRY_COMPARE(currentRoom(), QStringLiteral("recordPage"));
    QCOMPARE(find<QLabel>("recordState").text(), QStringLiteral("Opened"));
    QCOMPARE(calls().model()->rowCount(), 2);
    QCOMPARE(m_lab->record().attemptCount(), 6);
}

void TstRecordRoom::aRunOfOursIsNot()
{
    m_lab->window->showPanel(QStringLiteral("send"));
    m_lab->window->setVirtual(true);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    QFile file(m_lab->path("ours.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    io::writeRecord(file, m_lab->record(), {});
    file.close();

    QVERIFY(m_lab->window->openPath(file.fileName()).ok());

    QCOMPARE(currentRoom(), QStringLiteral("sendRoom"));
    QVERIFY(!page().isOpened());
}

void TstRecordRoom::aFileDoesNotEndARecording()
{
    const QString path = m_lab->path("mine.json");
    saveRecordingTo(path);
    click("recordGo");
    QVERIFY(page().isRecording());
    makeCall("three");

    QVERIFY(m_lab->window->openPath(path).ok());

    QVERIFY(page().isRecording());
    QCOMPARE(page().record().calls().size(), std::size_t{1});
    QCOMPARE(m_lab->record().attemptCount(), 6); // the file, on the timeline
    QVERIFY(m_lab->window->message().contains(QStringLiteral("shown in Send only")));
    QCOMPARE(currentRoom(), QStringLiteral("sendRoom"));
    QVERIFY(m_lab->window->showPanel(QStringLiteral("record")));
    makeCall("four");
    QCOMPARE(page().record().calls().size(), std::size_t{2});
}

void TstRecordRoom::startMakesANewOneAndLosesNothing()
{
    const QString path = m_lab->path("mine.json");
    saveRecordingTo(path);
    QVERIFY(m_lab->window->openPath(path).ok());
    QTRY_COMPARE(keptRuns(), std::size_t{1}); // the file holds the recording that is there
    click("recordGo");

    QVERIFY(page().isRecording());
    QVERIFY(!page().isOpened());
    QCOMPARE(calls().model()->rowCount(), 0);
    QCOMPARE(find<QLabel>("recordState").text(), QStringLiteral("Recording"));
    makeCall("three");
    click("recordGo");
    QTRY_COMPARE(keptRuns(), std::size_t{2});
    QVERIFY(QFile::exists(path));
}

void TstRecordRoom::theRailShowsThatItRecords()
{
    auto& button = find<QToolButton>("recordActionButton");
    QVERIFY(!button.property("busy").toBool());
    const QImage before = button.grab().toImage();
    startPlaying();
    QVERIFY(button.property("busy").toBool());
    QCOMPARE(button.accessibleName(), QStringLiteral("Record, recording"));
    QVERIFY(m_lab->window->showPanel(QStringLiteral("send")));
    QVERIFY(m_lab->window->showPanel(QStringLiteral("record")));
    QVERIFY(button.grab().toImage() != before);
    click("recordGo");
    QTRY_VERIFY(!button.property("busy").toBool());
    QCOMPARE(button.accessibleName(), QStringLiteral("Record"));
}

void TstRecordRoom::whatIsInNoCallIsCounted()
{
    startPlaying();
    QVERIFY(!find<QWidget>("outsideView").isVisibleTo(&page()));
    const QUrl url(page().url());
    QTcpSocket socket;
    socket.connectToHost(url.host(), static_cast<quint16>(url.port()));
    socket.write("GET /<b>x</b>?X-Amz-Security-Token=canary-s3cret HTTP/1.1\r\nHost: page.example\r\n\r\n");

    QTRY_VERIFY(find<QWidget>("outsideView").isVisibleTo(&page()));
    auto& count = find<QToolButton>("outsideCount");
    QCOMPARE(count.text(), QStringLiteral("1 request outside a call"));
    QTest::mouseClick(&count, Qt::LeftButton);
    auto& list = find<QListWidget>("outsideList");
    QVERIFY(list.isVisibleTo(&page()));
    QCOMPARE(list.count(), 1);
    const QString line = list.item(0)->text();
    QVERIFY2(line.contains(QStringLiteral("page.example")), qPrintable(line));
    QVERIFY2(line.contains(QStringLiteral("does not serve this host")), qPrintable(line));
    QVERIFY2(!line.contains(QStringLiteral("canary")), qPrintable(line));
    QCOMPARE(calls().model()->rowCount(), 0);
}

void TstRecordRoom::tunnelsAreCountedWithTheirBytes()
{
    QTcpServer upstream;
    QVERIFY(upstream.listen(QHostAddress::LocalHost));
    type("recordListen", QStringLiteral("127.0.0.1:0"));
    click("recordMode2"); // forward proxy
    click("recordGo");
    QVERIFY(page().isRecording());
    const QUrl url(page().url());
    QTcpSocket socket;
    socket.connectToHost(url.host(), static_cast<quint16>(url.port()));
    socket.write("CONNECT 127.0.0.1:" + QByteArray::number(upstream.serverPort()) +
                 " HTTP/1.1\r\nHost: a\r\n\r\nhello");

    auto& count = find<QToolButton>("outsideCount");
    QTRY_COMPARE(count.text(), QStringLiteral("1 tunnel, not decrypted"));
    QTest::mouseClick(&count, Qt::LeftButton);
    auto& list = find<QListWidget>("outsideList");
    QTRY_VERIFY2(list.item(0)->text().contains(QStringLiteral("5 bytes sent, 0 received")),
                 qPrintable(list.item(0)->text()));
    socket.write("more");
    QTRY_VERIFY2(list.item(0)->text().contains(QStringLiteral("9 bytes sent")),
                 qPrintable(list.item(0)->text()));
    click("recordGo");
    QTRY_VERIFY(!page().isRecording());
    QCOMPARE(count.text(), QStringLiteral("1 tunnel, not decrypted"));
}

void TstRecordRoom::aRecordedRequestIsSentAgain()
{
    startPlaying();
    makeCall("one");
    QTRY_COMPARE(calls().model()->rowCount(), 1);
    click("recordAgain");

    QCOMPARE(currentRoom(), QStringLiteral("sendRoom"));
    const QString address = find<QComboBox>("urlBox").currentText();
    QVERIFY2(address.endsWith(QStringLiteral("/example-bucket?list-type=2")), qPrintable(address));
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    // It went to the recorder, which is what the client had been told to be its server.
    QTRY_COMPARE(page().record().calls().size(), std::size_t{2});
    const AttemptRecord& again = page().record().callAt(1).attempts.front();
    QCOMPARE(again.sentTarget->method, std::string("GET"));
    QVERIFY(again.facts.wire->sentHeaders->find("Authorization") != nullptr);
    QCOMPARE(*again.facts.wire->sentHeaders->find("User-Agent"), std::string(kAgent));
}

void TstRecordRoom::whatAClientSaysIsNoMarkup()
{
    startPlaying();
    const QByteArray agent = "<img src=file:///dev/zero><b>bold</b>";
    QCOMPARE(request(1, "one", agent, "/bucket/<b>k</b>?X-Amz-Security-Token=canary-s3cret"), 503);
    click("recordGo");
    QTRY_COMPARE(page().details().clients().size(), std::size_t{1});
    const QList<QLabel*> labels = page().findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        QCOMPARE(label->textFormat(), Qt::PlainText);
        QVERIFY2(!label->text().contains(QStringLiteral("canary-s3cret")), qPrintable(label->text()));
        QVERIFY2(!label->toolTip().contains(QStringLiteral("canary-s3cret")), qPrintable(label->toolTip()));
    }
    QVERIFY2(!row(0).contains(QStringLiteral("canary-s3cret")), qPrintable(row(0)));
    QTRY_COMPARE(keptRuns(), std::size_t{1});
    const auto kept = m_lab->runs.open(m_lab->runs.list().value().runs.front().id);
    QVERIFY(kept.ok());
    const std::string url = kept.value().calls().front().attempts.front().sentTarget->url;
    QVERIFY2(url.find("/bucket/") != std::string::npos, url.c_str());
    QVERIFY2(url.find("canary") == std::string::npos, url.c_str());
}

void TstRecordRoom::selectedCallsAreJoinedAndJoinedOnesSplit()
{
    startPlaying();
    makeCall("one");
    QVERIFY(!find<QPushButton>("groupingButton").isEnabled()); // the calls go on
    makeCall("two");
    click("recordGo"); // Stop
    QTRY_COMPARE(keptRuns(), std::size_t{1});
    QTRY_COMPARE(calls().model()->rowCount(), 2);

    selectRows({1, 0});
    choose(QStringLiteral("joinCallsAction"));
    QCOMPARE(attempts(), std::vector<std::size_t>{6});
    QCOMPARE(m_lab->window->message(), QStringLiteral("Joined 2 calls."));
    QVERIFY2(row(0).contains(QStringLiteral("grouped by hand")), qPrintable(row(0)));
    QCOMPARE(page().details().lanes().rows().size(), std::size_t{6});

    choose(QStringLiteral("splitCallAction3"));
    QCOMPARE(attempts(), (std::vector<std::size_t>{2, 4}));
    QCOMPARE(page().calls().currentCall(), 1); // the one that begins there
    QTRY_COMPARE(keptRuns(), std::size_t{2});  // as it was recorded, and as it was grouped

    click("messageButton"); // Undo
    QCOMPARE(attempts(), std::vector<std::size_t>{6});
    QTest::keyClick(m_lab->window.get(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(attempts(), (std::vector<std::size_t>{3, 3}));
    QTRY_COMPARE(keptRuns(), std::size_t{1});
    QVERIFY(!find<QAction>("undoAction").isEnabled());
    QVERIFY(find<QAction>("redoAction").isEnabled());
    QTest::keyClick(m_lab->window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(attempts(), std::vector<std::size_t>{6});
    QTRY_COMPARE(keptRuns(), std::size_t{2});
}

void TstRecordRoom::aFieldIsChosenAsTheIdOfTheCalls()
{
    startPlaying();
    makeCall("one");
    makeCall("two");
    click("recordGo");
    QTRY_COMPARE(keptRuns(), std::size_t{1});
    choose(QStringLiteral("groupBy:amz-sdk-invocation-id"));
    QCOMPARE(attempts(), (std::vector<std::size_t>{3, 3}));
    QCOMPARE(page().record().header().groupBy, std::string("amz-sdk-invocation-id"));
    QCOMPARE(m_lab->window->message(), QStringLiteral("Grouped by amz-sdk-invocation-id: 2 calls."));
    choose(QStringLiteral("groupBy:"));
    QCOMPARE(attempts(), (std::vector<std::size_t>{3, 3}));
}

void TstRecordRoom::callsOfTwoClientsAreNotJoined()
{
    startPlaying();
    makeCall("one");
    QCOMPARE(request(1, "two", "curl/8.1"), 503);
    click("recordGo");
    QTRY_COMPARE(calls().model()->rowCount(), 2);
    selectRows({0, 1});
    page().calls().menuRequested(page().mapToGlobal(QPoint(10, 10)));
    auto& menu = find<QMenu>("groupingMenu");
    QVERIFY(!menu.findChild<QAction*>(QStringLiteral("joinCallsAction"))->isEnabled());
    QVERIFY(std::ranges::any_of(menu.actions(), [](const QAction* action) {
        return action->text().startsWith(QStringLiteral("These calls are of clients 1 and 2."));
    }));
    menu.close();
}

/// The second recording is opened and grouped while Runs still takes in the first one.
void TstRecordRoom::whatIsGroupedInOneRecordingStaysWhereAnotherIsGrouped()
{
    const QString data = QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/");
    std::size_t recordings = 0;
    for (const char* file : {"records/boto3-standard.json", "import/traffic/playwright.har"}) {
        QVERIFY(m_lab->window->openPath(data + QLatin1String(file)).ok());
        ++recordings;
        if (recordings == 1) {
            QTRY_COMPARE(keptRuns(), recordings);
        }
        for (std::size_t call = 0; call < page().record().calls().size(); ++call) {
            if (page().record().calls()[call].attempts.size() > 1) {
                page().calls().select(static_cast<int>(call));
            }
        }
        page().calls().menuRequested(page().mapToGlobal(QPoint(10, 10)));
        auto& menu = find<QMenu>("groupingMenu");
        menu.findChild<QAction*>(QStringLiteral("splitCallAction2"))->trigger(); // no event is handled here
        menu.close();
    }
    QTRY_COMPARE(keptRuns(), 2 * recordings);
    QTRY_VERIFY(m_lab->window->findChildren<QObject*>(QStringLiteral("keepingGrouping")).isEmpty());
    QCOMPARE(keptRuns(), 2 * recordings);
}

RETRYSCOPE_TEST(TstRecordRoom)
#include "tst_record_room.moc"
