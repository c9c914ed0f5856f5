// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QString>

#include <string>
#include <string_view>

namespace retryscope::io {

/// Where a request goes: a URL taken apart without touching a byte of its path, which may be signed.
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

/// Takes an `http` or `https` URL apart. The fragment is dropped; blanks and bytes beyond ASCII in path and
/// query are percent-encoded; everything else there stays as it is.
Result<WireTarget> targetOf(std::string_view url);

/// Path and query of a URL, or of what is already no more than that; at least `/`.
[[nodiscard]] std::string pathAndQueryOf(std::string_view url);

} // namespace retryscope::io
