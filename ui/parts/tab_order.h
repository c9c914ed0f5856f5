// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

QT_BEGIN_NAMESPACE
class QWidget;
QT_END_NAMESPACE

namespace retryscope::ui {

/// What Tab reaches in a window now, in the order in which it stands there: as layouts, splitters and pages
/// hold it. Qt's own order is the one in which widgets were made, and those that got their parent late fall
/// out of it altogether.
[[nodiscard]] QList<QWidget*> tabOrderOf(QWidget& root);

/// The widget after (or before) this one, around the end; nullptr where there is none.
[[nodiscard]] QWidget* nextInTabOrder(QWidget& root, QWidget* from, bool isForward);

} // namespace retryscope::ui
