// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_tree.h"
#include "core/io/text/result.h"

#include <QIODevice>

#include <cstddef>
#include <functional>

namespace retryscope::io {

/// Reports progress from 0 to 1. Returns false to cancel.
using Progress = std::function<bool(double done)>;

/// Callbacks for reading a document.
struct JsonParsing
{
    /// Called after an array item, the last node of the tree. Returns true if the item was used and can be
    /// dropped.
    std::function<bool(JsonTree::Index item)> takeItem;
    /// Set: any number of documents may follow one another, as in JSON lines. Called after each; the tree
    /// then begins anew.
    std::function<void()> endDocument;
    Progress progress;
};

/// Reads a document into the tree, block by block, from the device's position. Requires a root object, no
/// repeated keys and nothing after the end; the error has line and column.
Result<Done> parseJson(QIODevice& device, const QString& place, JsonTree& tree,
                       const JsonParsing& parsing = {});

/// Position of a byte in a document that begins at `start`, as `place, line 3, column 7`, or without place.
/// Moves the device.
[[nodiscard]] QString placeInText(const QString& place, QIODevice& device, qint64 start, std::size_t offset);

} // namespace retryscope::io
