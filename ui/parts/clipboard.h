// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/redact.h"

#include <QString>

#include <memory>

QT_BEGIN_NAMESPACE
class QMimeData;
QT_END_NAMESPACE

namespace retryscope::ui {

using SharedRedactor = std::shared_ptr<const io::AttemptRedactor>;

/// Puts a text that was made of a run into the clipboard, from where anything may read it and where it is
/// pasted into tickets: without its secrets, and without what the run's request carried as one. A text of
/// megabytes gets there a moment later, and the window goes on meanwhile.
void copyWithoutSecrets(const QString& text, SharedRedactor redactor);
void copyWithoutSecrets(const QString& text, const RunHeader& header = {});

/// What a view of foreign text hands out of a selection, by key, by mouse or by menu: plain, and without the
/// secrets that the selection itself tells of. A value that was selected alone, without its name, stays: it
/// is what was asked for.
[[nodiscard]] QMimeData* selectionWithoutSecrets(const QString& selected);

} // namespace retryscope::ui
