// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

namespace retryscope::ui {

/// Needs room for the page that is shown, not for all of them.
class Stack : public QStackedWidget
{
public:
    explicit Stack(QWidget* parent = nullptr) : QStackedWidget(parent)
    {
        connect(this, &QStackedWidget::currentChanged, this, [this] { updateGeometry(); });
    }

    [[nodiscard]] QSize minimumSizeHint() const override
    {
        const QWidget* page = currentWidget();
        return page == nullptr ? QSize() : page->minimumSizeHint().expandedTo(page->minimumSize());
    }
};

} // namespace retryscope::ui
