// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/message_bar.h"

#include "ui/parts/form.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QToolButton>

namespace retryscope::ui {

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), m_glyph(new QLabel(this)), m_text(new QLabel(this))
{
    setObjectName(QStringLiteral("messageBar"));
    m_text->setObjectName(QStringLiteral("messageText"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QToolButton* close = makeIconButton(tr("Close message"), QStringLiteral("closeMessageButton"), this);
    close->setText(QStringLiteral("✕"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->addWidget(m_glyph);
    layout->addWidget(m_text, 1);
    layout->addWidget(close);
    hide();
}

void MessageBar::showError(const QString& text)
{
    display(QStringLiteral("danger"), QStringLiteral("✕"), text);
}

void MessageBar::showNote(const QString& text)
{
    display(QStringLiteral("success"), QStringLiteral("✓"), text);
}

QString MessageBar::text() const
{
    return m_text->text();
}

void MessageBar::display(const QString& mark, const QString& glyph, const QString& text)
{
    setProperty("card", true);
    setProperty("mark", mark);
    style()->unpolish(this);
    style()->polish(this);
    m_glyph->setText(glyph);
    m_text->setText(text);
    setAccessibleName(text);
    show();
}

} // namespace retryscope::ui
