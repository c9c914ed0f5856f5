// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/proxy_page.h"

#include "tests/support/strict_main.h"
#include "tests/ui/proxy/proxy_lab.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>

using namespace retryscope;
using namespace retryscope::test;
using namespace retryscope::ui;

class TstProxyPage : public QObject, private ProxyLab
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_lab = std::make_unique<WindowLab>(); }
    void cleanup() { m_lab.reset(); }
    void itSaysHowToBegin();
    void aBoxIsProbedRowByRow();
    void aProbeEndsAtOnceWhenItIsStopped();
    void whereNothingListensNothingIsShown();
    void oneRowIsProbedAgain();
    void aSecondProbeSaysWhatWasMended();
    void aProbeThatFailsLosesNothing();
    void whatWasProbedLastStandsThereNextTime();
    void aBenchFileIsShownWithItsVerdicts();
    void filtersAndKeysLeadToWhatChanged();
    void bothSidesStandBesideEachOther();
    void theClientsSettingsAreOffered();
    void anotherClientIsJudgedAtOnce();
    void verdictsOfUnknownPoliciesStayAsTheyWereSaved();
    void anEarlierBenchIsCompared();
    void theBenchIsCopiedForATicket();
    void aSmallWindowShowsSignsForWords();
    void whatCameThroughCanBeJudged();
};

void TstProxyPage::itSaysHowToBegin()
{
    QTest::keyClick(m_lab->window.get(), Qt::Key_7, Qt::ControlModifier);
    QTRY_VERIFY(m_lab->window->findChild<ProxyPage*>() != nullptr);
    QTRY_VERIFY(find<QPlainTextEdit>("proxyFirstText").isVisible());
    QVERIFY(find<QPlainTextEdit>("proxyFirstText").toPlainText().contains(QStringLiteral("127.0.0.1:9000")));

    type("proxyListen", QStringLiteral("127.0.0.1:9876"));
    QVERIFY(find<QPlainTextEdit>("proxyFirstText").toPlainText().contains(QStringLiteral("127.0.0.1:9876")));
    auto& kind = find<QComboBox>("proxyFirstKind");
    kind.setCurrentIndex(kind.findData(QStringLiteral("haproxy")));
    QVERIFY(find<QPlainTextEdit>("proxyFirstText").toPlainText().contains(QStringLiteral("frontend")));
}

void TstProxyPage::aBoxIsProbedRowByRow()
{
    MisbehavingProxy proxy(Misdeed::NamesIt429);
    prepare(proxy);
    click("proxyGo");

    QVERIFY(page().isProbing());
    QCOMPARE(find<QPushButton>("proxyGo").text(), QStringLiteral("Stop"));
    QCOMPARE(table().model()->rowCount(), 2); // they are there from the start
    QTRY_VERIFY(!page().isProbing());
    QCOMPARE(cell(0, BenchModel::Behaviour), QStringLiteral("503 SlowDown"));
    QCOMPARE(cell(0, BenchModel::Status), QStringLiteral("429"));
    QCOMPARE(cell(0, BenchModel::FirstPolicy), QStringLiteral("retry > stop"));
    QCOMPARE(cell(1, BenchModel::Status), QStringLiteral("500"));
    QVERIFY2(headline().startsWith(QStringLiteral("1 of 2 ")), qPrintable(headline()));
    QVERIFY2(find<QLabel>("proxyBoxName").text().contains(QStringLiteral("culprit")),
             qPrintable(find<QLabel>("proxyBoxName").text()));
    QCOMPARE(table().currentRow(), 0);
    QVERIFY(find<QPlainTextEdit>("proxyClientGot").toPlainText().contains(QStringLiteral("429")));
}

void TstProxyPage::aProbeEndsAtOnceWhenItIsStopped()
{
    MisbehavingProxy proxy(Misdeed::Hangs);
    prepare(proxy);
    QTest::keyClick(m_lab->window.get(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(page().isProbing());
    QTest::keyClick(m_lab->window.get(), Qt::Key_Escape);
    QCoreApplication::processEvents();

    QVERIFY(!page().isProbing());
    QCOMPARE(headline(), QStringLiteral("Nothing probed"));
    QVERIFY(
        find<QLabel>("benchSentence").text().contains(QStringLiteral("2 origin responses were not probed")));
    QCOMPARE(find<QPushButton>("proxyGo").text(), QStringLiteral("Probe 2 responses"));
    QVERIFY(page().isVisible()); // the key left the probe, not the room
}

void TstProxyPage::whereNothingListensNothingIsShown()
{
    QVERIFY(m_lab->window->showPanel(QStringLiteral("proxy")));
    type("proxyThrough", QStringLiteral("http://127.0.0.1:%1").arg(unusedPort()));
    type("proxyListen", QStringLiteral("127.0.0.1:%1").arg(unusedPort()));
    click("proxyGo");

    QTRY_VERIFY(!page().isProbing());
    QVERIFY2(m_lab->window->message().contains(QStringLiteral("127.0.0.1")),
             qPrintable(m_lab->window->message()));
    QVERIFY(find<QPlainTextEdit>("proxyFirstText").isVisible());
    QVERIFY(find<QLineEdit>("proxyThrough").hasFocus());

    type("proxyListen", QStringLiteral("nonsense"));
    click("proxyGo");
    QVERIFY(!page().isProbing());
    QVERIFY(!m_lab->window->message().isEmpty());
}

void TstProxyPage::oneRowIsProbedAgain()
{
    MisbehavingProxy proxy(Misdeed::NamesIt429);
    prepare(proxy);
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());
    MisbehavingProxy mended(Misdeed::None);
    mended.setOrigin(find<QLineEdit>("proxyListen").text());
    type("proxyThrough", mended.url());
    click("proxyProbeRow");

    QVERIFY(page().isProbing());
    QTRY_VERIFY(!page().isProbing());
    QCOMPARE(cell(0, BenchModel::Status), QStringLiteral("503"));
    QCOMPARE(cell(1, BenchModel::Status), QStringLiteral("500")); // as it was
    QCOMPARE(cell(0, BenchModel::FirstPolicy), QStringLiteral("retry"));
}

void TstProxyPage::aSecondProbeSaysWhatWasMended()
{
    MisbehavingProxy proxy(Misdeed::NamesIt429);
    prepare(proxy);
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());
    proxy.setMisdeed(Misdeed::None);
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());

    const QString sentence = find<QLabel>("benchSentence").text();
    QVERIFY2(sentence.contains(QStringLiteral("1 row fixed, none worse")), qPrintable(sentence));
}

void TstProxyPage::aProbeThatFailsLosesNothing()
{
    openSample();
    type("proxyThrough", QStringLiteral("http://127.0.0.1:%1").arg(unusedPort()));
    type("proxyListen", QStringLiteral("127.0.0.1:%1").arg(unusedPort()));
    click("proxyGo");

    QTRY_VERIFY(!page().isProbing());
    QCOMPARE(table().model()->rowCount(), 3);
    QCOMPARE(cell(0, BenchModel::FirstPolicy), QStringLiteral("retry > stop"));
}

void TstProxyPage::whatWasProbedLastStandsThereNextTime()
{
    MisbehavingProxy proxy(Misdeed::NamesIt429);
    prepare(proxy);
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());
    m_lab->openWindow();

    QVERIFY(m_lab->window->showPanel(QStringLiteral("proxy")));
    QCOMPARE(find<QLineEdit>("proxyThrough").text(), proxy.url());
}

void TstProxyPage::aBenchFileIsShownWithItsVerdicts()
{
    openSample();

    QVERIFY(page().isVisible());
    QCOMPARE(find<QLineEdit>("proxyThrough").text(), QStringLiteral("http://127.0.0.1:8080"));
    QVERIFY(find<QLabel>("proxyBoxName").text().contains(QStringLiteral("nginx 1.22.1")));
    QCOMPARE(table().model()->rowCount(), 3);
    QCOMPARE(table().model()->columnCount(), BenchModel::FirstPolicy + 2);
    QCOMPARE(cell(0, BenchModel::FirstPolicy), QStringLiteral("retry > stop"));
    QCOMPARE(find<QComboBox>("proxyBoxKind").currentData().toString(), QStringLiteral("nginx"));
}

void TstProxyPage::filtersAndKeysLeadToWhatChanged()
{
    openSample();
    click("benchFilter2");
    QCOMPARE(table().model()->rowCount(), 1);
    QCOMPARE(cell(0, BenchModel::Arrivals), QStringLiteral("2 times"));
    click("benchFilter0");
    table().setFocus();
    table().setCurrentIndex(table().model()->index(2, 0));
    QTest::keyClick(&table(), Qt::Key_F);
    QCOMPARE(table().currentRow(), 0);
    QVERIFY(table().currentClient() >= 0);
}

void TstProxyPage::bothSidesStandBesideEachOther()
{
    openSample();
    table().setCurrentIndex(table().model()->index(0, 0));
    const auto& origin = find<QPlainTextEdit>("proxyOriginSent");
    const auto& client = find<QPlainTextEdit>("proxyClientGot");

    QCOMPARE(origin.blockCount(), client.blockCount());
    QVERIFY(origin.toPlainText().contains(QStringLiteral("Retry-After: 2")));
    QVERIFY(!client.toPlainText().contains(QStringLiteral("Retry-After")));
    QVERIFY(find<QPlainTextEdit>("proxyCode0").toPlainText().size() > 5); // for nginx
}

void TstProxyPage::theClientsSettingsAreOffered()
{
    openSample();
    table().setCurrentIndex(table().model()->index(0, BenchModel::FirstPolicy));
    click("proxyWhose1");

    QCOMPARE(find<QComboBox>("proxyClient").currentData().toString(), QStringLiteral("cpp-1.11.332-default"));
    QVERIFY(find<QPlainTextEdit>("proxyCode0").toPlainText().contains(QStringLiteral("429")));
}

void TstProxyPage::anotherClientIsJudgedAtOnce()
{
    openSample();
    click("proxyClientsButton");
    auto& tree = find<QTreeWidget>("comparePolicies");
    for (QTreeWidgetItemIterator at(&tree); *at != nullptr; ++at) {
        if ((*at)->data(0, Qt::UserRole).toString() == QStringLiteral("botocore-1.43.67-standard")) {
            tree.setCurrentItem(*at);
        }
    }
    tree.setFocus();
    QTest::keyClick(&tree, Qt::Key_Space);
    QTest::keyClick(&tree, Qt::Key_Escape);

    QCOMPARE(table().model()->columnCount(), BenchModel::FirstPolicy + 3);
    const auto isJudged = [this] {
        for (int column = BenchModel::FirstPolicy; column < BenchModel::FirstPolicy + 3; ++column) {
            if (cell(2, column).isEmpty()) {
                return false;
            }
        }
        return true;
    };
    QTRY_VERIFY(isJudged());
    click("compareAllOfClient"); // of the first that is ticked
    QVERIFY(table().model()->columnCount() > BenchModel::FirstPolicy);
    QTRY_VERIFY(cell(2, BenchModel::FirstPolicy).startsWith(QStringLiteral("retry")));
    QVERIFY(find<QPushButton>("proxyClientsButton").accessibleDescription().contains(QStringLiteral("C++")));
}

void TstProxyPage::verdictsOfUnknownPoliciesStayAsTheyWereSaved()
{
    Bench bench = sampleBench(policies());
    for (BenchRow& row : bench.rows) {
        row.verdicts.front().through.verdict = Verdict::Succeed; // by an earlier preset
        row.verdicts.push_back(row.verdicts.front());
        row.verdicts.back().policy = "of-a-colleague";
    }
    QVERIFY(m_lab->window->openPath(benchFile("old.json", bench)).ok());

    const int last = table().model()->columnCount() - 1;
    QCOMPARE(table().model()->headerData(last, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("of-a-colleague (saved, not judged again)"));
    QVERIFY(!cell(0, last).isEmpty());
    const QString sentence = find<QLabel>("benchSentence").text();
    QVERIFY2(
        sentence.contains(QStringLiteral("Today's policies decide 3 of the saved verdicts differently.")),
        qPrintable(sentence));
}

void TstProxyPage::anEarlierBenchIsCompared()
{
    QVERIFY(m_lab->window->openPath(benchFile("after.json", mendedBench(policies()))).ok());
    page().compareWith(sampleBench(policies()), QStringLiteral("/somewhere/before.json"));

    const QString sentence = find<QLabel>("benchSentence").text();
    QVERIFY2(sentence.contains(QStringLiteral("before.json: 1 row fixed, none worse")), qPrintable(sentence));
    QCOMPARE(table().model()->rowCount(), 1);
    find<QAction>("benchCopyMarkdown").trigger();
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.contains(QStringLiteral("### Differences from ")), qPrintable(copied));
    QVERIFY2(copied.contains(QStringLiteral("fixed")), qPrintable(copied));
    QVERIFY(find<QPushButton>("benchFilter4").isVisible());
    find<QAction>("benchCompareEnd").trigger();
    QCOMPARE(table().model()->rowCount(), 3);
    QVERIFY(!find<QPushButton>("benchFilter4").isVisible());
}

void TstProxyPage::theBenchIsCopiedForATicket()
{
    openSample();
    find<QAction>("benchCopyMarkdown").trigger();
    const QString all = QGuiApplication::clipboard()->text();
    QVERIFY2(all.startsWith(QStringLiteral("- proxy: ")), qPrintable(all));
    QVERIFY2(all.contains(QStringLiteral("Retry lost behind the proxy: ")), qPrintable(all));
    QVERIFY(!all.contains(QStringLiteral("Differences from")));
    click("benchFilter2"); // Duplicates
    find<QAction>("benchCopyMarkdown").trigger();
    const QString duplicates = QGuiApplication::clipboard()->text();
    QVERIFY2(duplicates.contains(QStringLiteral("1 row under ")), qPrintable(duplicates));
    click("benchFilter0");
    find<QAction>("benchCopyCsv").trigger();
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("slow-down,")));
}

void TstProxyPage::aSmallWindowShowsSignsForWords()
{
    openSample();
    QVERIFY(!table().isColumnHidden(BenchModel::HeaderFields));
    m_lab->window->setSize({1024, 700});
    page().reload();
    QTRY_COMPARE(m_lab->window->size(), QSize(1024, 700));
    QTRY_VERIFY(table().viewport()->width() < 1000);
    int width = 0;
    for (int column = 0; column < table().model()->columnCount(); ++column) {
        width += table().isColumnHidden(column) ? 0 : table().columnWidth(column);
    }
    QVERIFY2(width <= table().viewport()->width(), qPrintable(QString::number(width)));
}

void TstProxyPage::whatCameThroughCanBeJudged()
{
    openSample();
    table().setCurrentIndex(table().model()->index(0, 0));
    click("proxyJudge");

    QVERIFY(find<QWidget>("judgePage").isVisible());
    QVERIFY(!page().isVisible());
}

RETRYSCOPE_TEST(TstProxyPage)
#include "tst_proxy_page.moc"
