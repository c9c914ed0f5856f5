// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/affected_sources.h"

#include "core/io/files/library.h"
#include "core/io/http/pasted_response.h"

namespace retryscope::io {

AffectedSources affectedSources(const Library& library)
{
    return {.preset = library.lookup(), .complete = completeResponse};
}

} // namespace retryscope::io
