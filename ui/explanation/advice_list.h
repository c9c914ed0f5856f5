// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/fault_advice.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QVBoxLayout;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Advice against a fault; with a button where Retryscope can act on it.
class AdviceList : public QWidget
{
    Q_OBJECT
public:
    explicit AdviceList(QWidget* parent = nullptr);

    /// Shows the advice; hides the list if there is none.
    void display(const std::vector<FaultAdvice>& advice);

Q_SIGNALS:
    void remedyRequested(retryscope::FaultRemedy remedy);

private:
    void addRow(int row, const FaultAdvice& advice);

    std::vector<FaultAdvice> m_advice;
    QWidget* m_content = nullptr;
    QVBoxLayout* m_layout;
};

} // namespace retryscope::ui
