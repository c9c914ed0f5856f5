// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"
#include "core/io/files/library.h"
#include "core/policy/check.h"

#include <optional>
#include <vector>

namespace retryscope::cli {

// What `policies` and `scenarios` have in common: list, show NAME, check FILE.

enum class ListingAction { List, Show, Check };

struct ListingRequest
{
    ListingAction action = ListingAction::List;
    QString name; ///< empty for List
};

[[nodiscard]] io::Result<ListingRequest> listingRequest(const Arguments& arguments);

/// Prints `document` with --format json, otherwise `report`.
[[nodiscard]] Outcome deliver(const Console& console, const QJsonObject& document, const Report& report);
/// Prints whether a file is valid: `problem` is absent if it is. warnings: about a valid file.
[[nodiscard]] Outcome deliverVerdict(const Console& console, const QString& file,
                                     const std::optional<io::Error>& problem,
                                     const std::vector<PolicyProblem>& warnings = {});

/// Reads a file, or with `-` standard input, with the reader of its format.
template <typename Value>
io::Result<Value> readAs(const QString& file, io::Result<Value> (*reader)(const QByteArray&, const QString&))
{
    const bool isPiped = file == QLatin1String("-");
    const io::Result<QByteArray> content =
        isPiped ? io::readStandardInput(io::kMostDocumentBytes) : io::readFile(file, io::kMostDocumentBytes);
    if (!content) {
        return content.error();
    }
    return reader(content.value(), isPiped ? QStringLiteral("standard input") : file);
}

} // namespace retryscope::cli
