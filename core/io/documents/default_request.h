// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/io/text/result.h"

#include <QByteArray>
#include <QString>

#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// The default request for a service and operation, if the user gives none: method, path and query in `url`,
/// headers, body. From resources/requests, read on first use.
[[nodiscard]] RequestSpec defaultRequestFor(std::string_view service, std::string_view operation);

/// The operations for which this service has a request of its own; `Batch*` stands for every name that begins
/// so. Empty: all operations have the same form.
[[nodiscard]] std::vector<std::string> operationsOf(std::string_view service);

/// What the clients of one service send.
struct ServiceRequests
{
    struct Entry
    {
        std::vector<std::string> operations; ///< names; `Batch*` begins so
        RequestSpec request;                 ///< with `{operation}` in its texts
    };
    std::string service;
    std::string operation; ///< in place of an empty one
    std::vector<Entry> entries;
};

/// The format is described in resources/requests/README.md. place: for messages.
[[nodiscard]] Result<ServiceRequests> requestsFromJson(const QByteArray& json, const QString& place);

} // namespace retryscope::io
