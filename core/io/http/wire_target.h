// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QString>

#include <string>
#include <string_view>

namespace retryscope::io {

/// Destination of a request: a URL split without changing its path, which might be signed.
struct WireTarget
{
    bool isTls = false;
    QString host;          ///< in ASCII form, IPv6 without brackets
    quint16 port = 0;      ///< the scheme's own when the URL names none
    std::string authority; ///< as the Host header has it: the port only when it is not the scheme's own
    std::string path;      ///< path and query; at least `/`

    /// `http://host:port`
    [[nodiscard]] std::string origin() const;
};

/// Splits an `http` or `https` URL. Drops the fragment and percent-encodes spaces and non-ASCII bytes in path
/// and query; keeps everything else.
Result<WireTarget> targetOf(std::string_view url);

/// Path and query of a URL, or of a text that is only a path and query; at least `/`.
[[nodiscard]] std::string pathAndQueryOf(std::string_view url);

/// The path of either without query and percent-encoding, to compare.
[[nodiscard]] std::string decodedPathOf(std::string_view url);

} // namespace retryscope::io
