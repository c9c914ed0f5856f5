// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/files/file_work.h"
#include "ui/parts/file_dialogs.h"

#include <QString>

#include <vector>

namespace retryscope::ui {

/// Of a record that can be opened again.
[[nodiscard]] FileFormat recordFormat();
/// Everything that a run can be exported to: pictures of the timeline, the attempts as a table or as HAR,
/// the report, the record.
[[nodiscard]] std::vector<FileFormat> exportFormats();
/// Writes a run in the format of this ending; empty for a picture, which the timeline draws.
[[nodiscard]] io::WriteRun runWriterOf(const QString& ending);

} // namespace retryscope::ui
