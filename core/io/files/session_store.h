// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/session_json.h"
#include "core/io/text/result.h"
#include "core/probe/bench.h"

#include <QString>

namespace retryscope::io {

/// The window's session in one file, `session.json`, that only its owner can read, and beside it the last
/// probe of a proxy, `last-probe.json`. A value: it holds the folder's name alone, so any thread may have
/// one. Two windows at once: the last to save wins, whole.
class SessionStore
{
public:
    /// folder: of the user's data, handed in; made at the first save.
    explicit SessionStore(QString folder);

    [[nodiscard]] QString path() const;
    /// Of the last probe of a proxy, a bench that any reader of benches reads; it need not be there.
    [[nodiscard]] QString probePath() const;

    /// Whole or not at all, without secrets. Some milliseconds, most of them the disk's: called when typing
    /// pauses, and on Quit; whoever calls it puts changes together.
    Result<Done> save(const Session& session) const;

    /// A session with defaults where there is none yet. A file that is damaged or of another version is moved
    /// aside
    /// (`session.json.damaged`, in place of an older one), and `problems` says so; so nothing of it is
    /// overwritten. An error is Environment: the file is there and cannot be read.
    [[nodiscard]] Result<ReadSession> load() const;

    /// In place of the probe before, without secrets.
    Result<Done> saveProbe(const Bench& bench) const;

private:
    QString m_folder;
};

} // namespace retryscope::io
