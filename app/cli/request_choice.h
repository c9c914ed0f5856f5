// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/facts/request_spec.h"
#include "core/simulate/scenario.h"

namespace retryscope::cli {

/// The request that the command line describes: to --url, or the scenario's own, or the one that a client of
/// the service would send; options override each part.
[[nodiscard]] RequestSpec chooseRequest(const Arguments& arguments, const std::optional<Scenario>& scenario);

/// Proxy and TLS as the command line says.
[[nodiscard]] WireOptions wireOptions(const Arguments& arguments);

/// A warning about a service with an unknown protocol; empty if the protocol is known.
[[nodiscard]] QString unknownServiceText(const std::string& service);
/// What is wrong with an address, and what is allowed.
[[nodiscard]] io::Error addressError(const QString& option, const QString& value, const io::Error& problem);
[[nodiscard]] QString methodFrom(const QString& value);
/// How a message shows a text that should be the name of a header: its beginning only, since the rest may be
/// a secret value.
[[nodiscard]] QString nameAtMost(const QString& text);
/// Parses `Name: value`. Errors show only the name, since the value might be a secret.
[[nodiscard]] Header headerFrom(const QString& option, const QString& text);
/// The values of --header as fields.
[[nodiscard]] Headers headersIn(const Arguments& arguments, const QString& option = QStringLiteral("header"));
/// A header of the command line replaces every header of that name.
void replaceHeaders(Headers& headers, const Headers& given);
/// The value of an option that is a text, or the content of a file after `@`.
[[nodiscard]] std::string textOrFile(const QString& value);
/// The content of a file, or with `-` all of standard input.
[[nodiscard]] QByteArray fileOrInput(const QString& name);

} // namespace retryscope::cli
