// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line_sink.h"
#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/text/result.h"

#include <QString>

#include <memory>

namespace retryscope::cli {

/// Appends one JSON line per received request; reports a failure once. Never blocks a client: see LineSink.
/// Only the owner can read the file; secrets are redacted unless includeSecrets is set.
class RequestLog
{
public:
    /// path: empty for none.
    RequestLog(QString path, bool includeSecrets);
    ~RequestLog();
    RequestLog(const RequestLog&) = delete;
    RequestLog& operator=(const RequestLog&) = delete;

    /// Throws an io::Error when the file cannot be written.
    void open();
    void write(const io::ReceivedRequest& request);

private:
    QString m_path;
    bool m_includeSecrets;
    int m_descriptor = -1;
    std::unique_ptr<LineSink> m_lines;
};

} // namespace retryscope::cli
