// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/report_view.h"

#include "core/explain/escape.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QScrollBar>
#include <QTextCursor>
#include <QTextTable>

#include <algorithm>
#include <utility>
#include <variant>

namespace retryscope::ui {

namespace {

constexpr qsizetype kMostOfAText = 4'000; ///< characters of one text
constexpr std::size_t kMostParts = 5'000; ///< all parts are laid out at once
constexpr int kItemMargin = 18;           ///< pixels
constexpr int kDetailIndent = 4;          ///< characters, in the report
constexpr int kTitleSpace = 14;           ///< pixels above a title

/// Writes a report into a document, part by part.
class DocumentWriter
{
public:
    DocumentWriter(QTextDocument& document, const QFont& font, const Theme& theme)
        : m_cursor(&document), m_font(font), m_theme(theme)
    {
    }

    void operator()(const ReportText& part);
    void operator()(const ReportTable& table);
    void operator()(const ReportLines& lines);

private:
    void beginBlock(int left, int above);
    void write(const Toned& text, const QFont& font);
    [[nodiscard]] QColor colourOf(Tone tone) const;

    QTextCursor m_cursor;
    QFont m_font;
    const Theme& m_theme;
    bool m_isFirst = true;
};

QColor DocumentWriter::colourOf(Tone tone) const
{
    switch (tone) {
    case Tone::Good:
        return m_theme.success;
    case Tone::Warning:
        return m_theme.warning;
    case Tone::Bad:
        return m_theme.danger;
    case Tone::Faint:
        return m_theme.muted;
    case Tone::Plain:
    case Tone::Strong:
        break;
    }
    return m_theme.text;
}

void DocumentWriter::beginBlock(int left, int above)
{
    QTextBlockFormat format;
    format.setLeftMargin(left);
    format.setTopMargin(m_isFirst ? 0 : above);
    if (std::exchange(m_isFirst, false)) {
        m_cursor.setBlockFormat(format);
    } else {
        m_cursor.insertBlock(format);
    }
}

void DocumentWriter::write(const Toned& text, const QFont& font)
{
    QTextCharFormat format;
    format.setFont(text.tone == Tone::Strong ? Theme::boldFont(font) : font);
    format.setForeground(colourOf(text.tone));
    m_cursor.insertText(shortened(toQString(oneLine(text.text)), kMostOfAText), format);
}

void DocumentWriter::operator()(const ReportText& part)
{
    const bool isField = !part.lead.empty() && part.hang > 0;
    const bool isDetail = part.indent >= kDetailIndent;
    const bool isItem = part.indent > 0 && !isDetail;
    beginBlock(isDetail ? kItemMargin : 0, isDetail ? 0 : isItem || isField ? 3 : 6);
    if (isItem) {
        write({"•  "}, m_font);
    }
    for (Toned lead : part.lead) {
        lead.text.erase(lead.text.find_last_not_of(' ') + 1); // it is filled up to a column of the terminal
        write({isField ? lead.text + ": " : lead.text, isField ? Tone::Strong : lead.tone}, m_font);
    }
    if (!part.lead.empty() && !isField) {
        write({" "}, m_font);
    }
    write(part.text, isDetail ? Theme::smallFont(m_font) : m_font);
}

void DocumentWriter::operator()(const ReportTable& table)
{
    if (table.columns.empty() || table.rows.empty()) {
        return;
    }
    beginBlock(0, 6);
    QTextTableFormat format;
    format.setBorder(0);
    format.setCellPadding(3);
    format.setCellSpacing(0);
    const auto columns = static_cast<int>(table.columns.size());
    QTextTable* drawn = m_cursor.insertTable(static_cast<int>(table.rows.size()) + 1, columns, format);
    const auto put = [&](int row, int column, const Toned& text) {
        m_cursor = drawn->cellAt(row, column).firstCursorPosition();
        write(text, m_font);
    };
    for (int column = 0; column < columns; ++column) {
        put(0, column, {table.columns[static_cast<std::size_t>(column)].title, Tone::Faint});
    }
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const std::vector<Toned>& cells = table.rows[row];
        if (cells.size() == 1 && columns > 1) {
            drawn->mergeCells(static_cast<int>(row) + 1, 0, 1, columns);
        }
        for (std::size_t column = 0; column < cells.size(); ++column) {
            put(static_cast<int>(row) + 1, static_cast<int>(column), cells[column]);
        }
    }
    m_cursor.movePosition(QTextCursor::End);
}

void DocumentWriter::operator()(const ReportLines& lines)
{
    const bool isTitle =
        lines.size() == 1 && lines.front().size() == 1 && lines.front().front().tone == Tone::Strong;
    if (isTitle) {
        beginBlock(0, kTitleSpace);
        write(lines.front().front(), m_font);
        return;
    }
    const bool isGap = lines.size() == 1 && lines.front().empty();
    for (const std::vector<Toned>& line : isGap ? ReportLines{} : lines) {
        beginBlock(0, 0);
        for (const Toned& text : line) {
            write(text, Theme::fixedFont(m_font));
        }
    }
}

} // namespace

ReportView::ReportView(QWidget* parent) : TextPage(parent)
{
    setFrameShape(QFrame::NoFrame);
    setProperty("page", true);
    document()->setDocumentMargin(0);
}

void ReportView::display(Report report)
{
    m_report = std::move(report);
    displayReport();
    verticalScrollBar()->setValue(0);
}

void ReportView::displayReport()
{
    clear();
    // The style sheet gives a page a palette of its own.
    DocumentWriter writer(
        *document(), font(),
        Theme::forPalette(parentWidget() != nullptr ? parentWidget()->palette() : palette()));
    const std::size_t count = std::min(kMostParts, m_report.parts().size());
    for (std::size_t part = 0; part < count; ++part) {
        std::visit(writer, m_report.parts()[part]);
    }
    if (count < m_report.parts().size()) {
        writer(ReportText{.text = {"…", Tone::Faint}});
    }
}

void ReportView::changeEvent(QEvent* event)
{
    TextPage::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        displayReport(); // its texts have fonts and colours of their own
    }
}

} // namespace retryscope::ui
