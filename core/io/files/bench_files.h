// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/policy/policy.h"
#include "core/probe/bench.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace retryscope::io {

class Library;

/// Sorted names of the built-in probe results: `apache`, `apache-hardened`, `caddy`, … Reads no file.
[[nodiscard]] QStringList benchNames();
/// Title for people: `nginx, hardened` for `nginx-hardened`.
[[nodiscard]] QString benchTitle(const QString& name);
/// A built-in probe result by name, else from a file. A name without `/` and `.json` that is neither is
/// BadUsage and lists the names. Reads built-in results again on each call (about 10 ms), so that programs
/// without probes keep nothing in memory.
Result<Bench> benchNamed(const QString& nameOrFile);

/// Judges a probe result as the presets and the user's policies are today: under those whose verdicts it has
/// saved, else under usualClients(). Returns them. Verdicts of policies that are unknown here stay as they
/// were saved.
std::vector<Policy> judgeAgain(Bench& bench, const Library& library);

} // namespace retryscope::io
