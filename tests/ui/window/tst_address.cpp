// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/send/run_view.h"
#include "ui/send/send_room.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>

using namespace retryscope;
using test::WindowLab;

/// The address line takes what people have, and says what it made of it.
class TstAddress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPastedCurlOffersItsRetries();
    void aPastedConfigurationThatItsClientRefusesIsOfferedForMending();
    void init();
    void cleanup();
    void aBareHostIsCompleted();
    void aBareHostIsSent();
    void aCurlCommandFillsTheRequest();
    void whatCurlAsksForAndIsNotTakenIsNamed();
    void aCurlCommandIsTypedAndSent();
    void aBodyMakesGetAPost();
    void aResponseGoesToTheJudge();
    void aResponseInTheLineLeavesTheAddressBeforeIt();
    void whatIsNoAddressSaysWhy();
    void theServiceIsGuessed();
    void theServiceThatWasChosenStays();
    void theTargetOfARedirectIsReadLikeAnAddress();
    void aHeaderThatIsBeingTypedIsSent();
    void whatIsBeingTypedIsCopiedAsCurl();
    void parametersAreThoseOfTheAddress();
    void theRequestIsCopiedAsCurl();
    void theScenariosRequestComesBack();

private:
    QLineEdit& address() { return *m_lab->find<QComboBox>("urlBox").lineEdit(); }
    ui::SendRoom& room() { return m_lab->find<ui::SendRoom>("sendRoom"); }
    RequestSpec request() { return room().draft().underTest; }
    void type(const QString& text)
    {
        m_lab->window->setUrl(QStringLiteral("x"));
        address().setFocus();
        address().selectAll();
        QTest::keyClicks(&address(), text);
    }
    /// `x-a` and `1` into the last row; the cell stays open.
    void typeHeader()
    {
        auto& table = m_lab->find<QTableView>("requestHeadersTable");
        table.setFocus();
        const QModelIndex name = table.model()->index(table.model()->rowCount() - 1, 0);
        table.setCurrentIndex(name); // opens it
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("x-a"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("1"));
    }
    void paste(const char* text)
    {
        m_lab->window->setUrl(QStringLiteral("x"));
        address().setFocus();
        address().selectAll();
        QGuiApplication::clipboard()->setText(QString::fromUtf8(text));
        QTest::keySequence(&address(), QKeySequence::Paste);
    }

    std::unique_ptr<WindowLab> m_lab;
};

void TstAddress::init()
{
    m_lab = std::make_unique<WindowLab>();
    m_lab->window->showPanel(QStringLiteral("request"));
}

void TstAddress::cleanup()
{
    m_lab.reset();
}

void TstAddress::aBareHostIsCompleted()
{
    type(QStringLiteral("localhost:18080/x?y=1"));
    m_lab->find<QPlainTextEdit>("requestBodyEdit").setFocus();
    QCOMPARE(address().text(), QStringLiteral("http://localhost:18080/x?y=1"));
    QVERIFY2(m_lab->window->message().contains(QStringLiteral("http, since the host is this machine")),
             qPrintable(m_lab->window->message()));
    m_lab->find<QAction>("undoAction").trigger();
    QCOMPARE(address().text(), QStringLiteral("localhost:18080/x?y=1"));
}

void TstAddress::aBareHostIsSent()
{
    Scenario scenario;
    scenario.id = "ok";
    scenario.steps.emplace_back();
    QVERIFY(m_lab->endpoint.open(scenario).ok());
    type(QStringLiteral("127.0.0.1:%1/a").arg(m_lab->endpoint.url().port()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return); // the list around the line has the focus
    QTRY_VERIFY(m_lab->hasEnded());
    QCOMPARE(m_lab->attempt(1).facts.response->status, 200);
    QVERIFY(QString::fromStdString(m_lab->record().header().spec.url)
                .startsWith(QStringLiteral("http://127.0.0.1:")));
    QVERIFY(m_lab->window->message().contains(QStringLiteral("Assumed http")));

    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); // closes the note
    type(QStringLiteral("127.0.0.1:%1/b").arg(m_lab->endpoint.url().port()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_VERIFY(m_lab->hasEnded());
    QCOMPARE(m_lab->window->message(), QString()); // the user knows it by now
}

void TstAddress::aCurlCommandFillsTheRequest()
{
    paste("curl -k -x http://proxy:3128 --connect-timeout 3 -m 9 -u me:pw -H 'X-A: 1' \\\n"
          "  --json '{\"a\": 1}' https://api.example.org/v1?x=1");

    const RequestSpec taken = request();
    QCOMPARE(QString::fromStdString(taken.method), QStringLiteral("POST"));
    QCOMPARE(address().text(), QStringLiteral("https://api.example.org/v1?x=1"));
    QCOMPARE(QString::fromStdString(taken.body), QStringLiteral("{\"a\": 1}"));
    QVERIFY(taken.headers.contains("X-A") && taken.headers.contains("Authorization"));
    QVERIFY(!taken.wire.verifyPeer);
    QCOMPARE(QString::fromStdString(taken.wire.proxyUrl), QStringLiteral("http://proxy:3128"));
    QVERIFY(taken.connectTimeout == Duration{std::chrono::seconds{3}});
    QVERIFY(taken.attemptTimeout == Duration{std::chrono::seconds{9}});
    QVERIFY(!taken.deadline);
    QCOMPARE(m_lab->find<QLineEdit>("authUserEdit").text(), QStringLiteral("me"));
    QVERIFY(m_lab->find<QLabel>("unverifiedBadge").isVisible());
    QCOMPARE(m_lab->find<QTableView>("parametersTable").model()->rowCount(), 2);

    m_lab->find<QAction>("undoAction").trigger();
    QCOMPARE(QString::fromStdString(request().method), QStringLiteral("GET"));
    QVERIFY(request().headers == Headers());
}

void TstAddress::whatCurlAsksForAndIsNotTakenIsNamed()
{
    paste("curl --retry 3 -F a=@file --frobnicate http://localhost:1/");
    const QString note = room().bar().addressNote();
    for (const char* option : {"--retry 3", "-F", "--frobnicate"}) {
        QVERIFY2(note.contains(QString::fromLatin1(option)), qPrintable(note));
    }
    QTest::keyClick(&address(), Qt::Key_Escape);
    QVERIFY(room().bar().addressNote().isEmpty());
    QCOMPARE(address().text(), QStringLiteral("http://localhost:1/"));
}

void TstAddress::aCurlCommandIsTypedAndSent()
{
    Scenario scenario;
    scenario.id = "ok";
    scenario.steps.emplace_back();
    QVERIFY(m_lab->endpoint.open(scenario).ok());
    type(QStringLiteral("curl -X PUT -d hello %1/k").arg(m_lab->endpoint.url().toString()));
    QTest::keyClick(&address(), Qt::Key_Return); // what the command became is seen before it leaves
    QVERIFY(room().bar().addressNote().contains(QStringLiteral("Press Enter")));
    QVERIFY(m_lab->record().isEmpty());
    QCoreApplication::processEvents(); // the next press of the key is another one
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_VERIFY(m_lab->hasEnded());
    QCOMPARE(QString::fromStdString(m_lab->record().header().spec.method), QStringLiteral("PUT"));
    QCOMPARE(QString::fromStdString(m_lab->record().header().spec.body), QStringLiteral("hello"));
}

void TstAddress::aResponseGoesToTheJudge()
{
    const RequestSpec before = request();
    paste("HTTP/1.1 429 Too Many Requests\r\nContent-Type: text/plain\r\n\r\nslow down");
    QVERIFY(m_lab->find<QPlainTextEdit>("judgeText").isVisible());
    QVERIFY(
        m_lab->find<QPlainTextEdit>("judgeText").toPlainText().startsWith(QStringLiteral("HTTP/1.1 429")));
    QCOMPARE(m_lab->find<QComboBox>("judgeStatusBox").currentText(), QStringLiteral("429"));
    QVERIFY(request().headers == before.headers);
}

void TstAddress::aBodyMakesGetAPost()
{
    type(QStringLiteral("http://localhost:1/"));
    auto& body = m_lab->find<QPlainTextEdit>("requestBodyEdit");
    body.setFocus();
    QTest::keyClicks(&body, QStringLiteral("{}"));
    QCOMPARE(QString::fromStdString(request().method), QStringLiteral("POST"));

    auto& method = m_lab->find<QComboBox>("methodBox");
    method.setCurrentText(QStringLiteral("GET"));
    Q_EMIT method.activated(method.currentIndex());
    QTest::keyClicks(&body, QStringLiteral("x"));
    QCOMPARE(QString::fromStdString(request().method), QStringLiteral("GET")); // it was chosen
}

/// Pasted into the line and sent; only left, it stays where it is.
void TstAddress::aResponseInTheLineLeavesTheAddressBeforeIt()
{
    type(QStringLiteral("http://localhost:1/mine"));
    type(QStringLiteral("HTTP/1.1 503 Service Unavailable"));
    QTest::keyClick(&address(), Qt::Key_Tab);
    QVERIFY(address().isVisible());
    address().setFocus();

    QTest::keyClick(&address(), Qt::Key_Return);

    QVERIFY(m_lab->find<QPlainTextEdit>("judgeText").isVisible());
    QCOMPARE(QString::fromStdString(request().url), QStringLiteral("http://localhost:1/mine"));
}

void TstAddress::whatIsNoAddressSaysWhy()
{
    type(QStringLiteral("ftp://h/x"));
    m_lab->send();
    QVERIFY(!room().bar().addressProblem().isEmpty());
    QVERIFY(m_lab->record().isEmpty());
    const auto& bubble = m_lab->find<QLabel>("addressProblem");
    QVERIFY(bubble.isVisible());
    QVERIFY(m_lab->window->showPanel(QStringLiteral("policy"))); // over which it does not lie
    QVERIFY(!bubble.isVisible());
    QVERIFY(m_lab->window->showPanel(QStringLiteral("send")));
    QVERIFY(bubble.isVisible());
    QTest::keyClicks(&address(), QStringLiteral("y"));
    QVERIFY(room().bar().addressProblem().isEmpty());
    QVERIFY(!bubble.isVisible());
}

void TstAddress::theServiceIsGuessed()
{
    const auto service = [this] {
        return m_lab->find<QComboBox>("serviceBox").currentText();
    };
    type(QStringLiteral("https://bucket.s3.eu-west-1.amazonaws.com/?list-type=2"));
    QCOMPARE(service(), QStringLiteral("s3"));
    QCOMPARE(m_lab->find<QLineEdit>("operationEdit").text(), QStringLiteral("ListObjectsV2"));
    QVERIFY(m_lab->find<QLabel>("judgedAsOrigin").isVisible());
    QVERIFY2(
        m_lab->find<QLabel>("judgedAsOrigin").text().contains(QStringLiteral("s3.eu-west-1.amazonaws.com")),
        qPrintable(m_lab->find<QLabel>("judgedAsOrigin").text()));

    type(QStringLiteral("https://api.example.org/"));
    QCOMPARE(service(), QStringLiteral("generic"));
    QCOMPARE(QString::fromStdString(request().protocol), QString());
}

void TstAddress::theServiceThatWasChosenStays()
{
    type(QStringLiteral("http://localhost:9000/"));
    auto& service = m_lab->find<QComboBox>("serviceBox");
    service.setFocus();
    service.lineEdit()->selectAll();
    QTest::keyClicks(service.lineEdit(), QStringLiteral("s3"));
    QTest::keyClicks(&address(), QStringLiteral("bucket"));
    QCOMPARE(QString::fromStdString(request().service), QStringLiteral("s3"));

    QTest::mouseClick(&m_lab->find<QPushButton>("guessServiceButton"), Qt::LeftButton);
    QCOMPARE(QString::fromStdString(request().service), QStringLiteral("generic"));
}

void TstAddress::theTargetOfARedirectIsReadLikeAnAddress()
{
    type(QStringLiteral("http://localhost:9000/?a=1"));

    Q_EMIT room().view().locationRequested(
        QStringLiteral("https://bucket.s3.eu-west-1.amazonaws.com/?list-type=2&b=1"));

    auto* parameters = m_lab->find<QTableView>("parametersTable").model();
    QCOMPARE(parameters->rowCount(), 3);
    QCOMPARE(parameters->index(0, 0).data().toString(), QStringLiteral("list-type"));
    QCOMPARE(m_lab->find<QComboBox>("serviceBox").currentText(), QStringLiteral("s3"));
    m_lab->find<QAction>("undoAction").trigger();
    QCOMPARE(address().text(), QStringLiteral("http://localhost:9000/?a=1"));
}

void TstAddress::aHeaderThatIsBeingTypedIsSent()
{
    m_lab->window->setUrl({});
    m_lab->window->setVirtual(true);
    typeHeader();

    m_lab->send();

    QTRY_VERIFY(m_lab->hasEnded());
    const std::string* sent = m_lab->record().header().spec.headers.find("x-a");
    QVERIFY(sent != nullptr && *sent == "1");
}

void TstAddress::whatIsBeingTypedIsCopiedAsCurl()
{
    m_lab->window->setUrl(QStringLiteral("http://localhost/"));
    typeHeader();
    m_lab->find<QAction>("copyCurlAction").trigger();
    QVERIFY2(QGuiApplication::clipboard()->text().contains(QStringLiteral("x-a: 1")),
             qPrintable(QGuiApplication::clipboard()->text()));
}

void TstAddress::parametersAreThoseOfTheAddress()
{
    type(QStringLiteral("http://localhost/?a=1"));
    auto* parameters = m_lab->find<QTableView>("parametersTable").model();
    QCOMPARE(parameters->rowCount(), 2);
    QVERIFY(parameters->setData(parameters->index(1, 0), QStringLiteral("b"), Qt::EditRole));
    QCOMPARE(address().text(), QStringLiteral("http://localhost/?a=1&b="));
    QCOMPARE(QString::fromStdString(request().url), QStringLiteral("http://localhost/?a=1&b="));
}

void TstAddress::theRequestIsCopiedAsCurl()
{
    paste("curl -H 'Authorization: Bearer secret' http://localhost/x");
    m_lab->find<QAction>("copyCurlAction").trigger();
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("Bearer secret")));
    QVERIFY(m_lab->window->message().contains(QStringLiteral("Copied")));
    m_lab->find<QAction>("copySafeCurlAction").trigger();
    QVERIFY(!QGuiApplication::clipboard()->text().contains(QStringLiteral("secret")));
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("http://localhost/x")));
}

void TstAddress::theScenariosRequestComesBack()
{
    m_lab->window->setUrl({});
    QVERIFY(m_lab->window->chooseScenario(QStringLiteral("s3-mixed-then-429")).ok());
    auto& back = m_lab->find<QPushButton>("scenarioRequestButton");
    QVERIFY(!back.isVisible());
    const RequestSpec brought = room().draft().builtIn;
    auto& path = m_lab->find<QLineEdit>("pathEdit");
    path.setFocus();
    path.selectAll();
    QTest::keyClicks(&path, QStringLiteral("/mine"));
    QVERIFY(back.isVisible());

    QTest::mouseClick(&back, Qt::LeftButton);

    QVERIFY(room().draft().builtIn == brought);
    QVERIFY(!back.isVisible() && !room().draft().builtInIsOwn);
    m_lab->find<QAction>("undoAction").trigger();
    QCOMPARE(path.text(), QStringLiteral("/mine"));
}

void TstAddress::aPastedConfigurationThatItsClientRefusesIsOfferedForMending()
{
    const char* configuration =
        "from urllib3.util import Retry\n\nretries = Retry(total=5, backof_factor=0.2)\n";
    paste(configuration);
    QTRY_VERIFY(m_lab->find<QPlainTextEdit>("importText").isVisible());
    QCOMPARE(m_lab->find<QPlainTextEdit>("importText").toPlainText(), QString::fromUtf8(configuration));
    QTRY_VERIFY(m_lab->find<QLabel>("importState").text().contains(QStringLiteral("line 3")));
    QVERIFY(
        m_lab->find<QLabel>("importState").text().contains(QStringLiteral("did you mean backoff_factor?")));
    QCOMPARE(m_lab->find<QPlainTextEdit>("importText").textCursor().selectedText(),
             QStringLiteral("retries = Retry(total=5, backof_factor=0.2)"));
}

void TstAddress::aPastedCurlOffersItsRetries()
{
    room().take(QStringLiteral("curl --retry 5 --retry-delay 2 --retry-connrefused http://localhost:1/"));
    auto& action = m_lab->find<QPushButton>("addressAction");
    QVERIFY(action.isVisible());
    QVERIFY(room().bar().addressNote().contains(QStringLiteral("--retry 5 was not used")));
    QTest::mouseClick(&action, Qt::LeftButton);

    QVERIFY(!action.isVisible());
    QCOMPARE(room().policyKey(), QStringLiteral("curl-retry-3"));
    const Policy policy = room().draft().policy;
    QCOMPARE(policy.attempts.max, 5);
    QVERIFY(policy.backoff.base.byDefault == Duration(std::chrono::seconds{2}));
    QCOMPARE(policy.backoff.factor, 1.0);
    QCOMPARE(policy.rules.front().id, std::string("refused-connection"));
    m_lab->send();
    QTRY_VERIFY(m_lab->record().attemptCount() > 0); // it is a policy that can be used

    room().take(QStringLiteral("curl http://localhost:1/"));
    QVERIFY(!action.isVisible());
}

RETRYSCOPE_TEST(TstAddress)
#include "tst_address.moc"
