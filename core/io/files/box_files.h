// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/probe/bench_verdicts.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <map>
#include <string>
#include <vector>

namespace retryscope::io {

/// A change in a proxy's configuration.
struct BoxRemedy
{
    std::string title; ///< for people: `Hand the origin's response on instead of a page`
    std::string code;  ///< what to write there; empty where no box is known
    /// That the client got where this is the cause; empty: whatever it got.
    std::vector<int> statuses;
    bool operator==(const BoxRemedy&) const = default;
};

/// One kind of proxy, as described in a file of resources/boxes.
struct BoxKind
{
    std::string name;                 ///< of the file: `nginx`
    std::string title;                ///< for people
    std::vector<std::string> knownAs; ///< in `Server` or `Via`, in lower case
    std::vector<std::string> pages;   ///< texts that stand in its own pages, and in nobody else's
    std::string start;  ///< command that runs it in the foreground with that configuration as FILE
    std::string config; ///< with places to be filled in; empty: none
    std::map<BoxEffect, std::vector<BoxRemedy>> remedies; ///< of one effect: one for each cause
};

/// All of resources/boxes, by name; `other` among them.
[[nodiscard]] const std::vector<BoxKind>& boxKinds();
/// Names of the kinds with a configuration.
[[nodiscard]] QStringList boxNames();
/// The kind of proxy with this name or server header; `other` if none matches.
[[nodiscard]] const BoxKind& boxKindOf(const std::string& name);
/// Name of the proxy whose own page contains this text; empty: unknown.
[[nodiscard]] std::string boxOfPage(const std::string& body);
/// content: of a file; place: for messages.
[[nodiscard]] Result<BoxKind> boxKindFromText(const QByteArray& content, const QString& name);

/// The most significant lost header: one that clients use for retries, else the first that is not about the
/// proxy; empty: none.
[[nodiscard]] std::string tellingLostHeader(const BenchRow& row);

/// A minimal configuration for a proxy that listens on `port` and forwards to listenHost:listenPort.
[[nodiscard]] std::string boxConfig(const BoxKind& kind, const QString& listenHost, quint16 listenPort,
                                    quint16 port);
/// The command that starts the proxy in the foreground with the configuration FILE; empty: unknown.
[[nodiscard]] std::string startCommand(const BoxKind& kind, quint16 port);
/// The change that removes one effect on this row, with its values filled in: of several causes the one that
/// the client's status shows; where it shows none, all of them, each with the status that would. listen:
/// HOST:PORT of the origin.
[[nodiscard]] BoxRemedy boxRemedy(const BoxKind& kind, BoxEffect effect, const BenchRow& row,
                                  const std::string& listen);

} // namespace retryscope::io
