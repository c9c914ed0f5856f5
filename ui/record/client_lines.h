// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace retryscope::ui {

/// How a program's client reaches the recorder.
enum class ClientWay {
    Endpoint,    ///< the recorder is the endpoint
    Proxy,       ///< the recorder is the proxy and tunnels HTTPS unread
    OpenedProxy, ///< the recorder is the proxy and decrypts HTTPS; the client trusts its authority
};

/// The lines of code for one kind of client: one row of clientLines().
struct ClientLine
{
    const char* title;   ///< title of its tab
    const char* ways[3]; ///< by ClientWay; {url}, {host}, {port} and {ca} are filled in
};

/// Source: the documentation of each client, as of 2026.
[[nodiscard]] const std::vector<ClientLine>& clientLines();

/// The line for a recorder at this URL. authority: the file that clients trust; only for OpenedProxy.
[[nodiscard]] QString filledIn(const ClientLine& line, ClientWay way, const QString& url,
                               const QString& authority);

} // namespace retryscope::ui
