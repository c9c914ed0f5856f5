// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/run/run_record.h"

#include <string>
#include <vector>

namespace retryscope::ui {

/// The request of a foreign client, to be sent by a client of ours.
struct RecordedRequest
{
    RequestSpec request;
    std::vector<std::string> leftOut; ///< names of headers that the record has no value of
    bool isSigned = false;            ///< for the moment when it was recorded
    bool isWhole = true;              ///< false: of its body the record has the beginning only
};

/// What that attempt sent, without what belongs to a connection or to the attempt: each client makes those
/// anew. place: an attempt of the record that was sent.
[[nodiscard]] RecordedRequest recordedRequest(const RunRecord& record, Place place);

} // namespace retryscope::ui
