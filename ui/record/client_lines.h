// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace retryscope::ui {

/// How the clients of a program get to the recorder.
enum class ClientWay {
    Endpoint,    ///< it is the endpoint
    Proxy,       ///< it is their proxy, and HTTPS is tunnelled through it
    OpenedProxy, ///< the same, and they trust its authority
};

/// What to write for one sort of client, as the row of clientLines() says.
struct ClientLine
{
    const char* title;   ///< of its tab
    const char* ways[3]; ///< by ClientWay; {url}, {host}, {port} and {ca} are filled in
};

/// Source: the documentation of each client, as of 2026.
[[nodiscard]] const std::vector<ClientLine>& clientLines();

/// The line for a recorder at this URL. authority: the file that clients trust; only for OpenedProxy.
[[nodiscard]] QString filledIn(const ClientLine& line, ClientWay way, const QString& url,
                               const QString& authority);

} // namespace retryscope::ui
