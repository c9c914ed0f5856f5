// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/reversing_changes.h"

#include <QFrame>

QT_BEGIN_NAMESPACE
class QLabel;
class QPushButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// One change under a hairline: its number, what, by whom, a button that tries it, and what came of it.
class ChangeRow : public QFrame
{
    Q_OBJECT
public:
    /// number: from 0, for the names of the parts.
    ChangeRow(const ReversingChange& reversing, int number, QWidget* parent);

    /// Hidden again when outcome is empty; the button when action is.
    void showOutcome(const QString& outcome, const QString& action);

Q_SIGNALS:
    void tried();
    void followed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyFonts();

    QLabel* m_number;
    QLabel* m_owner;
    QLabel* m_outcome = nullptr;
    QPushButton* m_action;
};

} // namespace retryscope::ui
