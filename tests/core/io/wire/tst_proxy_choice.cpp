// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/proxy_choice.h"
#include "core/io/wire/tunnel_handshake.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;
using namespace retryscope::io;

namespace {

std::optional<Proxy> chosen(const char* proxyUrl, const char* noProxy = "")
{
    WireOptions options;
    options.proxyUrl = proxyUrl;
    options.noProxy = noProxy;
    return proxyFor(options, targetOf("http://target.example:8080/").value()).value();
}

} // namespace

class TstProxyChoice : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void exemptsHostsAsCurlDoes_data();
    void exemptsHostsAsCurlDoes();
    void readsProxyUrls();
    void goesDirectWithoutAProxyOrWhenExempt();
    void neverShowsThePassword();
    void greetsSocksProxiesByTheBook();
    void tellsSocksProxiesAnAddressOrAName();
    void namesWhatASocksProxyRefused_data();
    void namesWhatASocksProxyRefused();
};

void TstProxyChoice::exemptsHostsAsCurlDoes_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("isExempt");
    const auto row = [](const char* list, const char* host, bool isExempt) {
        QTest::addRow("%s %s \"%s\"", host, isExempt ? "in" : "not in", list)
            << QString::fromLatin1(list) << QString::fromLatin1(host) << isExempt;
    };
    row("", "host.example", false);
    row("*", "host.example", true);
    row("*", "127.0.0.1", true);
    row("host.example", "host.example", true);
    row("HOST.example", "host.EXAMPLE", true);
    row("example", "host.example", true);
    row("ample", "host.example", false);
    row(".example", "host.example", true);
    row(".host.example", "host.example", true);
    row("host.example", "other.example", false);
    row("host.example", "myhost.example", false);
    row("a.example, host.example", "host.example", true);
    row("a.example host.example", "host.example", true);
    row("host.example:8080", "host.example", true);
    row("host.example:80", "host.example", false);
    row("host.example", "host.example.", true);
    row("127.0.0.1", "127.0.0.1", true);
    row("127.0.0.2", "127.0.0.1", false);
    row("10.0.0.0/8", "10.1.2.3", true);
    row("10.0.0.0/8", "11.1.2.3", false);
    row("::1", "::1", true);
    row("[::1]:8080", "::1", true);
    row("[::1]:80", "::1", false);
    row(",, ,", "host.example", false);
    row(".", "host.example", false);
}

void TstProxyChoice::exemptsHostsAsCurlDoes()
{
    QFETCH(const QString, list);
    QFETCH(const QString, host);
    QTEST(isExemptFromProxy(list.toStdString(), host, 8080), "isExempt");
}

void TstProxyChoice::readsProxyUrls()
{
    QCOMPARE(chosen("http://proxy.example:3128"),
             (Proxy{ProxyKind::Http, QStringLiteral("proxy.example"), 3128, {}, {}}));
    QCOMPARE(chosen("proxy.example:3128"),
             (Proxy{ProxyKind::Http, QStringLiteral("proxy.example"), 3128, {}, {}}));
    QCOMPARE(chosen("socks5://me:p%40ss@10.0.0.1"),
             (Proxy{ProxyKind::Socks5, QStringLiteral("10.0.0.1"), 1080, "me", "p@ss"}));
    QCOMPARE(chosen("socks5h://[::1]:99"),
             (Proxy{ProxyKind::Socks5Remote, QStringLiteral("::1"), 99, {}, {}}));
}

void TstProxyChoice::goesDirectWithoutAProxyOrWhenExempt()
{
    QVERIFY(!chosen(""));
    QVERIFY(!chosen("http://proxy:1", "target.example"));
    QVERIFY(chosen("http://proxy:1", "other.example"));
}

void TstProxyChoice::neverShowsThePassword()
{
    WireOptions options;
    options.proxyUrl = "gopher://me:secret@proxy:1";
    const auto refused = proxyFor(options, targetOf("http://t/").value());
    QVERIFY(!refused.ok());
    QVERIFY(!refused.error().text().contains(QStringLiteral("secret")));
    QCOMPARE(chosen("http://me:secret@proxy:1")->name(), std::string("proxy proxy:1"));
}

void TstProxyChoice::greetsSocksProxiesByTheBook()
{
    const WireTarget target = targetOf("http://target.example:8080/").value();
    const auto open = TunnelHandshake::make(*chosen("socks5h://p"), target, {});
    QCOMPARE(QByteArray::fromStdString(open->begin()), QByteArray::fromHex("050100"));
    const auto locked = TunnelHandshake::make(*chosen("socks5h://me:pw@p"), target, {});
    QCOMPARE(QByteArray::fromStdString(locked->begin()), QByteArray::fromHex("05020002"));
    QCOMPARE(QByteArray::fromStdString(locked->feed("\x05\x02").send), QByteArray("\x01\x02me\x02pw"));
}

void TstProxyChoice::tellsSocksProxiesAnAddressOrAName()
{
    const WireTarget target = targetOf("http://target.example:8080/").value();
    const std::string accepted("\x05\x00", 2);
    const auto byName = TunnelHandshake::make(*chosen("socks5h://p"), target, {});
    QCOMPARE(QByteArray::fromStdString(byName->feed(accepted).send),
             QByteArray::fromHex("050100030e") + "target.example" + QByteArray::fromHex("1f90"));
    const auto byAddress =
        TunnelHandshake::make(*chosen("socks5://p"), target, QHostAddress(QStringLiteral("10.1.2.3")));
    QCOMPARE(QByteArray::fromStdString(byAddress->feed(accepted).send),
             QByteArray::fromHex("050100010a0102031f90"));
}

void TstProxyChoice::namesWhatASocksProxyRefused_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("fault");
    QTest::newRow("general failure") << 1 << QStringLiteral("unreachable");
    QTest::newRow("network unreachable") << 3 << QStringLiteral("unreachable");
    QTest::newRow("host unreachable") << 4 << QStringLiteral("unreachable");
    QTest::newRow("connection refused") << 5 << QStringLiteral("connectionRefused");
    QTest::newRow("time to live expired") << 6 << QStringLiteral("connectTimeout");
}

void TstProxyChoice::namesWhatASocksProxyRefused()
{
    QFETCH(const int, code);
    const WireTarget target = targetOf("http://target.example/").value();
    const auto handshake = TunnelHandshake::make(*chosen("socks5h://p"), target, {});
    (void)handshake->feed(std::string("\x05\x00", 2));
    std::string response("\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00", 10);
    response[1] = static_cast<char>(code);

    QVERIFY(!handshake->feed(response.substr(0, 6)).fault); // not before the response is whole
    const TunnelHandshake::Step step = handshake->feed(response.substr(6));

    QVERIFY(step.fault);
    const std::string_view name = toString(step.fault->kind);
    QTEST(QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size())), "fault");
}

RETRYSCOPE_TEST(TstProxyChoice)
#include "tst_proxy_choice.moc"
