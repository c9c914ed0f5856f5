// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_parse.h"
#include "core/io/traffic/seen_exchange.h"

#include <QIODevice>

namespace retryscope::io {

/// Reads HAR 1.2 (the archive that browsers and proxies save) entry by entry. A damaged end leaves what
/// stands before it, with a remark. Sources: the HAR 1.2 specification for the members; the names of
/// Chromium's network errors, which `_error` (Chromium) and `_failureText` (Playwright) hold.
Result<Done> readHar(QIODevice& device, const QString& place, TrafficSink& sink, const Progress& progress);

} // namespace retryscope::io
