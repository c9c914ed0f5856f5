// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/record/lane_rows.h"

#include <QWidget>

namespace retryscope::ui {

/// Draws the attempts of one call on a time axis. Each has two lanes: what the client did, and what a preset
/// would have done. A column on the right says whether they agree.
class CallLanes : public QWidget
{
    Q_OBJECT
public:
    explicit CallLanes(QWidget* parent = nullptr);

    void display(std::vector<LaneRow> rows);
    [[nodiscard]] const std::vector<LaneRow>& rows() const { return m_rows; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Plot;
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] Plot plot() const;
    [[nodiscard]] Duration length() const;
    void paintAxis(QPainter& painter, const Plot& plot) const;
    void paintRow(QPainter& painter, const Plot& plot, const LaneRow& row, int top) const;
    void paintVerdict(QPainter& painter, const Plot& plot, const LaneRow& row, int top) const;

    std::vector<LaneRow> m_rows;
};

} // namespace retryscope::ui
