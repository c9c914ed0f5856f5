// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/run_event.h"

namespace retryscope {

std::string_view toString(CallVerdict verdict)
{
    return wordOf(verdict);
}

} // namespace retryscope
