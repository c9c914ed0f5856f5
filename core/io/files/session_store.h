// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/session_json.h"
#include "core/io/text/result.h"
#include "core/probe/bench.h"

#include <QString>

namespace retryscope::io {

/// The window's session in the file `session.json`, readable by the owner only, and next to it the last probe
/// result, `last-probe.json`. A value that holds only the folder name, so any thread may use it. With two
/// windows, the last one to save wins.
class SessionStore
{
public:
    /// folder: in the user's data; created with the first save.
    explicit SessionStore(QString folder);

    [[nodiscard]] QString path() const;
    /// Path of the last probe result; the file need not exist.
    [[nodiscard]] QString probePath() const;

    /// Saves atomically, with secrets redacted. Takes some milliseconds, mostly for the disk: call it when
    /// typing pauses and on Quit.
    Result<Done> save(const Session& session) const;

    /// Reads the session; returns defaults if there is none. Renames a damaged file, or one of another
    /// version, to `session.json.damaged` and says so in `problems`, so that nothing is overwritten.
    /// Environment: the file exists but cannot be read.
    [[nodiscard]] Result<ReadSession> load() const;

    /// Replaces the last probe result, with secrets redacted.
    Result<Done> saveProbe(const Bench& bench) const;

private:
    QString m_folder;
};

} // namespace retryscope::io
