// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/findings_list.h"

#include <QResizeEvent>

#include <algorithm>

namespace retryscope::ui {

FindingsList::FindingsList(QWidget* parent) : QListView(parent)
{
    setFrameShape(QFrame::NoFrame);
    setResizeMode(QListView::Adjust);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
}

void FindingsList::fit()
{
    doItemsLayout();
    updateGeometry(); // not a resize at once: it may be under way in the very same moment
}

QSize FindingsList::sizeHint() const
{
    return {QListView::sizeHint().width(), std::max(0, contentsSize().height())};
}

QSize FindingsList::minimumSizeHint() const
{
    return {QListView::minimumSizeHint().width(), sizeHint().height()};
}

void FindingsList::resizeEvent(QResizeEvent* event)
{
    QListView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        fit(); // rows wrap differently
    }
}

} // namespace retryscope::ui
