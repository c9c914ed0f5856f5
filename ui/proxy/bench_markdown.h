// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <string>

QT_BEGIN_NAMESPACE
class QTableView;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The table as shown on the screen, in Markdown: its visible rows in order, its columns with their titles,
/// and the mark of each row in a comparison. UTF-8. An empty table gives the titles only.
[[nodiscard]] std::string shownAsMarkdown(const QTableView& table);

} // namespace retryscope::ui
