// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

QT_BEGIN_NAMESPACE
class QWidget;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The widgets that Tab reaches, in visual order: as in layouts, splitters and pages. Qt's own order follows
/// the creation of widgets and loses those that got their parent late.
[[nodiscard]] QList<QWidget*> tabOrderOf(QWidget& root);

/// The widget after (or before) `from`, wrapping around; nullptr: none.
[[nodiscard]] QWidget* nextInTabOrder(QWidget& root, QWidget* from, bool isForward);

} // namespace retryscope::ui
