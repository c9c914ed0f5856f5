// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/without_body.h"

namespace retryscope {

Response withoutBody(Response response)
{
    const bool hasChecksum = response.parsed.crc32Matches.has_value();
    response.body.clear();
    response.bodyBytes = 0;
    response.bodySha256.clear();
    response.bodyTruncated = false;
    response.parsed = {};
    if (hasChecksum) {
        response.parsed.crc32Matches = false;
    }
    return response;
}

} // namespace retryscope
