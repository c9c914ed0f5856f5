// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/json_tree.h"
#include "core/io/text/result.h"

#include <QIODevice>

#include <cstddef>
#include <functional>

namespace retryscope::io {

/// How far a file has been gone through: from 0 to 1. False: stop, nobody waits for it any more.
using Progress = std::function<bool(double done)>;

/// What happens while a document is read.
struct JsonParsing
{
    /// An item of an array has ended, and is the last thing in the tree. True: it was used and is dropped.
    std::function<bool(JsonTree::Index item)> takeItem;
    Progress progress;
};

/// Reads a document into the tree, block by block, from where the device stands. The root is an
/// object, no key stands twice in one object, and nothing follows it; else the error says what is
/// wrong in which line and column.
Result<Done> parseJson(QIODevice& device, const QString& place, JsonTree& tree,
                       const JsonParsing& parsing = {});

/// `place, line 3, column 7`, or `line 3, column 7` without a place: a byte of a document that begins at
/// `start`. Moves the device.
[[nodiscard]] QString placeInText(const QString& place, QIODevice& device, qint64 start, std::size_t offset);

} // namespace retryscope::io
