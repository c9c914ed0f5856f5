// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What somebody who works on a box for an hour runs into.

#include "tests/support/strict_main.h"
#include "tests/ui/proxy/proxy_lab.h"
#include "ui/parts/chooser_popup.h"
#include "ui/parts/fitted_text.h"
#include "ui/proxy/bench_delegate.h"

#include <QAction>
#include <QClipboard>
#include <QFrame>
#include <QGuiApplication>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTest>

using namespace retryscope;
using namespace retryscope::test;
using namespace retryscope::ui;

class TstProxyHabits : public QObject, private ProxyLab
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_lab = std::make_unique<WindowLab>(); }
    void cleanup() { m_lab.reset(); }
    void escClosesTheMessageAndStays();
    void aMessageStaysInItsRoom();
    void theFieldInQuestionIsMarked_data();
    void theFieldInQuestionIsMarked();
    void aTakenPortMarksTheOrigin();
    void anotherAddressIsAnotherBox();
    void anotherBenchWasNotSearchedYet();
    void aMendedRowStaysInSight();
    void oneMendedRowStaysInSight();
    void endLeadsToTheLastRow();
    void noVerdictIsCut();
    void theStatusBarSaysWhatTheKeyDoes();
    void thePaletteFindsWhatABenchIsFor();
    void aWrongHeaderLineIsMarked();
    void aBrokenFileOfErrorsIsMarked();
    void theLastProbeIsThereAgain();
    void onlyTheRowsShownAreCopied();
    void aResponseOfNoErrorHidesNoRows();
    void theFirstPageLeadsToTheRoom();
    void aStrayProbeDoesNotReplaceTheLast();

private:
    QString markOf(const char* edit)
    {
        return find<QLineEdit>(edit).parentWidget()->property("mark").toString();
    }
};

void TstProxyHabits::escClosesTheMessageAndStays()
{
    openSample();
    find<QAction>("benchCopyCsv").trigger();
    QVERIFY(!m_lab->window->message().isEmpty());
    for (int press = 0; press < 2; ++press) {
        QTest::keyClick(&table(), Qt::Key_Escape);
        QCOMPARE(m_lab->window->message(), QString());
        QVERIFY(page().isVisible());
    }
}

void TstProxyHabits::aMessageStaysInItsRoom()
{
    openSample();
    type("proxyListen", QStringLiteral("nonsense"));
    click("proxyGo");
    QVERIFY(m_lab->window->message().contains(QStringLiteral("nonsense")));
    QTest::keyClick(m_lab->window.get(), Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(m_lab->window->message(), QString());
    QTest::keyClick(m_lab->window.get(), Qt::Key_7, Qt::ControlModifier);
    QVERIFY(m_lab->window->message().contains(QStringLiteral("nonsense")));
    type("proxyListen", QStringLiteral("127.0.0.1:9000"));
    QCOMPARE(m_lab->window->message(), QString());
}

void TstProxyHabits::theFieldInQuestionIsMarked_data()
{
    QTest::addColumn<QByteArray>("edit");
    QTest::addColumn<QByteArray>("other");
    QTest::newRow("box") << QByteArray("proxyThrough") << QByteArray("proxyListen");
    QTest::newRow("origin") << QByteArray("proxyListen") << QByteArray("proxyThrough");
}

void TstProxyHabits::theFieldInQuestionIsMarked()
{
    QFETCH(QByteArray, edit);
    QFETCH(QByteArray, other);
    QVERIFY(m_lab->window->showPanel(QStringLiteral("proxy")));
    type(edit.constData(), QStringLiteral("http://:x y"));
    click("proxyGo");
    QVERIFY(!page().isProbing());
    QCOMPARE(markOf(edit.constData()), QStringLiteral("danger"));
    QCOMPARE(markOf(other.constData()), QString());
    QVERIFY(find<QLineEdit>(edit.constData()).hasFocus());
    QTest::keyClicks(&find<QLineEdit>(edit.constData()), QStringLiteral("1"));
    QCOMPARE(markOf(edit.constData()), QString());
}

void TstProxyHabits::aTakenPortMarksTheOrigin()
{
    QTcpServer taken;
    QVERIFY(taken.listen(QHostAddress::LocalHost));
    QVERIFY(m_lab->window->showPanel(QStringLiteral("proxy")));
    type("proxyListen", QStringLiteral("127.0.0.1:%1").arg(taken.serverPort()));
    click("proxyGo");
    QVERIFY(!page().isProbing());
    QCOMPARE(markOf("proxyListen"), QStringLiteral("danger"));
    QVERIFY(find<QLineEdit>("proxyListen").hasFocus());
}

void TstProxyHabits::anotherAddressIsAnotherBox()
{
    openSample();
    const auto& name = find<QLabel>("proxyBoxName");
    QVERIFY(name.text().contains(QStringLiteral("nginx")));
    type("proxyThrough", QStringLiteral("http://127.0.0.1:8081"));
    click("benchFilter1");
    find<QAction>("benchCompareEnd").trigger(); // what is shown is shown anew
    QVERIFY2(!name.text().contains(QStringLiteral("nginx")), qPrintable(name.text()));
}

void TstProxyHabits::anotherBenchWasNotSearchedYet()
{
    openSample();
    find<QAction>("benchSeek").trigger();
    auto& text = find<QPlainTextEdit>("proxySought");
    QTRY_VERIFY(text.isVisible());
    text.setPlainText(QStringLiteral("HTTP/1.1 502 Bad Gateway"));
    QVERIFY(!find<QLabel>("proxyFound").text().isEmpty());
    QTest::keyClick(&text, Qt::Key_Escape);
    openSample();
    QCOMPARE(text.toPlainText(), QString());
    QCOMPARE(find<QLabel>("proxyFound").text(), QString());
}

void TstProxyHabits::aMendedRowStaysInSight()
{
    MisbehavingProxy proxy(Misdeed::NamesIt429);
    prepare(proxy);
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());
    click("benchFilter1"); // Flips
    QCOMPARE(table().currentRow(), 0);
    proxy.setMisdeed(Misdeed::None);
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());

    QCOMPARE(table().model()->rowCount(), 1);
    QCOMPARE(table().currentRow(), 0);
    QCOMPARE(table().currentIndex().siblingAtColumn(0).data(BenchModel::MarkRole).toInt(),
             static_cast<int>(BenchModel::Mended));
    click("benchFilter1");
    QCOMPARE(table().model()->rowCount(), 0);
}

void TstProxyHabits::oneMendedRowStaysInSight()
{
    MisbehavingProxy proxy(Misdeed::NamesIt429);
    prepare(proxy);
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());
    click("benchFilter1");
    proxy.setMisdeed(Misdeed::None);
    click("proxyProbeRow");
    QTRY_VERIFY(!page().isProbing());

    QCOMPARE(table().model()->rowCount(), 1);
    QCOMPARE(table().currentRow(), 0);
    QCOMPARE(table().currentIndex().siblingAtColumn(0).data(BenchModel::MarkRole).toInt(),
             static_cast<int>(BenchModel::Mended));
}

void TstProxyHabits::endLeadsToTheLastRow()
{
    openSample();
    table().setFocus();
    QTest::keyClick(&table(), Qt::Key_End);
    QCOMPARE(table().currentRow(), 2);
    QTest::keyClick(&table(), Qt::Key_Home);
    QCOMPARE(table().currentRow(), 0);
}

void TstProxyHabits::noVerdictIsCut()
{
    openSample();
    QVERIFY(!table().isColumnHidden(BenchModel::HeaderFields));
    const CutTexts cut;
    table().grab();
    QVERIFY2(cut.forbidden().isEmpty(), qPrintable(cut.forbidden().join(QLatin1Char(' '))));
    const QAbstractItemView& view = table();
    QVERIFY(table().columnWidth(BenchModel::FirstPolicy) >= view.sizeHintForColumn(BenchModel::FirstPolicy));
}

void TstProxyHabits::theStatusBarSaysWhatTheKeyDoes()
{
    QVERIFY(m_lab->window->showPanel(QStringLiteral("proxy")));
    QVERIFY(find<QLabel>("runSummary").text().contains(QStringLiteral("Ctrl+Enter probes")));
    QVERIFY(m_lab->window->showPanel(QStringLiteral("send")));
    QVERIFY(find<QLabel>("runSummary").text().contains(QStringLiteral("Ctrl+Enter sends")));
}

void TstProxyHabits::thePaletteFindsWhatABenchIsFor()
{
    openSample();
    QVERIFY(m_lab->window->showPanel(QStringLiteral("send")));
    find<QAction>("paletteAction").trigger();
    auto& palette = find<QWidget>("palette");
    QTRY_VERIFY(palette.isVisible());
    auto* search = palette.findChild<QLineEdit*>();
    QTest::keyClicks(search, QStringLiteral("errors come out"));
    QTest::keyClick(search, Qt::Key_Return);
    QTRY_VERIFY(find<QPlainTextEdit>("proxySought").isVisible());
    QVERIFY(page().isVisible());
}

void TstProxyHabits::aWrongHeaderLineIsMarked()
{
    QVERIFY(m_lab->window->showPanel(QStringLiteral("proxy")));
    auto& headers = find<QPlainTextEdit>("proxyHeaders");
    headers.setPlainText(QStringLiteral("X-A: 1\nno header"));
    click("proxyGo");

    QVERIFY(!page().isProbing());
    QVERIFY(headers.isVisible()); // the list that it stands in was closed
    QCOMPARE(headers.property("mark").toString(), QStringLiteral("danger"));
    QCOMPARE(headers.textCursor().blockNumber(), 1);
    QVERIFY(find<QLabel>("proxyHeadersProblem").text().contains(QStringLiteral("line 2")));
    QTest::keyClicks(&headers, QStringLiteral("X-B: 2"));
    QCOMPARE(headers.property("mark").toString(), QString());
    QVERIFY(!find<QLabel>("proxyHeadersProblem").isVisible());
}

void TstProxyHabits::aBrokenFileOfErrorsIsMarked()
{
    QVERIFY(m_lab->window->showPanel(QStringLiteral("proxy")));
    auto& chooser = find<ui::ChooserButton>("proxyBehaviours");
    Q_EMIT chooser.chosen(fileWith("bad.json", "{"));
    QCOMPARE(chooser.property("mark").toString(), QStringLiteral("danger"));
    QVERIFY(m_lab->window->message().contains(QStringLiteral("bad.json")));
    Q_EMIT chooser.chosen(fileWith("two.json", kErrors));
    QCOMPARE(chooser.property("mark").toString(), QString());
}

void TstProxyHabits::theLastProbeIsThereAgain()
{
    MisbehavingProxy proxy(Misdeed::NamesIt429);
    prepare(proxy);
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());
    const QString before = headline();
    m_lab->window.reset();
    m_lab->openWindow();
    QVERIFY(m_lab->window->showPanel(QStringLiteral("proxy")));

    QTRY_COMPARE(table().model()->rowCount(), 2);
    QCOMPARE(headline(), before);
    QCOMPARE(find<QLineEdit>("proxyThrough").text(), proxy.url());
}

void TstProxyHabits::onlyTheRowsShownAreCopied()
{
    openSample();
    const int rows = table().model()->rowCount();
    click("benchFilter1"); // Flips
    QVERIFY(table().model()->rowCount() < rows);
    find<QAction>("benchCopyCsv").trigger();
    const QString csv = QGuiApplication::clipboard()->text();
    QCOMPARE(csv.trimmed().count(QLatin1Char('\n')), table().model()->rowCount());
}

void TstProxyHabits::aResponseOfNoErrorHidesNoRows()
{
    openSample();
    const int rows = table().model()->rowCount();
    find<QAction>("benchSeek").trigger();
    auto& text = find<QPlainTextEdit>("proxySought");
    QTRY_VERIFY(text.isVisible());
    text.setPlainText(QStringLiteral("HTTP/1.1 418 I'm a teapot\r\n\r\nshort and stout"));
    QVERIFY(find<QLabel>("proxyFound").text().startsWith(QStringLiteral("No row of this probe result")));
    QCOMPARE(table().model()->rowCount(), rows);
    QVERIFY(!find<QPushButton>("benchFilter5").isVisible()); // Alike
}

void TstProxyHabits::theFirstPageLeadsToTheRoom()
{
    find<QPushButton>("welcome-proxy").click();
    QVERIFY(page().isVisible());
}

void TstProxyHabits::aStrayProbeDoesNotReplaceTheLast()
{
    MisbehavingProxy proxy(Misdeed::NamesIt429);
    prepare(proxy);
    const QString origin = find<QLineEdit>("proxyListen").text();
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());
    type("proxyListen", QStringLiteral("127.0.0.1:%1").arg(unusedPort())); // the box sends elsewhere
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());
    QVERIFY2(headline().startsWith(QStringLiteral("The proxy does not forward to the origin")),
             qPrintable(headline()));
    QCOMPARE(find<QPushButton>("benchFilter3").text(), QStringLiteral("Headers lost 0"));
    type("proxyListen", origin);
    proxy.setMisdeed(Misdeed::None);
    click("proxyGo");
    QTRY_VERIFY(!page().isProbing());

    QVERIFY2(find<QLabel>("benchSentence").text().contains(QStringLiteral("fixed")),
             qPrintable(find<QLabel>("benchSentence").text()));
}

RETRYSCOPE_TEST(TstProxyHabits)
#include "tst_proxy_habits.moc"
