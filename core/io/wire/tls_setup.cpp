// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/tls_setup.h"

#include "core/io/text/input_file.h"
#include "core/io/text/utf8.h"

#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>

namespace retryscope::io {

namespace {

Error badFile(Error::Kind kind, const QString& path, const QString& message)
{
    return Error{kind, message, path};
}

/// Some hundred authorities with their comments take a quarter of it.
constexpr qint64 kMostPemBytes = qint64{4} * 1024 * 1024;

Result<QList<QSslCertificate>> readCertificates(const std::string& name)
{
    const Result<QByteArray> text = readFile(toQString(name), kMostPemBytes);
    if (!text) {
        return text.error();
    }
    QList<QSslCertificate> certificates = QSslCertificate::fromData(text.value(), QSsl::Pem);
    if (certificates.isEmpty()) {
        return badFile(Error::Kind::BadInput, toQString(name),
                       QStringLiteral("holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)"));
    }
    return certificates;
}

Result<QSslKey> readKey(const std::string& name)
{
    const Result<QByteArray> text = readFile(toQString(name), kMostPemBytes);
    if (!text) {
        return text.error();
    }
    for (const QSsl::KeyAlgorithm algorithm : {QSsl::Rsa, QSsl::Ec, QSsl::Dsa}) {
        QSslKey key(text.value(), algorithm, QSsl::Pem, QSsl::PrivateKey);
        if (!key.isNull()) {
            return key;
        }
    }
    return badFile(Error::Kind::BadInput, toQString(name),
                   QStringLiteral("holds no private key in PEM form without a pass phrase"));
}

/// Whether the key is the one that the certificate speaks of. A private key is kept with its public half (the
/// last bytes of which tell it from any other), but for an EC key that may be left out: then nobody knows
/// before the handshake.
bool belongTogether(const QSslCertificate& certificate, const QSslKey& key)
{
    constexpr qsizetype kTelling = 48;
    const QSslKey publicKey = certificate.publicKey();
    if (publicKey.isNull()) {
        return true;
    }
    const QByteArray publicBytes = publicKey.toDer();
    const QByteArray privateBytes = key.toDer();
    const bool isKeptApart = key.algorithm() == QSsl::Ec && privateBytes.size() < publicBytes.size();
    return publicKey.algorithm() == key.algorithm() &&
           (isKeptApart || privateBytes.contains(publicBytes.right(kTelling)));
}

} // namespace

Result<QSslConfiguration> tlsConfigurationFor(const WireOptions& options)
{
    if (!QSslSocket::supportsSsl()) {
        return badFile(Error::Kind::Environment, QStringLiteral("TLS"),
                       QStringLiteral("is not available: Qt found no TLS library"));
    }
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setPeerVerifyMode(options.verifyPeer ? QSslSocket::VerifyPeer : QSslSocket::VerifyNone);
    if (!options.caFile.empty()) {
        const auto authorities = readCertificates(options.caFile);
        if (!authorities) {
            return authorities.error();
        }
        configuration.setCaCertificates(authorities.value());
    }
    if (!options.certificateFile.empty()) {
        const auto chain = readCertificates(options.certificateFile);
        if (!chain) {
            return chain.error();
        }
        // as in curl, the certificate's file may hold the key too
        const auto key = readKey(options.keyFile.empty() ? options.certificateFile : options.keyFile);
        if (!key) {
            return key.error();
        }
        if (!belongTogether(chain.value().first(), key.value())) {
            const QString files = options.keyFile.empty()
                                      ? toQString(options.certificateFile)
                                      : toQString(options.certificateFile) + QStringLiteral(" and ") +
                                            toQString(options.keyFile);
            return badFile(Error::Kind::BadInput, files,
                           QStringLiteral("do not belong together: the private key is not the one of the "
                                          "first certificate"));
        }
        configuration.setLocalCertificateChain(chain.value());
        configuration.setPrivateKey(key.value());
    } else if (!options.keyFile.empty()) {
        return badFile(Error::Kind::BadUsage, toQString(options.keyFile),
                       QStringLiteral("is a key without a certificate; name the certificate file too"));
    }
    return configuration;
}

} // namespace retryscope::io
