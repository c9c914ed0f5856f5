// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QTimer>

namespace retryscope::ui {

/// Holds a room. The room is as large as the area, but never smaller than it can be: then it scrolls.
class PageArea : public QScrollArea
{
public:
    explicit PageArea(QWidget* page, QWidget* parent = nullptr);

    [[nodiscard]] QSize minimumSizeHint() const override { return {0, 0}; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    QTimer m_soon; ///< fits again when the layouts in the page have done their work
    QSize m_room;  ///< without scroll bars, as it was last
    /// The page leaves room for a scroll bar. Until the area is resized, since a page that becomes lower in
    /// less width would bring the bar and drive it away for ever.
    bool m_hasGap = false;
    bool m_isFitting = false;
};

} // namespace retryscope::ui
