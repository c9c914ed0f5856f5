// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/report.h"
#include "core/io/documents/record_json.h"
#include "core/io/files/file_work.h"
#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/parts/cell_delegate.h"
#include "ui/parts/chooser_button.h"
#include "ui/runs/run_words.h"
#include "ui/send/outcome.h"
#include "ui/send/outcome_strip.h"
#include "ui/timeline/rows/attempt_texts.h"
#include "ui/timeline/rows/call_texts.h"

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QTableView>
#include <QTcpServer>

using namespace retryscope;
using test::WindowLab;

/// What was run outlives the program.
class TstKeptRuns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_lab = std::make_unique<WindowLab>(); }
    void cleanup() { m_lab.reset(); }
    void aDeletedRunComesBack();
    void aSearchKeepsWhatIsSelected();
    void runsAreKeptNewestFirst();
    void aRunIsOpenedAgainWithItsRequest();
    void twoRunsAreComparedByOneClick();
    void aRecordingIsComparedWithARun();
    void anOpenedRecordIsAddedToTheRunsOnce();
    void aRunThatIsTooLargeIsOfferedAsAFileOnce();
    void virtualTimeIsNamed();
    void anErrorInASuccessIsAmberEverywhere();
    void aTruncatedSuccessIsAmberEverywhere();
    void runsAreSearched();
    void theHistoryKeepsToItsBound();

private:
    QListView& openRuns();

    std::unique_ptr<WindowLab> m_lab;
};

QListView& TstKeptRuns::openRuns()
{
    QTest::keyClick(m_lab->window.get(), Qt::Key_2, Qt::ControlModifier);
    return m_lab->find<QListView>("runsList");
}

void TstKeptRuns::aDeletedRunComesBack()
{
    m_lab->simulate("always-503");
    m_lab->simulate("s3-mixed-then-429");
    const QString request = m_lab->find<QLineEdit>("pathEdit").text();
    QListView& list = openRuns();
    QCOMPARE(list.model()->rowCount(), 2);
    list.setFocus();

    QTest::keyClick(&list, Qt::Key_Delete);
    QCOMPARE(list.model()->rowCount(), 1);
    QTest::keyClick(m_lab->window.get(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(list.model()->rowCount(), 2);
    QCOMPARE(m_lab->find<QLineEdit>("pathEdit").text(), request); // forms that are not seen stay

    QTest::keyClick(&list, Qt::Key_Delete);
    QTest::keyClick(m_lab->window.get(), Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(m_lab->runs.list().value().runs.size(), std::size_t{1}); // for good
}

void TstKeptRuns::aSearchKeepsWhatIsSelected()
{
    m_lab->simulate("always-503");
    m_lab->simulate("s3-mixed-then-429");
    QListView& list = openRuns();
    list.setCurrentIndex(list.model()->index(1, 0));
    const QString selected = list.currentIndex().data().toString();

    QTest::keyClicks(&m_lab->find<QLineEdit>("runsSearch"), QStringLiteral("503"));

    QCOMPARE(list.model()->rowCount(), 1);
    QCOMPARE(list.selectionModel()->selectedIndexes().size(), 1);
    QCOMPARE(list.selectionModel()->selectedIndexes().front().data().toString(), selected);
}

void TstKeptRuns::runsAreKeptNewestFirst()
{
    m_lab->simulate("s3-slowdown-then-ok");
    m_lab->simulate("always-503");
    const QListView& list = openRuns();
    QCOMPARE(list.model()->rowCount(), 2);
    QVERIFY(list.model()->index(0, 0).data().toString().startsWith(QStringLiteral("503")));
    QVERIFY(list.model()->index(1, 0).data().toString().startsWith(QStringLiteral("200")));
}

void TstKeptRuns::aRunIsOpenedAgainWithItsRequest()
{
    m_lab->simulate("s3-slowdown-then-ok");
    const std::uint64_t seed = m_lab->record().header().seed;
    m_lab->simulate("always-503");
    QListView& list = openRuns();
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                      list.visualRect(list.model()->index(1, 0)).center());
    QTest::mouseClick(&m_lab->find<QPushButton>("openRunButton"), Qt::LeftButton);

    QTRY_VERIFY(m_lab->find<QWidget>("sendRoom").isVisible());
    QCOMPARE(m_lab->record().header().seed, seed);
    QTRY_COMPARE(m_lab->find<ui::ChooserButton>("scenarioBox").summary(),
                 QStringLiteral("s3-slowdown-then-ok"));
    QTRY_VERIFY(test::isAtRest());
    QVERIFY(!m_lab->find<ui::OutcomeStrip>("outcomeStrip").isStale());
    QTest::keyClick(m_lab->window.get(), Qt::Key_Z, Qt::ControlModifier); // the form of before
    QCOMPARE(m_lab->find<ui::ChooserButton>("scenarioBox").summary(), QStringLiteral("always-503"));
    QTRY_VERIFY(m_lab->find<ui::OutcomeStrip>("outcomeStrip").isStale());
}

void TstKeptRuns::twoRunsAreComparedByOneClick()
{
    m_lab->simulate("s3-slowdown-then-ok");
    m_lab->simulate("always-503");
    QListView& list = openRuns(); // the newest is selected
    QTest::mouseClick(list.viewport(), Qt::LeftButton, Qt::ControlModifier,
                      list.visualRect(list.model()->index(1, 0)).center());

    QVERIFY(m_lab->find<QLabel>("runsHeading").text().contains(QStringLiteral("compared")));
    const QAbstractItemModel& facts = *m_lab->find<QTableView>("runFacts").model();
    QVERIFY(facts.index(0, 1).data().toString().startsWith(QStringLiteral("200")));
    QVERIFY(facts.index(0, 2).data().toString().startsWith(QStringLiteral("503")));
    QCOMPARE(facts.index(0, 1).data(ui::CellRole::Tone).toInt(), static_cast<int>(Tone::Strong));
    const auto toneOf = [&facts](const QString& name) {
        for (int row = 0; row < facts.rowCount(); ++row) {
            if (facts.index(row, 0).data().toString() == name) {
                return facts.index(row, 1).data(ui::CellRole::Tone).toInt();
            }
        }
        return -1;
    };
    QCOMPARE(toneOf(QStringLiteral("Seed")), static_cast<int>(Tone::Plain)); // it always differs
    const QAbstractItemModel& attempts = *m_lab->find<QTableView>("comparedAttempts").model();
    QCOMPARE(attempts.rowCount(), 6);
    QVERIFY(m_lab->find<QTableView>("comparedAttempts").isVisible());

    QTest::mouseClick(&m_lab->find<QPushButton>("exportComparisonButton"), Qt::LeftButton);
    const QString file = m_lab->path("two.md");
    auto* dialog = m_lab->window->findChild<QFileDialog*>();
    dialog->selectFile(file);
    static_cast<QDialog*>(dialog)->accept();
    QFile exported(file);
    QVERIFY(exported.open(QIODevice::ReadOnly));
    const QByteArray text = exported.readAll();
    QVERIFY2(text.contains("earlier") && text.contains("SlowDown"), text.constData());
}

void TstKeptRuns::aRecordingIsComparedWithARun()
{
    m_lab->simulate("s3-slowdown-then-ok");
    RunHeader header = m_lab->record().header();
    header.isRecorded = true;
    RunRecord recording(header);
    for (const CallRecord& call : m_lab->record().calls()) {
        recording.adopt(call);
    }
    QVERIFY(m_lab->runs.add(recording).ok());
    QListView& list = openRuns();
    QTest::mouseClick(list.viewport(), Qt::LeftButton, Qt::ControlModifier,
                      list.visualRect(list.model()->index(1, 0)).center());
    const QAbstractItemModel& facts = *m_lab->find<QTableView>("runFacts").model();
    QVERIFY(facts.rowCount() > 8); // a recording has no seed, a run has
}

void TstKeptRuns::anOpenedRecordIsAddedToTheRunsOnce()
{
    m_lab->simulate("s3-slowdown-then-ok");
    const QString file = m_lab->path("run.json");
    QVERIFY(
        io::writeFile(file, [this](QIODevice& device) { io::writeRecord(device, m_lab->record()); }).ok());
    const QString id = m_lab->runs.list().value().runs.front().id;
    const auto open = [this, &file] {
        QVERIFY(m_lab->window->openPath(file).ok());
        QTRY_VERIFY(m_lab->window->findChild<io::FileWork*>(QStringLiteral("keepingRun")) == nullptr);
        QCOMPARE(m_lab->runs.list().value().runs.size(), std::size_t{1});
    };
    open();
    QCOMPARE(m_lab->runs.list().value().runs.front().id, id);

    QVERIFY(m_lab->runs.remove(id).ok());
    open();
    QVERIFY(m_lab->runs.list().value().runs.front().id != id);
}

void TstKeptRuns::aRunThatIsTooLargeIsOfferedAsAFileOnce()
{
    m_lab->settings.runsMebibytes = 0; // nothing has room
    const auto simulate = [this](const char* scenario) {
        QVERIFY(m_lab->window->chooseScenario(QString::fromLatin1(scenario)).ok());
        m_lab->window->setVirtual(true);
        m_lab->send();
        QTRY_VERIFY(m_lab->hasEnded());
        QTRY_VERIFY(m_lab->window->findChild<io::FileWork*>(QStringLiteral("keepingRun")) == nullptr);
    };
    simulate("always-503");
    auto& button = m_lab->find<QPushButton>("messageButton");
    QVERIFY(button.isVisible());
    QCOMPARE(button.text(), QStringLiteral("Save as file…"));
    QVERIFY(m_lab->find<QWidget>("messageBar").property("mark").toString().isEmpty()); // not red
    QTest::mouseClick(&button, Qt::LeftButton);
    auto* dialog = m_lab->window->findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    dialog->reject();

    simulate("s3-slowdown-then-ok");
    QVERIFY(!button.isVisible());
}

void TstKeptRuns::virtualTimeIsNamed()
{
    m_lab->simulate("always-503");
    QVERIFY(
        m_lab->find<ui::OutcomeStrip>("outcomeStrip").title().contains(QStringLiteral(" of virtual time")));
    QCOMPARE(m_lab->find<QLabel>("timelineTitle").text(), QStringLiteral("Timeline, virtual time"));
    const QListView& list = openRuns();
    QVERIFY(list.model()->index(0, 0).data().toString().endsWith(QStringLiteral(" of virtual time")));
}

/// Headline, row, summary, the panel Why and the list of runs say the same.
void TstKeptRuns::anErrorInASuccessIsAmberEverywhere()
{
    QTcpServer server;
    QVERIFY(test::listenAndRespond(server, "HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\n"
                                           "Content-Length: 42\r\n\r\n"
                                           "<Error><Code>InternalError</Code></Error>\n"));
    m_lab->window->setUrl(QStringLiteral("http://127.0.0.1:%1/a").arg(server.serverPort()));
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    QVERIFY(ui::outcomeOf(m_lab->record()).sign == ui::Sign::Doubted);
    QVERIFY(ui::AttemptTexts(m_lab->record(), {0, 0}).sign() == ui::Sign::Doubted);
    QVERIFY(ui::CallTexts(m_lab->record(), 0).sign() == ui::Sign::Doubted);
    QVERIFY(m_lab->find<QLabel>("runSummary").text().startsWith(QStringLiteral("⚠")));
    QTRY_VERIFY(
        m_lab->find<QLabel>("flipsReason").text().contains(QStringLiteral("does not look at the body")));
    QTRY_COMPARE(m_lab->runs.list().value().runs.size(), std::size_t{1});
    const io::RunSummary run = m_lab->runs.list().value().runs.front();
    QCOMPARE(run.doubted, 1);
    QVERIFY(ui::listRowOf(run).sign == ui::Sign::Doubted);
    QVERIFY(ui::titleOf(run).endsWith(QStringLiteral("its body is an error or truncated")));
}

/// boto3 with urllib3 1.26 takes a body that was cut off for a success.
void TstKeptRuns::aTruncatedSuccessIsAmberEverywhere()
{
    QVERIFY(m_lab->window->choosePolicy(QStringLiteral("botocore-1.44.0-standard")).ok());
    m_lab->simulate("truncated-body");
    QVERIFY(ui::outcomeOf(m_lab->record()).sign == ui::Sign::Doubted);
    QVERIFY(ui::AttemptTexts(m_lab->record(), {0, 0}).sign() == ui::Sign::Doubted);
    QTRY_COMPARE(m_lab->runs.list().value().runs.size(), std::size_t{1});
    QVERIFY(ui::listRowOf(m_lab->runs.list().value().runs.front()).sign == ui::Sign::Doubted);
}

void TstKeptRuns::runsAreSearched()
{
    m_lab->simulate("s3-slowdown-then-ok");
    m_lab->simulate("always-503");
    const QListView& list = openRuns();
    QTest::keyClicks(&m_lab->find<QLineEdit>("runsSearch"), QStringLiteral("slowdown"));
    QCOMPARE(list.model()->rowCount(), 1);
    QVERIFY(m_lab->find<QLabel>("runsCount").text().startsWith(QStringLiteral("1 of 2")));
}

void TstKeptRuns::theHistoryKeepsToItsBound()
{
    m_lab->settings.runsKept = 1;
    m_lab->simulate("s3-slowdown-then-ok");
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("always-503")).ok());
    m_lab->send();
    QTRY_VERIFY(m_lab->hasEnded());
    const auto scenariosKept = [this] {
        QStringList ids;
        const auto list = m_lab->runs.list();
        for (const auto& run : list.value().runs) {
            ids.append(QString::fromStdString(run.scenarioId));
        }
        return ids;
    };
    QTRY_COMPARE(scenariosKept(), QStringList{QStringLiteral("always-503")});
}

RETRYSCOPE_TEST(TstKeptRuns)
#include "tst_kept_runs.moc"
