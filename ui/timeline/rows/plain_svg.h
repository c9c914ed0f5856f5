// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace retryscope::ui {

/// The SVG from Qt's generator without characters that XML 1.0 forbids (a server's text can contain them and
/// the generator does not filter) and without invisible characters that affect a viewer: controls, bidi
/// marks, zero-width letters (see oneLine()). Keeps line breaks.
[[nodiscard]] QByteArray plainSvg(const QByteArray& svg);

} // namespace retryscope::ui
