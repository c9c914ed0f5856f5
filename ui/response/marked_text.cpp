// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/response/marked_text.h"

#include "ui/parts/foreign_text.h"
#include "ui/parts/long_words.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QTextBlock>

namespace retryscope::ui {

namespace {

constexpr int kGap = 24;

} // namespace

MarkedText::MarkedText(QWidget* parent) : QPlainTextEdit(parent)
{
    setReadOnly(true);
    wrapLongWordsAnywhere(this);
    setMinimumHeight(3 * fontMetrics().lineSpacing());
}

void MarkedText::setMark(qsizetype begin, qsizetype length, const QString& note)
{
    m_begin = begin;
    m_length = length;
    m_note = note;
    displayMark();
    if (m_length > 0) {
        QTextCursor place(document());
        place.setPosition(static_cast<int>(m_begin));
        setTextCursor(QTextCursor(place.block()));
        ensureCursorVisible();
    }
    viewport()->update();
}

void MarkedText::displayMark()
{
    if (m_length <= 0) {
        setExtraSelections({});
        return;
    }
    const Theme& theme = Theme::forPalette(palette());
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(document());
    mark.cursor.setPosition(static_cast<int>(m_begin));
    mark.cursor.setPosition(static_cast<int>(m_begin + m_length), QTextCursor::KeepAnchor);
    mark.format.setBackground(theme.warningBackground);
    mark.format.setForeground(theme.text);
    mark.format.setFontWeight(QFont::Bold);
    mark.format.setToolTip(plainToolTip(m_note));
    setExtraSelections({mark});
}

QRect MarkedText::noteRect() const
{
    if (m_length <= 0 || m_note.isEmpty()) {
        return {};
    }
    QTextCursor end(document());
    end.setPosition(static_cast<int>(m_begin));
    end.movePosition(QTextCursor::EndOfLine); // of the line as it wraps
    const QRect caret = cursorRect(end);
    const QFontMetrics metrics(Theme::smallFont(font()));
    const QRect note(caret.right() + kGap, caret.top(), metrics.horizontalAdvance(m_note), caret.height());
    return viewport()->rect().contains(note) ? note : QRect();
}

void MarkedText::paintEvent(QPaintEvent* event)
{
    QPlainTextEdit::paintEvent(event);
    const QRect note = noteRect();
    if (!note.isEmpty()) {
        QPainter painter(viewport());
        painter.setFont(Theme::smallFont(font()));
        painter.setPen(Theme::forPalette(palette()).delayText);
        painter.drawText(note, Qt::AlignLeft | Qt::AlignVCenter, m_note);
    }
}

void MarkedText::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        displayMark();
    }
    QPlainTextEdit::changeEvent(event);
}

} // namespace retryscope::ui
