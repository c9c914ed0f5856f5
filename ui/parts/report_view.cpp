// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/report_view.h"

#include "core/explain/escape.h"
#include "core/explain/phrases.h"
#include "core/explain/report_markdown.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/verdict_sign.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QEvent>
#include <QGuiApplication>
#include <QPushButton>
#include <QScrollBar>
#include <QTextCursor>
#include <QTextTable>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <variant>

namespace retryscope::ui {

namespace {

constexpr qsizetype kMostOfAText = 4'000; ///< characters of one text
constexpr std::size_t kMostParts = 5'000; ///< all parts are laid out at once
constexpr int kItemMargin = 18;           ///< pixels
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

    QTextCursor m_cursor;
    QFont m_font;
    const Theme& m_theme;
    bool m_isFirst = true;
};

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
    format.setForeground(toneColour(text.tone, m_theme));
    m_cursor.insertText(shortened(toQString(oneLine(text.text)), kMostOfAText), format);
}

void DocumentWriter::operator()(const ReportText& part)
{
    beginBlock(part.isDetail() ? kItemMargin : 0, part.isDetail()                   ? 0
                                                  : part.isItem() || part.isField() ? 3
                                                                                    : 6);
    if (part.isItem()) {
        write({"•  "}, m_font);
    }
    for (const Toned& lead : part.plainLead()) {
        write(part.isField() ? Toned{lead.text + ": ", Tone::Strong} : lead, m_font);
    }
    if (!part.lead.empty() && !part.isField()) {
        write({" "}, m_font);
    }
    write(part.text, part.isDetail() ? Theme::smallFont(m_font) : m_font);
}

void DocumentWriter::operator()(const ReportTable& table)
{
    const std::vector<std::size_t> shown = filledColumns(table);
    if (shown.empty()) {
        return;
    }
    beginBlock(0, 6);
    QTextTableFormat format;
    format.setBorder(0);
    format.setCellPadding(3);
    format.setCellSpacing(0);
    const auto columns = static_cast<int>(shown.size());
    QTextTable* drawn = m_cursor.insertTable(static_cast<int>(table.rows.size()) + 1, columns, format);
    const auto put = [&](int row, int column, const Toned& text) {
        m_cursor = drawn->cellAt(row, column).firstCursorPosition();
        write(text, m_font);
    };
    for (int place = 0; place < columns; ++place) {
        const std::size_t column = shown[static_cast<std::size_t>(place)];
        put(0, place, {capitalised(table.columns[column].title), Tone::Faint});
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            if (column < table.rows[row].size()) {
                put(static_cast<int>(row) + 1, place, table.rows[row][column]);
            }
        }
    }
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (table.rows[row].size() == 1 && columns > 1) {
            drawn->mergeCells(static_cast<int>(row) + 1, 0, 1, columns);
        }
    }
    m_cursor.movePosition(QTextCursor::End);
}

void DocumentWriter::operator()(const ReportLines& lines)
{
    if (isTitle(lines)) {
        beginBlock(0, kTitleSpace);
        write(lines.front().front(), m_font);
        return;
    }
    for (const std::vector<Toned>& line : isGap(lines) ? ReportLines{} : lines) {
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
    setProperty("bare", true);
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

void showReport(QWidget* parent, const QString& title, Report report)
{
    auto* dialog = new QDialog(parent);
    dialog->setObjectName(QStringLiteral("reportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto* view = new ReportView(dialog);
    view->setObjectName(QStringLiteral("reportDialogText"));
    view->setAccessibleName(title);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    QPushButton* copy = buttons->addButton(QObject::tr("Copy as Markdown"), QDialogButtonBox::ActionRole);
    copy->setObjectName(QStringLiteral("reportDialogCopy"));
    QObject::connect(copy, &QPushButton::clicked, dialog,
                     [report] { QGuiApplication::clipboard()->setText(toQString(reportMarkdown(report))); });
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(view, 1);
    layout->addWidget(buttons);
    view->display(std::move(report));
    const int character = dialog->fontMetrics().averageCharWidth();
    dialog->resize(QSize(110 * character, 60 * character).boundedTo(parent->window()->size()));
    dialog->open();
}

} // namespace retryscope::ui
