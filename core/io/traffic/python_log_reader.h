// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_parse.h"
#include "core/io/text/result.h"
#include "core/io/traffic/seen_exchange.h"

namespace retryscope::io {

/// True for a line of botocore or urllib3 in the format that Python's logging has without settings:
/// `LEVEL:logger:message`.
[[nodiscard]] bool isDefaultPythonLine(std::string_view line);
/// Reads debug logs of Python programs whose lines begin with a time, or have the default format without one:
/// of botocore and the AWS CLI (`--debug`; legacy and standard retries), and of urllib3, which requests and
/// others use. With botocore's lines, those of urllib3 only add the status. Separates the threads where the
/// lines name them. An error if reading was stopped.
Result<Done> readPythonLog(QIODevice& device, const QString& place, TrafficSink& sink,
                           const Progress& progress);

} // namespace retryscope::io
