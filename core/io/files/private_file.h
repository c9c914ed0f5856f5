// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QByteArray>
#include <QString>

namespace retryscope::io {

/// Creates a folder with its parents, readable by the owner only (0700). Removes the rights of others from an
/// existing folder; keeps its contents.
Result<Done> makePrivateFolder(const QString& path);

/// Writes a file atomically, readable by the owner only (0600): after a crash of the process or machine, the
/// file has either the old or the new contents. Its folder must exist.
Result<Done> writePrivateFile(const QString& path, const QByteArray& content);

/// Removes temporary files that a process left when it ended during writePrivateFile(). Keeps files younger
/// than ten minutes, which might belong to a running process.
void removeRemains(const QString& path);

/// Makes a rename or deletion in this folder survive a crash of the machine, if the file system can.
void syncFolder(const QString& path);

} // namespace retryscope::io
