// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/session.h"
#include "ui/send/draft.h"

namespace retryscope::io {
class Library;
}

namespace retryscope::ui {

/// The part of a session that a draft is.
[[nodiscard]] io::Session sessionOf(const Draft& draft);
/// The draft of a session. What the library does not have any more is as in `fallback`; a server's
/// certificate is verified again after every start. problems: what could not be found, in sentences; may be
/// nullptr.
[[nodiscard]] Draft draftOf(const io::Session& session, const Draft& fallback, const io::Library& library,
                            QStringList* problems = nullptr);

} // namespace retryscope::ui
