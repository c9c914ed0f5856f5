// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/request_spec.h"

#include <QByteArrayView>

#include <cstdint>
#include <optional>

namespace retryscope::io {

/// Turns the body of a response into plain fields: bounded in number and depth, no entities, never throws,
/// never hangs. A body above 8 MiB counts as unparseable. Nothing is decoded: a gzipped body is just bytes.
[[nodiscard]] ParsedBody parseBody(const Headers& headers, QByteArrayView body);
/// Keeps the first and the last bytes of a body as it came: ParsedBody::opening and closing.
void keepEdges(QByteArrayView body, ParsedBody& parsed);
/// The checksum that DynamoDB sends in `x-amz-crc32`: CRC-32 as of IEEE 802.3.
[[nodiscard]] std::uint32_t crc32Of(QByteArrayView bytes);
/// Splits a DynamoDB batch request (member `RequestItems`) around its items; absent when the
/// body is no such request.
[[nodiscard]] std::optional<BatchEnvelope> batchEnvelopeOf(QByteArrayView body);
/// Fills `spec.batch` from `spec.body`, so that the engine can send what a batch response left undone.
void prepareBatch(RequestSpec& spec);

} // namespace retryscope::io
