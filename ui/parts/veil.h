// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace retryscope::ui {

/// Dims the widget that it lies over, without being in the way of the mouse.
class Veil : public QWidget
{
    Q_OBJECT
public:
    /// Hidden at first; as large as `over` for as long as both live. over: no QSplitter, which would make a
    /// pane of it.
    explicit Veil(QWidget* over);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace retryscope::ui
