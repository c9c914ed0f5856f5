// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/text/result.h"

#include <QFile>
#include <QString>

namespace retryscope::cli {

/// Appends one JSON line per request that was received, and says once when that fails. The file is its
/// owner's alone; secrets are replaced unless they were asked for.
class RequestLog
{
public:
    /// path: empty for none.
    RequestLog(const QString& path, bool includeSecrets) : m_file(path), m_includeSecrets(includeSecrets) {}

    [[nodiscard]] io::Result<io::Done> open();
    void write(const io::ReceivedRequest& request);

private:
    QFile m_file;
    bool m_includeSecrets;
};

} // namespace retryscope::cli
