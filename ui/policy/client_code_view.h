// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipes/client_code.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QLabel;
class QVBoxLayout;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The code that makes the real client behave like the edited policy, in blocks with copy buttons.
class ClientCodeView : public QWidget
{
    Q_OBJECT
public:
    explicit ClientCodeView(QWidget* parent = nullptr);

    void display(const ClientCode& code);

Q_SIGNALS:
    void noteFound(const QString& note);

private:
    ClientCode m_code;
    QWidget* m_content = nullptr;
    QVBoxLayout* m_layout;
    QLabel* m_intent;
    QLabel* m_notes;
};

} // namespace retryscope::ui
