// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/call_bounds.h"
#include "ui/parts/table_model.h"

#include <optional>

namespace retryscope::ui {

// The tables of the Bounds room.

/// An attempt of a call with the shortest and longest delays and times that the random draws allow.
struct AttemptBoundsRow
{
    int number = 0; ///< from 1
    AttemptBounds attempt;
    std::optional<Duration> deadline; ///< the caller's, since the start of the call
};

/// The attempts of a call, and whether each ends before the caller's deadline.
[[nodiscard]] TableModel<AttemptBoundsRow>::Columns attemptBoundsColumns();
[[nodiscard]] std::vector<AttemptBoundsRow> attemptBoundsRows(const CallBounds& bounds);

/// Attempts and requests by layer.
[[nodiscard]] TableModel<LayerBounds>::Columns layerBoundsColumns();

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
