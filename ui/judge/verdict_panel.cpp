// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/verdict_panel.h"

#include "core/io/text/utf8.h"

namespace retryscope::ui {

namespace {

QString headlineOf(const VerdictRow& row)
{
    const QString title = toQString(row.title.empty() ? row.policy : row.title);
    switch (row.verdict) {
    case Verdict::Succeed:
        return VerdictPanel::tr("Why this is a success: %1").arg(title);
    case Verdict::Retry:
        return VerdictPanel::tr("Why it is retried: %1").arg(title);
    case Verdict::Stop:
        return VerdictPanel::tr("Why it stops: %1").arg(title);
    }
    return {};
}

} // namespace

VerdictPanel::VerdictPanel(QWidget* parent)
    : ReasonsView(QStringLiteral("verdict"), Look::Compact, nullptr, parent)
{
    clear();
}

void VerdictPanel::clear()
{
    displayNothing(tr("Why"),
                   tr("Give a response and select a client: what it looks at is listed here, in order."));
}

void VerdictPanel::display(const JudgedPreset& preset, int attempt)
{
    AttemptRecord judged;
    judged.attempt = attempt;
    judged.isRunning = false;
    judged.facts = preset.situation.facts;
    judged.decision = preset.decision;
    const QString why =
        toQString(preset.row.why + asideText(preset.row.hints, preset.row.waitMark, preset.row.window));
    ReasonsView::display(headlineOf(preset.row), why, why, preset.situation.policy, judged);
}

} // namespace retryscope::ui
