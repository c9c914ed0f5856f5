// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/client_line_view.h"

#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cstddef>

namespace retryscope::ui {

ClientLineView::ClientLineView(QWidget* parent)
    : QFrame(parent)
    , m_tabs(new QTabBar(this))
    , m_line(new QLineEdit(this))
    , m_copy(new QPushButton(tr("Copy"), this))
{
    setObjectName(QStringLiteral("clientLines"));
    setProperty("surface", QStringLiteral("side"));
    nameInput(m_tabs, QStringLiteral("clientLineTabs"), tr("Client to configure"));
    nameInput(m_line, QStringLiteral("clientLine"), tr("Line for the client"));
    nameInput(m_copy, QStringLiteral("clientLineCopy"), tr("Copy the line"));
    m_copy->setAutoDefault(false);
    m_line->setReadOnly(true);
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    m_tabs->setUsesScrollButtons(true);
    for (const ClientLine& line : clientLines()) {
        m_tabs->addTab(QString::fromUtf8(line.title));
    }
    auto* tabs = new QHBoxLayout;
    tabs->setSpacing(16);
    tabs->addWidget(makeHeading(tr("Line for the client"), this));
    tabs->addWidget(m_tabs, 1);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_line, 1);
    line->addWidget(m_copy);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 4, 16, 10);
    layout->setSpacing(4);
    layout->addLayout(tabs);
    layout->addLayout(line);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int client) {
        displayLine();
        Q_EMIT clientChosen(client);
    });
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_line->text());
        Q_EMIT noteFound(tr("Copied the line for %1.").arg(m_tabs->tabText(m_tabs->currentIndex())));
    });
    setTextStyle(m_line, TextStyle::Code);
    applyTheme();
}

void ClientLineView::display(ClientWay way, const QString& url, const QString& authority)
{
    m_way = way;
    m_url = url;
    m_authority = authority;
    displayLine();
}

void ClientLineView::setClient(int client)
{
    m_tabs->setCurrentIndex(client); // which QTabBar ignores where there is none
}

void ClientLineView::displayLine()
{
    const auto client = static_cast<std::size_t>(std::max(0, m_tabs->currentIndex()));
    m_line->setText(filledIn(clientLines()[client], m_way, m_url, m_authority));
    m_line->setCursorPosition(0);
    m_line->setToolTip(plainToolTip(m_line->text()));
}

void ClientLineView::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
}

void ClientLineView::applyTheme()
{
    m_copy->setIcon(Theme::forPalette(palette()).icon(QStringLiteral("copy")));
}

} // namespace retryscope::ui
