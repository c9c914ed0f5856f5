// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <QFrame>

namespace retryscope::ui {

class ChangesPanel;
class ReasonsView;

/// Why the client retried the selected attempt or not: one sentence, the deciding finding, all findings on
/// demand, and beneath them what would change the decision.
class ExplanationPanel : public QFrame
{
    Q_OBJECT
public:
    explicit ExplanationPanel(QWidget* parent = nullptr);

    /// isGivenUp: the client decided to retry, but the call ended first.
    void display(const RunRecord& record, const AttemptRecord& attempt, bool isGivenUp = false);
    /// The same, with what would change it. The record must stay alive, and may only grow, until clear().
    void display(const RunRecord& record, Place place);
    void clear();
    /// Headline and findings as text, for the clipboard.
    [[nodiscard]] QString text() const;
    [[nodiscard]] ChangesPanel& changesPanel() { return *m_changes; }

Q_SIGNALS:
    /// Reports to the user what was done.
    void noteFound(const QString& text);

private:
    ChangesPanel* m_changes;
    ReasonsView* m_reasons;
};

} // namespace retryscope::ui
