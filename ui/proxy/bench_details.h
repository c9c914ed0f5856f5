// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/proxy/change_advice.h"

#include <QFrame>

QT_BEGIN_NAMESPACE
class QLabel;
class QPushButton;
class QSplitter;
QT_END_NAMESPACE

namespace retryscope::ui {

class SideText;

/// One row of a probe result: what the origin sent and what the client got, side by side, and what to change.
/// A narrow window shows either the bytes or the changes.
class BenchDetails : public QFrame
{
    Q_OBJECT
public:
    explicit BenchDetails(QWidget* parent = nullptr);

    void display(const ChangeAdvice::Given& given);
    /// Shows nothing, for a row that has not been probed.
    void clear();
    [[nodiscard]] ChangeAdvice& advice() { return *m_advice; }

Q_SIGNALS:
    /// Show the other origin responses that reach the client like this.
    void alikeRequested();

private:
    [[nodiscard]] QWidget* buildSide(const QString& title, QWidget* more, QLabel* size, SideText* text);

    SideText* m_origin;
    SideText* m_client;
    QLabel* m_originSize;
    QLabel* m_clientSize;
    QPushButton* m_alike;
    ChangeAdvice* m_advice;
    QSplitter* m_sides;
};

} // namespace retryscope::ui
