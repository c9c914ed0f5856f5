// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/message_bar.h"

#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <chrono>
#include <utility>

namespace retryscope::ui {

MessageBar::MessageBar(QWidget* over)
    : QFrame(over)
    , m_glyph(makeLabel({}, this))
    , m_text(makeLabel({}, this))
    , m_button(new QPushButton(this))
    , m_timer(new QTimer(this))
{
    setObjectName(QStringLiteral("messageBar"));
    m_text->setObjectName(QStringLiteral("messageText"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QToolButton* close = makeIconButton(tr("Close message"), QStringLiteral("closeMessageButton"), this);
    close->setText(QStringLiteral("✕"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->addWidget(m_glyph);
    layout->addWidget(m_text, 1);
    nameInput(m_button, QStringLiteral("messageButton"), tr("Follow the message"));
    m_button->setAutoDefault(false);
    layout->addWidget(m_button);
    connect(m_button, &QPushButton::clicked, this, [this] {
        hide();
        if (m_onPressed) {
            m_onPressed();
        }
    });
    layout->addWidget(close);
    over->installEventFilter(this);
    m_timer->setSingleShot(true);
    connect(m_timer, &QTimer::timeout, this, &QWidget::hide);
    hide();
}

void MessageBar::showError(const QString& text)
{
    m_isError = true;
    m_timer->stop();
    display(QStringLiteral("danger"), QStringLiteral("✕"), text);
}

void MessageBar::showPassingError(const QString& text)
{
    constexpr std::chrono::seconds kTimeToRead{15};
    showError(text);
    m_timer->start(kTimeToRead);
}

void MessageBar::showNote(const QString& text)
{
    constexpr std::chrono::seconds kTime{4};
    m_isError = false;
    m_timer->start(kTime);
    display(QStringLiteral("success"), QStringLiteral("✓"), text);
}

void MessageBar::showOffer(const QString& text, const QString& button, std::function<void()> onPressed)
{
    constexpr std::chrono::seconds kTimeToDecide{15};
    m_isError = false;
    m_onPressed = std::move(onPressed);
    m_timer->start(kTimeToDecide);
    display({}, QStringLiteral("•"), text, button);
}

void MessageBar::hideError()
{
    if (m_isError) {
        hide(); // also one that waits for its room
    }
}

void MessageBar::setRoom(int room)
{
    const bool isOpen = !isHidden();
    const bool wasAway = m_isAway;
    m_room = room;
    if (isOpen && room != m_home) {
        hide();
        m_isAway = m_isError;
    } else if (wasAway && room == m_home) {
        place();
        show();
        raise();
    }
}

/// Whoever hides the message has done with it.
void MessageBar::setVisible(bool isVisible)
{
    m_isAway = false;
    QFrame::setVisible(isVisible);
}

QString MessageBar::text() const
{
    return m_text->text();
}

void MessageBar::display(const QString& mark, const QString& glyph, const QString& text,
                         const QString& button)
{
    setProperty("card", true);
    setProperty("mark", mark);
    restyle(this);
    m_glyph->setText(glyph);
    constexpr qsizetype kMostShown = 2000; // characters: a message may quote a server or a file
    m_text->setText(shortened(text, kMostShown));
    setAccessibleName(m_text->text());
    m_button->setText(button);
    m_button->setAccessibleName(button.isEmpty() ? tr("Follow the message") : button);
    m_button->setVisible(!button.isEmpty());
    m_home = m_room;
    place();
    show();
    raise();
}

/// In the middle, as wide as it needs and at most two thirds of what it lies over.
void MessageBar::place()
{
    constexpr int kMargin = 16;
    const QRect area = parentWidget()->rect();
    const int most = std::max(area.width() * 2 / 3, std::min(area.width() - 2 * kMargin, 480));
    ensurePolished();
    const QMargins around = layout()->contentsMargins();
    const int words = m_text->fontMetrics().horizontalAdvance(m_text->text());
    const int width =
        std::min(most, words + m_glyph->sizeHint().width() + around.left() + around.right() + 64 +
                           (m_button->isVisibleTo(this) ? m_button->sizeHint().width() : 0));
    const int height = std::min(layout()->totalHeightForWidth(width), area.height() - 2 * kMargin);
    setGeometry(area.center().x() - width / 2, area.bottom() - height - kMargin, width, height);
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == parentWidget() && isVisible()) {
        place();
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace retryscope::ui
