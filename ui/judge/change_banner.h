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

/// What is being tried, what it changes, and the way back.
class ChangeBanner : public QFrame
{
    Q_OBJECT
public:
    explicit ChangeBanner(QWidget* parent = nullptr);

    /// Of the preset whose change is tried.
    void display(const Change& change, const VerdictRow& before, const VerdictRow& now);

Q_SIGNALS:
    void backRequested();

private:
    QLabel* m_change;
    QLabel* m_outcome;
};

/// `✕ stops (permanent) → ↻ retries (throttling, 0 … 1 s)`
[[nodiscard]] QString beforeAndAfter(const VerdictRow& before, const VerdictRow& now);

} // namespace retryscope::ui
