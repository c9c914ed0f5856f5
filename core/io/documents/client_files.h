// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/policy/known_client.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace retryscope::io {

/// Reads a file of resources/clients strictly. place: for messages.
Result<std::vector<KnownClient>> clientsFromJson(const QByteArray& json, const QString& place);
/// Those built in, in the order of the file. A test reads it.
[[nodiscard]] const std::vector<KnownClient>& knownClients();

/// A policy that people have under a name.
struct CalledPolicy
{
    QString id;
    QString why;       ///< `boto3 without settings, since 1.44.0`
    QStringList names; ///< what they call the client
};
/// The default policies of all known clients in their newest version.
[[nodiscard]] const std::vector<CalledPolicy>& calledPolicies();

} // namespace retryscope::io
