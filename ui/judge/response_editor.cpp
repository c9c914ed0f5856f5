// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/response_editor.h"

#include "core/io/http/body_place.h"
#include "core/io/http/pasted_response.h"
#include "core/io/text/utf8.h"
#include "ui/judge/pasted_text_places.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/form.h"
#include "ui/parts/long_text.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QIntValidator>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTextBlock>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr std::size_t kMostRemarks = 3;
constexpr int kFewestLines = 6;

struct Ending
{
    FaultKind kind;
    const char* text;
};

constexpr Ending kEndings[] = {
    {FaultKind::ConnectionReset, QT_TRANSLATE_NOOP("ResponseEditor", "Connection reset before a response")},
    {FaultKind::ClosedBeforeResponse,
     QT_TRANSLATE_NOOP("ResponseEditor", "Connection closed before a response")},
    {FaultKind::ReadTimeout, QT_TRANSLATE_NOOP("ResponseEditor", "No response in time (read timeout)")},
    {FaultKind::ConnectTimeout,
     QT_TRANSLATE_NOOP("ResponseEditor", "No connection in time (connect timeout)")},
    {FaultKind::ConnectionRefused, QT_TRANSLATE_NOOP("ResponseEditor", "Connection refused")},
    {FaultKind::HostNotFound, QT_TRANSLATE_NOOP("ResponseEditor", "Host name not found (DNS)")},
    {FaultKind::Unreachable, QT_TRANSLATE_NOOP("ResponseEditor", "Network unreachable")},
    {FaultKind::TlsFailed, QT_TRANSLATE_NOOP("ResponseEditor", "TLS handshake failed")},
    {FaultKind::ResponseTruncated,
     QT_TRANSLATE_NOOP("ResponseEditor", "Response truncated (connection closed)")},
    {FaultKind::ResponseReset, QT_TRANSLATE_NOOP("ResponseEditor", "Response truncated (connection reset)")},
    {FaultKind::MalformedResponse, QT_TRANSLATE_NOOP("ResponseEditor", "Bytes that are not HTTP")},
    {FaultKind::ResponseTooLarge, QT_TRANSLATE_NOOP("ResponseEditor", "Response too large")},
};

/// What of the response arrived still counts.
bool keepsResponse(FaultKind kind)
{
    return kind == FaultKind::ResponseTruncated || kind == FaultKind::ResponseReset ||
           kind == FaultKind::ResponseTooLarge;
}

/// What is pasted over a sample that nobody has edited replaces it.
class PasteEdit : public LongText
{
public:
    PasteEdit(QWidget* parent, std::function<void()> onReplaced)
        : LongText(parent), m_onReplaced(std::move(onReplaced))
    {
    }

protected:
    void insertPasted(const QMimeData* source) override
    {
        if (!document()->isModified() && !textCursor().hasSelection()) {
            selectAll();
        }
        if (textCursor().selectedText().size() == document()->characterCount() - 1) {
            m_onReplaced();
        }
        LongText::insertPasted(source);
    }

private:
    std::function<void()> m_onReplaced;
};

QString remarksText(const std::vector<io::PasteRemark>& remarks)
{
    QStringList lines;
    for (const io::PasteRemark& remark : remarks) {
        if (lines.size() == kMostRemarks) {
            lines +=
                ResponseEditor::tr("… and %n more", nullptr, static_cast<int>(remarks.size() - kMostRemarks));
            break;
        }
        lines += remark.line > 0 ? ResponseEditor::tr("Line %1: %2.").arg(remark.line).arg(remark.text)
                                 : remark.text + QLatin1Char('.');
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

ResponseEditor::ResponseEditor(QWidget* parent)
    : QWidget(parent)
    , m_status(new ChoiceBox(this))
    , m_ending(new ChoiceBox(this))
    , m_text(new PasteEdit(this, [this] { Q_EMIT replaced(); }))
    , m_remarks(makeHint({}, this))
{
    m_status->setEditable(true);
    m_status->setInsertPolicy(QComboBox::NoInsert);
    for (const int status : {200, 400, 403, 404, 408, 409, 429, 500, 502, 503, 504, 509}) {
        m_status->addItem(QString::number(status));
    }
    m_status->lineEdit()->setValidator(new QIntValidator(100, 999, m_status));
    fillEndings();
    nameInput(m_text, QStringLiteral("judgeText"), tr("The response"));
    setTextStyle(m_text, TextStyle::Code);
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_text->setTabChangesFocus(true);
    setLeastLines(m_text, kFewestLines);
    m_text->setPlaceholderText(tr("Paste a response: raw HTTP, the output of curl -i or curl -v, a status "
                                  "such as 429, or only a body."));
    m_remarks->setObjectName(QStringLiteral("judgeRemarks"));
    setFocusProxy(m_text);
    layOut();
    connect(m_text, &QPlainTextEdit::textChanged, this, &ResponseEditor::onTextChanged);
    connect(m_status, &QComboBox::activated, this, &ResponseEditor::changeStatus);
    connect(m_status->lineEdit(), &QLineEdit::editingFinished, this, &ResponseEditor::changeStatus);
    connect(m_ending, &QComboBox::activated, this, &ResponseEditor::changeEnding);
    displayReading();
}

void ResponseEditor::fillEndings()
{
    m_ending->addItem(tr("A response"));
    for (const Ending& ending : kEndings) {
        m_ending->addItem(tr(ending.text), static_cast<int>(ending.kind));
    }
    m_ending->setMaxVisibleItems(m_ending->count());
    m_ending->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
}

void ResponseEditor::layOut()
{
    auto* form = makeForm(nullptr);
    form->setContentsMargins(0, 0, 0, 0);
    auto* layout = columnIn(this);
    layout->addLayout(form);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_remarks);
    addField(form, tr("Out&come"), m_ending, QStringLiteral("judgeEndingBox"));
    addField(form, tr("&Status"), m_status, QStringLiteral("judgeStatusBox"));
}

bool ResponseEditor::isAsDisplayed() const
{
    return m_displayed && !m_text->document()->isModified();
}

ResponseEditor::Content ResponseEditor::content() const
{
    return {.text = m_text->text(),
            .ending = m_ending->currentIndex(),
            .facts = isAsDisplayed() ? m_displayed : std::nullopt,
            .reading = {}};
}

void ResponseEditor::display(const Content& content)
{
    m_displayed = content.facts;
    {
        const QSignalBlocker quiet(m_text);
        if (LongText::isTooLong(content.text) || m_text->isHeld()) {
            m_text->setText(content.text);
        } else { // to be undone
            QTextCursor all(m_text->document());
            all.select(QTextCursor::Document);
            all.insertText(content.text);
        }
        m_text->document()->setModified(false);
        m_text->moveCursor(QTextCursor::Start);
    }
    m_ending->setCurrentIndex(content.ending);
    read(content.reading);
}

void ResponseEditor::display(const AttemptFacts& facts)
{
    const int ending = facts.fault ? m_ending->findData(static_cast<int>(facts.fault->kind)) : 0;
    display({.text = facts.response ? toQString(io::pastedTextOf(*facts.response)) : QString(),
             .ending = std::max(ending, 0),
             .facts = facts,
             .reading = {}});
}

void ResponseEditor::paste()
{
    m_ending->setCurrentIndex(0);
    read();
    m_text->setFocus();
    m_text->selectAll();
    m_text->paste();
}

void ResponseEditor::setMethod(const QString& method)
{
    if (fromQString(method) != m_method) {
        m_method = fromQString(method);
        read();
    }
}

std::optional<FaultKind> ResponseEditor::chosenEnding() const
{
    const QVariant kind = m_ending->currentData();
    return kind.isValid() ? std::optional(static_cast<FaultKind>(kind.toInt())) : std::nullopt;
}

void ResponseEditor::read(std::optional<io::PastedResponse> known)
{
    m_remarkText.clear();
    m_hasProblem = false;
    QString method;
    if (isAsDisplayed()) {
        m_facts = *m_displayed;
    } else {
        // Only a response to HEAD is read in another way.
        io::PastedResponse pasted = known && m_method != "HEAD"
                                        ? *std::move(known)
                                        : io::readPastedResponse(fromQString(m_text->text()), m_method);
        m_facts = std::move(pasted.facts);
        m_remarkText = remarksText(pasted.remarks);
        for (const io::PasteRemark& remark : pasted.remarks) {
            m_hasProblem = m_hasProblem || remark.isProblem;
        }
        method = toQString(pasted.method);
    }
    const std::optional<FaultKind> ending = chosenEnding();
    if (!ending) {
        m_facts.fault.reset();
    } else if (!m_facts.fault || m_facts.fault->kind != *ending) {
        m_facts.fault = Fault{*ending, {}};
        if (!keepsResponse(*ending)) {
            m_facts.response.reset();
        }
    }
    displayReading();
    if (!method.isEmpty()) {
        Q_EMIT methodFound(method);
    }
}

void ResponseEditor::displayReading()
{
    const std::optional<FaultKind> ending = chosenEnding();
    const bool countsText = !ending || keepsResponse(*ending) || m_facts.response;
    m_text->setEnabled(countsText);
    m_status->setEnabled(countsText);
    if (!countsText) {
        m_hasProblem = false;
        m_remarkText =
            m_text->toPlainText().isEmpty()
                ? tr("The client received no part of a response.")
                : tr("The client received no part of a response, so Retryscope ignores the text above.");
    }
    m_status->setEditText(m_facts.response ? QString::number(m_facts.response->status) : QString());
    displayRemarks();
}

void ResponseEditor::displayRemarks()
{
    m_remarks->setText(m_remarkText);
    m_remarks->setVisible(!m_remarkText.isEmpty());
    m_remarks->setProperty("muted", !m_hasProblem);
    m_remarks->setProperty("mark", m_hasProblem ? QStringLiteral("danger") : QString());
    restyle(m_remarks);
}

void ResponseEditor::onTextChanged()
{
    read();
    Q_EMIT edited();
}

void ResponseEditor::changeStatus()
{
    const int status = m_status->currentText().toInt();
    if (status < 100 || (m_facts.response && m_facts.response->status == status)) {
        return;
    }
    const bool hasHeaders = m_facts.response && !m_facts.response->headers.entries.empty();
    const TextEdit change = statusEdit(m_text->text(), status, hasHeaders);
    if (m_text->isHeld()) {
        m_text->take(m_text->text().replace(change.begin, change.length, change.text));
        return;
    }
    QTextCursor cursor(m_text->document());
    cursor.setPosition(static_cast<int>(change.begin));
    cursor.setPosition(static_cast<int>(change.begin + change.length), QTextCursor::KeepAnchor);
    cursor.insertText(change.text);
}

void ResponseEditor::changeEnding()
{
    read();
    Q_EMIT edited();
}

void ResponseEditor::mark(const ErrorReading& reading, const VerdictRow& row)
{
    m_mark = m_facts.response && row.verdict != Verdict::Succeed
                 ? markIn(m_text->toPlainText(), *m_facts.response, reading, row.name)
                 : std::nullopt;
    highlight();
}

void ResponseEditor::clearMark()
{
    m_mark.reset();
    highlight();
}

void ResponseEditor::highlight()
{
    if (!m_mark) {
        m_text->setExtraSelections({});
        return;
    }
    const Theme& theme = Theme::forPalette(palette());
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(m_text->document());
    mark.cursor.setPosition(static_cast<int>(m_mark->begin));
    mark.cursor.setPosition(static_cast<int>(m_mark->begin + m_mark->length), QTextCursor::KeepAnchor);
    mark.format.setBackground(m_mark->isName ? theme.warningBackground : theme.dangerBackground);
    mark.format.setForeground(theme.text);
    mark.format.setUnderlineStyle(m_mark->isName ? QTextCharFormat::SingleUnderline
                                                 : QTextCharFormat::DotLine);
    mark.format.setUnderlineColor(m_mark->isName ? theme.warning : theme.danger);
    m_text->setExtraSelections({mark});
}

void ResponseEditor::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        highlight();
    }
    QWidget::changeEvent(event);
}

} // namespace retryscope::ui
