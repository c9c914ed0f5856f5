// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/http/pasted_response.h"
#include "core/io/json/json_parse.h"
#include "core/io/text/result.h"
#include "core/policy/policy.h"
#include "core/probe/bench.h"
#include "core/run/run_record.h"
#include "core/simulate/scenario.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <variant>

namespace retryscope::io {

/// A text of another kind that holds an HTTP response.
struct ResponseText
{
    QString text;
    PastedResponse reading; ///< of the text, by readPastedResponse() without a method
};

/// A configuration of another client or proxy that sets its retries, for importPolicy().
struct ConfigurationText
{
    QString text;
};

using OpenedFile = std::variant<RunRecord, Scenario, Policy, Bench, ResponseText, ConfigurationText>;

/// Reads a file in any of Retryscope's formats, whose `format` member says which, or imports one of another
/// program (trafficFormats()). Any other text up to 8 MiB with an HTTP response in it is a ResponseText.
[[nodiscard]] Result<OpenedFile> openFile(const QString& path, const Progress& progress = {});
/// One file like openFile(), or several that are imported as one record.
[[nodiscard]] Result<OpenedFile> openFiles(const QStringList& paths, const Progress& progress = {});
/// Whether a text is a configuration that importPolicy() reads.
using IsConfiguration = std::function<bool(const QByteArray& text)>;
/// The same, or a configuration, which openFile() does not know.
[[nodiscard]] Result<OpenedFile>
openAnything(const QStringList& paths, const IsConfiguration& isConfiguration, const Progress& progress = {});
/// Reads a text that was pasted or typed: as the import of one in trafficFormats(), as a response, or as a
/// configuration. place: what it is called in messages.
[[nodiscard]] Result<OpenedFile> openText(const QByteArray& text, const QString& place,
                                          const IsConfiguration& isConfiguration,
                                          const Progress& progress = {});
/// A record, or the import of one or more files of one format. from: that format; empty: recognised. groupBy:
/// of an import, the header field whose value is the id of the call; empty: automatic.
[[nodiscard]] Result<RunRecord> openRecord(const QStringList& paths, const QString& from = {},
                                           const Progress& progress = {}, const QString& groupBy = {});

} // namespace retryscope::io
