// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/request_spec.h"

#include <QByteArrayView>

#include <cstdint>
#include <optional>

namespace retryscope::io {

/// Parses the body of a response into flat fields, limited in number and depth, without entities; never
/// throws or hangs. A body above 8 MiB counts as unparseable. Does not decode: a gzipped body is just bytes.
[[nodiscard]] ParsedBody parseBody(const Headers& headers, QByteArrayView body);
/// Keeps the first and last bytes of a body verbatim: ParsedBody::opening and closing.
void keepEdges(QByteArrayView body, ParsedBody& parsed);
/// DynamoDB's checksum in `x-amz-crc32`: CRC-32 of IEEE 802.3.
[[nodiscard]] std::uint32_t crc32Of(QByteArrayView bytes);
/// Splits a DynamoDB batch request (member `RequestItems`) around its items; absent if the body is not such a
/// request.
[[nodiscard]] std::optional<BatchEnvelope> batchEnvelopeOf(QByteArrayView body);
/// Fills `spec.batch` from `spec.body`, so that the engine can send unprocessed batch items again.
void prepareBatch(RequestSpec& spec);

} // namespace retryscope::io
