// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/storage/result.h"
#include "core/simulate/scenario.h"

#include <QObject>
#include <QUrl>

#include <memory>

namespace retryscope::io {

/// One request as the endpoint saw it; for the log, the window and the counts that prove one attempt is one
/// request.
struct ReceivedRequest
{
    int number = 0;     ///< from 1, over the life of the endpoint
    int connection = 0; ///< from 1
    int call = 1;
    WallTime at{0};
    std::string method;
    std::string target;
    Headers headers;
    std::string body; ///< bounded
    std::int64_t bodyBytes = 0;
    std::string step; ///< what was answered: `503`, `reset`, …
};

/// A listening port of its own on loopback that plays one scenario. Many may be open at once.
class FaultEndpoint : public QObject
{
    Q_OBJECT
public:
    explicit FaultEndpoint(QObject* parent = nullptr);
    ~FaultEndpoint() override;

    /// port 0: any free one. seed: of the request ids.
    Result<Done> open(const Scenario& scenario, quint16 port = 0, std::uint64_t seed = 0);
    void close();
    [[nodiscard]] bool isOpen() const;
    [[nodiscard]] QUrl url() const; ///< `http://127.0.0.1:PORT`
    [[nodiscard]] int requestCount() const;
    [[nodiscard]] int connectionCount() const;

    /// In-process runs say which attempt comes next, so that the right step answers (and nothing listens for
    /// `refuse`). Returns the URL base this attempt must use: another one for tls-fail, no-host and
    /// no-connect.
    QUrl expect(int client, int call, int attempt);
    /// Foreign clients again: one cursor over all requests.
    void expectAnyone();

Q_SIGNALS:
    void requestReceived(const retryscope::io::ReceivedRequest& request);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace retryscope::io
