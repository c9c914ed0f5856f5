// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/record_json.h"

#include <QJsonDocument>

namespace retryscope::test {

/// What is written of a record, to look things up in.
inline QJsonObject recordDocument(const RunRecord& record, const io::RecordJsonOptions& options = {})
{
    return QJsonDocument::fromJson(io::recordBytes(record, options)).object();
}

} // namespace retryscope::test
