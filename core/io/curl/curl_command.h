// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/io/curl/curl_retries.h"
#include "core/io/http/pasted_address.h"
#include "core/io/text/result.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// A part of a curl command that the request lacks or treats differently.
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

    /// True if the request differs from the one that curl would send.
    [[nodiscard]] bool isProblem() const { return kind >= Kind::FileNotRead; }
};

/// A parsed curl command.
struct CurlCommand
{
    /// The whole request, with RequestSpec's defaults for the rest. guessService() finds service, operation
    /// and protocol. Unchecked: use checkMessage() and targetOf().
    RequestSpec request;
    std::optional<AssumedScheme> assumed;
    CurlRetries retries;             ///< also in the remarks: the request knows no retries
    std::vector<CurlRemark> remarks; ///< nothing of the line is missing from both request and remarks
};

/// True when the first word is curl: `curl …`, `$ curl …`, `/usr/bin/curl`, `curl.exe`.
[[nodiscard]] bool isCurlCommand(std::string_view text);

/// Parses a command like curl 7.88, with the quoting of bash or, if recognisable, of the Windows command
/// prompt. Runs, expands and reads nothing; takes the first of several requests. Accepts only full option
/// names; remarks name abbreviations such as `--comp`, which curl accepts. BadInput: unclosed quote, missing
/// value, missing or invalid URL, invalid method.
Result<CurlCommand> readCurlCommand(std::string_view text);

/// A curl command for a POSIX shell that sends this request; long commands take several lines. Quotes every
/// byte exactly and includes secrets. curl adds `User-Agent` and `Accept` if the request lacks them. The
/// attempt's time limit becomes --max-time; the call's deadline and the read timeout have no equivalent.
[[nodiscard]] std::string curlCommand(const RequestSpec& request);

} // namespace retryscope::io
