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

/// A certificate and its private key, both in PEM.
struct CertificateAndKey
{
    QByteArray certificate;
    QByteArray key;
};

/// Creates a self-signed authority for server certificates only (CA, path length 0). hosts: names, with their
/// subdomains, and addresses that it is valid for; empty: all. days: validity from now.
Result<CertificateAndKey> makeAuthority(const QString& name, const QStringList& hosts, int days);
/// Creates a server certificate for a name or an address, signed by the authority. It never expires after the
/// authority.
Result<CertificateAndKey> makeServer(const CertificateAndKey& authority, const QString& host, int days);

/// The hosts and the period that a stored authority is valid for.
struct AuthorityState
{
    bool isWhole = false; ///< certificate and key belong together
    int daysLeft = 0;
    QStringList hosts;           ///< as makeAuthority() was given them, in their order; empty: all
    bool bindsEveryKind = false; ///< where hosts are named, no other kind of name is signed either
};
[[nodiscard]] AuthorityState stateOf(const CertificateAndKey& authority);

} // namespace retryscope::io
