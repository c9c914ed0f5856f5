// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/reversing_changes.h"
#include "core/recipes/client_code.h"

#include <QFrame>

#include <functional>
#include <optional>

QT_BEGIN_NAMESPACE
class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;
QT_END_NAMESPACE

namespace retryscope::ui {

/// One change beneath a thin line: its number, text and owner, a button to try it, and the outcome of the
/// trial.
class ChangeRow : public QFrame
{
    Q_OBJECT
public:
    /// number: from 0, for the names of the parts.
    ChangeRow(const ReversingChange& reversing, int number, QWidget* parent);

    /// Shows outcome and action button; an empty text hides its part.
    void showOutcome(const QString& outcome, const QString& action);
    /// Shows how to make the change in the real client (or that there is no way), with a button that unfolds
    /// the code.
    void offerCode(ClientCode code);

Q_SIGNALS:
    void tried();
    void followed();
    /// Something was copied.
    void noteFound(const QString& note);

private:
    [[nodiscard]] QWidget* buildCode(const ClientCode& code);

    QGridLayout* m_layout;
    QVBoxLayout* m_buttons;
    QString m_suffix; ///< ending of the parts' object names
    QLabel* m_number;
    ReversingChange m_reversing;
    QLabel* m_owner;
    QLabel* m_outcome = nullptr;
    QPushButton* m_action;
    QWidget* m_code = nullptr; ///< made when it is first unfolded
};

} // namespace retryscope::ui
