// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/decision.h"

namespace retryscope {

std::string_view toString(Verdict verdict)
{
    return wordOf(verdict);
}

std::string_view toString(StopReason reason)
{
    return wordOf(reason);
}

} // namespace retryscope
