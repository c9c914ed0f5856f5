// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/chooser_button.h"

#include "ui/parts/chooser_popup.h"

#include <QKeyEvent>

#include <utility>

namespace retryscope::ui {

ChooserButton::ChooserButton(Items items, const QString& searchHint, QWidget* parent)
    : TwoLineButton(parent), m_items(std::move(items)), m_popup(new ChooserPopup(searchHint, this))
{
    connect(this, &QPushButton::clicked, this, &ChooserButton::openList);
    connect(m_popup, &ChooserPopup::chosen, this, &ChooserButton::chosen);
}

void ChooserButton::display(const QString& id, const QString& title, const QString& summary)
{
    m_id = id;
    TwoLineButton::display(title, summary);
}

void ChooserButton::forget()
{
    m_isFilled = false;
}

void ChooserButton::openList()
{
    if (!std::exchange(m_isFilled, true)) {
        m_popup->setItems(m_items());
    }
    m_popup->openBeneath(*this, m_id);
}

void ChooserButton::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down || event->key() == Qt::Key_F4) {
        openList();
        return;
    }
    TwoLineButton::keyPressEvent(event);
}

} // namespace retryscope::ui
