// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QByteArray>
#include <QString>

namespace retryscope::io {

/// Makes a folder, with those above it, that only its owner can look into (0700). One that is there already
/// keeps what is in it and loses the rights of others.
Result<Done> makePrivateFolder(const QString& path);

/// Writes a file whole or not at all, for its owner alone (0600): after the end of the process at any moment,
/// and of the machine, there is the old content or the new. Its folder must be there.
Result<Done> writePrivateFile(const QString& path, const QByteArray& content);

/// Removes what a process that ended in the midst of writePrivateFile() left beside the file. Younger remains
/// than ten minutes stay: they may belong to a process that is at it.
void removeRemains(const QString& path);

/// Makes a rename or a removal in this folder last through the end of the machine, where the file system can.
void syncFolder(const QString& path);

} // namespace retryscope::io
