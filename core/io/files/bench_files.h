// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/probe/bench.h"

#include <QString>
#include <QStringList>

namespace retryscope::io {

/// Of the benches that are built in: `apache`, `apache-hardened`, `caddy`, …, by name. Reads none of them.
[[nodiscard]] QStringList benchNames();
/// For people: `nginx, hardened` of `nginx-hardened`.
[[nodiscard]] QString benchTitle(const QString& name);
/// A built-in bench by name, else a file. A name without `/` and `.json` that is neither is BadUsage and
/// lists the names. Built-in ones are unpacked and read anew each time, which takes some 10 ms: nothing is
/// kept by a program that uses none.
Result<Bench> benchNamed(const QString& nameOrFile);

} // namespace retryscope::io
