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

/// What to change in a box's configuration.
struct BoxRemedy
{
    std::string title; ///< for people: `Hand the origin's response on instead of a page`
    std::string code;  ///< what to write there; empty where no box is known
    bool operator==(const BoxRemedy&) const = default;
};

/// One kind of box, as a file of resources/boxes describes it.
struct BoxKind
{
    std::string name;                 ///< of the file: `nginx`
    std::string title;                ///< for people
    std::vector<std::string> knownAs; ///< in `Server` or `Via`, in lower case
    std::vector<std::string> pages;   ///< texts that stand in its own pages, and in nobody else's
    std::string start;  ///< command that runs it in the foreground with that configuration as FILE
    std::string config; ///< with places to be filled in; empty: none
    std::map<BoxEffect, BoxRemedy> remedies;
};

/// All of resources/boxes, by name; `other` among them.
[[nodiscard]] const std::vector<BoxKind>& boxKinds();
/// Names of those with a configuration.
[[nodiscard]] QStringList boxNames();
/// The box that calls itself so, or has this name; `other` where none does.
[[nodiscard]] const BoxKind& boxKindOf(const std::string& name);
/// Name of the box that has this text in a page of its own; empty: it is nobody's that is known.
[[nodiscard]] std::string boxOfPage(const std::string& body);
/// content: of a file; place: for messages.
[[nodiscard]] Result<BoxKind> boxKindFromText(const QByteArray& content, const QString& name);

/// The lost header that says most: one that clients read for retrying, else the first that is not about the
/// box; empty: there is none.
[[nodiscard]] std::string tellingLostHeader(const BenchRow& row);

/// The smallest configuration of a box that listens on `port` and asks an origin at listenHost:listenPort.
[[nodiscard]] std::string boxConfig(const BoxKind& kind, const QString& listenHost, quint16 listenPort,
                                    quint16 port);
/// The command that runs it in the foreground with that configuration as FILE; empty: none is known.
[[nodiscard]] std::string startCommand(const BoxKind& kind, quint16 port);
/// What would mend one effect of this row, filled in for it. listen: HOST:PORT of the origin.
[[nodiscard]] BoxRemedy boxRemedy(const BoxKind& kind, BoxEffect effect, const BenchRow& row,
                                  const std::string& listen);

} // namespace retryscope::io
