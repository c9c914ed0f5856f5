// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_parse.h"
#include "core/io/text/result.h"
#include "core/io/traffic/seen_exchange.h"

namespace retryscope::io {

/// Reads traces in OTLP JSON: one document with `resourceSpans`, with `batches` (Tempo), or any number of
/// them one after another (the file exporter of the collector). Only the requests are kept in memory.
/// Documents before a damage are read. An error if the first document is damaged or reading was stopped.
Result<Done> readOtlp(QIODevice& device, const QString& place, TrafficSink& sink, const Progress& progress);

} // namespace retryscope::io
