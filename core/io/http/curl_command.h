// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/io/http/pasted_address.h"
#include "core/io/text/result.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// A part of a curl line that is not in the request, or is in it in another way than it reads.
struct CurlRemark
{
    enum class Kind {
        Harmless,     ///< has no influence on what is sent (-s, -o FILE); need not be shown
        Differs,      ///< was taken, and means something else here than with curl
        Policy,       ///< when to try again is the policy's here (--retry)
        FileNotRead,  ///< the content of a file belongs to the request; files are not read (-d @FILE)
        NotSupported, ///< an option of curl that is not to be had here (-F)
        Unknown,      ///< no option of curl 7.88, or text that belongs to nothing
    };
    Kind kind = Kind::Unknown;
    std::string what; ///< as it was written, bounded: `--retry 3`, `-d @body.json`, `$TOKEN`
    QString text;     ///< what became of it; empty for what is harmless
    bool operator==(const CurlRemark&) const = default;

    /// The request is not the one that curl would send.
    [[nodiscard]] bool isProblem() const { return kind >= Kind::FileNotRead; }
};

/// A curl command line, understood.
struct CurlCommand
{
    /// The whole request; what the line does not name has the defaults of a RequestSpec. Service, operation
    /// and protocol are left to guessService(). Not checked: checkMessage() and targetOf() refuse what cannot
    /// be sent.
    RequestSpec request;
    std::optional<AssumedScheme> assumed;
    std::vector<CurlRemark> remarks; ///< nothing of the line is missing from both request and remarks
};

/// True when the first word is curl: `curl …`, `$ curl …`, `/usr/bin/curl`, `curl.exe`.
[[nodiscard]] bool isCurlCommand(std::string_view text);

/// Reads a line as curl(1) of 7.88 does, with the quoting of bash or, where it shows, of the Windows command
/// prompt. Nothing is run, expanded or read from disk; of several requests the first is taken. An option is
/// taken only in full: curl also takes beginnings (`--comp`), which are named in the remarks. Errors
/// (BadInput): a quote that does not end, a value that is missing, no URL or a bad one, a method that is
/// none.
Result<CurlCommand> readCurlCommand(std::string_view text);

/// The line for a POSIX shell that sends this request, over several lines when it is long. The shell takes
/// every byte as it stands. Secrets are in it. curl adds `User-Agent` and `Accept` where the request has
/// none; the limit of an attempt becomes --max-time, the deadline of the call and the idle limit have no
/// counterpart.
[[nodiscard]] std::string curlCommand(const RequestSpec& request);

} // namespace retryscope::io
