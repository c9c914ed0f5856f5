// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

QT_BEGIN_NAMESPACE
class QWidget;
QT_END_NAMESPACE

namespace retryscope::test {

/// What nobody can use or read in this window as it is laid out now, a line for each: a control or label with
/// less room than its text needs, two that overlap, and one that leaves what contains it without a scroll
/// bar. Empty: nothing. Texts that a widget paints itself are seen by ui::CutTexts.
[[nodiscard]] QStringList layoutFaults(const QWidget& window);

/// Where a room has more than three heights of controls, more than four sizes of text, or a form more than
/// two left edges of fields: see ui/theme/space.md.
[[nodiscard]] QStringList spaceFaults(const QWidget& room);

} // namespace retryscope::test
