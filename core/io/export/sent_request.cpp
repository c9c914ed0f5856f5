// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/export/sent_request.h"

namespace retryscope::io {

RequestTarget sentRequestOf(const RunHeader& header, const AttemptRecord& attempt)
{
    RequestTarget target = attempt.sentTarget;
    if (target.method.empty()) {
        target.method = header.spec.method;
    }
    if (target.url.empty()) {
        target.url = header.spec.url;
    }
    if (target.url.starts_with('/')) {
        target.url = "http://scenario.invalid" + target.url;
    }
    return target;
}

} // namespace retryscope::io
