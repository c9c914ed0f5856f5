// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"
#include "core/io/files/library.h"
#include "core/policy/check.h"

#include <functional>
#include <vector>

namespace retryscope::cli {

// What `policies` and `scenarios` have in common: list, show NAME, check FILE.

enum class ListingAction { List, Show, Check };

struct ListingRequest
{
    ListingAction action = ListingAction::List;
    QString name; ///< empty for List
};

[[nodiscard]] ListingRequest listingRequest(const Arguments& arguments);

/// Prints `document` with --format json, otherwise `report`.
[[nodiscard]] ExitCode deliver(const Console& console, const QJsonObject& document, const Report& report);
/// Prints whether a file is valid. check: returns the warnings about a valid file, and throws the error of
/// another, which is then thrown again.
[[nodiscard]] ExitCode deliverVerdict(const Console& console, const QString& file,
                                      const std::function<std::vector<PolicyProblem>()>& check);

/// Reads a file, or with `-` standard input, with the reader of its format.
template <typename Value>
Value readAs(const QString& file, io::Result<Value> (*reader)(const QByteArray&, const QString&))
{
    const bool isPiped = file == QLatin1String("-");
    const QByteArray content = need(isPiped ? io::readStandardInput(io::kMostDocumentBytes)
                                            : io::readFile(file, io::kMostDocumentBytes));
    return need(reader(content, isPiped ? QStringLiteral("standard input") : file));
}

} // namespace retryscope::cli
