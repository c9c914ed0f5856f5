// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/json_writer.h"
#include "core/io/text/result.h"
#include "core/probe/bench.h"

#include <QByteArray>
#include <QJsonObject>

#include <functional>

namespace retryscope::io {

/// Of each body as much as this is kept in a file; `bodyBytes` beside it says how long it was.
inline constexpr std::size_t kKeptBenchBody = std::size_t{64} * 1024;

/// Members that a writer adds, which readers pass over.
struct BenchExtras
{
    std::function<void(JsonWriter&)> ofBench;
    std::function<void(JsonWriter&, const BenchRow&)> ofRow;
};
/// `retryscope.bench/1`. Nothing is hidden: see redacted().
void writeBench(QIODevice& device, const Bench& bench, const BenchExtras& extras = {});
/// Reads what writeBench() wrote, and what later versions add to it: unknown members are passed over, those
/// of the contract have to be there. place: for messages.
Result<Bench> benchFromJson(const QByteArray& json, const QString& place);
Result<Bench> benchFromJson(const QJsonObject& document, const QString& place);

/// Without what requests and responses carried as secrets.
[[nodiscard]] Bench redacted(Bench bench);

} // namespace retryscope::io
