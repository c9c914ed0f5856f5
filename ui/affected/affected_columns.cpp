// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/affected/affected_columns.h"

#include "core/affected/affected_text.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

namespace retryscope::ui {

namespace {

template <auto Cell>
QString cellText(const AffectedClient& client)
{
    return toQString(cellsOf(client).*Cell);
}

QString wholeTitle(const AffectedClient& client)
{
    return toQString(client.sdk->title);
}

Tone toneOf(const AffectedClient& client)
{
    return isAffected(client) ? Tone::Plain : Tone::Faint;
}

} // namespace

bool isAffected(const AffectedClient& client)
{
    return client.isChanged();
}

TableModel<AffectedClient>::Columns affectedColumns()
{
    return {{.id = "sdk", // whole in the details
             .title = tr("SDK"),
             .text =
                 [](const AffectedClient& client) {
                     return wholeTitle(client).section(QStringLiteral(" ("), 0, 0);
                 },
             .toolTip = wholeTitle,
             .spoken = wholeTitle,
             .tone =
                 [](const AffectedClient& client) {
                     return isAffected(client) ? Tone::Strong : Tone::Faint;
                 }},
            {.id = "mode", .title = tr("Mode"), .text = cellText<&AffectedCells::mode>, .tone = toneOf},
            {.id = "attempts",
             .title = tr("Attempts"),
             .text = cellText<&AffectedCells::attempts>,
             .tone = toneOf},
            {.id = "firstDelay",
             .title = tr("First delay"),
             .text = cellText<&AffectedCells::firstDelay>,
             .tone = toneOf},
            {.id = "throttling",
             .title = tr("Throttling"),
             .text = cellText<&AffectedCells::throttlingDelay>,
             .tone = toneOf},
            {.id = "tokens",
             .title = tr("Tokens per retry"),
             .text = cellText<&AffectedCells::tokens>,
             .tone = toneOf}};
}

} // namespace retryscope::ui
