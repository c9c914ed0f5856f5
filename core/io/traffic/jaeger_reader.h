// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_parse.h"
#include "core/io/text/result.h"
#include "core/io/traffic/seen_exchange.h"

namespace retryscope::io {

/// Reads the JSON that Jaeger's window and HTTP interface give: traces in `data`. Only the requests are kept
/// in memory. Traces before a damage are read. An error if there is none before it or reading was stopped.
Result<Done> readJaeger(QIODevice& device, const QString& place, TrafficSink& sink, const Progress& progress);

} // namespace retryscope::io
