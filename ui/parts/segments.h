// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

QT_BEGIN_NAMESPACE
class QButtonGroup;
class QPushButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// A few choices side by side, of which exactly one is taken. One stop of the Tab key; the arrow keys choose.
class Segments : public QFrame
{
    Q_OBJECT
public:
    /// name: object name, and of the buttons with their number behind it (`modeSwitch0`).
    Segments(const QString& name, const QString& accessibleName, const QStringList& choices,
             QWidget* parent = nullptr);

    [[nodiscard]] int current() const;
    /// Tells no one.
    void setCurrent(int choice);
    [[nodiscard]] QPushButton* button(int choice) const;

Q_SIGNALS:
    /// By the user.
    void chosen(int choice);

private:
    QButtonGroup* m_group;
};

} // namespace retryscope::ui
