// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/rows/time_scale.h"

#include <QFrame>

namespace retryscope::ui {

/// A line below the timeline in place of a curve: the curve's title, and why there is no curve.
class AbsenceLine : public QFrame
{
public:
    explicit AbsenceLine(QWidget* parent = nullptr);

    /// An empty reason hides the line.
    void display(const QString& title, const QString& reason);
    /// Time range of the plot, in pixels of this widget.
    void setScale(const TimeScale& scale);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_title;
    QString m_reason;
    TimeScale m_scale;
};

} // namespace retryscope::ui
