// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/presented_certificates.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <QSslCertificate>

namespace retryscope::io {

std::vector<PresentedCertificate> certificatesIn(const std::string& pem)
{
    const QByteArray text = QByteArray::fromStdString(pem);
    const QByteArray begin = "-----BEGIN CERTIFICATE-----";
    const QByteArray end = "-----END CERTIFICATE-----";
    std::vector<PresentedCertificate> certificates;
    for (qsizetype from = text.indexOf(begin); from >= 0; from = text.indexOf(begin, from)) {
        from += begin.size();
        const qsizetype to = text.indexOf(end, from);
        if (to < 0) {
            break;
        }
        const QByteArray der = QByteArray::fromBase64(text.mid(from, to - from));
        const QSslCertificate certificate(der, QSsl::Der);
        const QString hash =
            QString::fromLatin1(QCryptographicHash::hash(der, QCryptographicHash::Sha256).toHex(':'));
        certificates.push_back({certificate.subjectDisplayName(), hash.toUpper()});
    }
    return certificates;
}

} // namespace retryscope::io
