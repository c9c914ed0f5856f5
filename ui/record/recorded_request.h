// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/run/run_record.h"

#include <string>
#include <vector>

namespace retryscope::ui {

/// A recorded client's request, prepared for sending from Retryscope.
struct RecordedRequest
{
    RequestSpec request;
    std::vector<std::string> leftOut; ///< names of headers that the record has no value of
    bool isSigned = false;            ///< signed by the recorded client; the signature expires
    bool isWhole = true;              ///< false: the record holds only the beginning of the body
};

/// The request of that attempt, without headers that belong to a connection or to a single attempt: each
/// client creates those anew. place: an attempt of the record that was sent.
[[nodiscard]] RecordedRequest recordedRequest(const RunRecord& record, Place place);

} // namespace retryscope::ui
