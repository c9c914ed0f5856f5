// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"
#include "core/explain/verdict_row.h"

#include <QFrame>

QT_BEGIN_NAMESPACE
class QLabel;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Shows the change being tried, its effect, and a button that undoes it.
class ChangeBanner : public QFrame
{
    Q_OBJECT
public:
    explicit ChangeBanner(QWidget* parent = nullptr);

    /// before and now: rows of the preset whose change is being tried.
    void display(const Change& change, const VerdictRow& before, const VerdictRow& now);

Q_SIGNALS:
    void backRequested();

private:
    QLabel* m_change;
    QLabel* m_outcome;
};

/// For example `✕ stops (permanent) → ↻ retries (throttling, 0 to 1 s)`.
[[nodiscard]] QString beforeAndAfter(const VerdictRow& before, const VerdictRow& now);

} // namespace retryscope::ui
