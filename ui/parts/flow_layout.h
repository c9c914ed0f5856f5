// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <vector>

namespace retryscope::ui {

/// Puts its items side by side as a QHBoxLayout does, and begins another line where the minimum widths of the
/// items exceed the width. So a bar of controls needs no more room than its widest control.
class FlowLayout : public QLayout
{
public:
    /// spacing: pixels between items and between lines.
    explicit FlowLayout(QWidget* parent, int spacing);
    ~FlowLayout() override;
    FlowLayout(const FlowLayout&) = delete;
    FlowLayout& operator=(const FlowLayout&) = delete;

    /// stretch: share of the width that is left over in the line; 0: none.
    void addWidget(QWidget* widget, int stretch = 0);
    /// What follows stands at the end of its line.
    void addStretch();
    void addItem(QLayoutItem* item) override;

    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    struct Item
    {
        QLayoutItem* item;
        int stretch = 0;
    };
    using Line = std::vector<Item>;
    [[nodiscard]] std::vector<Line> linesOf(int width) const;
    /// The widths of a line's items in a line of this width.
    [[nodiscard]] std::vector<int> widthsOf(const Line& line, int width) const;
    [[nodiscard]] static int heightOf(const Line& line, const std::vector<int>& widths);

    std::vector<Item> m_items;
};

} // namespace retryscope::ui
