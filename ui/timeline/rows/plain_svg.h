// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace retryscope::ui {

/// What Qt's generator wrote, without the characters that no XML 1.0 document may hold (a server's text may
/// have them, and the generator writes what it is given), and without those that a viewer does not draw but
/// obeys: controls, bidi marks, zero-width letters (see oneLine()). Lines stay.
[[nodiscard]] QByteArray plainSvg(const QByteArray& svg);

} // namespace retryscope::ui
