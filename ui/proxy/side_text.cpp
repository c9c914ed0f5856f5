// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/side_text.h"

#include "core/explain/escape.h"
#include "core/explain/explain.h"
#include "core/facts/error_name.h"
#include "core/facts/headers.h"
#include "core/io/text/utf8.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/text_space.h"
#include "ui/parts/tr.h"
#include "ui/response/body_highlighter.h"
#include "ui/response/response_text.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QMimeData>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocumentFragment>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr qsizetype kMostLines = 1000;
constexpr qsizetype kLongestLine = 500;

/// Headers that only this response has stand last.
Response inOrderOf(const Headers& other, Response response)
{
    const auto placeOf = [&other](const Header& header) {
        return std::find_if(
                   other.entries.begin(), other.entries.end(),
                   [&header](const Header& one) { return equalsIgnoringCase(one.name, header.name); }) -
               other.entries.begin();
    };
    std::stable_sort(
        response.headers.entries.begin(), response.headers.entries.end(),
        [&placeOf](const Header& left, const Header& right) { return placeOf(left) < placeOf(right); });
    return response;
}

QString responseText(const Response& response, const AttemptFacts* beside)
{
    const bool isOrdered = beside != nullptr && beside->response;
    return responseTextOf(isOrdered ? inOrderOf(beside->response->headers, response) : response, ErrorName{})
        .text;
}

} // namespace

QStringList sideLines(const AttemptFacts& facts, const AttemptFacts* beside)
{
    QStringList lines;
    if (facts.response) {
        const QString text = responseText(*facts.response, beside);
        for (const QStringView line : QStringView(text).split(QLatin1Char('\n'))) {
            if (lines.size() == kMostLines) {
                lines += tr("… more lines");
                break;
            }
            lines += shortened(line.toString(), kLongestLine);
        }
        while (!lines.isEmpty() && lines.back().isEmpty()) {
            lines.removeLast();
        }
    }
    if (facts.fault) {
        if (!lines.isEmpty()) {
            lines += QString();
        }
        const bool isUnsent = facts.fault->kind == FaultKind::Cancelled;
        lines +=
            QStringLiteral("(%1)").arg(isUnsent ? tr("not sent") : toQString(faultPhrase(facts.fault->kind)));
    }
    return lines;
}

QStringList interimLines(const std::vector<std::string>& interim)
{
    QStringList lines;
    for (const std::string& one : interim) {
        lines += shortened(QStringLiteral("HTTP/1.1 ") + toQString(oneLine(one)), kLongestLine);
    }
    return lines;
}

/// Left of the text; the signs stand in it.
class SideText::Margin : public QWidget
{
public:
    explicit Margin(SideText* text) : QWidget(text), m_text(text) {}

protected:
    void paintEvent(QPaintEvent* event) override { m_text->paintMargin(event); }

private:
    SideText* m_text;
};

SideText::SideText(QChar sign, bool isHarmful, QWidget* parent)
    : QPlainTextEdit(parent)
    , m_sign(sign)
    , m_isHarmful(isHarmful)
    , m_margin(new Margin(this))
    , m_highlighter(new BodyHighlighter(document()))
{
    setReadOnly(true);
    setTabChangesFocus(true);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFrameShape(QFrame::NoFrame);
    setProperty("side", true);
    setProperty("bare", true);
    setTextStyle(this, TextStyle::Code);
    setLeastCharacters(this, 11);
    setLeastLines(this, 3);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
        dy != 0 ? m_margin->scroll(0, dy) : m_margin->update(0, rect.y(), m_margin->width(), rect.height());
    });
    fitMargin();
}

QMimeData* SideText::createMimeDataFromSelection() const
{
    return selectionWithoutSecrets(textCursor().selection().toPlainText());
}

void SideText::display(const std::vector<AlignedLine>& lines)
{
    m_marks.clear();
    QStringList texts;
    QString body;
    bool isInBody = false;
    for (const AlignedLine& line : lines) {
        texts += line.text;
        m_marks.push_back(line.mark);
        if (isInBody && body.isEmpty()) {
            body = line.text;
        }
        isInBody = isInBody || (line.text.isEmpty() && line.mark == LineMark::Same);
    }
    const QString text = texts.join(QLatin1Char('\n'));
    m_highlighter->setTheme(Theme::forPalette(palette()));
    m_highlighter->setLanguage(BodyHighlighter::languageOf(body), text.size());
    setPlainText(text);
    m_margin->update();
}

QColor SideText::background() const
{
    const Theme& theme = Theme::forPalette(palette());
    return m_isHarmful ? theme.dangerBackground : theme.successBackground;
}

template <typename Painting>
void SideText::eachMarked(const QRect& within, Painting painting) const
{
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > within.bottom()) {
            break;
        }
        const auto line = static_cast<std::size_t>(block.blockNumber());
        if (line < m_marks.size() && m_marks[line] == LineMark::Other) {
            painting(QRectF(0, place.top(), width(), place.height()));
        }
    }
}

void SideText::paintEvent(QPaintEvent* event)
{
    {
        QPainter painter(viewport());
        eachMarked(event->rect(),
                   [&painter, this](const QRectF& line) { painter.fillRect(line, background()); });
    }
    QPlainTextEdit::paintEvent(event);
}

void SideText::paintMargin(QPaintEvent* event)
{
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(m_margin);
    painter.fillRect(event->rect(), theme.window);
    painter.setFont(Theme::boldFont(font()));
    painter.setPen(m_isHarmful ? theme.danger : theme.success);
    eachMarked(event->rect(), [&painter, this](QRectF line) {
        line.setWidth(m_margin->width());
        painter.fillRect(line, background());
        painter.drawText(line, Qt::AlignCenter, QString(m_sign));
    });
}

void SideText::fitMargin()
{
    const int width = 3 * fontMetrics().horizontalAdvance(QLatin1Char('0'));
    setViewportMargins(width, 0, 0, 0);
    const QRect inside = contentsRect();
    m_margin->setGeometry(inside.left(), inside.top(), width, viewport()->height());
}

void SideText::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    fitMargin();
}

void SideText::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_highlighter->setTheme(Theme::forPalette(palette()));
        m_margin->update();
    } else if (event->type() == QEvent::FontChange) {
        fitMargin();
    }
}

} // namespace retryscope::ui
