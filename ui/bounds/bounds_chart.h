// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/call_bounds.h"

#include <QWidget>

namespace retryscope::ui {

/// One call at best, on average and at worst: attempts and delays on one time axis, with the deadline across.
class BoundsChart : public QWidget
{
    Q_OBJECT
public:
    explicit BoundsChart(QWidget* parent = nullptr);

    void display(const CallBounds& bounds);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] double rowHeight() const;

    CallBounds m_bounds;
};

} // namespace retryscope::ui
