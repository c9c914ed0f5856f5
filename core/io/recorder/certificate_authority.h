// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QSslConfiguration>
#include <QString>
#include <QStringList>

#include <memory>

namespace retryscope::io {

/// The program's own certificate authority, for connections that a recorder opens. It is made when it is
/// first needed, kept with a key that only its owner can read (0600), good for one year, signs nothing but
/// servers (path length 0), and is put into no store of the system: who shall trust it is told its file.
class CertificateAuthority
{
public:
    /// In the user's data, the same for window and command line.
    [[nodiscard]] static QString defaultFolder();

    /// That of the folder, where it is whole, still good for a month and for these hosts; else a new one.
    /// hosts: it is good for these and those below them and for no others (RFC 5280, section 4.2.1.10);
    /// empty: for all. An error where files cannot be written or OpenSSL fails.
    static Result<CertificateAuthority> openIn(const QString& folder, const QStringList& hosts = {});
    /// Certificate and key are gone. False: there were none.
    static Result<bool> removeFrom(const QString& folder);

    CertificateAuthority(CertificateAuthority&&) noexcept;
    CertificateAuthority& operator=(CertificateAuthority&&) noexcept;
    ~CertificateAuthority();

    [[nodiscard]] QString certificateFile() const; ///< PEM
    /// What a server for this host needs: a certificate for the name or address, good for 30 days, and
    /// HTTP/1.1. Made once for each host.
    Result<QSslConfiguration> serverFor(const QString& host);

private:
    struct Private;
    explicit CertificateAuthority(std::unique_ptr<Private> made);
    std::unique_ptr<Private> d;
};

} // namespace retryscope::io
