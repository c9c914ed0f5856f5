// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_writer.h"
#include "core/io/text/result.h"
#include "core/probe/bench.h"

#include <QByteArray>
#include <QJsonObject>

#include <functional>
#include <optional>

namespace retryscope::io {

/// Bytes of each body that a file keeps; `bodyBytes` has the full length.
inline constexpr std::size_t kKeptBenchBody = std::size_t{64} * 1024;

/// Additional members for writing; readers ignore them.
struct BenchExtras
{
    std::function<void(JsonWriter&)> ofBench;
    std::function<void(JsonWriter&, const BenchRow&)> ofRow;
};
/// Writes `retryscope.bench/1` with every member, without redaction: see redacted().
void writeBench(QIODevice& device, const Bench& bench, const BenchExtras& extras = {});
/// Writes only the facts, without what benchFromJson() computes or assumes.
void writeBenchFacts(QIODevice& device, const Bench& bench);
/// Reads a probe result, also of later versions: ignores unknown members and computes what follows from the
/// facts, whatever the file says of it. Its verdicts become RowFacts::saved. place: for messages.
Result<Bench> benchFromJson(const QByteArray& json, const QString& place);
Result<Bench> benchFromJson(const QJsonObject& document, const QString& place);

/// When the probe began, by its clock, for dates in responses; nullopt: unknown.
[[nodiscard]] std::optional<WallTime> startOf(const Bench& bench);

/// The probe result with the secrets of requests and responses redacted.
[[nodiscard]] Bench redacted(Bench bench);

} // namespace retryscope::io
