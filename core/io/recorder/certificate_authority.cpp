// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/recorder/certificate_authority.h"

#include "core/io/files/private_file.h"
#include "core/io/recorder/certificate_maker.h"

#include <QDate>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QHostAddress>
#include <QSslCertificate>
#include <QSslKey>
#include <QStandardPaths>

#include <utility>

namespace retryscope::io {

namespace {

constexpr int kAuthorityDays = 365;
constexpr int kServerDays = 30;
/// Whoever was told the file once shall not find it to have changed in the midst of the work.
constexpr int kLeastDaysLeft = 30;
/// Servers whose certificates are kept in memory; a client that asks for more gets each made anew.
constexpr qsizetype kMostServers = 1000;
constexpr qint64 kMostBytes = qint64{64} * 1024;

QString certificatePath(const QString& folder)
{
    return QDir(folder).filePath(QStringLiteral("recorder-ca.pem"));
}

QString keyPath(const QString& folder)
{
    return QDir(folder).filePath(QStringLiteral("recorder-ca.key"));
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(kMostBytes) : QByteArray();
}

/// As the certificate has them.
QStringList plainHosts(const QStringList& hosts)
{
    QStringList plain;
    for (const QString& host : hosts) {
        const QHostAddress address(host);
        plain += address.isNull() ? host.toLower() : address.toString();
    }
    plain.sort();
    plain.removeDuplicates();
    return plain;
}

/// The key is its owner's alone, however it came there.
Result<Done> keepPrivate(const QString& folder)
{
    if (const Result<Done> ready = makePrivateFolder(folder); !ready) {
        return ready.error();
    }
    QFile key(keyPath(folder));
    if (!key.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)) {
        return Error{Error::Kind::Environment,
                     QStringLiteral("other users can read this file, and Retryscope cannot change that: %1")
                         .arg(key.errorString()),
                     key.fileName()};
    }
    return Done{};
}

} // namespace

struct CertificateAuthority::Private
{
    QString folder;
    CertificateAndKey authority;
    QHash<QString, QSslConfiguration> servers;
};

CertificateAuthority::CertificateAuthority(std::unique_ptr<Private> made) : d(std::move(made)) {}
CertificateAuthority::CertificateAuthority(CertificateAuthority&&) noexcept = default;
CertificateAuthority& CertificateAuthority::operator=(CertificateAuthority&&) noexcept = default;
CertificateAuthority::~CertificateAuthority() = default;

QString CertificateAuthority::defaultFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           QStringLiteral("/retryscope/recorder");
}

Result<CertificateAuthority> CertificateAuthority::openIn(const QString& folder, const QStringList& hosts)
{
    auto made = std::make_unique<Private>();
    made->folder = folder;
    made->authority = {.certificate = contentOf(certificatePath(folder)), .key = contentOf(keyPath(folder))};
    const AuthorityState kept = stateOf(made->authority);
    const QStringList wanted = plainHosts(hosts);
    const bool isBound = wanted.isEmpty() || kept.bindsEveryKind;
    if (kept.isWhole && kept.daysLeft >= kLeastDaysLeft && kept.hosts == wanted && isBound) {
        if (const Result<Done> ready = keepPrivate(folder); !ready) {
            return ready.error();
        }
        return CertificateAuthority(std::move(made));
    }
    const QString name = QStringLiteral("Retryscope recorder on this machine, %1")
                             .arg(QDate::currentDate().toString(Qt::ISODate));
    Result<CertificateAndKey> authority = makeAuthority(name, wanted, kAuthorityDays);
    if (!authority) {
        return authority.error();
    }
    made->authority = std::move(authority).value();
    if (const Result<Done> ready = makePrivateFolder(folder); !ready) {
        return ready.error();
    }
    for (const auto& [path, content] : {std::pair(keyPath(folder), made->authority.key),
                                        std::pair(certificatePath(folder), made->authority.certificate)}) {
        if (const Result<Done> written = writePrivateFile(path, content); !written) {
            return written.error();
        }
    }
    return CertificateAuthority(std::move(made));
}

Result<bool> CertificateAuthority::removeFrom(const QString& folder)
{
    bool wasThere = false;
    for (const QString& path : {keyPath(folder), certificatePath(folder)}) {
        QFile file(path);
        if (!file.exists()) {
            continue;
        }
        if (!file.remove()) {
            return Error{Error::Kind::Environment,
                         QStringLiteral("cannot delete this file: %1").arg(file.errorString()), path};
        }
        wasThere = true;
    }
    syncFolder(folder);
    return wasThere;
}

QString CertificateAuthority::certificateFile() const
{
    return certificatePath(d->folder);
}

Result<QSslConfiguration> CertificateAuthority::serverFor(const QString& host)
{
    const QString name = host.toLower();
    if (const auto found = d->servers.constFind(name); found != d->servers.constEnd()) {
        return *found;
    }
    const Result<CertificateAndKey> made = makeServer(d->authority, name, kServerDays);
    if (!made) {
        return made.error();
    }
    QSslConfiguration server = QSslConfiguration::defaultConfiguration();
    server.setPeerVerifyMode(QSslSocket::VerifyNone); // of clients nothing is asked
    server.setLocalCertificate(QSslCertificate(made.value().certificate, QSsl::Pem));
    server.setPrivateKey(QSslKey(made.value().key, QSsl::Ec, QSsl::Pem));
    server.setAllowedNextProtocols({QByteArrayLiteral("http/1.1")});
    if (d->servers.size() < kMostServers) {
        d->servers.insert(name, server);
    }
    return server;
}

} // namespace retryscope::io
