// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/recorder/certificate_authority.h"
#include "core/io/recorder/certificate_maker.h"
#include "tests/support/strict_main.h"

#include <QFile>
#include <QFileInfo>
#include <QHostAddress>
#include <QProcess>
#include <QSslCertificate>
#include <QSslCertificateExtension>
#include <QSslKey>
#include <QTemporaryDir>
#include <QTest>

using namespace retryscope;
using namespace retryscope::io;

namespace {

QByteArray contentOfFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What the program openssl says of a certificate of this authority.
bool isAccepted(const CertificateAuthority& authority, const QSslCertificate& certificate,
                const QString& host)
{
    QTemporaryDir folder;
    QFile leaf(folder.filePath(QStringLiteral("leaf.pem")));
    if (!leaf.open(QIODevice::WriteOnly) || leaf.write(certificate.toPem()) <= 0) {
        return false;
    }
    leaf.close();
    QProcess process;
    process.start(
        QStringLiteral("openssl"),
        {QStringLiteral("verify"), QStringLiteral("-x509_strict"), QStringLiteral("-purpose"),
         QStringLiteral("sslserver"),
         QHostAddress(host).isNull() ? QStringLiteral("-verify_hostname") : QStringLiteral("-verify_ip"),
         host, QStringLiteral("-CAfile"), authority.certificateFile(), leaf.fileName()});
    return process.waitForFinished() && process.exitCode() == 0;
}

} // namespace

class TstCertificateAuthority : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isMadeOnFirstUseAndKept();
    void isMadeAnewWhenItIsDamagedOrForOtherHosts();
    void signsServersThatOthersAccept();
    void isGoodForItsHostsOnly();
    void isGoodForItsAddressesOnly();
    void keepsItsKeyToItsOwner();
    void servesAddresses();
    void neverOutlivesItsAuthority();
    void refusesWhatIsNoHost_data();
    void refusesWhatIsNoHost();
    void saysWhereItCannotBeWritten();
    void isRemovedAltogether();
};

void TstCertificateAuthority::isMadeOnFirstUseAndKept()
{
    QTemporaryDir data;
    const QString folder = data.filePath(QStringLiteral("a/b"));

    const Result<CertificateAuthority> made = CertificateAuthority::openIn(folder);
    QVERIFY2(made.ok(), made ? "" : qPrintable(made.error().text()));
    const QByteArray first = contentOfFile(made.value().certificateFile());
    const Result<CertificateAuthority> again = CertificateAuthority::openIn(folder);

    QVERIFY(again.ok());
    QCOMPARE(contentOfFile(again.value().certificateFile()), first);
    for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files)) {
        QCOMPARE(file.permissions() & QFile::Permissions(0x0077), QFile::Permissions());
    }
    const QSslCertificate certificate(first, QSsl::Pem);
    QVERIFY(certificate.isSelfSigned());
    QVERIFY(certificate.expiryDate() < QDateTime::currentDateTime().addDays(366));
    QVERIFY(certificate.effectiveDate() < QDateTime::currentDateTime());
    QCOMPARE(
        stateOf({.certificate = first, .key = contentOfFile(folder + QStringLiteral("/recorder-ca.key"))})
            .hosts,
        QStringList());
}

void TstCertificateAuthority::isMadeAnewWhenItIsDamagedOrForOtherHosts()
{
    QTemporaryDir data;
    const auto certificate = [&](const QStringList& hosts) {
        const Result<CertificateAuthority> authority = CertificateAuthority::openIn(data.path(), hosts);
        return authority ? contentOfFile(authority.value().certificateFile()) : QByteArray();
    };
    const QStringList hosts{QStringLiteral("B.example"), QStringLiteral("a.example"),
                            QStringLiteral("127.0.0.1"), QStringLiteral("::1")};

    const QByteArray first = certificate({});
    const QByteArray second = certificate(hosts);
    QVERIFY(!second.isEmpty() && second != first);
    QCOMPARE(certificate({hosts[1], hosts[0], hosts[3], hosts[2]}), second);
    QFile key(data.filePath(QStringLiteral("recorder-ca.key")));
    QVERIFY(key.open(QIODevice::WriteOnly | QIODevice::Truncate));
    key.close();
    const QByteArray third = certificate(hosts);
    QVERIFY(!third.isEmpty() && third != second);
}

void TstCertificateAuthority::signsServersThatOthersAccept()
{
    QTemporaryDir data;
    Result<CertificateAuthority> opened = CertificateAuthority::openIn(data.path());
    QVERIFY(opened.ok());
    CertificateAuthority authority = std::move(opened).value();

    const Result<QSslConfiguration> server =
        authority.serverFor(QStringLiteral("S3.eu-west-1.amazonaws.com"));
    QVERIFY(server.ok());

    const QSslCertificate certificate = server.value().localCertificate();
    QVERIFY(isAccepted(authority, certificate, QStringLiteral("s3.eu-west-1.amazonaws.com")));
    QVERIFY(!isAccepted(authority, certificate, QStringLiteral("s3.amazonaws.com")));
    QVERIFY(certificate.expiryDate() < QDateTime::currentDateTime().addDays(31));
    QCOMPARE(authority.serverFor(QStringLiteral("s3.eu-west-1.amazonaws.com")).value().localCertificate(),
             certificate);
    QCOMPARE(server.value().privateKey().algorithm(), QSsl::Ec);
}

void TstCertificateAuthority::isGoodForItsHostsOnly()
{
    QTemporaryDir data;
    Result<CertificateAuthority> opened =
        CertificateAuthority::openIn(data.path(), {QStringLiteral("amazonaws.com")});
    QVERIFY(opened.ok());
    CertificateAuthority authority = std::move(opened).value();
    const auto accepts = [&](const QString& host) {
        return isAccepted(authority, authority.serverFor(host).value().localCertificate(), host);
    };

    QVERIFY(accepts(QStringLiteral("amazonaws.com")));
    QVERIFY(accepts(QStringLiteral("s3.amazonaws.com")));
    QVERIFY(!accepts(QStringLiteral("bank.example")));
    for (const char* address : {"10.0.0.1", "127.0.0.1", "2001:db8::1"}) {
        QVERIFY2(!accepts(QString::fromLatin1(address)), address);
    }
}

/// A constraint on names of one kind says nothing of the others.
void TstCertificateAuthority::isGoodForItsAddressesOnly()
{
    QTemporaryDir data;
    Result<CertificateAuthority> opened =
        CertificateAuthority::openIn(data.path(), {QStringLiteral("127.0.0.1")});
    QVERIFY(opened.ok());
    CertificateAuthority authority = std::move(opened).value();
    const auto accepts = [&](const char* host) {
        const QString name = QString::fromLatin1(host);
        return isAccepted(authority, authority.serverFor(name).value().localCertificate(), name);
    };
    QVERIFY(accepts("127.0.0.1"));
    for (const char* other : {"bank.example", "localhost", "10.0.0.1", "::1"}) {
        QVERIFY2(!accepts(other), other);
    }
    const QByteArray first = contentOfFile(authority.certificateFile());
    QVERIFY(CertificateAuthority::openIn(data.path(), {QStringLiteral("127.0.0.1")}).ok());
    QCOMPARE(contentOfFile(authority.certificateFile()), first); // and is kept
}

/// However loose the rights were with which key and folder were found.
void TstCertificateAuthority::keepsItsKeyToItsOwner()
{
    QTemporaryDir data;
    const QString folder = data.filePath(QStringLiteral("a"));
    QVERIFY(CertificateAuthority::openIn(folder).ok());
    const QString key = folder + QStringLiteral("/recorder-ca.key");
    const QFileDevice::Permissions loose =
        QFile::permissions(key) | QFileDevice::ReadGroup | QFileDevice::ReadOther;
    QVERIFY(QFile::setPermissions(key, loose));
    QVERIFY(QFile::setPermissions(folder, QFile::permissions(folder) | QFileDevice::ReadOther |
                                              QFileDevice::ExeOther));
    QVERIFY(CertificateAuthority::openIn(folder).ok());
    for (const QString& path : {key, folder}) {
        QVERIFY2(!(QFile::permissions(path) & (QFileDevice::ReadGroup | QFileDevice::ReadOther)),
                 qPrintable(path));
    }
}

void TstCertificateAuthority::servesAddresses()
{
    QTemporaryDir data;
    Result<CertificateAuthority> opened = CertificateAuthority::openIn(data.path());
    QVERIFY(opened.ok());
    CertificateAuthority authority = std::move(opened).value();

    for (const QString& host : {QStringLiteral("127.0.0.1"), QStringLiteral("::1")}) {
        const QSslCertificate certificate = authority.serverFor(host).value().localCertificate();
        QCOMPARE(certificate.subjectAlternativeNames().count(QSsl::IpAddressEntry), 1);
    }
}

void TstCertificateAuthority::neverOutlivesItsAuthority()
{
    const Result<CertificateAndKey> authority = makeAuthority(QStringLiteral("short"), {}, 3);
    QVERIFY(authority.ok());

    const Result<CertificateAndKey> server = makeServer(authority.value(), QStringLiteral("a.example"), 30);

    QVERIFY(server.ok());
    QCOMPARE(QSslCertificate(server.value().certificate).expiryDate(),
             QSslCertificate(authority.value().certificate).expiryDate());
}

void TstCertificateAuthority::refusesWhatIsNoHost_data()
{
    QTest::addColumn<QString>("host");
    QTest::newRow("nothing") << QString();
    QTest::newRow("two names") << QStringLiteral("a.example,DNS:b.example");
    QTest::newRow("a wildcard") << QStringLiteral("*.example");
    QTest::newRow("beyond ASCII") << QStringLiteral("ä.example");
    QTest::newRow("too long") << QString(300, QLatin1Char('a'));
}

void TstCertificateAuthority::refusesWhatIsNoHost()
{
    QFETCH(QString, host);
    const Result<CertificateAndKey> authority = makeAuthority(QStringLiteral("a"), {}, 3);
    QVERIFY(authority.ok());

    QVERIFY(!makeServer(authority.value(), host, 3));
    QVERIFY(!makeAuthority(QStringLiteral("a"), {host}, 3));
}

void TstCertificateAuthority::saysWhereItCannotBeWritten()
{
    QTemporaryDir data;
    QFile file(data.filePath(QStringLiteral("file")));
    QVERIFY(file.open(QIODevice::WriteOnly));

    const Result<CertificateAuthority> made = CertificateAuthority::openIn(file.fileName());

    QVERIFY(!made);
    QVERIFY2(made.error().text().contains(file.fileName()), qPrintable(made.error().text()));
}

void TstCertificateAuthority::isRemovedAltogether()
{
    QTemporaryDir data;
    QVERIFY(CertificateAuthority::openIn(data.path()).ok());

    QVERIFY(CertificateAuthority::removeFrom(data.path()).value());

    QVERIFY(QDir(data.path()).isEmpty());
    QVERIFY(!CertificateAuthority::removeFrom(data.path()).value());
    QVERIFY(!CertificateAuthority::removeFrom(data.filePath(QStringLiteral("nowhere"))).value());
}

RETRYSCOPE_TEST(TstCertificateAuthority)

#include "tst_certificate_authority.moc"
