// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>
#include <QTimer>

namespace retryscope::ui {

/// Holds a room. The room is as large as the area, but never smaller than it can be: then it scrolls.
class PageArea : public QAbstractScrollArea
{
public:
    explicit PageArea(QWidget* page, QWidget* parent = nullptr);

    [[nodiscard]] QWidget* page() const { return m_page; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, 0}; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void fit();

    QWidget* m_page;
    QTimer m_soon; ///< fits again when the layouts in the page have done their work
    bool m_isFitting = false;
};

} // namespace retryscope::ui
