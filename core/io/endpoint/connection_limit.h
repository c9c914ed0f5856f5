// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace retryscope::io {

/// Connections of a server at a time, each of which takes so many descriptors. Without descriptors for more,
/// the system would report the next one for ever; so it waits in the queue until another ends. Some stay for
/// files and the rest of the program.
[[nodiscard]] std::size_t mostConnections(std::size_t descriptorsEach = 1);

} // namespace retryscope::io
