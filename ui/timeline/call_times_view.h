// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/call_times.h"

#include <QFrame>
#include <QPushButton>

#include <optional>

QT_BEGIN_NAMESPACE
class QChartView;
class QLabel;
class QTableView;
QT_END_NAMESPACE

namespace retryscope::ui {

class ReportRows;

/// How long the calls of a run took: a histogram with logarithmic bins, failed calls in a colour of their
/// own, and the same as a table. A popup.
class CallTimesPopup : public QFrame
{
    Q_OBJECT
public:
    explicit CallTimesPopup(QWidget* owner);

    void display(const CallTimes& times, bool isVirtual);
    void openBeneath(const QWidget& button);

private:
    void draw(const CallTimes& times);

    QLabel* m_summary;
    QChartView* m_view;
    ReportRows* m_rows;
    QTableView* m_table;
};

/// The percentiles of a run's calls beside a small histogram; opens the popup. Hidden below
/// kFewestTimedCalls ended calls.
class CallTimesButton : public QPushButton
{
    Q_OBJECT
public:
    explicit CallTimesButton(QWidget* parent = nullptr);

    void display(const std::optional<CallTimes>& times, bool isVirtual);

protected:
    void changeEvent(QEvent* event) override;

private:
    void drawIcon();

    std::optional<CallTimes> m_times;
    bool m_isVirtual = false;
};

} // namespace retryscope::ui
