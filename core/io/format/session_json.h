// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/session.h"
#include "core/io/text/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace retryscope::io {

inline constexpr auto kSessionFormat = "retryscope.session/1";

/// What a file told.
struct ReadSession
{
    Session session;
    /// Parts that could not be read and have their defaults now, for people: place, what was found, what is
    /// allowed.
    QStringList problems;
};

/// The session without its secrets, a line per member: some kilobytes. What stands in place of a secret is
/// `[redacted]`.
[[nodiscard]] QByteArray sessionBytes(const Session& session);
/// Tolerant: unknown members are passed over, missing and wrong ones have their defaults, and wrong ones are
/// named. An error (BadInput) is a text that is no session at all, or one of a later version. place: file
/// name for messages.
[[nodiscard]] Result<ReadSession> sessionFromJson(const QByteArray& json, const QString& place);

} // namespace retryscope::io
