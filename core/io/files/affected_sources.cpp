// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/affected_sources.h"

#include "core/io/files/library.h"
#include "core/io/http/pasted_response.h"
#include "core/io/text/utf8.h"

namespace retryscope::io {

AffectedSources affectedSources(const Library& library)
{
    return {.preset = [&library](const std::string& id) -> std::optional<Policy> {
                Result<Policy> preset = library.policy(toQString(id));
                return preset ? std::optional(std::move(preset).value()) : std::nullopt;
            },
            .complete = completeResponse};
}

} // namespace retryscope::io
