// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

QT_BEGIN_NAMESPACE
class QButtonGroup;
class QPushButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// A row of choices with exactly one chosen. One tab stop; the arrow keys choose.
class Segments : public QFrame
{
    Q_OBJECT
public:
    /// name: object name; the buttons' object names add a number (`modeSwitch0`).
    Segments(const QString& name, const QString& accessibleName, const QStringList& choices,
             QWidget* parent = nullptr);

    [[nodiscard]] int current() const;
    /// Emits no signal.
    void setCurrent(int choice);
    [[nodiscard]] QPushButton* button(int choice) const;

Q_SIGNALS:
    /// The user made a choice.
    void chosen(int choice);

private:
    QButtonGroup* m_group;
};

} // namespace retryscope::ui
