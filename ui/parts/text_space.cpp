// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/text_space.h"

#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QEvent>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QWidget>

#include <algorithm>
#include <optional>
#include <utility>

namespace retryscope::ui {

namespace {

/// The same for an item of a layout.
int leastHeightOfItem(QLayoutItem& item, int width)
{
    if (item.isEmpty()) {
        return 0;
    }
    if (const QWidget* widget = item.widget()) {
        return leastHeightOf(*widget, width);
    }
    auto* box = qobject_cast<QBoxLayout*>(item.layout());
    if (box == nullptr) {
        return item.hasHeightForWidth() ? item.minimumHeightForWidth(width) : item.minimumSize().height();
    }
    const QMargins around = box->contentsMargins();
    width -= around.left() + around.right();
    const bool isColumn =
        box->direction() == QBoxLayout::TopToBottom || box->direction() == QBoxLayout::BottomToTop;
    int height = isColumn ? -box->spacing() : 0;
    for (int index = 0; index < box->count(); ++index) {
        QLayoutItem& part = *box->itemAt(index);
        if (part.isEmpty() && part.spacerItem() == nullptr) {
            continue;
        }
        if (isColumn) {
            const bool isSpace = part.spacerItem() != nullptr;
            height += isSpace ? part.minimumSize().height() : leastHeightOfItem(part, width) + box->spacing();
        } else {
            height = std::max(height, leastHeightOfItem(part, std::max(part.geometry().width(),
                                                                       part.minimumSize().width())));
        }
    }
    return std::max(0, height) + around.top() + around.bottom();
}

/// Fits its widget now and whenever the widget's font changes. The widget owns it.
class TextFollower : public QObject
{
public:
    TextFollower(QWidget* widget, std::function<void()> fit) : QObject(widget), m_fit(std::move(fit))
    {
        widget->installEventFilter(this);
    }

    void fit() const { m_fit(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::FontChange) {
            fit();
        }
        return QObject::eventFilter(watched, event);
    }

private:
    std::function<void()> m_fit;
};

/// The room that a widget keeps for its text; one for each widget.
class TextRoom : public TextFollower
{
public:
    struct Room
    {
        int units; ///< characters or lines
        int extra; ///< pixels
    };
    using Bound = std::optional<Room>;

    static TextRoom& of(QWidget* widget)
    {
        for (QObject* child : widget->children()) {
            if (auto* room = dynamic_cast<TextRoom*>(child)) {
                return *room;
            }
        }
        return *new TextRoom(widget);
    }

    void keep(Bound TextRoom::*bound, Room room)
    {
        this->*bound = room;
        fit();
    }

    Bound leastWidth;
    Bound mostWidth;
    Bound leastHeight;
    Bound mostHeight;

private:
    explicit TextRoom(QWidget* widget) : TextFollower(widget, [this, widget] { applyTo(*widget); }) {}

    void applyTo(QWidget& widget) const
    {
        const auto apply = [&widget](const Bound& bound, int unit, void (QWidget::*set)(int)) {
            if (bound) {
                (widget.*set)(bound->units * unit + bound->extra);
            }
        };
        const int character = widget.fontMetrics().averageCharWidth();
        const int line = widget.fontMetrics().lineSpacing();
        apply(leastWidth, character, &QWidget::setMinimumWidth);
        apply(mostWidth, character, &QWidget::setMaximumWidth);
        apply(leastHeight, line, &QWidget::setMinimumHeight);
        apply(mostHeight, line, &QWidget::setMaximumHeight);
    }
};

} // namespace

void followText(QWidget* widget, std::function<void()> fit)
{
    (new TextFollower(widget, std::move(fit)))->fit();
}

void setLeastCharacters(QWidget* widget, int characters, int extra)
{
    TextRoom::of(widget).keep(&TextRoom::leastWidth, {characters, extra});
}

void setMostCharacters(QWidget* widget, int characters, int extra)
{
    TextRoom::of(widget).keep(&TextRoom::mostWidth, {characters, extra});
}

void setCharacters(QWidget* widget, int characters, int extra)
{
    setLeastCharacters(widget, characters, extra);
    setMostCharacters(widget, characters, extra);
}

void setLeastLines(QWidget* widget, int lines, int extra)
{
    TextRoom::of(widget).keep(&TextRoom::leastHeight, {lines, extra});
}

void setMostLines(QWidget* widget, int lines, int extra)
{
    TextRoom::of(widget).keep(&TextRoom::mostHeight, {lines, extra});
}

void setLines(QWidget* widget, int lines, int extra)
{
    setLeastLines(widget, lines, extra);
    setMostLines(widget, lines, extra);
}

int leastHeightOf(const QWidget& widget, int width)
{
    int lowest = 0;
    if (const auto* stack = qobject_cast<const QStackedWidget*>(&widget)) {
        const QMargins around = stack->contentsMargins();
        lowest = stack->currentWidget() == nullptr ? 0 : leastHeightOf(*stack->currentWidget(), width);
        lowest += around.top() + around.bottom();
    } else if (const auto* tabs = qobject_cast<const QTabWidget*>(&widget)) {
        lowest = tabs->currentWidget() == nullptr ? 0 : leastHeightOf(*tabs->currentWidget(), width);
        lowest += tabs->tabBar()->sizeHint().height();
    } else if (QLayout* layout = widget.layout(); layout != nullptr && layout->hasHeightForWidth()) {
        const QMargins around = widget.contentsMargins();
        lowest = leastHeightOfItem(*layout, width - around.left() - around.right()) + around.top() +
                 around.bottom();
    } else if (widget.hasHeightForWidth()) {
        lowest = widget.heightForWidth(width);
    } else {
        lowest = widget.minimumSizeHint().height();
    }
    return std::min(std::max(lowest, widget.minimumHeight()), widget.maximumHeight());
}

int barHeight(const QFont& font)
{
    constexpr int kLeast = 40;
    constexpr int kAround = 8;
    return std::max(kLeast,
                    QFontMetrics(font).height() + QFontMetrics(Theme::smallFont(font)).height() + kAround);
}

void setBarHeight(QWidget* widget)
{
    widget->setProperty("barHeight", true);
    followText(widget, [=] { widget->setMinimumHeight(barHeight(widget->font())); });
}

} // namespace retryscope::ui
