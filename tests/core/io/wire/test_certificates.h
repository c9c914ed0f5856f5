// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSslConfiguration>
#include <QString>
#include <QTemporaryDir>

namespace retryscope::test {

/// Certificates made for one test run by the `openssl` program: a private authority, a server (127.0.0.1 and
/// localhost) and a client signed by it, and a second authority that signed nothing.
class TestCertificates
{
public:
    /// Empty when all is well, else what is missing or failed.
    [[nodiscard]] QString make();

    [[nodiscard]] std::string authority() const { return path("ca.pem"); }
    [[nodiscard]] std::string otherAuthority() const { return path("other.pem"); }
    [[nodiscard]] std::string clientCertificate() const { return path("client.pem"); }
    [[nodiscard]] std::string clientKey() const { return path("client.key"); }
    [[nodiscard]] std::string serverCertificate() const { return path("server.pem"); }
    [[nodiscard]] std::string serverKey() const { return path("server.key"); }
    [[nodiscard]] std::string path(const char* name) const;

    [[nodiscard]] QSslConfiguration serverConfiguration(bool wantsClientCertificate = false) const;
    /// Signed by the authority, but for another host.
    [[nodiscard]] QSslConfiguration misnamedServerConfiguration() const;
    /// Signed by the authority, for this machine by its common name only: its alternative name is another
    /// host's. name: `elsewhere` (localhost, beside a DNS name), `located` (localhost, beside a URI),
    /// `numbered` (127.0.0.1, beside a DNS name).
    [[nodiscard]] QSslConfiguration outdatedServerConfiguration(const std::string& name) const;

private:
    [[nodiscard]] QSslConfiguration configurationWith(const std::string& certificate,
                                                      const std::string& key) const;

    QTemporaryDir m_folder;
};

} // namespace retryscope::test
