// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/fitted_text.h"

#include <QLabel>

namespace retryscope::ui {

/// One line of plain text that is elided where it does not fit and never widens its container. text() returns
/// the whole text.
class ElidedLabel : public QLabel
{
public:
    explicit ElidedLabel(QWidget* parent = nullptr, Loss loss = Loss::End);

    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Loss m_loss;
};

} // namespace retryscope::ui
