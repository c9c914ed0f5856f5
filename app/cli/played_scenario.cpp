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

Scenario playedScenario(const Arguments& arguments, const io::Library& library)
{
    Scenario scenario = need(library.scenario(arguments.value(QStringLiteral("scenario"))));
    const QString behind = QStringLiteral("behind");
    if (!arguments.has(behind)) {
        return scenario;
    }
    const Bench bench = need(io::benchNamed(arguments.value(behind)));
    io::ScenarioBehind played = need(io::scenarioBehind(bench, std::move(scenario)));
    QStringList inferred;
    for (const std::string& row : played.inferredRows) {
        inferred.append(toQString(oneLine(row)));
    }
    if (!inferred.isEmpty()) {
        Console::note(QStringLiteral("The probe result of %1 has no row for some responses. Retryscope "
                                     "uses rows with the same status class: %2")
                          .arg(toQString(boxTitle(bench)), inferred.join(QStringLiteral(", "))));
    }
    return std::move(played).scenario;
}

} // namespace retryscope::cli
