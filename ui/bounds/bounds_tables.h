// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/call_bounds.h"
#include "ui/parts/table_model.h"

namespace retryscope::ui {

// The table of the layers in the Bounds room.

struct LayerRow
{
    RetryLayer layer;
    bool isBehind = false; ///< between client and server, not around the client
    bool isTaken = false;  ///< switched on
};

/// The layers that retry, around and behind the client; each can be switched on or off.
[[nodiscard]] EditableTable<LayerRow>::Columns layerColumns();
/// An application that makes 3 attempts and a proxy that makes 2, both switched off.
[[nodiscard]] std::vector<LayerRow> usualLayers();
/// The layers that are switched on: behind the client, nearest to it first; else around it, outermost first.
[[nodiscard]] std::vector<RetryLayer> takenLayers(const std::vector<LayerRow>& rows, bool isBehind);

} // namespace retryscope::ui
