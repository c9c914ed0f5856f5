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
    setEditTriggers(QAbstractItemView::NoEditTriggers);
}

void FindingsList::fit()
{
    doItemsLayout();
    setFixedHeight(std::max(0, contentsSize().height()));
}

void FindingsList::resizeEvent(QResizeEvent* event)
{
    QListView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        fit(); // rows wrap differently
    }
}

} // namespace retryscope::ui
