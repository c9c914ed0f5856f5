// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/io/text/result.h"

#include <QString>

namespace retryscope::ui {

/// What became of a text that was typed or pasted into the address line.
struct PastedText
{
    enum class Kind {
        Address,  ///< the present request, at this address
        Curl,     ///< another request as a whole
        Response, ///< of a server; belongs to the room that judges
    };
    Kind kind = Kind::Address;
    RequestSpec request; ///< not of a response
    QString assumed;     ///< `Assumed http, since localhost is this machine.`; empty when nothing was
    QString remarks;     ///< what is sent otherwise than the text says, for people, one line each; bounded
    bool isWhole = true; ///< false: the request is not the one that the text asks for
};

/// Reads the text. The error is a sentence for people.
[[nodiscard]] io::Result<PastedText> readPasted(const QString& text, const RequestSpec& present);

/// Service, operation and protocol as host and headers tell them; a protocol only where policies know it.
[[nodiscard]] RequestSpec judgedAsGuessed(RequestSpec request);
/// By what that was guessed, for people.
[[nodiscard]] QString originOfGuess(const RequestSpec& request);
/// Service, operation and protocol are those that would be guessed.
[[nodiscard]] bool isJudgedAsGuessed(const RequestSpec& request);

} // namespace retryscope::ui
