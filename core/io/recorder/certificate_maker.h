// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace retryscope::io {

// Certificates, which Qt can read but not make: OpenSSL's library does. Keys are of the curve P-256,
// certificates are signed with SHA-256, serial numbers are 128 random bits (RFC 5280, section 4.1.2.2).

/// A certificate and the key that it is about, both in PEM.
struct CertificateAndKey
{
    QByteArray certificate;
    QByteArray key;
};

/// An authority that signs itself and servers, nothing else: CA, path length 0. hosts: names and addresses
/// that it is good for, with those below the names; empty: all. days: from now on.
Result<CertificateAndKey> makeAuthority(const QString& name, const QStringList& hosts, int days);
/// A server's, signed by the authority, for a name or an address. It never outlives the authority.
Result<CertificateAndKey> makeServer(const CertificateAndKey& authority, const QString& host, int days);

/// What an authority that was kept is good for.
struct AuthorityState
{
    bool isWhole = false; ///< certificate and key belong together
    int daysLeft = 0;
    QStringList hosts;           ///< as makeAuthority() was given them, in their order; empty: all
    bool bindsEveryKind = false; ///< where hosts are named, no other kind of name is signed either
};
[[nodiscard]] AuthorityState stateOf(const CertificateAndKey& authority);

} // namespace retryscope::io
