// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/tls_setup.h"

#include "core/io/text/input_file.h"
#include "core/io/text/utf8.h"

#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

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
                       QStringLiteral("no certificate in PEM format found (-----BEGIN CERTIFICATE-----)"));
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
                   QStringLiteral("no private key in PEM format without a passphrase found"));
}

/// Takes a value of DER off the front (X.690, 8.1): all of it with its tag and its length; empty where none
/// begins.
QByteArrayView takeValue(QByteArrayView& bytes)
{
    if (bytes.size() < 2) {
        return {};
    }
    qsizetype head = 2;
    auto length = static_cast<qsizetype>(static_cast<unsigned char>(bytes[1]));
    if (length >= 0x80) { // so many bytes of length follow
        const qsizetype count = length - 0x80;
        constexpr qsizetype kMost = 4;
        if (count > kMost || bytes.size() < head + count) {
            return {};
        }
        length = 0;
        for (; count > head - 2; ++head) {
            length = length * 256 + static_cast<unsigned char>(bytes[head]);
        }
    }
    if (length > bytes.size() - head) {
        return {};
    }
    const QByteArrayView value = bytes.first(head + length);
    bytes = bytes.sliced(value.size());
    return value;
}

/// What is in such a value.
QByteArrayView insideOf(QByteArrayView value)
{
    if (value.isEmpty()) {
        return {};
    }
    const auto length = static_cast<unsigned char>(value[1]);
    return value.sliced(length < 0x80 ? 2 : 2 + (length - 0x80));
}

/// The subjectPublicKeyInfo of a certificate (RFC 5280, 4.1). Read here, because QSslCertificate::publicKey()
/// of Qt 6.4 ends the program where OpenSSL cannot read the key.
QByteArrayView publicKeyIn(QByteArrayView certificate)
{
    constexpr char kVersion = '\xa0';
    QByteArrayView whole = certificate;
    QByteArrayView rest = insideOf(takeValue(whole));
    QByteArrayView fields = insideOf(takeValue(rest));
    if (fields.startsWith(kVersion)) {
        takeValue(fields);
    }
    for (int field = 0; field < 5; ++field) { // serial number, signature, issuer, validity, subject
        takeValue(fields);
    }
    return takeValue(fields);
}

/// Of the algorithms that are read here; absent for any other.
std::optional<QSsl::KeyAlgorithm> algorithmOf(QByteArrayView publicKey)
{
    constexpr std::array<std::pair<std::string_view, QSsl::KeyAlgorithm>, 3> kAlgorithms{
        {{"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01", QSsl::Rsa}, // RFC 3279, 2.3
         {"\x2a\x86\x48\xce\x3d\x02\x01", QSsl::Ec},
         {"\x2a\x86\x48\xce\x38\x04\x01", QSsl::Dsa}}};
    QByteArrayView parts = insideOf(publicKey);
    QByteArrayView algorithm = insideOf(takeValue(parts));
    const QByteArrayView name = insideOf(takeValue(algorithm));
    const auto found = std::ranges::find_if(kAlgorithms, [name](const auto& known) {
        return std::string_view(name.data(), static_cast<std::size_t>(name.size())) == known.first;
    });
    return found == kAlgorithms.end() ? std::nullopt : std::optional(found->second);
}

/// What forbids that key with that certificate; empty: nothing does. A private key is kept with its public
/// half (the last bytes of which tell it from any other), but for an EC key that may be left out: then nobody
/// knows before the handshake.
QString problemOfPair(const QSslCertificate& certificate, const QSslKey& key)
{
    constexpr qsizetype kTelling = 48;
    const QByteArray whole = certificate.toDer();
    const QByteArray publicBytes = publicKeyIn(whole).toByteArray();
    const std::optional<QSsl::KeyAlgorithm> algorithm = algorithmOf(publicBytes);
    if (!algorithm) {
        return {};
    }
    if (QSslKey(publicBytes, *algorithm, QSsl::Der, QSsl::PublicKey).isNull()) {
        return QStringLiteral("cannot read the public key of the first certificate");
    }
    const QByteArray privateBytes = key.toDer();
    const bool isKeptApart = key.algorithm() == QSsl::Ec && privateBytes.size() < publicBytes.size();
    const bool belong =
        *algorithm == key.algorithm() && (isKeptApart || privateBytes.contains(publicBytes.right(kTelling)));
    return belong ? QString() : QStringLiteral("the private key does not match the first certificate");
}

} // namespace

Result<Done> checkCertificateFile(const QString& path)
{
    const auto read = readCertificates(fromQString(path));
    return read ? Result<Done>(Done{}) : read.error();
}

Result<Done> checkKeyFile(const QString& path)
{
    const auto read = readKey(fromQString(path));
    return read ? Result<Done>(Done{}) : read.error();
}

Result<QSslConfiguration> tlsConfigurationFor(const WireOptions& options)
{
    if (!QSslSocket::supportsSsl()) {
        return badFile(Error::Kind::Environment, QStringLiteral("TLS"),
                       QStringLiteral("not available: Qt found no TLS library"));
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
        if (const QString problem = problemOfPair(chain.value().first(), key.value()); !problem.isEmpty()) {
            const QString files = options.keyFile.empty()
                                      ? toQString(options.certificateFile)
                                      : toQString(options.certificateFile) + QStringLiteral(" and ") +
                                            toQString(options.keyFile);
            return badFile(Error::Kind::BadInput, files, problem);
        }
        configuration.setLocalCertificateChain(chain.value());
        configuration.setPrivateKey(key.value());
    } else if (!options.keyFile.empty()) {
        return badFile(Error::Kind::BadUsage, toQString(options.keyFile),
                       QStringLiteral("a key needs a certificate; name the certificate file too"));
    }
    return configuration;
}

} // namespace retryscope::io
