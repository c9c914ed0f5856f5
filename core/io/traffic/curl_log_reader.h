// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_parse.h"
#include "core/io/text/result.h"
#include "core/io/traffic/seen_exchange.h"

#include <QByteArrayView>

namespace retryscope::io {

/// True if a text that begins like this has a request and a response as `curl -v` shows them.
[[nodiscard]] bool isCurlLog(QByteArrayView head);

/// Reads what `curl -v` writes, with `--trace-time` or not, with the progress meter or not, and with the body
/// among the lines or not. Without times the requests follow one another, with the waits that curl names
/// between them. The day is that of the first `Date` header, else today. An error if reading was stopped.
Result<Done> readCurlLog(QIODevice& device, const QString& place, TrafficSink& sink,
                         const Progress& progress);

} // namespace retryscope::io
