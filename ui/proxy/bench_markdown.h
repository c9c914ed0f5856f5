// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <string>

QT_BEGIN_NAMESPACE
class QTableView;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The table of a bench as it is on the screen, for a ticket: its rows in their order, its columns with their
/// titles, and what became of each row where the bench is compared. UTF-8; empty table: its titles.
[[nodiscard]] std::string shownAsMarkdown(const QTableView& table);

} // namespace retryscope::ui
