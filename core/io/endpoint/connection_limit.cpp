// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/connection_limit.h"

#include <QtGlobal>

#include <algorithm>
#include <limits>

#ifdef Q_OS_UNIX
#include <sys/resource.h>
#endif

namespace retryscope::io {

std::size_t mostConnections(std::size_t descriptorsEach)
{
#ifdef Q_OS_UNIX
    constexpr rlim_t kForOthers = 48;
    constexpr rlim_t kFewest = 8;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        const rlim_t left = std::max(limit.rlim_cur, kForOthers + kFewest) - kForOthers;
        return std::max<std::size_t>(left / descriptorsEach, 1);
    }
#endif
    return std::numeric_limits<std::size_t>::max();
}

} // namespace retryscope::io
