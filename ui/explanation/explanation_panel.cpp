// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/explanation_panel.h"

#include "core/explain/brief_reason.h"
#include "core/explain/explain.h"
#include "core/explain/hint_text.h"
#include "core/explain/phrases.h"
#include "core/io/text/utf8.h"
#include "core/run/wall_time.h"
#include "ui/explanation/changes_panel.h"
#include "ui/explanation/reasons_view.h"

#include <QVBoxLayout>

namespace retryscope::ui {

namespace {

QString headlineOf(const AttemptRecord& attempt, bool isGivenUp)
{
    if (attempt.decision.stopReason == StopReason::Cancelled) {
        return ExplanationPanel::tr("You stopped attempt %1").arg(attempt.attempt);
    }
    switch (attempt.decision.verdict) {
    case Verdict::Succeed:
        return ExplanationPanel::tr("Why attempt %1 succeeded").arg(attempt.attempt);
    case Verdict::Retry:
        return isGivenUp ? ExplanationPanel::tr("Why attempt %1 would have been retried").arg(attempt.attempt)
                         : ExplanationPanel::tr("Why attempt %1 was retried").arg(attempt.attempt);
    case Verdict::Stop:
        return ExplanationPanel::tr("Why attempt %1 was the last").arg(attempt.attempt);
    }
    return {};
}

} // namespace

ExplanationPanel::ExplanationPanel(QWidget* parent)
    : QFrame(parent)
    , m_changes(new ChangesPanel)
    , m_reasons(new ReasonsView(QStringLiteral("why"), ReasonsView::Look::Large, m_changes, this))
{
    setObjectName(QStringLiteral("explanationPanel"));
    connect(m_reasons, &ReasonsView::copied, this,
            [this] { Q_EMIT noteFound(tr("Copied the explanation")); });
    connect(m_changes, &ChangesPanel::noteFound, this, &ExplanationPanel::noteFound);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 4, 0);
    layout->addWidget(m_reasons);
    clear();
}

void ExplanationPanel::clear()
{
    m_changes->clear();
    m_reasons->displayNothing(tr("Why"),
                              tr("Send a request to read the reason for each decision here: who responded, "
                                 "every rule in order, the delay and the retry quota (token bucket)."));
}

void ExplanationPanel::display(const RunRecord& record, const AttemptRecord& attempt, bool isGivenUp)
{
    if (attempt.isRunning || !record.header().policy) {
        m_changes->clear();
        m_reasons->displayNothing(tr("Attempt %1 is under way").arg(attempt.attempt),
                                  tr("The reason appears here when the attempt ends."));
        return;
    }
    const ResolvedPolicy& policy = *record.header().policy;
    const Decision& decision = attempt.decision;
    const WallTime wallTime = wallTimeOf(record.header(), attempt);
    const std::string aside = asideSentences(serverHintsOf(policy, attempt.facts, decision, wallTime),
                                             waitMarkOf(decision), decision.window);
    m_reasons->display(
        headlineOf(attempt, isGivenUp),
        toQString(prose({briefReason(policy, attempt.facts, decision, attempt.attempt), aside})),
        toQString(prose({whySentence(policy, attempt.facts, decision, attempt.attempt), aside})), policy,
        attempt, wallTime);
}

void ExplanationPanel::display(const RunRecord& record, Place place)
{
    const CallRecord& call = record.callAt(place.call);
    const bool isLast = place.attempt + 1 == static_cast<int>(call.attempts.size());
    display(record, record.at(place), isLast && call.verdict != CallVerdict::Running);
    m_changes->display(record, place);
}

QString ExplanationPanel::text() const
{
    return m_reasons->text();
}

} // namespace retryscope::ui
