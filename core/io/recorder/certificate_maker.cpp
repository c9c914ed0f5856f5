// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/recorder/certificate_maker.h"

#include <QHostAddress>

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>
#include <string>

namespace retryscope::io {

namespace {

template <auto release>
struct Release
{
    template <typename T>
    void operator()(T* object) const
    {
        release(object);
    }
};
using Key = std::unique_ptr<EVP_PKEY, Release<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Release<X509_free>>;
using Memory = std::unique_ptr<BIO, Release<BIO_free_all>>;
using Number = std::unique_ptr<BIGNUM, Release<BN_free>>;

constexpr int kSecondsOfDay = 24 * 3600;
/// Clocks differ: a certificate that begins this second is too young for some clients.
constexpr long kBefore = -3600;
constexpr int kSerialBits = 128;

Error failure(const QString& what)
{
    char text[256] = "no reason given";
    if (const unsigned long code = ERR_get_error(); code != 0) {
        ERR_error_string_n(code, text, sizeof text);
    }
    ERR_clear_error();
    return {Error::Kind::Environment,
            QStringLiteral("OpenSSL cannot create %1: %2").arg(what, QString::fromLatin1(text)),
            {}};
}

template <typename Write>
QByteArray pemOf(Write&& write)
{
    const Memory memory(BIO_new(BIO_s_mem()));
    if (!memory || write(memory.get()) != 1) {
        return {};
    }
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(memory.get(), &bytes);
    return {bytes, static_cast<qsizetype>(size)};
}

CertificateAndKey pemOf(X509* certificate, EVP_PKEY* key)
{
    return {.certificate = pemOf([&](BIO* memory) { return PEM_write_bio_X509(memory, certificate); }),
            .key = pemOf([&](BIO* memory) {
                return PEM_write_bio_PrivateKey(memory, key, nullptr, nullptr, 0, nullptr, nullptr);
            })};
}

Certificate certificateFrom(const QByteArray& pem)
{
    const Memory memory(BIO_new_mem_buf(pem.constData(), static_cast<int>(pem.size())));
    return Certificate(memory ? PEM_read_bio_X509(memory.get(), nullptr, nullptr, nullptr) : nullptr);
}

Key keyFrom(const QByteArray& pem)
{
    const Memory memory(BIO_new_mem_buf(pem.constData(), static_cast<int>(pem.size())));
    return Key(memory ? PEM_read_bio_PrivateKey(memory.get(), nullptr, nullptr, nullptr) : nullptr);
}

/// `DNS:example.org`, `IP:127.0.0.1`, as OpenSSL's configuration has it. Empty for what is neither: it could
/// say more than a name there.
QString alternativeName(const QString& host)
{
    if (const QHostAddress address(host); !address.isNull()) {
        return QStringLiteral("IP:") + address.toString();
    }
    for (const QChar letter : host) {
        const bool isPlain = letter.unicode() < 0x80 && (letter.isLetterOrNumber() || letter == u'-' ||
                                                         letter == u'.' || letter == u'_');
        if (!isPlain) {
            return {};
        }
    }
    constexpr int kLongest = 253; // RFC 1035, section 2.3.4
    return host.isEmpty() || host.size() > kLongest ? QString() : QStringLiteral("DNS:") + host;
}

/// An address stands there with its mask (RFC 5280, section 4.2.1.10).
QString constraintOf(const QString& host)
{
    const QHostAddress address(host);
    if (address.isNull()) {
        const QString name = alternativeName(host);
        return name.isEmpty() ? name : QStringLiteral("permitted;") + name;
    }
    const bool isV6 = address.protocol() == QAbstractSocket::IPv6Protocol;
    return QStringLiteral("permitted;IP:%1/%2")
        .arg(address.toString(), isV6 ? QStringLiteral("FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF")
                                      : QStringLiteral("255.255.255.255"));
}

/// A name under a domain that is never there (RFC 2606, section 2).
constexpr QLatin1String kNobody("nobody.invalid");

/// For these hosts and no others, and for no other kind of name: a constraint binds the names of its own kind
/// only (RFC 5280, section 4.2.1.10).
QString constraintsOf(const QStringList& permitted)
{
    QStringList all = permitted;
    const auto has = [&permitted](const char* kind) {
        return !permitted.filter(QStringLiteral("permitted;") + QLatin1String(kind)).isEmpty();
    };
    if (!has("DNS:")) {
        all += QStringLiteral("permitted;DNS:") + kNobody;
    }
    if (!has("IP:")) {
        all += QStringLiteral("excluded;IP:0.0.0.0/0.0.0.0");
        all += QStringLiteral("excluded;IP:0:0:0:0:0:0:0:0/0:0:0:0:0:0:0:0");
    }
    all += QStringLiteral("permitted;email:") + kNobody;
    all += QStringLiteral("permitted;URI:") + kNobody;
    return all.join(u',');
}

bool addExtension(X509* certificate, X509* issuer, int kind, const QString& value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    X509V3_set_ctx_nodb(&context);
    X509_EXTENSION* const extension =
        X509V3_EXT_conf_nid(nullptr, &context, kind, value.toLatin1().constData());
    const bool isAdded = extension != nullptr && X509_add_ext(certificate, extension, -1) == 1;
    X509_EXTENSION_free(extension);
    return isAdded;
}

bool setSerial(X509* certificate)
{
    const Number number(BN_new());
    return number && BN_rand(number.get(), kSerialBits - 1, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1 &&
           BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate)) != nullptr;
}

bool setName(X509_NAME* name, const QString& commonName)
{
    constexpr int kLongest = 64; // ub-common-name of RFC 5280
    const QByteArray text = commonName.left(kLongest).toUtf8();
    return X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8,
                                      reinterpret_cast<const unsigned char*>(text.constData()),
                                      static_cast<int>(text.size()), -1, 0) == 1;
}

/// Everything but its extensions and its signature.
Certificate beginCertificate(const QString& commonName, EVP_PKEY* key, int days)
{
    Certificate certificate(X509_new());
    const bool isDone =
        certificate && X509_set_version(certificate.get(), X509_VERSION_3) == 1 &&
        setSerial(certificate.get()) && setName(X509_get_subject_name(certificate.get()), commonName) &&
        X509_gmtime_adj(X509_getm_notBefore(certificate.get()), kBefore) != nullptr &&
        X509_gmtime_adj(X509_getm_notAfter(certificate.get()), static_cast<long>(days) * kSecondsOfDay) !=
            nullptr &&
        X509_set_pubkey(certificate.get(), key) == 1;
    return isDone ? std::move(certificate) : nullptr;
}

} // namespace

Result<CertificateAndKey> makeAuthority(const QString& name, const QStringList& hosts, int days)
{
    const Key key(EVP_EC_gen("P-256"));
    const Certificate certificate = key ? beginCertificate(name, key.get(), days) : nullptr;
    X509* const own = certificate.get();
    bool isDone =
        own != nullptr && X509_set_issuer_name(own, X509_get_subject_name(own)) == 1 &&
        addExtension(own, own, NID_basic_constraints, QStringLiteral("critical,CA:TRUE,pathlen:0")) &&
        addExtension(own, own, NID_key_usage, QStringLiteral("critical,keyCertSign")) &&
        addExtension(own, own, NID_subject_key_identifier, QStringLiteral("hash"));
    QStringList permitted;
    for (const QString& host : hosts) {
        const QString constraint = constraintOf(host);
        if (constraint.isEmpty()) {
            return Error{Error::Kind::BadUsage,
                         QStringLiteral("\"%1\" is neither a host name nor an address").arg(host.left(100)),
                         {}};
        }
        permitted += constraint;
    }
    if (isDone && !permitted.isEmpty()) {
        isDone = addExtension(own, own, NID_name_constraints,
                              QStringLiteral("critical,") + constraintsOf(permitted));
    }
    if (!isDone || X509_sign(own, key.get(), EVP_sha256()) == 0) {
        return failure(QStringLiteral("a certificate authority"));
    }
    return pemOf(own, key.get());
}

namespace {

/// Without a name among the alternatives OpenSSL takes what looks like one here for a name, to which no
/// constraint on addresses applies.
QString commonNameOf(const QString& host)
{
    return QHostAddress(host).isNull() ? host : QStringLiteral("address ") + host;
}

} // namespace

Result<CertificateAndKey> makeServer(const CertificateAndKey& authority, const QString& host, int days)
{
    const QString name = alternativeName(host);
    if (name.isEmpty()) {
        return Error{Error::Kind::BadInput,
                     QStringLiteral("cannot create a certificate for \"%1\"").arg(host.left(100)),
                     {}};
    }
    const Certificate issuer = certificateFrom(authority.certificate);
    const Key issuerKey = keyFrom(authority.key);
    const Key key(EVP_EC_gen("P-256"));
    const Certificate certificate =
        issuer && issuerKey && key ? beginCertificate(commonNameOf(host), key.get(), days) : nullptr;
    X509* const own = certificate.get();
    bool isDone =
        own != nullptr && X509_set_issuer_name(own, X509_get_subject_name(issuer.get())) == 1 &&
        addExtension(own, issuer.get(), NID_basic_constraints, QStringLiteral("critical,CA:FALSE")) &&
        addExtension(own, issuer.get(), NID_key_usage, QStringLiteral("critical,digitalSignature")) &&
        addExtension(own, issuer.get(), NID_ext_key_usage, QStringLiteral("serverAuth")) &&
        addExtension(own, issuer.get(), NID_subject_alt_name, name) &&
        addExtension(own, issuer.get(), NID_subject_key_identifier, QStringLiteral("hash")) &&
        addExtension(own, issuer.get(), NID_authority_key_identifier, QStringLiteral("keyid:always"));
    if (isDone && ASN1_TIME_compare(X509_get0_notAfter(own), X509_get0_notAfter(issuer.get())) > 0) {
        isDone = X509_set1_notAfter(own, X509_get0_notAfter(issuer.get())) == 1;
    }
    if (!isDone || X509_sign(own, issuerKey.get(), EVP_sha256()) == 0) {
        return failure(QStringLiteral("a certificate for %1").arg(host));
    }
    return pemOf(own, key.get());
}

AuthorityState stateOf(const CertificateAndKey& authority)
{
    AuthorityState state;
    const Certificate certificate = certificateFrom(authority.certificate);
    const Key key = keyFrom(authority.key);
    state.isWhole = certificate && key && X509_check_private_key(certificate.get(), key.get()) == 1 &&
                    X509_check_ca(certificate.get()) == 1;
    ERR_clear_error(); // of what is no certificate
    if (!state.isWhole) {
        return state;
    }
    int seconds = 0;
    ASN1_TIME_diff(&state.daysLeft, &seconds, nullptr, X509_get0_notAfter(certificate.get()));
    auto* const constraints = static_cast<NAME_CONSTRAINTS*>(
        X509_get_ext_d2i(certificate.get(), NID_name_constraints, nullptr, nullptr));
    const int count = constraints != nullptr ? sk_GENERAL_SUBTREE_num(constraints->permittedSubtrees) : 0;
    for (int index = 0; index < count; ++index) {
        const GENERAL_NAME* const base =
            sk_GENERAL_SUBTREE_value(constraints->permittedSubtrees, index)->base;
        const ASN1_STRING* const text = base->type == GEN_DNS ? base->d.dNSName : base->d.iPAddress;
        const auto* const bytes = ASN1_STRING_get0_data(text);
        const int size = ASN1_STRING_length(text);
        if (base->type == GEN_DNS) {
            const QString name = QString::fromLatin1(reinterpret_cast<const char*>(bytes), size);
            state.hosts += name == kNobody ? QStringList() : QStringList{name};
        } else if (base->type == GEN_EMAIL) {
            state.bindsEveryKind = true;                   // nothing else has it
        } else if (base->type == GEN_IPADD && size == 8) { // address and mask
            state.hosts += QHostAddress((quint32(bytes[0]) << 24U) | (quint32(bytes[1]) << 16U) |
                                        (quint32(bytes[2]) << 8U) | quint32(bytes[3]))
                               .toString();
        } else if (base->type == GEN_IPADD && size == 32) {
            state.hosts += QHostAddress(bytes).toString();
        }
    }
    NAME_CONSTRAINTS_free(constraints);
    return state;
}

} // namespace retryscope::io
