// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/verdict_panel.h"

#include "core/explain/brief_reason.h"
#include "core/explain/phrases.h"
#include "core/io/text/utf8.h"

namespace retryscope::ui {

namespace {

QString headlineOf(const VerdictRow& row)
{
    const QString name = toQString(row.shortName);
    switch (row.verdict) {
    case Verdict::Succeed:
        return VerdictPanel::tr("%1: why it treats this as a success").arg(name);
    case Verdict::Retry:
        return VerdictPanel::tr("%1: why it retries").arg(name);
    case Verdict::Stop:
        return VerdictPanel::tr("%1: why it does not retry").arg(name);
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
    displayNothing(
        tr("Why"),
        tr("Paste a response and select a client to see the findings behind its verdict, in order."));
}

void VerdictPanel::display(const JudgedPreset& preset, int attempt)
{
    AttemptRecord judged;
    judged.attempt = attempt;
    judged.isRunning = false;
    judged.facts = preset.situation.facts;
    judged.decision = preset.decision;
    const QString why = toQString(
        prose({preset.row.why, asideSentences(preset.row.hints, preset.row.waitMark, preset.row.window)}));
    // Asides, of which each hint has one, stand among the findings.
    const QString brief =
        toQString(briefReason(preset.situation.policy, judged.facts, judged.decision, attempt));
    ReasonsView::display(headlineOf(preset.row), brief, why, preset.situation.policy, judged);
}

} // namespace retryscope::ui
