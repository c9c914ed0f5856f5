// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/responder.h"
#include "core/read/incurable_error.h"

#include <vector>

namespace retryscope {

/// Facts about errors that hold for every client: the content of resources/errors.
struct ErrorKnowledge
{
    std::vector<IncurableErrors> incurable; ///< errors that no retry cures
    std::vector<KnownResponder> responders; ///< services and programs in between, by their responses
};

} // namespace retryscope
