// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QSslConfiguration>
#include <QString>
#include <QStringList>

#include <memory>

namespace retryscope::io {

/// Retryscope's certificate authority, for connections that a recorder decrypts. Created on first use, with a
/// key readable by the owner only (0600), valid for one year, for server certificates only (path length 0).
/// It is not added to any system store: users give its file to the clients that should trust it.
class CertificateAuthority
{
public:
    /// Folder in the user's data, shared by window and command line.
    [[nodiscard]] static QString defaultFolder();

    /// Loads the authority from the folder if it is complete, valid for another month and for these hosts;
    /// else creates one. hosts: it is valid only for these and their subdomains (RFC 5280, section 4.2.1.10);
    /// empty: for all. Fails if files cannot be written or OpenSSL fails.
    static Result<CertificateAuthority> openIn(const QString& folder, const QStringList& hosts = {});
    /// Deletes certificate and key. Returns false if there were none.
    static Result<bool> removeFrom(const QString& folder);

    CertificateAuthority(CertificateAuthority&&) noexcept;
    CertificateAuthority& operator=(CertificateAuthority&&) noexcept;
    ~CertificateAuthority();

    [[nodiscard]] QString certificateFile() const; ///< PEM
    /// TLS configuration of a server for this host: HTTP/1.1 and a certificate for the name or address, valid
    /// for 30 days. Created once per host.
    Result<QSslConfiguration> serverFor(const QString& host);

private:
    struct Private;
    explicit CertificateAuthority(std::unique_ptr<Private> made);
    std::unique_ptr<Private> d;
};

} // namespace retryscope::io
