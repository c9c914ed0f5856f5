// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/record_json.h"
#include "core/io/files/file_work.h"
#include "core/io/files/library.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/timeline/chart/timeline_chart.h"

#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QMimeData>
#include <QProgressDialog>
#include <QPushButton>
#include <QSemaphore>

#include <atomic>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

constexpr int kCalls = 1500;

/// Several MiB of one call again and again.
RunRecord largeRecord()
{
    const RunRecord one =
        test::runOf(test::plainPolicy(),
                    {test::response(503), test::response(200, {{"x-note", std::string(2000, 'x')}})});
    RunHeader header = one.header();
    header.callsPerClient = kCalls;
    RunRecord record(header);
    for (int number = 1; number <= kCalls; ++number) {
        CallRecord call = one.calls().front();
        call.call = number;
        record.adopt(std::move(call));
    }
    return record;
}

/// Holds the thread that reads or writes at its next step forward, until it is opened: then nothing depends
/// on how fast the machine is.
class Gate
{
public:
    explicit Gate(io::FileWork& work)
    {
        QObject::connect(
            &work, &io::FileWork::progressed, &work,
            [this](double) {
                m_isReached = true;
                m_open.acquire();
                m_open.release();
            },
            Qt::DirectConnection);
    }
    ~Gate() { open(); }

    void open() { m_open.release(); }
    [[nodiscard]] bool isReached() const { return m_isReached; }

private:
    QSemaphore m_open;
    std::atomic<bool> m_isReached = false;
};

} // namespace

class TstWindowFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aSmallFileIsOpenedAtOnce();
    void aLargeFileShowsHowFarItIs();
    void theWindowGoesOnWhileALargeFileIsRead();
    void cancellingLeavesTheRunThatIsShown_data();
    void cancellingLeavesTheRunThatIsShown();
    void theFileThatWasAskedForLastIsShown();
    void aBrokenLargeFileIsSaidWithItsPlace();
    void theWindowCanBeClosedWhileItReads();
    void savingALargeRecordShowsHowFarItIs();

private:
    void drop(const QString& file);
    /// Drops the large file and holds the thread that reads it.
    void beginOpening();
    [[nodiscard]] QProgressDialog* bar() const { return m_lab->window->findChild<QProgressDialog*>(); }
    /// What opens or saves, beside what keeps runs.
    [[nodiscard]] io::FileWork* work() const
    {
        for (io::FileWork* one : m_lab->window->findChildren<io::FileWork*>()) {
            if (one->objectName() != QStringLiteral("keepingRun")) {
                return one;
            }
        }
        return nullptr;
    }
    [[nodiscard]] bool isIdle() const { return bar() == nullptr && work() == nullptr; }

    QTemporaryDir m_folder;
    QString m_large;
    std::unique_ptr<test::WindowLab> m_lab;
    std::unique_ptr<Gate> m_gate;
    int m_attemptsBefore = 0;
};

void TstWindowFiles::initTestCase()
{
    m_large = m_folder.filePath(QStringLiteral("large.json"));
    const RunRecord record = largeRecord();
    QVERIFY(io::writeFile(m_large, [&record](QIODevice& file) { io::writeRecord(file, record); }).ok());
    QVERIFY(QFileInfo(m_large).size() > qint64{4} * 1024 * 1024);
}

void TstWindowFiles::init()
{
    m_lab = std::make_unique<test::WindowLab>();
    m_lab->window->setVirtual(true);
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    m_attemptsBefore = m_lab->record().attemptCount();
    QVERIFY(m_attemptsBefore > 0 && m_attemptsBefore < kCalls);
}

void TstWindowFiles::cleanup()
{
    if (m_gate) {
        m_gate->open();
    }
    m_lab.reset();
    m_gate.reset(); // after the thread that stands in it
}

void TstWindowFiles::drop(const QString& file)
{
    QMimeData content;
    content.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &content, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_lab->window.get(), &enter);
    QDropEvent event(QPointF(5, 5), Qt::CopyAction, &content, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_lab->window.get(), &event);
}

void TstWindowFiles::beginOpening()
{
    drop(m_large);
    QVERIFY(work() != nullptr);
    m_gate = std::make_unique<Gate>(*work());
    QTRY_VERIFY(m_gate->isReached());
}

void TstWindowFiles::aSmallFileIsOpenedAtOnce()
{
    const QString file = m_lab->path("small.json");
    QVERIFY(io::writeFile(file, io::recordBytes(m_lab->record())).ok());
    m_lab->controller.setRecord({});

    drop(file);

    QVERIFY(bar() == nullptr);
    QCOMPARE(m_lab->record().attemptCount(), m_attemptsBefore);
}

void TstWindowFiles::aLargeFileShowsHowFarItIs()
{
    beginOpening();
    QVERIFY(bar() != nullptr);
    QCOMPARE(bar()->minimumDuration(), 500); // what is over sooner needs no bar
    QVERIFY(!bar()->isVisible());

    bar()->setMinimumDuration(0);
    QTRY_VERIFY(bar()->isVisible());
    QVERIFY(bar()->labelText().contains(QStringLiteral("large.json")));
    QTRY_VERIFY(bar()->value() > 0);
    QVERIFY(bar()->value() < bar()->maximum());
    QCOMPARE(m_lab->record().attemptCount(), m_attemptsBefore);

    m_gate->open();
    QTRY_VERIFY(isIdle());
    QCOMPARE(m_lab->record().attemptCount(), 2 * kCalls);
    QVERIFY(m_lab->window->windowTitle().startsWith(QStringLiteral("large.json")));
    QCOMPARE(m_lab->settings.recentFiles.first(), m_large);
    QCOMPARE(m_lab->window->message(), QString());
}

void TstWindowFiles::theWindowGoesOnWhileALargeFileIsRead()
{
    beginOpening();
    QVERIFY(bar() != nullptr);
    auto& chart = m_lab->find<TimelineChart>("timelineChart");

    QTest::keyClick(&chart, Qt::Key_Home);
    QCOMPARE(chart.currentRow(), 0);
    QTest::keyClick(&chart, Qt::Key_End);
    QCOMPARE(chart.currentRow(), m_attemptsBefore - 1);
    m_lab->window->resize(m_lab->window->size() + QSize(40, 30));
    QTRY_VERIFY(!m_lab->window->grab().isNull());

    m_gate->open();
    QTRY_VERIFY(isIdle());
    QCOMPARE(chart.sight().run().record()->attemptCount(), 2 * kCalls);
}

void TstWindowFiles::cancellingLeavesTheRunThatIsShown_data()
{
    QTest::addColumn<bool>("byKey");
    QTest::newRow("button") << false;
    QTest::newRow("Esc") << true;
}

void TstWindowFiles::cancellingLeavesTheRunThatIsShown()
{
    QFETCH(bool, byKey);
    const QString title = m_lab->window->windowTitle();
    beginOpening();
    QVERIFY(bar() != nullptr);
    bar()->setMinimumDuration(0);
    QTRY_VERIFY(bar()->isVisible());

    if (byKey) {
        QVERIFY(QTest::qWaitForWindowActive(bar()));
        QTest::keyClick(bar(), Qt::Key_Escape);
    } else {
        QTest::mouseClick(bar()->findChild<QPushButton*>(), Qt::LeftButton);
    }
    QVERIFY(work()->isCancelled());
    QVERIFY(!bar()->isVisible());
    m_gate->open();

    QTRY_VERIFY(isIdle());
    QCOMPARE(m_lab->record().attemptCount(), m_attemptsBefore);
    QCOMPARE(m_lab->window->windowTitle(), title);
    QCOMPARE(m_lab->window->message(), QString());
    QVERIFY(!m_lab->settings.recentFiles.contains(m_large));
}

void TstWindowFiles::theFileThatWasAskedForLastIsShown()
{
    const QString small = m_lab->path("small.json");
    QVERIFY(io::writeFile(small, io::recordBytes(m_lab->record())).ok());
    beginOpening();

    drop(small);
    m_gate->open();

    QTRY_VERIFY(isIdle());
    QCOMPARE(m_lab->record().attemptCount(), m_attemptsBefore);
    QVERIFY(m_lab->window->windowTitle().startsWith(QStringLiteral("small.json")));
}

void TstWindowFiles::aBrokenLargeFileIsSaidWithItsPlace()
{
    QFile large(m_large);
    QVERIFY(large.open(QIODevice::ReadOnly));
    const QString file = m_lab->path("broken.json");
    QVERIFY(io::writeFile(file, large.readAll().chopped(1000)).ok());

    drop(file);
    QTRY_VERIFY(isIdle());

    const QString message = m_lab->window->message();
    QVERIFY2(message.startsWith(QStringLiteral("Cannot open: ")), qPrintable(message));
    QVERIFY2(message.contains(QStringLiteral("broken.json, line 1, column ")), qPrintable(message));
    QVERIFY2(message.contains(QStringLiteral("invalid JSON")), qPrintable(message));
    QCOMPARE(m_lab->record().attemptCount(), m_attemptsBefore);
}

void TstWindowFiles::theWindowCanBeClosedWhileItReads()
{
    beginOpening();
    QVERIFY(bar() != nullptr);
    bar()->setMinimumDuration(0);
    QTRY_VERIFY(bar()->isVisible());
    m_gate->open();

    m_lab->window->close();
    m_lab->window.reset();

    QCoreApplication::processEvents(); // nobody is told any more
    QCOMPARE(m_lab->record().attemptCount(), m_attemptsBefore);
}

void TstWindowFiles::savingALargeRecordShowsHowFarItIs()
{
    const QString file = m_lab->path("copy.json");
    QVERIFY(QFile::copy(m_large, file));
    drop(file);
    QTRY_VERIFY(isIdle());
    QFile(file).resize(0);
    m_lab->window->activateWindow(); // no window manager does it here when the bar goes
    QVERIFY(QTest::qWaitForWindowActive(m_lab->window.get()));

    QTest::keyClick(m_lab->window.get(), Qt::Key_S, Qt::ControlModifier);
    QVERIFY(work() != nullptr);
    m_gate = std::make_unique<Gate>(*work());
    QTRY_VERIFY(m_gate->isReached());
    bar()->setMinimumDuration(0);
    QTRY_VERIFY(bar()->isVisible());
    QTRY_VERIFY(bar()->value() > 0);
    QCOMPARE(QFileInfo(file).size(), 0); // the old one stays until the new one is complete
    QVERIFY(bar()->findChild<QPushButton*>() == nullptr || !bar()->findChild<QPushButton*>()->isVisible());

    m_gate->open();
    QTRY_VERIFY(isIdle());
    QVERIFY(m_lab->window->message().contains(QStringLiteral("copy.json")));
    QCOMPARE(QFileInfo(file).size(), QFileInfo(m_large).size());
}

RETRYSCOPE_TEST(TstWindowFiles)
#include "tst_window_files.moc"
