// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/segments.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPushButton>

namespace retryscope::ui {

Segments::Segments(const QString& name, const QString& accessibleName, const QStringList& choices,
                   QWidget* parent)
    : QFrame(parent), m_group(new QButtonGroup(this))
{
    setObjectName(name);
    setAccessibleName(accessibleName);
    setProperty("look", QStringLiteral("segments"));
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(3, 3, 3, 3);
    layout->setSpacing(2);
    for (int i = 0; i < choices.size(); ++i) {
        auto* button = new QPushButton(choices[i], this);
        button->setObjectName(name + QString::number(i));
        button->setAccessibleName(choices[i]);
        button->setProperty("look", QStringLiteral("segment"));
        button->setCheckable(true);
        m_group->addButton(button, i); // exclusive: the arrow keys walk and choose
        layout->addWidget(button);
    }
    setCurrent(0);
    connect(m_group, &QButtonGroup::idClicked, this, &Segments::chosen);
}

int Segments::current() const
{
    return m_group->checkedId();
}

void Segments::setCurrent(int choice)
{
    button(choice)->setChecked(true);
}

QPushButton* Segments::button(int choice) const
{
    return static_cast<QPushButton*>(m_group->button(choice));
}

} // namespace retryscope::ui
