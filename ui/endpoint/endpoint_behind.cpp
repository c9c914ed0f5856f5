// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the endpoint's panel that puts a box between the endpoint and its clients.

#include "core/explain/escape.h"
#include "core/io/files/bench_files.h"
#include "core/io/probe/behind_box.h"
#include "core/io/text/utf8.h"
#include "ui/endpoint/endpoint_panel.h"
#include "ui/parts/box_chooser.h"

#include <utility>

namespace retryscope::ui {

void EndpointPanel::forgetBox()
{
    m_atOrigin.reset();
    m_behind->setCurrent({});
}

/// The steps become what the box makes of them; that of another box is of the steps as they were.
void EndpointPanel::putBehind(const QString& box)
{
    Scenario origin = m_atOrigin.value_or(m_scenario);
    if (box.isEmpty()) {
        if (m_atOrigin) {
            editScenario(origin);
        }
        return;
    }
    const io::Result<Bench> bench = io::benchNamed(box);
    if (!bench) {
        Q_EMIT problemFound(bench.error().text());
        return;
    }
    io::Result<io::ScenarioBehind> behind = io::scenarioBehind(bench.value(), origin);
    if (!behind) {
        Q_EMIT problemFound(tr("Script unchanged: %1").arg(behind.error().text()));
        return;
    }
    editScenario(behind.value().scenario);
    m_atOrigin = std::move(origin);
    m_behind->setCurrent(box);
    QStringList rows;
    for (const std::string& row : behind.value().inferredRows) {
        rows += toQString(oneLine(row));
    }
    Q_EMIT noteFound(
        rows.isEmpty()
            ? tr("The script now holds the responses that clients behind this proxy get.")
            : tr("The script now holds the responses that clients behind this proxy get, inferred from %1.")
                  .arg(rows.join(QStringLiteral(", "))));
}

} // namespace retryscope::ui
