// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/fitted_text.h"

#include <QLabel>

namespace retryscope::ui {

/// One or a few lines of plain text that are elided where they do not fit and never widen their container.
/// text() returns the whole text.
class ElidedLabel : public QLabel
{
public:
    explicit ElidedLabel(QWidget* parent = nullptr, Fit fit = {});

    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return m_fit.lines > 1; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Fit m_fit;
};

} // namespace retryscope::ui
