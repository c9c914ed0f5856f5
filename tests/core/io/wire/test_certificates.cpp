// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/io/wire/test_certificates.h"

#include <QFile>
#include <QProcess>
#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>
#include <QStandardPaths>

namespace retryscope::test {

namespace {

QString runOpenSsl(const QString& folder, const QStringList& arguments)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(QStringLiteral("openssl"), arguments);
    if (!process.waitForFinished() || process.exitCode() != 0) {
        return QStringLiteral("openssl failed: ") + QString::fromLocal8Bit(process.readAllStandardError());
    }
    return {};
}

QStringList requestArguments(const QString& name, const QString& commonName)
{
    return {QStringLiteral("req"),
            QStringLiteral("-x509"),
            QStringLiteral("-newkey"),
            QStringLiteral("ec"),
            QStringLiteral("-pkeyopt"),
            QStringLiteral("ec_paramgen_curve:prime256v1"),
            QStringLiteral("-nodes"),
            QStringLiteral("-days"),
            QStringLiteral("3650"),
            QStringLiteral("-keyout"),
            name + QStringLiteral(".key"),
            QStringLiteral("-out"),
            name + QStringLiteral(".pem"),
            QStringLiteral("-subj"),
            QStringLiteral("/CN=") + commonName};
}

QStringList signedArguments(const QString& name, const QString& commonName, const QString& alternativeNames)
{
    return requestArguments(name, commonName) +
           QStringList{QStringLiteral("-CA"),     QStringLiteral("ca.pem"),
                       QStringLiteral("-CAkey"),  QStringLiteral("ca.key"),
                       QStringLiteral("-addext"), QStringLiteral("basicConstraints=critical,CA:FALSE"),
                       QStringLiteral("-addext"), QStringLiteral("subjectAltName=") + alternativeNames};
}

} // namespace

QString TestCertificates::make()
{
    if (QStandardPaths::findExecutable(QStringLiteral("openssl")).isEmpty()) {
        return QStringLiteral("the program openssl is missing");
    }
    const QString folder = m_folder.path();
    for (const QStringList& arguments :
         {requestArguments(QStringLiteral("ca"), QStringLiteral("Retryscope test authority")),
          requestArguments(QStringLiteral("other"), QStringLiteral("Another authority")),
          signedArguments(QStringLiteral("server"), QStringLiteral("localhost"),
                          QStringLiteral("IP:127.0.0.1,DNS:localhost")),
          signedArguments(QStringLiteral("elsewhere"), QStringLiteral("localhost"),
                          QStringLiteral("DNS:elsewhere.invalid")),
          signedArguments(QStringLiteral("numbered"), QStringLiteral("127.0.0.1"),
                          QStringLiteral("DNS:elsewhere.invalid")),
          signedArguments(QStringLiteral("located"), QStringLiteral("localhost"),
                          QStringLiteral("URI:https://elsewhere.invalid/")),
          signedArguments(QStringLiteral("client"), QStringLiteral("test client"),
                          QStringLiteral("DNS:client.invalid"))}) {
        if (const QString problem = runOpenSsl(folder, arguments); !problem.isEmpty()) {
            return problem;
        }
    }
    return {};
}

std::string TestCertificates::path(const char* name) const
{
    return m_folder.filePath(QString::fromLatin1(name)).toStdString();
}

QSslConfiguration TestCertificates::configurationWith(const std::string& certificate,
                                                      const std::string& key) const
{
    QFile keyFile(QString::fromStdString(key));
    if (!keyFile.open(QIODevice::ReadOnly)) {
        qFatal("the server's key cannot be read");
    }
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificateChain(QSslCertificate::fromPath(QString::fromStdString(certificate)));
    configuration.setPrivateKey(QSslKey(keyFile.readAll(), QSsl::Ec));
    configuration.setCaCertificates(QSslCertificate::fromPath(QString::fromStdString(authority())));
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
    return configuration;
}

QSslConfiguration TestCertificates::serverConfiguration(bool wantsClientCertificate) const
{
    QSslConfiguration configuration = configurationWith(serverCertificate(), serverKey());
    if (wantsClientCertificate) {
        configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    }
    return configuration;
}

QSslConfiguration TestCertificates::misnamedServerConfiguration() const
{
    return configurationWith(clientCertificate(), clientKey());
}

QSslConfiguration TestCertificates::outdatedServerConfiguration(const std::string& name) const
{
    return configurationWith(path((name + ".pem").c_str()), path((name + ".key").c_str()));
}

} // namespace retryscope::test
