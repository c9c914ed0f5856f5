// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/redact/redact.h"

#include <QString>

#include <memory>

QT_BEGIN_NAMESPACE
class QMimeData;
QT_END_NAMESPACE

namespace retryscope::ui {

using SharedRedactor = std::shared_ptr<const io::AttemptRedactor>;

/// Copies a text about a run to the clipboard with its secrets redacted, those of the run's request included:
/// any program can read the clipboard, and people paste it into tickets. A text of megabytes arrives a moment
/// later, without blocking the window.
void copyWithoutSecrets(const QString& text, SharedRedactor redactor);
void copyWithoutSecrets(const QString& text, const RunHeader& header = {});

/// The selection of a view of foreign text for copying or dragging: plain text, with the secrets that the
/// selection names redacted. A value selected without its name stays as it is, since the user asked for
/// exactly this value.
[[nodiscard]] QMimeData* selectionWithoutSecrets(const QString& selected);

} // namespace retryscope::ui
