// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace retryscope {

/// The protocol that the newest clients speak with this service: `rest-xml`, `query`, `ec2`, `json` or
/// `rest-json`; empty for a service that is not known here. Names are those of policies (`dynamodb-streams`,
/// `stepfunctions`) and those of hosts (`sdb`, `states`). Older clients: Policy::protocols.
[[nodiscard]] std::string_view serviceProtocol(std::string_view service);

/// Every protocol whose errors Retryscope can read, `generic` last. A policy can define more.
[[nodiscard]] std::span<const std::string_view> protocolNames();

/// True for the services above and for `generic`.
[[nodiscard]] bool isKnownService(std::string_view service);
/// `s3` for servers that speak the protocol of S3, as `minio` does; empty where none is known.
[[nodiscard]] std::string_view serviceSpokenBy(std::string_view server);

/// Their names, ascending, without `generic`.
[[nodiscard]] std::vector<std::string_view> knownServices();

} // namespace retryscope
