// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/setup_drawer.h"

#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kRunCharacters = 80;

} // namespace

SetupDrawer::SetupDrawer(QFrame& setup, QSplitter& splitter, QWidget& over)
    : m_setup(setup), m_splitter(splitter), m_over(over), m_button(new QToolButton(this))
{
    setObjectName(QStringLiteral("setupStrip"));
    setProperty("surface", QStringLiteral("side"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    nameInput(m_button, QStringLiteral("setupButton"), tr("Set-up"));
    m_button->setToolTip(tr("Request and endpoint script (F9)"));
    m_button->setCheckable(true);
    m_button->setAutoRaise(true);
    m_button->setFocusPolicy(Qt::TabFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2, 8, 2, 8);
    column->addWidget(m_button, 0, Qt::AlignHCenter);
    column->addStretch();
    hide();
    connect(m_button, &QToolButton::clicked, this, &SetupDrawer::setOpen);
    connect(qApp, &QApplication::focusChanged, this,
            [this](const QWidget* /*old*/, const QWidget* now) { onFocusChanged(now); });
    m_over.installEventFilter(this);
    m_setup.installEventFilter(this);
    applyTheme();
}

void SetupDrawer::fit(int width, int beside)
{
    const int run = width - m_setup.minimumWidth() - beside;
    const bool isFolded = run < kRunCharacters * fontMetrics().averageCharWidth();
    if (isFolded == m_isFolded) {
        return;
    }
    setOpen(false);
    m_isFolded = isFolded;
    setVisible(isFolded);
    m_setup.setVisible(!isFolded && m_isWanted);
    if (std::exchange(m_isAwaited, false)) {
        setOpen(true);
    }
}

void SetupDrawer::setWanted(bool isWanted)
{
    m_isWanted = isWanted;
    if (!m_isFolded) {
        m_setup.setVisible(isWanted);
    }
}

void SetupDrawer::setOpen(bool isOpen)
{
    m_isAwaited = isOpen && !isVisible() && !window()->isVisible(); // its width is not known yet
    m_button->setChecked(isOpen && m_isFolded);
    if (!m_isFolded || isOpen == m_isOpen) {
        return;
    }
    m_isOpen = isOpen;
    if (isOpen) {
        m_sizes = m_splitter.saveState();
        m_setup.setProperty("lifted", true);
        m_setup.setParent(&m_over);
        place();
        m_setup.show();
        m_setup.raise();
        m_setup.setFocus();
    } else {
        const bool hadFocus = m_setup.isAncestorOf(QApplication::focusWidget());
        m_setup.hide();
        m_setup.setProperty("lifted", {});
        m_splitter.insertWidget(0, &m_setup); // stays hidden
        m_splitter.setStretchFactor(0, 0);
        m_splitter.restoreState(m_sizes);
        if (hadFocus) {
            m_button->setFocus();
        }
    }
}

void SetupDrawer::place()
{
    const QPoint corner = mapTo(&m_over, QPoint(width(), 0));
    const int wide = std::max(m_setup.minimumWidth(), m_setup.minimumSizeHint().width());
    m_setup.setGeometry(corner.x(), corner.y(), wide, height());
}

/// A list that drops down from one of its fields, and a question, are no elsewhere.
void SetupDrawer::onFocusChanged(const QWidget* now)
{
    if (m_isOpen && now != nullptr && now != &m_setup && now != m_button && !m_setup.isAncestorOf(now) &&
        now->window() == window() && QApplication::activePopupWidget() == nullptr) {
        setOpen(false);
    }
}

bool SetupDrawer::eventFilter(QObject* watched, QEvent* event)
{
    if (m_isOpen && watched == &m_over && event->type() == QEvent::Resize) {
        place();
    }
    if (m_isOpen && watched == &m_setup && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        setOpen(false);
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

void SetupDrawer::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
    QFrame::changeEvent(event);
}

void SetupDrawer::applyTheme()
{
    m_button->setIcon(Theme::forPalette(palette()).icon(QStringLiteral("unfold")));
}

} // namespace retryscope::ui
