// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/facts/shared.h"
#include "core/io/text/result.h"
#include "core/io/wire/dialer.h"

#include <cstddef>
#include <string>

namespace retryscope::io {

/// What one attempt sends. Holds references, which must outlive it.
struct RequestParts
{
    const RequestSpec& spec;
    std::size_t bodyBytes; ///< of this attempt's body, which may differ from spec.body
    const Headers& added;  ///< what the emulated client adds
};

/// A checked request, ready to send: its destination and the bytes before its body. Shared by attempts that
/// send the same.
class PreparedRequest
{
public:
    /// Prepares the request, or returns why it cannot be sent.
    static Result<PreparedRequest> from(const RequestParts& parts);
    /// True if it was prepared from the same input.
    [[nodiscard]] bool isOf(const RequestParts& parts) const;

    DialPlan plan; ///< without time limit and TLS settings
    std::string head;
    Shared<Headers> sentHeaders;

private:
    std::string m_url;
    std::string m_method;
    Headers m_headers;
    Headers m_added;
    WireOptions m_wire;
    std::size_t m_specBodyBytes = 0;
    std::size_t m_bodyBytes = 0;
};

} // namespace retryscope::io
