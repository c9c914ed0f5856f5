// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/io/curl/curl_retries.h"
#include "core/io/text/result.h"
#include "core/policy/policy.h"

#include <QString>

namespace retryscope::ui {

/// The result of reading a text that was typed or pasted into the address line.
struct PastedText
{
    enum class Kind {
        Address,  ///< the present request, at this address
        Curl,     ///< another request as a whole
        Response, ///< a server's response; the Judge room takes it
    };
    Kind kind = Kind::Address;
    RequestSpec request; ///< not set for a Response
    QString assumed;     ///< `Assumed http, since localhost is this machine.`; empty if nothing was assumed
    QString remarks;     ///< how the request differs from the text, one line each, for the user; bounded
    io::CurlRetries retries; ///< of a curl command
    bool isWhole = true;     ///< false: the request does not do all that the text asks for
};

/// Reads the text. The error is a sentence for people.
[[nodiscard]] io::Result<PastedText> readPasted(const QString& text, const RequestSpec& present);

/// The request with service, operation and protocol guessed from host and headers; sets a protocol only if
/// policies know it.
[[nodiscard]] RequestSpec judgedAsGuessed(RequestSpec request);
/// The evidence for this guess, for the user.
[[nodiscard]] QString originOfGuess(const RequestSpec& request);
/// True if service, operation and protocol equal what judgedAsGuessed() would set.
[[nodiscard]] bool isJudgedAsGuessed(const RequestSpec& request);

/// Id of the preset that decides as curl does with such options.
[[nodiscard]] QString curlPresetOf(const io::CurlRetries& retries);
/// This preset with the numbers of the command. Source: curl manual, 7.88.
[[nodiscard]] Policy curlPolicyOf(const io::CurlRetries& retries, Policy preset);

} // namespace retryscope::ui
