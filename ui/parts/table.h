// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

QT_BEGIN_NAMESPACE
class QTableView;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The look and the habits of every table of the window: rows are chosen one at a time and as high as the
/// font asks for, now and after each change of it; Tab leaves the table; nothing is edited, and lines do not
/// wrap. objectName: for tests; accessibleName: for assistive technology.
void prepareTable(QTableView* table, const QString& objectName, const QString& accessibleName);
/// Lets the user edit the cells that its model lets be edited.
void letEdit(QTableView* table);

} // namespace retryscope::ui
