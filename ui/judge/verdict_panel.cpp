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
        return VerdictPanel::tr("Why it is tried again: %1").arg(title);
    case Verdict::Stop:
        return VerdictPanel::tr("Why it stops: %1").arg(title);
    }
    return {};
}

} // namespace

VerdictPanel::VerdictPanel(QWidget* parent) : ReasonsView(QStringLiteral("verdict"), nullptr, parent)
{
    clear();
}

void VerdictPanel::clear()
{
    displayNothing(
        tr("Why"),
        tr("With a response and a client selected, everything that it looks at stands here, in order."));
}

void VerdictPanel::display(const JudgedPreset& preset, int attempt)
{
    AttemptRecord judged;
    judged.attempt = attempt;
    judged.isRunning = false;
    judged.facts = preset.situation.facts;
    judged.decision = preset.decision;
    ReasonsView::display(headlineOf(preset.row), toQString(preset.row.why), preset.situation.policy, judged);
}

} // namespace retryscope::ui
