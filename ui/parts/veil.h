// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace retryscope::ui {

/// Dims the widget that it covers, without blocking the mouse.
class Veil : public QWidget
{
    Q_OBJECT
public:
    /// Starts hidden and always has the size of `over`. over: must not be a QSplitter, which would turn the
    /// veil into a pane.
    explicit Veil(QWidget* over);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace retryscope::ui
