// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/response/marked_text.h"

#include "ui/parts/foreign_text.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kGap = 24;
constexpr int kMarginGap = 12;
constexpr int kMostMatches = 1000;

} // namespace

/// Left of the text; the numbers of its lines stand in it.
class MarkedText::Margin : public QWidget
{
public:
    explicit Margin(MarkedText* text) : QWidget(text), m_text(text) {}

protected:
    void paintEvent(QPaintEvent* event) override { m_text->paintMargin(event); }

private:
    MarkedText* m_text;
};

MarkedText::MarkedText(QWidget* parent) : LongText(parent), m_margin(new Margin(this))
{
    setReadOnly(true);
    setLeastLines(this, 3);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &MarkedText::fitMargin);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
        dy != 0 ? m_margin->scroll(0, dy) : m_margin->update(0, rect.y(), m_margin->width(), rect.height());
    });
    fitMargin();
}

void MarkedText::setMark(qsizetype begin, qsizetype length, const QString& note)
{
    // What is not shown yet has no mark, either.
    const bool isShown = begin + length < document()->characterCount();
    m_begin = isShown ? begin : 0;
    m_length = isShown ? length : 0;
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
    const Theme& theme = Theme::forPalette(palette());
    QList<QTextEdit::ExtraSelection> selections;
    const auto add = [this, &selections](qsizetype begin, qsizetype length, const QTextCharFormat& format) {
        QTextEdit::ExtraSelection one;
        one.cursor = QTextCursor(document());
        one.cursor.setPosition(static_cast<int>(begin));
        one.cursor.setPosition(static_cast<int>(begin + length), QTextCursor::KeepAnchor);
        one.format = format;
        selections += one;
    };
    if (m_length > 0) {
        QTextCharFormat format;
        format.setBackground(theme.marked);
        format.setForeground(theme.onMarked);
        format.setFontWeight(QFont::Bold);
        format.setToolTip(plainToolTip(m_note));
        add(m_begin, m_length, format);
    }
    QTextCharFormat found;
    found.setBackground(theme.selection);
    QTextCharFormat current;
    current.setBackground(theme.accent);
    current.setForeground(theme.onAccent);
    for (int i = 0; i < m_matches.size(); ++i) {
        add(m_matches[i], m_matchLength, i == m_match ? current : found);
    }
    setExtraSelections(selections);
}

void MarkedText::search(const QString& words)
{
    m_matches.clear();
    m_matchLength = static_cast<int>(words.size());
    m_match = -1;
    const QString text = words.isEmpty() ? QString() : toPlainText();
    for (qsizetype at = text.indexOf(words, 0, Qt::CaseInsensitive);
         !words.isEmpty() && at >= 0 && m_matches.size() < kMostMatches;
         at = text.indexOf(words, at + words.size(), Qt::CaseInsensitive)) {
        m_matches += static_cast<int>(at);
    }
    if (!m_matches.isEmpty()) {
        const auto here = std::lower_bound(m_matches.begin(), m_matches.end(), textCursor().selectionStart());
        m_match = here == m_matches.end() ? 0 : static_cast<int>(here - m_matches.begin());
    }
    showMatch();
}

void MarkedText::goToMatch(int step)
{
    const int count = matchCount();
    if (count > 0) {
        m_match = (m_match + step + count) % count;
        showMatch();
    }
}

void MarkedText::showMatch()
{
    if (m_match >= 0) {
        QTextCursor place(document());
        place.setPosition(m_matches[m_match]);
        setTextCursor(place);
        ensureCursorVisible();
    }
    displayMark();
}

QRect MarkedText::markedLine() const
{
    if (m_length <= 0) {
        return {};
    }
    QTextCursor place(document());
    place.setPosition(static_cast<int>(m_begin));
    const QRect caret = cursorRect(place);
    return {0, caret.top(), viewport()->width(), caret.height()};
}

QString MarkedText::shortNote() const
{
    return m_note.section(QLatin1Char(','), 0, 0);
}

QRect MarkedText::noteRect() const
{
    if (m_length <= 0 || m_note.isEmpty()) {
        return {};
    }
    QTextCursor begin(document());
    begin.setPosition(static_cast<int>(m_begin));
    QRect caret = cursorRect(begin);
    // The end of its line as it wraps: a cursor there would stand in the next line.
    const QTextBlock block = begin.block();
    const QTextLine line = block.layout()->lineForTextPosition(begin.positionInBlock());
    if (line.isValid()) {
        const qreal onward = line.cursorToX(line.textStart() + line.textLength(), QTextLine::Leading) -
                             line.cursorToX(begin.positionInBlock());
        caret.translate(static_cast<int>(onward), 0);
    }
    const QFontMetrics metrics(Theme::smallFont(font()));
    int width = metrics.horizontalAdvance(m_note);
    if (caret.right() + kGap + width >= viewport()->width()) {
        width = metrics.horizontalAdvance(shortNote()); // the place is in the tool tip
    }
    const QRect note(caret.right() + kGap, caret.top(), width, caret.height());
    return viewport()->rect().contains(note) ? note : QRect();
}

void MarkedText::paintEvent(QPaintEvent* event)
{
    const Theme& theme = Theme::forPalette(palette());
    {
        QPainter painter(viewport());
        painter.fillRect(markedLine(), theme.warningBackground);
    }
    QPlainTextEdit::paintEvent(event);
    const QRect note = noteRect();
    if (!note.isEmpty()) {
        QPainter painter(viewport());
        painter.setFont(Theme::smallFont(font()));
        painter.setPen(theme.delayText);
        const bool isWhole = painter.fontMetrics().horizontalAdvance(m_note) <= note.width();
        painter.drawText(note, Qt::AlignLeft | Qt::AlignVCenter, isWhole ? m_note : shortNote());
    }
}

void MarkedText::paintMargin(QPaintEvent* event)
{
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(m_margin);
    painter.fillRect(event->rect(), theme.card);
    painter.fillRect(markedLine().adjusted(0, 0, m_margin->width(), 0), theme.warningBackground);
    painter.setFont(font());
    painter.setPen(theme.muted);
    for (QTextBlock block = firstVisibleBlock(); block.isValid() && !document()->isEmpty();
         block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > event->rect().bottom()) {
            break;
        }
        painter.drawText(QRectF(0, place.top(), m_margin->width() - kMarginGap, fontMetrics().lineSpacing()),
                         Qt::AlignRight | Qt::AlignTop, QString::number(block.blockNumber() + 1));
    }
}

/// As wide as the largest number.
void MarkedText::fitMargin()
{
    const int digits = std::max(2, static_cast<int>(QString::number(blockCount()).size()));
    const int width =
        digits * fontMetrics().horizontalAdvance(QLatin1Char('9')) + kMarginGap + kMarginGap / 2;
    setLeftMargin(width);
    const QRect inside = contentsRect();
    m_margin->setGeometry(inside.left(), inside.top(), width, viewport()->height());
}

void MarkedText::resizeEvent(QResizeEvent* event)
{
    LongText::resizeEvent(event);
    fitMargin();
}

void MarkedText::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        displayMark();
        m_margin->update();
    } else if (event->type() == QEvent::FontChange) {
        fitMargin();
    }
}

} // namespace retryscope::ui
