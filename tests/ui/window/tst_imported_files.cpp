// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/measure.h"
#include "tests/support/strict_main.h"
#include "tests/support/traffic_shapes.h"
#include "tests/ui/window/window_lab.h"
#include "ui/parts/report_view.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QListView>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <chrono>
#include <utility>

using namespace retryscope;
using namespace retryscope::ui;
using test::WindowLab;

namespace {

QString dataFile(const char* name)
{
    return QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/import/traffic/") + QLatin1String(name);
}

/// The longest turn of the event loop since it was made: processor time of the window's thread.
class LongestTurn
{
public:
    /// At the end of a turn. Returns how long that one was.
    std::chrono::nanoseconds end()
    {
        const std::chrono::nanoseconds now = bench::threadTime();
        const std::chrono::nanoseconds turn = now - std::exchange(m_begin, now);
        m_longest = std::max(m_longest, turn);
        return turn;
    }
    void requireShort() const
    {
        const auto milliseconds = static_cast<long long>(m_longest.count() / 1'000'000);
        qInfo("%lld ms", milliseconds);
        QVERIFY2(milliseconds < 150, qPrintable(QString::number(milliseconds))); // goal 50
    }

private:
    std::chrono::nanoseconds m_begin = bench::threadTime();
    std::chrono::nanoseconds m_longest{0};
};

} // namespace

/// Files of other programs with their requests, in the window.
class TstImportedFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_lab = std::make_unique<WindowLab>(); }
    void cleanup() { m_lab.reset(); }
    void aHarIsOpenedAndSaysHowItWasRead();
    void whatAMessageSaidStaysReachable();
    void severalFilesAreDroppedAtOnce();
    void aPastedHarIsImported();
    void aPasteIntoTheAddressIsImported();
    void anArchiveOfOneLineIsImportedFromTheAddress();
    void whatIsLargeIsReadBesideTheWindow_data();
    void whatIsLargeIsReadBesideTheWindow();
    void theWindowGoesOnWhileAFileIsRead();
    void theWindowGoesOnWhileATextIsRead_data();
    void theWindowGoesOnWhileATextIsRead();
    void aRoomOpensWithoutDelay_data();
    void aRoomOpensWithoutDelay();
    void anImportIsKeptUnderItsFormat();
    void savingAsksForAnotherFile();

private:
    std::unique_ptr<WindowLab> m_lab;
};

void TstImportedFiles::aHarIsOpenedAndSaysHowItWasRead()
{
    QVERIFY(m_lab->window->openPath(dataFile("playwright.har")).ok());
    QCOMPARE(m_lab->record().calls().size(), 7U);
    QCOMPARE(m_lab->window->message(), QStringLiteral("HAR 1.2, Playwright 1.65.1: 11 requests in 7 calls."));
    m_lab->window->findChild<QPushButton*>(QStringLiteral("messageButton"))->click();
    auto& dialog = m_lab->find<QDialog>("reportDialog");
    QVERIFY(dialog.isVisible());
    const QString text = m_lab->find<ReportView>("reportDialogText").toPlainText();
    QVERIFY2(text.contains(QStringLiteral("entries[12]")), qPrintable(text));
    m_lab->find<QPushButton>("reportDialogCopy").click();
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.contains(QStringLiteral("entries\\[12\\]")), qPrintable(copied));
    dialog.close();
    // What other programs sent is at full contrast.
    QVERIFY(m_lab->window->showPanel(QStringLiteral("send")));
    QVERIFY(!m_lab->find<QLabel>("formChangedPill").isVisible());
}

/// The message goes, and what it offered stays: a button of the run, and the list of messages.
void TstImportedFiles::whatAMessageSaidStaysReachable()
{
    QVERIFY(m_lab->window->openPath(dataFile("playwright.har")).ok());
    m_lab->find<QToolButton>("closeMessageButton").click();
    QVERIFY(m_lab->window->message().isEmpty());
    const auto textOfDialog = [this] {
        auto& dialog = m_lab->find<QDialog>("reportDialog");
        const QString text = dialog.findChild<ReportView*>()->toPlainText();
        delete &dialog;
        return text;
    };
    const auto& inRecord = m_lab->find<QToolButton>("recordImportNotes");
    QVERIFY(m_lab->window->showPanel(QStringLiteral("record")) && inRecord.isVisible());
    m_lab->find<QToolButton>("recordImportNotes").click();
    QVERIFY(textOfDialog().contains(QStringLiteral("entries[12]")));
    QVERIFY(m_lab->window->showPanel(QStringLiteral("response")));
    auto& read = m_lab->find<QPushButton>("importNotesButton");
    QVERIFY(read.isVisible());
    read.click();
    QVERIFY(textOfDialog().contains(QStringLiteral("entries[12]")));
    m_lab->find<QPushButton>("messagesButton").click();
    QVERIFY(textOfDialog().contains(QStringLiteral("11 requests in 7 calls.")));

    m_lab->simulate("always-503"); // no import
    QVERIFY(!read.isVisible());
}

void TstImportedFiles::severalFilesAreDroppedAtOnce()
{
    QMimeData content;
    content.setUrls(
        {QUrl::fromLocalFile(dataFile("playwright.har")), QUrl::fromLocalFile(dataFile("axios.har"))});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &content, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_lab->window.get(), &enter);
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &content, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_lab->window.get(), &drop);
    QTRY_VERIFY2(m_lab->record().calls().size() == 9, qPrintable(m_lab->window->message()));
}

void TstImportedFiles::aPastedHarIsImported()
{
    QFile file(dataFile("two-attempts.har"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QGuiApplication::clipboard()->setText(QString::fromUtf8(file.readAll()));
    m_lab->find<QPushButton>("welcomePasteButton").click();
    QCOMPARE(m_lab->record().attemptCount(), 2);
    QVERIFY(m_lab->window->message().contains(QStringLiteral("2 requests in 1 call")));
}

/// In a real window the keys come to the list, which hands them to its line.
void TstImportedFiles::aPasteIntoTheAddressIsImported()
{
    QFile file(dataFile("botocore-excerpt.txt"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QGuiApplication::clipboard()->setText(QString::fromUtf8(file.readAll()));
    QTest::keyClick(&m_lab->find<QComboBox>("urlBox"), Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(m_lab->record().attemptCount(), 3);
}

void TstImportedFiles::anArchiveOfOneLineIsImportedFromTheAddress()
{
    QGuiApplication::clipboard()->setText(
        QString::fromUtf8(test::trafficOf(QStringLiteral("har"), test::kTrafficShapes.at(0), 5)));
    QTest::keyClick(&m_lab->find<QComboBox>("urlBox"), Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(m_lab->record().attemptCount(), 5);
    QVERIFY(!m_lab->find<QComboBox>("urlBox").currentText().contains(QLatin1Char('{')));
}

void TstImportedFiles::whatIsLargeIsReadBesideTheWindow_data()
{
    QTest::addColumn<QString>("way");
    for (const char* way : {"file", "packed", "paste"}) {
        QTest::newRow(way) << QString::fromLatin1(way);
    }
}

/// Nothing is read yet when the call comes back; the packed file is far smaller than what is in it.
void TstImportedFiles::whatIsLargeIsReadBesideTheWindow()
{
    QFETCH(const QString, way);
    constexpr int kRequests = 500;
    const QByteArray bytes = test::trafficOf(QStringLiteral("har"), test::kTrafficShapes.at(0), kRequests);
    if (way == QLatin1String("paste")) {
        QGuiApplication::clipboard()->setText(QString::fromUtf8(bytes));
        m_lab->find<QPushButton>("welcomePasteButton").click();
    } else {
        QString path = m_lab->path("large.har");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        file.close();
        if (way == QLatin1String("packed")) {
            QCOMPARE(QProcess::execute(QStringLiteral("gzip"), {path}), 0);
            path += QStringLiteral(".gz");
            QVERIFY(QFileInfo(path).size() < bytes.size() / 10);
        }
        m_lab->window->openInBackground({path});
    }
    QCOMPARE(m_lab->record().attemptCount(), 0);
    QTRY_COMPARE(m_lab->record().attemptCount(), kRequests);
}

/// No turn of the event loop computes for long until the file is read.
void TstImportedFiles::theWindowGoesOnWhileAFileIsRead()
{
    const QString path = m_lab->path("large.har");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(test::trafficOf(QStringLiteral("har"), test::kTrafficShapes.at(1), 20'000));
    file.close();
    LongestTurn turns;
    m_lab->window->openInBackground({path});
    while (m_lab->record().attemptCount() == 0) {
        turns.end();
        QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
    }
    turns.end();
    turns.requireShort();
}

void TstImportedFiles::theWindowGoesOnWhileATextIsRead_data()
{
    constexpr int kBytes = 1'000'000; // about what the address line reads
    const auto filled = [](const char* head, const char* unit) {
        QString text = QString::fromLatin1(head);
        text.reserve(kBytes);
        while (text.size() < kBytes) {
            text += QLatin1String(unit);
        }
        return text;
    };
    QTest::addColumn<QString>("text");
    QTest::newRow("one line") << filled("", "a");
    QTest::newRow("words") << filled("", "word ");
    QTest::newRow("lines") << filled("", "2026-11-29T10:00:00Z INFO nothing of interest\n");
    QTest::newRow("braces") << filled("", "{");
    QTest::newRow("JSON") << filled("{\"a\":[1", ",1") + QLatin1String("]}");
    QTest::newRow("response") << filled("HTTP/1.1 503 Service Unavailable\nRetry-After: 1\n\n",
                                        "<p>page</p>\n");
    QTest::newRow("header fields") << filled("HTTP/1.1 503 Service Unavailable\n", "X-Name: value\n");
    QTest::newRow("page") << filled("<html><title>502 Bad Gateway</title>", "<p>page</p>\n");
    QTest::newRow("curl") << filled("curl -d '", "data ") + QLatin1String("' http://localhost/");
    QTest::newRow("curl options") << filled("curl http://localhost/ ", "-H 'X-Name: value' ");
    QTest::newRow("TypeScript") << filled("", "new S3Client({ maxAttempts: 5 });\n");
    QTest::newRow("Python") << filled("", "retry = Retry(total=5)\n");
    QTest::newRow("YAML") << filled("resilience4j.retry:\n  instances:\n", "    a: {maxAttempts: 3}\n");
    QTest::newRow("INI") << filled("[default]\n", "max_attempts = 5\n");
}

void TstImportedFiles::theWindowGoesOnWhileATextIsRead()
{
    QFETCH(const QString, text);
    for (const char* room : {"judge", "import", "send"}) { // a room is made when it is first shown
        QVERIFY(m_lab->window->showPanel(QLatin1String(room)));
    }
    QGuiApplication::clipboard()->setText(text);
    LongestTurn turns;
    QTest::keyClick(&m_lab->find<QComboBox>("urlBox"), Qt::Key_V, Qt::ControlModifier);
    QElapsedTimer quiet; // until nothing happens any more
    quiet.start();
    while (quiet.elapsed() < 1000) {
        if (turns.end() > std::chrono::milliseconds{5}) {
            quiet.restart();
        }
        QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
    }
    turns.requireShort();
}

void TstImportedFiles::aRoomOpensWithoutDelay_data()
{
    QTest::addColumn<QString>("room");
    for (const char* room : {"runs", "judge", "compare", "bounds", "record", "proxy", "import"}) {
        QTest::newRow(room) << QString::fromLatin1(room);
    }
}

/// A room is made when it is first shown.
void TstImportedFiles::aRoomOpensWithoutDelay()
{
    QFETCH(const QString, room);
    QCoreApplication::processEvents();
    LongestTurn turns;
    QVERIFY(m_lab->window->showPanel(room));
    for (int turn = 0; turn < 20; ++turn) {
        turns.end();
        QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
    }
    turns.requireShort();
}

void TstImportedFiles::anImportIsKeptUnderItsFormat()
{
    QVERIFY(m_lab->window->openPath(dataFile("two-attempts.har")).ok());
    QTest::keyClick(m_lab->window.get(), Qt::Key_2, Qt::ControlModifier);
    auto& list = m_lab->find<QListView>("runsList");
    QTRY_COMPARE(list.model()->rowCount(), 1);
    const QString text = list.model()->index(0, 0).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(text.contains(QStringLiteral("Imported from HAR 1.2")), qPrintable(text));
    // Opened again, it still says how it was read.
    m_lab->simulate("always-503");
    QTest::keyClick(m_lab->window.get(), Qt::Key_2, Qt::ControlModifier);
    QTRY_COMPARE(list.model()->rowCount(), 2);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                      list.visualRect(list.model()->index(1, 0)).center());
    QTest::keyClick(&list, Qt::Key_Return);
    QTRY_COMPARE(m_lab->record().header().importedFrom, std::string("har"));
    QVERIFY(m_lab->window->showPanel(QStringLiteral("record")));
    m_lab->find<QToolButton>("recordImportNotes").click();
    const QString notes = m_lab->find<QDialog>("reportDialog").findChild<ReportView*>()->toPlainText();
    QVERIFY2(notes.contains(QStringLiteral("entries[1]")), qPrintable(notes));
}

/// The file of another program is never saved over.
void TstImportedFiles::savingAsksForAnotherFile()
{
    const QString copy = m_lab->path("mine.har");
    QVERIFY(QFile::copy(dataFile("two-attempts.har"), copy));
    QVERIFY(m_lab->window->openPath(copy).ok());
    QVERIFY(!m_lab->window->windowTitle().contains(QStringLiteral("mine.har")));
    QFile file(copy);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith("{\"log\""));
}

RETRYSCOPE_TEST(TstImportedFiles)
#include "tst_imported_files.moc"
