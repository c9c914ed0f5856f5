// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace retryscope::ui {

/// Takes in what is being typed into the field that has the focus, as leaving it would: the cell of a table,
/// a number, a text that counts once it is left. The field keeps the focus and the cell stays open. For
/// commands that come by a key, which leaves no field.
void storeTypedInput();

} // namespace retryscope::ui
