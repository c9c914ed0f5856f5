// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/parts/duration_box.h"
#include "ui/request/request_panel.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>

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
    void pathsBeginWithASlash();
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
    spec.protocol = "json";
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
    find<QLineEdit>("proxyEdit").setText(QStringLiteral("http://localhost:3128"));
    RequestSpec other;
    other.body = "other";

    m_panel->setContent(other);

    QCOMPARE(QString::fromStdString(applied().body), QStringLiteral("other"));
    QVERIFY(applied().deadline == Duration{std::chrono::seconds{5}});
    QCOMPARE(QString::fromStdString(applied().wire.proxyUrl), QStringLiteral("http://localhost:3128"));
}

void TstRequestPanel::pathsBeginWithASlash()
{
    find<QLineEdit>("pathEdit").setText(QStringLiteral("bucket?x=1"));

    QCOMPARE(m_panel->path(), QStringLiteral("/bucket?x=1"));
}

void TstRequestPanel::durationsAreTypedWithUnits_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<qlonglong>("milliseconds");
    QTest::newRow("milliseconds") << QStringLiteral("250 ms") << 250LL;
    QTest::newRow("bare number") << QStringLiteral("40") << 40LL;
    QTest::newRow("seconds") << QStringLiteral("1.5s") << 1500LL;
    QTest::newRow("minutes") << QStringLiteral("2 min") << 120000LL;
}

void TstRequestPanel::durationsAreTypedWithUnits()
{
    QFETCH(QString, typed);
    QFETCH(qlonglong, milliseconds);
    auto& box = find<DurationBox>("connectTimeoutBox");
    box.selectAll();
    QTest::keyClicks(&box, typed);
    QTest::keyClick(&box, Qt::Key_Return);

    QVERIFY(applied().connectTimeout == std::chrono::milliseconds(milliseconds));
}

RETRYSCOPE_TEST(TstRequestPanel)
#include "tst_request_panel.moc"
