// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/parts/duration_box.h"
#include "ui/request/request_panel.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

using namespace retryscope;
using namespace retryscope::ui;

class TstRequestPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatIsShownIsWhatIsSent();
    void aBodyThatWasNotTouchedKeepsItsBytes();
    void bodiesAreLaidOut();
    void aBodyThatCannotBeLaidOutIsLeftAlone();
    void contentOfAnotherRequestKeepsLimitsAndProxy();
    void parametersAndAddressAreOneThing();
    void aContentTypeIsProposed_data();
    void aContentTypeIsProposed();
    void aGetWithABodySaysSo();
    void valuesThatWereNotKeptSaySo();
    void durationsAreTypedWithUnits_data();
    void durationsAreTypedWithUnits();

private:
    template <typename Widget>
    Widget& find(const char* name)
    {
        auto* widget = m_panel->findChild<Widget*>(QString::fromLatin1(name));
        Q_ASSERT(widget != nullptr);
        return *widget;
    }
    RequestSpec applied() const
    {
        RequestSpec spec;
        m_panel->applyTo(spec);
        return spec;
    }

    std::unique_ptr<RequestPanel> m_panel;
};

void TstRequestPanel::init()
{
    m_panel = std::make_unique<RequestPanel>();
}

void TstRequestPanel::whatIsShownIsWhatIsSent()
{
    RequestSpec spec;
    spec.headers = {{{"accept", "*/*"}, {"accept", "text/plain"}}};
    spec.body = "{\"a\": \"ä\"}";
    spec.bodyIsReplayable = false;
    spec.connectTimeout = std::chrono::milliseconds{1500};
    spec.readTimeout = std::chrono::microseconds{2500};
    spec.deadline = std::chrono::minutes{2};
    spec.wire = {.proxyUrl = "socks5://localhost:1080",
                 .noProxy = "*.example.org",
                 .caFile = "/ca.pem",
                 .certificateFile = "/cert.pem",
                 .keyFile = "/key.pem",
                 .verifyPeer = false};

    m_panel->setSpec(spec);

    QVERIFY(applied() == spec);
}

void TstRequestPanel::aBodyThatWasNotTouchedKeepsItsBytes()
{
    RequestSpec spec;
    spec.body = std::string("a\r\nb\0\xff", 6);

    m_panel->setSpec(spec);

    QVERIFY(applied().body == spec.body);
}

void TstRequestPanel::bodiesAreLaidOut()
{
    find<QPlainTextEdit>("requestBodyEdit").setPlainText(QStringLiteral("{\"a\":[1]}"));

    QTest::mouseClick(&find<QPushButton>("formatBodyButton"), Qt::LeftButton);

    QCOMPARE(QString::fromStdString(applied().body), QStringLiteral("{\n  \"a\": [\n    1\n  ]\n}"));
}

void TstRequestPanel::aBodyThatCannotBeLaidOutIsLeftAlone()
{
    const QSignalSpy problem(m_panel.get(), &RequestPanel::problemFound);
    find<QPlainTextEdit>("requestBodyEdit").setPlainText(QStringLiteral("{\"a\":"));

    QTest::mouseClick(&find<QPushButton>("formatBodyButton"), Qt::LeftButton);

    QCOMPARE(QString::fromStdString(applied().body), QStringLiteral("{\"a\":"));
    QCOMPARE(problem.count(), 1);
}

void TstRequestPanel::contentOfAnotherRequestKeepsLimitsAndProxy()
{
    find<DurationBox>("deadlineBox").setDuration(Duration{std::chrono::seconds{5}});
    find<DurationBox>("attemptTimeoutBox").setDuration(Duration{std::chrono::seconds{2}});
    find<QLineEdit>("proxyEdit").setText(QStringLiteral("http://localhost:3128"));
    RequestSpec other;
    other.body = "other";

    m_panel->setContent(other);

    QCOMPARE(QString::fromStdString(applied().body), QStringLiteral("other"));
    QVERIFY(applied().deadline == Duration{std::chrono::seconds{5}});
    QVERIFY(applied().attemptTimeout == Duration{std::chrono::seconds{2}});
    QCOMPARE(QString::fromStdString(applied().wire.proxyUrl), QStringLiteral("http://localhost:3128"));
}

void TstRequestPanel::parametersAndAddressAreOneThing()
{
    QSignalSpy addresses(m_panel.get(), &RequestPanel::addressEdited);
    m_panel->setLine(QStringLiteral("GET"), QStringLiteral("http://h/p?a=1%2F2&b&c=x+y#f"));
    auto* parameters = find<QTableView>("parametersTable").model();
    QCOMPARE(parameters->rowCount(), 4);
    QCOMPARE(parameters->index(0, 1).data().toString(), QStringLiteral("1/2"));
    QCOMPARE(parameters->index(2, 1).data().toString(), QStringLiteral("x y"));

    QVERIFY(parameters->setData(parameters->index(1, 1), QStringLiteral("ä &"), Qt::EditRole));

    QCOMPARE(addresses.count(), 1);
    QCOMPARE(addresses.takeFirst().at(0).toString(),
             QStringLiteral("http://h/p?a=1%2F2&b=%C3%A4%20%26&c=x+y#f"));
    parameters->removeRows(0, 3);
    QCOMPARE(addresses.takeFirst().at(0).toString(), QStringLiteral("http://h/p#f"));
}

void TstRequestPanel::aContentTypeIsProposed_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("type");
    QTest::newRow("json") << QStringLiteral(" {\"a\": 1}") << QStringLiteral("application/json");
    QTest::newRow("form") << QStringLiteral("a=1&b=2") << QStringLiteral("application/x-www-form-urlencoded");
    QTest::newRow("xml") << QStringLiteral("<a>b</a>") << QStringLiteral("application/xml");
    QTest::newRow("half") << QStringLiteral("{\"a\": ") << QString();
    QTest::newRow("text") << QStringLiteral("hello = you") << QString();
}

void TstRequestPanel::aContentTypeIsProposed()
{
    QFETCH(QString, body);
    QFETCH(QString, type);
    QTest::keyClicks(&find<QPlainTextEdit>("requestBodyEdit"), body);
    auto& add = find<QPushButton>("addContentTypeButton");
    QCOMPARE(!add.isHidden(), !type.isEmpty());
    if (!type.isEmpty()) {
        QTest::mouseClick(&add, Qt::LeftButton);
        QVERIFY(applied().headers == (Headers{{{"Content-Type", type.toStdString()}}}));
        QVERIFY(add.isHidden());
    }
}

void TstRequestPanel::aGetWithABodySaysSo()
{
    m_panel->setLine(QStringLiteral("GET"), QStringLiteral("/"));
    QTest::keyClicks(&find<QPlainTextEdit>("requestBodyEdit"), QStringLiteral("x"));
    QVERIFY(find<QLabel>("bodyNote").text().contains(QStringLiteral("GET")));
    m_panel->setLine(QStringLiteral("POST"), QStringLiteral("/"));
    QVERIFY(find<QLabel>("bodyNote").isHidden());
}

void TstRequestPanel::valuesThatWereNotKeptSaySo()
{
    RequestSpec spec;
    spec.headers = {{{"X-Api-Key", ""}, {"X-Empty", ""}}};
    m_panel->setSpec(spec);
    m_panel->setNotKept({QStringLiteral("x-api-key")});
    auto* headers = find<QTableView>("requestHeadersTable").model();
    QCOMPARE(headers->index(0, 1).data().toString(), QStringLiteral("not saved: type it again"));
    QCOMPARE(headers->index(1, 1).data().toString(), QString());
    QVERIFY(applied().headers == spec.headers);

    QVERIFY(headers->setData(headers->index(0, 1), QStringLiteral("again"), Qt::EditRole));
    QCOMPARE(headers->index(0, 1).data().toString(), QStringLiteral("again"));
}

void TstRequestPanel::durationsAreTypedWithUnits_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<qlonglong>("milliseconds");
    QTest::newRow("milliseconds") << QStringLiteral("250 ms") << 250LL;
    QTest::newRow("a bare number keeps the unit that is shown") << QStringLiteral("1") << 1000LL;
    QTest::newRow("emptied") << QString() << 10000LL;
    QTest::newRow("seconds") << QStringLiteral("1.5s") << 1500LL;
    QTest::newRow("minutes") << QStringLiteral("2 min") << 120000LL;
}

void TstRequestPanel::durationsAreTypedWithUnits()
{
    QFETCH(QString, typed);
    QFETCH(qlonglong, milliseconds);
    auto& box = find<DurationBox>("connectTimeoutBox");
    QCOMPARE(box.text(), QStringLiteral("10 s"));
    box.selectAll();
    QTest::keyClick(&box, Qt::Key_Delete);
    QTest::keyClicks(&box, typed);
    QTest::keyClick(&box, Qt::Key_Return);

    QVERIFY(applied().connectTimeout == std::chrono::milliseconds(milliseconds));
}

RETRYSCOPE_TEST(TstRequestPanel)
#include "tst_request_panel.moc"
