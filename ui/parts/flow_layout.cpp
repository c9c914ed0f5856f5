// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/flow_layout.h"

#include <QWidget>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

FlowLayout::FlowLayout(QWidget* parent, int spacing) : QLayout(parent)
{
    setContentsMargins(0, 0, 0, 0);
    setSpacing(spacing);
}

FlowLayout::~FlowLayout()
{
    for (const Item& item : m_items) {
        delete item.item;
    }
}

void FlowLayout::addWidget(QWidget* widget, int stretch)
{
    QLayout::addWidget(widget);
    m_items.back().stretch = stretch;
}

void FlowLayout::addStretch()
{
    addItem(new QSpacerItem(0, 0, QSizePolicy::Expanding, QSizePolicy::Minimum));
    m_items.back().stretch = 1;
}

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.push_back({.item = item});
    invalidate();
}

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].item : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    QLayoutItem* taken = itemAt(index);
    if (taken != nullptr) {
        m_items.erase(m_items.begin() + index);
        invalidate();
    }
    return taken;
}

/// Each as full as the minimum widths allow. What is hidden takes no room.
std::vector<FlowLayout::Line> FlowLayout::linesOf(int width) const
{
    std::vector<Line> lines(1);
    int used = 0;
    for (const Item& item : m_items) {
        const bool isSpace = item.item->spacerItem() != nullptr;
        if (item.item->isEmpty() && !isSpace) {
            continue;
        }
        const int least =
            isSpace ? 0 : item.item->minimumSize().width() + (lines.back().empty() ? 0 : spacing());
        if (used + least > width && !lines.back().empty()) {
            lines.emplace_back();
            used = item.item->minimumSize().width();
        } else {
            used += least;
        }
        lines.back().push_back(item);
    }
    return lines;
}

int FlowLayout::heightOf(const Line& line, const std::vector<int>& widths)
{
    int height = 0;
    for (std::size_t index = 0; index < line.size(); ++index) {
        QLayoutItem& item = *line[index].item;
        height = std::max(
            {height, item.minimumSize().height(),
             item.hasHeightForWidth() ? item.heightForWidth(widths[index]) : item.sizeHint().height()});
    }
    return height;
}

int FlowLayout::heightForWidth(int width) const
{
    const QMargins around = contentsMargins();
    width -= around.left() + around.right();
    const std::vector<Line> lines = linesOf(width);
    int height = around.top() + around.bottom() + spacing() * (static_cast<int>(lines.size()) - 1);
    for (const Line& line : lines) {
        height += heightOf(line, widthsOf(line, width));
    }
    return height;
}

QSize FlowLayout::sizeHint() const
{
    const QMargins around = contentsMargins();
    int width = 0;
    int height = 0;
    for (const Item& item : m_items) {
        if (!item.item->isEmpty()) {
            width += item.item->sizeHint().width() + spacing();
            height = std::max(height, item.item->sizeHint().height());
        }
    }
    return {std::max(0, width - spacing()) + around.left() + around.right(),
            height + around.top() + around.bottom()};
}

QSize FlowLayout::minimumSize() const
{
    const QMargins around = contentsMargins();
    QSize least;
    for (const Item& item : m_items) {
        if (!item.item->isEmpty()) {
            least = least.expandedTo(item.item->minimumSize());
        }
    }
    return least.expandedTo({0, 0}) + QSize(around.left() + around.right(), around.top() + around.bottom());
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    QRect room = rect.marginsRemoved(contentsMargins());
    for (const Line& line : linesOf(room.width())) {
        const std::vector<int> widths = widthsOf(line, room.width());
        const int height = heightOf(line, widths);
        int left = room.left();
        for (std::size_t index = 0; index < line.size(); ++index) {
            QLayoutItem& item = *line[index].item;
            item.setGeometry(QRect(left, room.top(), widths[index], height)); // centred if it is lower
            left += widths[index] + (item.spacerItem() != nullptr ? 0 : spacing());
        }
        room.setTop(room.top() + height + spacing());
    }
}

/// As QHBoxLayout does: what stretches shares the room that the hints of the others leave. Where the hints
/// need more than there is, each item gives up the same part of what it has above its minimum.
std::vector<int> FlowLayout::widthsOf(const Line& line, int width) const
{
    std::vector<int> least;
    std::vector<int> widths;
    int wanted = 0;
    int needed = 0;
    for (const Item& item : line) {
        const bool isSpace = item.item->spacerItem() != nullptr;
        const int most = std::min(item.item->maximumSize().width(), width);
        least.push_back(isSpace ? 0 : std::min(item.item->minimumSize().width(), width));
        widths.push_back(isSpace ? 0 : std::max(least.back(), std::min(item.item->sizeHint().width(), most)));
        width -= isSpace || &item == &line.front() ? 0 : spacing();
        wanted += widths.back();
        needed += least.back();
    }
    if (wanted > width) {
        const double kept =
            std::clamp(static_cast<double>(width - needed) / std::max(1, wanted - needed), 0.0, 1.0);
        for (std::size_t index = 0; index < line.size(); ++index) {
            widths[index] = least[index] + static_cast<int>((widths[index] - least[index]) * kept);
        }
        return widths;
    }
    std::vector<bool> isDone(line.size());
    for (bool isShared = false; !isShared;) {
        isShared = true;
        int room = width;
        int shares = 0;
        for (std::size_t index = 0; index < line.size(); ++index) {
            isDone[index] = isDone[index] || line[index].stretch == 0;
            room -= isDone[index] ? widths[index] : 0;
            shares += isDone[index] ? 0 : line[index].stretch;
        }
        for (std::size_t index = 0; index < line.size() && isShared; ++index) {
            if (!isDone[index] && room * line[index].stretch / shares < widths[index]) {
                isDone[index] = true; // it keeps its hint, and the others share again
                isShared = false;
            }
        }
        for (std::size_t index = 0; index < line.size() && isShared; ++index) {
            if (!isDone[index]) {
                widths[index] =
                    std::min(room * line[index].stretch / shares, line[index].item->maximumSize().width());
            }
        }
    }
    return widths;
}

} // namespace retryscope::ui
