// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What people come to the room Proxy for, as they go about it.

#include "core/io/files/behaviour_files.h"
#include "tests/support/strict_main.h"
#include "tests/ui/proxy/proxy_lab.h"
#include "ui/proxy/proxy_page.h"
#include "ui/proxy/side_text.h"

#include <QAction>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

using namespace retryscope;
using namespace retryscope::test;
using namespace retryscope::ui;

class TstProxyTasks : public QObject, private ProxyLab
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_lab = std::make_unique<WindowLab>(); }
    void cleanup() { m_lab.reset(); }
    void anAddressWithoutSchemeWillDo();
    void whatIsWrongIsSaidInWordsAndGoes();
    void aSilentBoxIsSaidToBeWaitedFor();
    void aLineThatIsNoHeaderIsNamed();
    void rowsOfAStoppedProbeSayThatItWasStopped();
    void theCursorStaysWhereItWasPut();
    void theSortOfRowsOutlastsAnotherProbe();
    void theRowSaysWhatItWasBefore();
    void aHeaderInAnotherPlaceIsTheSame();
    void interimResponsesStandBeforeTheFinalOne();
    void errorsAreEditedAsAFile();
    void rowsOfTheSameOutcomeAreFound();
    void aPastedResponseIsReadBackwards();
    void theRemedySaysWhatClientsDoThen();
};

void TstProxyTasks::anAddressWithoutSchemeWillDo()
{
    MisbehavingProxy proxy(Misdeed::None);
    prepare(proxy);
    type("proxyThrough", proxy.url().mid(7));
    click("proxyGo");

    QVERIFY2(page().isProbing(), qPrintable(m_lab->window->message()));
    QTRY_VERIFY(!page().isProbing());
    QCOMPARE(cell(0, BenchModel::Status), QStringLiteral("503"));
    QCOMPARE(find<QLineEdit>("proxyThrough").text(), proxy.url());
}

void TstProxyTasks::whatIsWrongIsSaidInWordsAndGoes()
{
    MisbehavingProxy proxy(Misdeed::None);
    prepare(proxy);
    type("proxyThrough", QStringLiteral("http://127.0.0.1:%1").arg(unusedPort()));
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());
    QVERIFY2(m_lab->window->message().contains(QStringLiteral("the connection was refused")),
             qPrintable(m_lab->window->message()));

    type("proxyThrough", proxy.url());
    click("proxyGo");
    QVERIFY(page().isProbing());
    QCOMPARE(m_lab->window->message(), QString());
    QTRY_VERIFY(!page().isProbing());
}

void TstProxyTasks::aSilentBoxIsSaidToBeWaitedFor()
{
    MisbehavingProxy proxy(Misdeed::Hangs);
    prepare(proxy);
    click("proxyGo");

    QCOMPARE(find<QLabel>("benchSentence").text(),
             QStringLiteral("Waiting up to 10 s for the proxy's first response."));
    page().stop();
}

void TstProxyTasks::aLineThatIsNoHeaderIsNamed()
{
    MisbehavingProxy proxy(Misdeed::None);
    prepare(proxy);
    find<QPlainTextEdit>("proxyHeaders").setPlainText(QStringLiteral("X-One: 1\n\ns3cret"));
    click("proxyGo");

    QVERIFY(!page().isProbing());
    QVERIFY2(m_lab->window->message().contains(QStringLiteral("line 3: not a header")),
             qPrintable(m_lab->window->message()));
    QVERIFY(!m_lab->window->message().contains(QStringLiteral("s3cret")));
}

void TstProxyTasks::rowsOfAStoppedProbeSayThatItWasStopped()
{
    MisbehavingProxy proxy(Misdeed::Hangs);
    prepare(proxy);
    click("proxyGo");
    click("proxyGo"); // Stop
    QTRY_VERIFY(!page().isProbing());

    QCOMPARE(find<QLabel>("benchSentence").text().section(QLatin1Char('.'), 0, 0),
             QStringLiteral("2 origin responses were not probed: the probe was stopped"));
    QVERIFY(table()
                .model()
                ->index(0, BenchModel::Status)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("Not sent: the probe was stopped")));
}

/// Whoever changed the box looks at the row that was wrong.
void TstProxyTasks::theCursorStaysWhereItWasPut()
{
    MisbehavingProxy proxy(Misdeed::NamesIt429);
    prepare(proxy);
    click("proxyGo");
    table().setCurrentIndex(table().model()->index(1, 0)); // while it runs
    QTRY_VERIFY(!page().isProbing());
    QCOMPARE(table().currentRow(), 1);
    QCOMPARE(cell(0, BenchModel::Status), QStringLiteral("429"));

    click("proxyGo");
    QCOMPARE(table().currentRow(), 1);
    QTRY_VERIFY(!page().isProbing());
    QCOMPARE(table().currentRow(), 1);
    QVERIFY(find<QPlainTextEdit>("proxyClientGot").toPlainText().contains(QStringLiteral("500")));
}

void TstProxyTasks::theSortOfRowsOutlastsAnotherProbe()
{
    MisbehavingProxy proxy(Misdeed::NamesIt429);
    prepare(proxy);
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());
    click("benchFilter1");
    QCOMPARE(table().model()->rowCount(), 1);
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());

    QVERIFY(find<QPushButton>("benchFilter1").isChecked());
    QCOMPARE(table().model()->rowCount(), 1);
    QCOMPARE(table().currentRow(), 0);
}

void TstProxyTasks::theRowSaysWhatItWasBefore()
{
    MisbehavingProxy proxy(Misdeed::NamesIt429);
    prepare(proxy);
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());
    proxy.setMisdeed(Misdeed::None);
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());

    QCOMPARE(table().currentRow(), 0);
    const QString before = find<QLabel>("proxyBefore").text();
    QVERIFY2(
        before.startsWith(QStringLiteral("Before: 503 SlowDown becomes the proxy's own 429 named “429”")),
        qPrintable(before));
    QVERIFY2(before.contains(QStringLiteral("Retry lost behind the proxy: cpp-1.11.332-default")),
             qPrintable(before));
}

void TstProxyTasks::aHeaderInAnotherPlaceIsTheSame()
{
    const auto with = [](std::initializer_list<const char*> names) {
        Headers headers;
        for (const char* name : names) {
            headers.add(name, "1");
        }
        return responseFacts(200, headers, "x");
    };
    const AttemptFacts origin = with({"Content-Type", "Retry-After", "Age"});
    const AttemptFacts client = with({"Server", "Age", "content-type"});

    QCOMPARE(sideLines(client, &origin).mid(1, 3),
             (QStringList{QStringLiteral("content-type: 1"), QStringLiteral("Age: 1"),
                          QStringLiteral("Server: 1")}));
    QCOMPARE(sideLines(client).at(1), QStringLiteral("Server: 1"));
}

void TstProxyTasks::interimResponsesStandBeforeTheFinalOne()
{
    Bench bench = sampleBench(policies());
    bench.rows[0].originInterim = {"103 Early Hints"};
    bench.rows[0].source = "a document";
    bench.evidence = BenchEvidence::FromSource;
    bench.through.clear();
    QVERIFY(m_lab->window->showPanel(QStringLiteral("proxy")));
    type("proxyThrough", QStringLiteral("http://typed"));
    QVERIFY(m_lab->window->openPath(benchFile("b.json", bench)).ok());
    table().setCurrentIndex(table().model()->index(0, 0));

    QVERIFY(find<QPlainTextEdit>("proxyOriginSent")
                .toPlainText()
                .startsWith(QStringLiteral("HTTP/1.1 103 Early Hints\nHTTP/1.1 503")));
    QVERIFY(!find<QPlainTextEdit>("proxyClientGot").toPlainText().contains(QStringLiteral("103")));
    QVERIFY(find<QLabel>("benchSentence").text().contains(QStringLiteral("Read from source, not probed.")));
    QCOMPARE(find<QLineEdit>("proxyThrough").text(), QStringLiteral("http://typed"));
}

void TstProxyTasks::errorsAreEditedAsAFile()
{
    MisbehavingProxy proxy(Misdeed::None);
    prepare(proxy);
    const QString path = m_lab->path("mine.json");
    auto& errors = find<ChooserButton>("proxyBehaviours");
    Q_EMIT errors.chosen(QStringLiteral("all"));
    const Scenario all = io::behavioursNamed(QStringLiteral("all")).value();
    Q_EMIT errors.chosen(QStringLiteral("edit…"));
    auto* dialog = m_lab->window->findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    Q_EMIT dialog->fileSelected(path);
    dialog->reject();
    QVERIFY(io::behavioursNamed(path).value().steps == all.steps); // nothing got lost on the way
    QCOMPARE(io::behavioursNamed(path).value().id, std::string("mine"));

    fileWith("mine.json", kErrors); // edited elsewhere
    click("proxyGo");
    QCOMPARE(table().model()->rowCount(), 2);
    QTRY_VERIFY(!page().isProbing());

    fileWith("mine.json", QByteArray(kErrors).replace("\"status\": 503", "\"status\": 5030"));
    click("proxyGo");
    QVERIFY(!page().isProbing());
    QVERIFY2(m_lab->window->message().contains(QStringLiteral("mine.json")) &&
                 m_lab->window->message().contains(QStringLiteral("status")),
             qPrintable(m_lab->window->message()));
    QCOMPARE(table().model()->rowCount(), 2);
}

void TstProxyTasks::rowsOfTheSameOutcomeAreFound()
{
    openSample();
    QVERIFY(!find<QPushButton>("benchFilter5").isVisible());
    table().setCurrentIndex(table().model()->index(1, 0));
    click("proxyAlike");

    QCOMPARE(table().model()->rowCount(), 1);
    QCOMPARE(table().currentRow(), 1);
    QCOMPARE(table().model()->index(0, 0).data(BenchModel::MarkRole).toInt(),
             static_cast<int>(BenchModel::SameBody));
    QVERIFY(find<QPushButton>("benchFilter5").isVisible());
    const QString sentence = find<QLabel>("benchSentence").text();
    QVERIFY2(sentence.startsWith(QStringLiteral("1 origin response gives the client this body with 502.")),
             qPrintable(sentence));

    click("benchFilter0");
    QCOMPARE(table().model()->rowCount(), 3);
    QVERIFY(!find<QPushButton>("benchFilter5").isVisible());
}

void TstProxyTasks::aPastedResponseIsReadBackwards()
{
    openSample();
    find<QAction>("benchSeek").trigger();
    auto& text = find<QPlainTextEdit>("proxySought");
    QTRY_VERIFY(text.isVisible());
    text.setFocus();
    QTest::keyClicks(&text, QStringLiteral("HTTP/1.1 502 Bad Gateway"));
    QVERIFY2(find<QLabel>("proxyFound").text().startsWith(QStringLiteral("No row of this probe result")),
             qPrintable(find<QLabel>("proxyFound").text()));
    QCOMPARE(table().model()->rowCount(), 3);

    QTest::keyClicks(&text, QStringLiteral("\r\r<html>503</html>"));
    QVERIFY2(find<QLabel>("proxyFound")
                 .text()
                 .startsWith(QStringLiteral("1 origin response gives the client this body")),
             qPrintable(find<QLabel>("proxyFound").text()));
    QCOMPARE(table().model()->rowCount(), 1);
    QCOMPARE(cell(0, BenchModel::Status), QStringLiteral("502"));
    QTest::keyClick(&text, Qt::Key_Escape);
    QVERIFY(!text.isVisible());
    QCOMPARE(table().model()->rowCount(), 1);
}

void TstProxyTasks::theRemedySaysWhatClientsDoThen()
{
    openSample();
    table().setCurrentIndex(table().model()->index(0, 0));

    const QString then = find<QLabel>("proxyThen0").text();
    QVERIFY2(then.startsWith(QStringLiteral("Then AWS C++ 1.11 default retries.")), qPrintable(then));
}

RETRYSCOPE_TEST(TstProxyTasks)
#include "tst_proxy_tasks.moc"
