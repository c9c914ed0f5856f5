// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace retryscope::ui {

/// Marks what it covers as older than the form that made it: a dashed frame, so that every text keeps its
/// contrast. It does not block the mouse.
class StaleFrame : public QWidget
{
    Q_OBJECT
public:
    /// Starts hidden and always has the size of `over`. over: must not be a QSplitter, which would turn the
    /// frame into a pane.
    explicit StaleFrame(QWidget* over);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace retryscope::ui
