// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace retryscope::ui {

/// Commits the input of the focused field as if the user had left it: a table cell, a number, or a text that
/// is committed on leaving. The field keeps the focus and a cell stays open. For keyboard commands, which do
/// not move the focus.
void storeTypedInput();

} // namespace retryscope::ui
