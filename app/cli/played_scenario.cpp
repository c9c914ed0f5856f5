// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/played_scenario.h"

#include "app/cli/console.h"
#include "core/explain/bench_text.h"
#include "core/explain/escape.h"
#include "core/io/files/bench_files.h"
#include "core/io/probe/behind_box.h"
#include "core/io/text/utf8.h"

#include <QStringList>

#include <utility>

namespace retryscope::cli {

io::Result<Scenario> playedScenario(const Arguments& arguments, const io::Library& library)
{
    io::Result<Scenario> scenario = library.scenario(arguments.value(QStringLiteral("scenario")));
    const QString behind = QStringLiteral("behind");
    if (!scenario || !arguments.has(behind)) {
        return scenario;
    }
    const io::Result<Bench> bench = io::benchNamed(arguments.value(behind));
    if (!bench) {
        return bench.error();
    }
    io::Result<io::ScenarioBehind> played = io::scenarioBehind(bench.value(), std::move(scenario).value());
    if (!played) {
        return played.error();
    }
    QStringList inferred;
    for (const std::string& row : played.value().inferredRows) {
        inferred.append(toQString(oneLine(row)));
    }
    if (!inferred.isEmpty()) {
        Console::note(QStringLiteral("Behind %1, some responses have no row of their own; rows of the same "
                                     "status class replace them: %2")
                          .arg(toQString(boxTitle(bench.value())), inferred.join(QStringLiteral(", "))));
    }
    return std::move(played).value().scenario;
}

} // namespace retryscope::cli
