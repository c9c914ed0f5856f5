// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/request/authorization_editor.h"
#include "ui/request/request_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>

using namespace retryscope;
using namespace retryscope::ui;

/// Credentials by their parts, which become the Authorization header.
class TstAuthorization : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void partsBecomeTheHeader();
    void aHeaderComesBackToTheLetter_data();
    void aHeaderComesBackToTheLetter();
    void aHeaderTypedByHandWins();
    void secretsAreMasked();
    void aSecretBelongsToItsScheme();
    void aSecretThatWasNotKeptSaysSo();

private:
    template <typename Widget>
    Widget& find(const char* name)
    {
        auto* widget = m_panel->findChild<Widget*>(QString::fromLatin1(name));
        Q_ASSERT(widget != nullptr);
        return *widget;
    }
    void choose(AuthScheme scheme)
    {
        auto& box = find<QComboBox>("authSchemeBox");
        QTest::keyClick(&box, Qt::Key_Home);
        for (int step = 0; step < static_cast<int>(scheme); ++step) {
            QTest::keyClick(&box, Qt::Key_Down);
        }
    }
    Headers sent()
    {
        RequestSpec spec;
        m_panel->applyTo(spec);
        return spec.headers;
    }

    std::unique_ptr<RequestPanel> m_panel;
};

void TstAuthorization::init()
{
    m_panel = std::make_unique<RequestPanel>();
}

void TstAuthorization::partsBecomeTheHeader()
{
    const QSignalSpy edited(m_panel.get(), &RequestPanel::edited);
    choose(AuthScheme::Basic);
    QTest::keyClicks(&find<QLineEdit>("authUserEdit"), QStringLiteral("Aladdin"));
    QTest::keyClicks(&find<QLineEdit>("authSecretEdit"), QStringLiteral("open sesame"));
    QVERIFY(sent() == (Headers{{{"Authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="}}}));
    QVERIFY(edited.count() > 0);

    choose(AuthScheme::Bearer);
    QVERIFY(sent() == Headers()); // a password is no token
    QTest::keyClicks(&find<QLineEdit>("authSecretEdit"), QStringLiteral("sesame"));
    QVERIFY(sent() == (Headers{{{"Authorization", "Bearer sesame"}}}));
    choose(AuthScheme::None);
    QVERIFY(sent() == Headers());
}

void TstAuthorization::aHeaderComesBackToTheLetter_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isByParts");
    QTest::newRow("basic") << QStringLiteral("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==") << true;
    QTest::newRow("bearer") << QStringLiteral("bearer abc.def") << true;
    QTest::newRow("signature") << QStringLiteral("AWS4-HMAC-SHA256 Credential=x") << false;
    QTest::newRow("no base64") << QStringLiteral("Basic !!") << false;
    QTest::newRow("empty") << QString() << false;
}

void TstAuthorization::aHeaderComesBackToTheLetter()
{
    QFETCH(QString, value);
    QFETCH(bool, isByParts);
    RequestSpec spec;
    spec.headers = {{{"a", "1"}, {"authorization", value.toStdString()}, {"b", "2"}}};
    m_panel->setSpec(spec);
    QVERIFY(sent() == spec.headers);
    QCOMPARE(find<QTableView>("requestHeadersTable").model()->rowCount(), isByParts ? 3 : 4);
    QCOMPARE(m_panel->authorization().scheme() != AuthScheme::None, isByParts);
}

void TstAuthorization::aHeaderTypedByHandWins()
{
    choose(AuthScheme::Bearer);
    QTest::keyClicks(&find<QLineEdit>("authSecretEdit"), QStringLiteral("token"));
    auto* headers = find<QTableView>("requestHeadersTable").model();
    QVERIFY(headers->setData(headers->index(0, 0), QStringLiteral("authorization"), Qt::EditRole));
    QVERIFY(headers->setData(headers->index(0, 1), QStringLiteral("mine"), Qt::EditRole));
    QVERIFY(sent() == (Headers{{{"authorization", "mine"}}}));
    QVERIFY(find<QLabel>("authNote").text().contains(QStringLiteral("instead")));
}

void TstAuthorization::secretsAreMasked()
{
    choose(AuthScheme::Bearer);
    auto& secret = find<QLineEdit>("authSecretEdit");
    QTest::keyClicks(&secret, QStringLiteral("token"));
    QVERIFY(!secret.displayText().contains(QStringLiteral("token")));
    find<QCheckBox>("authRevealBox").click();
    QCOMPARE(secret.displayText(), QStringLiteral("token"));
}

/// The list also says what is chosen when that was chosen before.
void TstAuthorization::aSecretBelongsToItsScheme()
{
    choose(AuthScheme::Bearer);
    auto& secret = find<QLineEdit>("authSecretEdit");
    auto& box = find<QComboBox>("authSchemeBox");
    QTest::keyClicks(&secret, QStringLiteral("token"));
    Q_EMIT box.activated(box.currentIndex());
    QCOMPARE(secret.text(), QStringLiteral("token"));
    choose(AuthScheme::Basic);
    QCOMPARE(secret.text(), QString());
}

void TstAuthorization::aSecretThatWasNotKeptSaysSo()
{
    m_panel->authorization().setNotKept(AuthScheme::Basic, QStringLiteral("me"));
    auto& secret = find<QLineEdit>("authSecretEdit");
    QCOMPARE(secret.placeholderText(), QStringLiteral("not saved: type it again"));
    QCOMPARE(find<QLineEdit>("authUserEdit").text(), QStringLiteral("me"));
    QTest::keyClicks(&secret, QStringLiteral("x"));
    QVERIFY(!m_panel->authorization().isNotKept());
}

RETRYSCOPE_TEST(TstAuthorization)
#include "tst_authorization.moc"
