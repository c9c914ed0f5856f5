// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/rail.h"

#include "ui/parts/form.h"
#include "ui/parts/tab_order.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kWidth = 64;
constexpr int kCompactWidth = 48;
constexpr int kMargin = 4;
constexpr int kIcon = 18;
constexpr int kMenuIcon = 24;

} // namespace

/// Of a room: may have a dot at its icon.
class Rail::Button final : public QToolButton
{
public:
    using QToolButton::QToolButton;

    void setBusy(bool isBusy)
    {
        m_isBusy = isBusy;
        update();
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QToolButton::paintEvent(event);
        if (!m_isBusy) {
            return;
        }
        constexpr qreal kDot = 7;
        const Theme& theme = Theme::forPalette(palette());
        const int icon = iconSize().width();
        const qreal top = toolButtonStyle() == Qt::ToolButtonIconOnly ? (height() - icon) / 2.0 - 2 : 4;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.rail, 1.5));
        painter.setBrush(theme.danger);
        painter.drawEllipse(QRectF(width() / 2.0 + icon / 2.0 - 1, top, kDot, kDot));
    }

private:
    bool m_isBusy = false;
};

Rail::Rail(QMenu* menu, QWidget* parent)
    : QFrame(parent), m_menuButton(new QToolButton(this)), m_layout(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("rail"));
    setProperty("surface", QStringLiteral("rail"));
    setAccessibleName(tr("Rooms"));
    makeTabGroup(this);
    nameInput(m_menuButton, QStringLiteral("menuButton"), tr("Menu"));
    m_menuButton->setProperty("look", QStringLiteral("room"));
    m_menuButton->setToolTip(tr("Menu (F10)"));
    m_menuButton->setPopupMode(QToolButton::InstantPopup);
    m_menuButton->setMenu(menu);
    m_menuButton->setFocusPolicy(Qt::TabFocus);
    m_menuButton->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_menuButton->setText(tr("Menu"));
    setTextStyle(m_menuButton, TextStyle::Small);
    m_icons.insert(m_menuButton, QStringLiteral("menu"));
    m_layout->setContentsMargins(kMargin, 8, kMargin, 8);
    m_layout->setSpacing(4);
    m_layout->addStretch();
    m_layout->addWidget(m_menuButton);
    setCompact(false);
}

QToolButton* Rail::addButton(QAction* action, const QString& icon, int place)
{
    auto* button = new Button(this);
    button->setDefaultAction(action);
    button->setObjectName(action->objectName() + QStringLiteral("Button"));
    button->setAccessibleName(action->iconText());
    button->setProperty("look", QStringLiteral("room"));
    setTextStyle(button, TextStyle::Small);
    button->setFocusPolicy(Qt::TabFocus);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_layout->insertWidget(place, button);
    m_icons.insert(button, icon);
    measure();
    applyTheme();
    return button;
}

void Rail::setHome(QAction* action)
{
    m_home = new QToolButton(this);
    m_home->setDefaultAction(action);
    nameInput(m_home, QStringLiteral("homeButton"), action->toolTip());
    m_home->setProperty("look", QStringLiteral("room"));
    m_home->setIcon(Theme::applicationIcon());
    m_home->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_home->setFocusPolicy(Qt::TabFocus);
    m_home->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_layout->insertWidget(0, m_home);
    measure();
}

void Rail::addRoom(QAction* action, const QString& icon)
{
    addButton(action, icon, 1 + m_rooms++);
}

void Rail::addTool(QAction* action, const QString& icon)
{
    addButton(action, icon, m_layout->count());
}

void Rail::setBusy(QAction* action, bool isBusy, const QString& what)
{
    for (auto entry = m_icons.keyBegin(); entry != m_icons.keyEnd(); ++entry) {
        if ((*entry)->defaultAction() == action) {
            (*entry)->setProperty("busy", isBusy);
            (*entry)->setAccessibleName(isBusy ? QStringLiteral("%1, %2").arg(action->iconText(), what)
                                               : action->iconText());
            static_cast<Button*>(*entry)->setBusy(isBusy);
        }
    }
}

void Rail::setCompact(bool isCompact)
{
    m_isCompact = isCompact;
    fit();
}

/// The labels decide how wide the rail is, and from which height on it shows them.
void Rail::measure()
{
    const QFont small = Theme::smallFont(font());
    setIconSide(Theme::scaled(kIcon, font()));
    m_labelledWidth = kWidth;
    for (auto entry = m_icons.begin(); entry != m_icons.end(); ++entry) {
        QToolButton* button = entry.key();
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        constexpr int kPadding = 2 * kMargin + 22; // the room that is shown has bold letters
        const int bold = QFontMetrics(Theme::boldFont(small)).horizontalAdvance(button->text()) + kPadding;
        m_labelledWidth = std::max({m_labelledWidth, button->sizeHint().width() + 2 * kMargin, bold});
    }
    m_labelledHeight = m_layout->minimumSize().height();
    fit();
}

/// A window that is too narrow or too low for the labels has icons only: a label is whole or not there.
void Rail::fit()
{
    const bool isLabelled = !m_isCompact && height() >= m_labelledHeight;
    for (auto entry = m_icons.begin(); entry != m_icons.end(); ++entry) {
        entry.key()->setToolButtonStyle(isLabelled ? Qt::ToolButtonTextUnderIcon : Qt::ToolButtonIconOnly);
    }
    int side = Theme::scaled(kIcon, font());
    if (!isLabelled) {              // smaller than the text wants where the window is low
        constexpr int kAround = 20; // the padding of a button and the gap below it
        const int buttons = static_cast<int>(m_icons.size()) + 1;
        side = std::clamp((height() - 3 * kAround) / buttons - kAround, kIcon, side);
    }
    setIconSide(side);
    setFixedWidth(isLabelled ? m_labelledWidth : side + kCompactWidth - kIcon);
}

void Rail::setIconSide(int side)
{
    for (auto entry = m_icons.begin(); entry != m_icons.end(); ++entry) {
        entry.key()->setIconSize({side, side});
    }
    const int home = side + kMenuIcon - kIcon;
    if (m_home != nullptr) {
        m_home->setIconSize({home, home});
    }
}

/// Its buttons have the look of the style sheet now.
void Rail::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    measure();
}

void Rail::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    fit();
}

void Rail::openMenu()
{
    m_menuButton->showMenu();
}

void Rail::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    } else if (event->type() == QEvent::FontChange) {
        measure();
    }
    QFrame::changeEvent(event);
}

void Rail::applyTheme()
{
    const Theme& theme = Theme::forPalette(palette());
    for (auto entry = m_icons.begin(); entry != m_icons.end(); ++entry) {
        const QIcon icon = theme.icon(entry.value());
        QAction* action = entry.key()->defaultAction();
        action != nullptr ? action->setIcon(icon) : entry.key()->setIcon(icon); // the menu has no action
    }
}

} // namespace retryscope::ui
