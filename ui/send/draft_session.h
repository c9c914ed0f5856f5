// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/session.h"
#include "ui/send/draft.h"

namespace retryscope::io {
class Library;
}

namespace retryscope::ui {

/// The session fields that hold this draft.
[[nodiscard]] io::Session sessionOf(const Draft& draft);
/// The draft that a session holds. `fallback` replaces what the library no longer has; certificate
/// verification is on again after every start. problems: receives a sentence for each thing not found; may be
/// nullptr.
[[nodiscard]] Draft draftOf(const io::Session& session, const Draft& fallback, const io::Library& library,
                            QStringList* problems = nullptr);

} // namespace retryscope::ui
