// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/response/headers_column.h"

#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMimeData>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kMostHeaders = 200;
constexpr qsizetype kMostOfAValue = 2000;

/// Names and values in turn, a line each. What is copied of it leaves without the values of secret headers.
class HeaderLines : public QTextEdit
{
public:
    using QTextEdit::QTextEdit;

protected:
    [[nodiscard]] QMimeData* createMimeDataFromSelection() const override
    {
        const QTextCursor place = textCursor();
        QStringList lines;
        for (QTextBlock line = document()->findBlock(place.selectionStart());
             line.isValid() && line.position() <= place.selectionEnd(); line = line.next()) {
            const int from = std::max(place.selectionStart() - line.position(), 0);
            const int to = std::min(place.selectionEnd() - line.position(), line.length() - 1);
            const bool isValue = line.blockNumber() % 2 == 1;
            const io::Secrecy secrecy = isValue && to > from
                                            ? io::secrecyOfHeader(fromQString(line.previous().text()))
                                            : io::Secrecy::Open;
            lines += secrecy == io::Secrecy::Open
                         ? line.text().mid(from, to - from)
                         : toQString(io::shownInPlaceOf(fromQString(line.text()), secrecy));
        }
        return selectionWithoutSecrets(lines.join(QLatin1Char('\n')));
    }
};

} // namespace

HeadersColumn::HeadersColumn(QWidget* parent)
    : QFrame(parent)
    , m_title(makeHeading(tr("Headers"), this))
    , m_count(makeLabel({}, this))
    , m_copy(makeIconButton(tr("Copy headers"), QStringLiteral("copyHeadersButton"), this))
    , m_text(new HeaderLines(this))
{
    setObjectName(QStringLiteral("headersColumn"));
    nameInput(m_text, QStringLiteral("responseHeaders"), tr("Response headers"));
    m_count->setProperty("muted", true);
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setAcceptRichText(false);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setProperty("bare", true);
    m_text->setWordWrapMode(QTextOption::WrapAnywhere); // quick for endless words too
    m_text->document()->setDocumentMargin(0);
    connect(m_copy, &QToolButton::clicked, this, [this] {
        QString text;
        for (const Header& header : m_headers.entries) {
            text +=
                toQString(header.name) + QStringLiteral(": ") + toQString(header.value) + QLatin1Char('\n');
        }
        copyWithoutSecrets(text);
        Q_EMIT noteFound(tr("Copied the headers"));
    });
    auto* top = new QHBoxLayout;
    top->setContentsMargins(0, 0, 0, 0);
    top->addWidget(m_title);
    top->addStretch();
    top->addWidget(m_count);
    top->addWidget(m_copy);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 6, 6, 0);
    layout->setSpacing(4);
    layout->addLayout(top);
    layout->addWidget(m_text, 1);
    setTextStyle(m_title, TextStyle::Caption);
    setTextStyle(m_count, TextStyle::Small);
    applyTheme();
}

void HeadersColumn::display(const Headers& headers, const QString& marked)
{
    m_headers = headers;
    m_marked = marked;
    m_count->setText(QString::number(headers.entries.size()));
    m_copy->setEnabled(!headers.entries.empty());
    displayText();
}

void HeadersColumn::displayText()
{
    const Theme& theme = Theme::forPalette(palette());
    m_text->clear();
    QTextCharFormat name;
    name.setFont(Theme::smallFont(font()));
    name.setForeground(theme.muted);
    QTextCharFormat value;
    value.setFont(Theme::fixedFont(font()));
    value.setForeground(theme.text);
    QTextBlockFormat apart;
    apart.setTopMargin(6);
    QTextCursor cursor(m_text->document());
    int row = 0;
    for (const Header& header : m_headers.entries) {
        if (row == kMostHeaders) {
            cursor.insertBlock(apart);
            cursor.insertText(tr("… and %1 more").arg(m_headers.entries.size() - kMostHeaders), name);
            break;
        }
        row++ == 0 ? cursor.setBlockFormat({}) : cursor.insertBlock(apart);
        cursor.insertText(shortened(std::string_view(header.name), kMostOfAValue), name);
        QTextCharFormat format = value;
        if (!m_marked.isEmpty() && m_marked.compare(toQString(header.name), Qt::CaseInsensitive) == 0) {
            format.setBackground(theme.marked);
            format.setForeground(theme.onMarked);
            format.setToolTip(tr("Error name read here"));
        }
        cursor.insertBlock({});
        cursor.insertText(shortened(std::string_view(header.value), kMostOfAValue), format);
    }
    m_text->moveCursor(QTextCursor::Start); // a layout that comes later scrolls to the cursor
}

void HeadersColumn::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyTheme();
        displayText(); // its texts have fonts and colours of their own
    }
}

void HeadersColumn::applyTheme()
{
    m_copy->setIcon(Theme::forPalette(palette()).icon(QStringLiteral("copy")));
}

} // namespace retryscope::ui
