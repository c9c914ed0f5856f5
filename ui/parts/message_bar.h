// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

QT_BEGIN_NAMESPACE
class QLabel;
QT_END_NAMESPACE

namespace retryscope::ui {

/// One line above the panels that says what went wrong and what to do, without stopping anyone.
class MessageBar : public QFrame
{
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    void showError(const QString& text);
    void showNote(const QString& text);
    [[nodiscard]] QString text() const;

private:
    void display(const QString& mark, const QString& glyph, const QString& text);

    QLabel* m_glyph;
    QLabel* m_text;
};

} // namespace retryscope::ui
