// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/session.h"
#include "core/io/text/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace retryscope::io {

inline constexpr auto kSessionFormat = "retryscope.session/1";

/// A session file as read.
struct ReadSession
{
    Session session;
    /// Messages about invalid parts that now have their defaults: place, what was found, what is allowed.
    QStringList problems;
};

/// The session with secrets replaced by `[redacted]`, one line per member; some kilobytes.
[[nodiscard]] QByteArray sessionBytes(const Session& session);
/// Reads tolerantly: ignores unknown members, uses defaults for missing and invalid ones, and reports the
/// invalid ones. BadInput: not a session, or one of a later version. place: file name for messages.
[[nodiscard]] Result<ReadSession> sessionFromJson(const QByteArray& json, const QString& place);

} // namespace retryscope::io
