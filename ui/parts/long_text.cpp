// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/long_text.h"

#include "ui/parts/clipboard.h"
#include "ui/parts/form.h"
#include "ui/parts/long_words.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QMimeData>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QTextDocumentFragment>

#include <algorithm>

namespace retryscope::ui {

namespace {

/// As QTextDocument ends its lines.
bool endsLine(QChar character)
{
    return character == QLatin1Char('\n') || character == QLatin1Char('\r') ||
           character == QChar::ParagraphSeparator || character == QChar::LineSeparator;
}

enum class Turn { None, Left, Right, Control };

/// What a character says of the direction that is written in.
Turn turnOf(QChar character)
{
    if (character.unicode() < 0x300) { // in haste: most texts hold nothing else
        return character.isLetter() ? Turn::Left : Turn::None;
    }
    switch (character.direction()) {
    case QChar::DirL:
        return Turn::Left;
    case QChar::DirR:
    case QChar::DirAL:
        return Turn::Right;
    case QChar::DirLRE:
    case QChar::DirLRO:
    case QChar::DirRLE:
    case QChar::DirRLO:
    case QChar::DirPDF:
    case QChar::DirLRI:
    case QChar::DirRLI:
    case QChar::DirFSI:
    case QChar::DirPDI:
        return Turn::Control;
    default:
        return Turn::None;
    }
}

/// How many of the first characters are laid out in about the time of kPart plain ones: Qt takes pieces of
/// another direction one by one, and each looks through those before it; marks are stacked.
qsizetype quicklyLaidOut(QStringView text)
{
    constexpr qsizetype kTurn = 32;
    constexpr qsizetype kMark = 8;
    qsizetype cost = 0;
    Turn direction = Turn::None;
    for (qsizetype at = 0; at < text.size(); ++at) {
        const QChar character = text.at(at);
        const Turn turn = turnOf(character);
        const bool isTurn = turn == Turn::Control || (turn != Turn::None && turn != direction);
        direction = turn == Turn::None ? direction : turn;
        cost += isTurn ? kTurn : character.unicode() >= 0x300 && character.isMark() ? kMark : 1;
        if (cost > LongText::kPart) {
            return std::max<qsizetype>(at, 1);
        }
    }
    return text.size();
}

/// Where the first part of the text ends: behind the end of a line, where there is one near.
qsizetype firstPartOf(QStringView text)
{
    const qsizetype most = quicklyLaidOut(text.left(LongText::kPart));
    qsizetype lines = 0;
    qsizetype behindLine = 0;
    for (qsizetype at = 0; at < most; ++at) {
        if (endsLine(text.at(at))) {
            behindLine = at + 1;
            if (++lines == LongText::kPartLines) {
                return behindLine;
            }
        }
    }
    if (most == text.size()) {
        return most;
    }
    if (behindLine > most / 2) {
        return behindLine;
    }
    return text.at(most - 1).isHighSurrogate() ? most - 1 : most;
}

QString numberText(qsizetype number)
{
    return QLocale().toString(number);
}

} // namespace

LongText::LongText(QWidget* parent)
    : PlainEdit(parent)
    , m_foot(new QFrame(this))
    , m_note(makePlainLabel(QStringLiteral("partNote"), m_foot))
    , m_more(makeQuietButton(tr("Show more"), QStringLiteral("showMoreButton"), m_foot))
    , m_clear(makeQuietButton(tr("Clear"), QStringLiteral("clearTextButton"), m_foot))
{
    wrapLongWordsAnywhere(this);
    m_note->setProperty("muted", true);
    m_note->setMinimumWidth(1);
    for (QPushButton* button : {m_more, m_clear}) {
        button->setAutoDefault(false);
    }
    auto* row = new QHBoxLayout(m_foot);
    row->setContentsMargins(4, 0, 4, 0);
    row->addWidget(m_note, 1);
    row->addWidget(m_more);
    row->addWidget(m_clear);
    m_foot->hide();
    connect(m_more, &QPushButton::clicked, this, &LongText::showMore);
    connect(m_clear, &QPushButton::clicked, this, [this] { take({}); });
    connect(document(), &QTextDocument::contentsChange, this,
            [this](int /*from*/, int removed, int added) { onContentsChange(removed, added); });
}

bool LongText::isTooLong(QStringView text)
{
    return firstPartOf(text) < text.size();
}

void LongText::setText(const QString& text)
{
    const QScopedValueRollback<bool> displaying(m_isDisplaying, true);
    const qsizetype first = firstPartOf(text);
    const bool isWhole = first == text.size();
    m_whole = isWhole ? QString() : text;
    m_shown = isWhole ? 0 : first;
    m_breaks.clear();
    lock(m_isReadOnly || !isWhole);
    displayFoot();
    setPlainText(text.left(first));
    m_revision = document()->revision();
}

QString LongText::text() const
{
    return m_whole.isEmpty() ? toPlainText() : m_whole;
}

void LongText::setReadOnly(bool isReadOnly)
{
    m_isReadOnly = isReadOnly;
    lock(isReadOnly || isHeld());
    displayFoot();
}

/// Read-only texts, too, are walked through and selected with the keys; Qt leaves that out.
void LongText::lock(bool isLocked)
{
    QPlainTextEdit::setReadOnly(isLocked);
    if (isLocked) {
        setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
}

/// Where somebody has changed the document, what stands there is the text now. Colours are no change of it.
void LongText::onContentsChange(int removed, int added)
{
    if (m_isDisplaying || (removed == added && m_revision == document()->revision())) {
        return;
    }
    if (isHeld()) {
        m_whole.clear();
        m_shown = 0;
        lock(m_isReadOnly);
    }
    if (!m_foot->isHidden()) {
        displayFoot();
    }
}

void LongText::showMore()
{
    if (isShownWhole()) {
        return;
    }
    const QStringView rest = QStringView(m_whole).mid(m_shown);
    const QStringView part = rest.left(firstPartOf(rest));
    {
        const QScopedValueRollback<bool> displaying(m_isDisplaying, true);
        QTextCursor end(document());
        end.movePosition(QTextCursor::End);
        // A line that goes on is broken here all the same: Qt lays a line out as a whole.
        if (!endsLine(m_whole.at(m_shown - 1))) {
            m_breaks += end.position();
            end.insertBlock();
        }
        end.insertText(part.toString());
        m_shown += part.size();
        m_revision = document()->revision();
    }
    displayFoot();
    Q_EMIT moreShown();
}

void LongText::displayFoot(const QString& problem)
{
    const bool isPart = isHeld();
    const QString shown =
        tr("The first %1 of %2 characters").arg(numberText(m_shown), numberText(m_whole.size()));
    m_note->setText(!problem.isEmpty() ? problem
                    : !isPart          ? QString()
                    : m_isReadOnly     ? shown
                                   : tr("%1. Too long to edit; Retryscope uses the whole text.").arg(shown));
    m_more->setVisible(isPart && !isShownWhole());
    m_clear->setVisible(isPart && !m_isReadOnly);
    m_foot->setVisible(isPart || !problem.isEmpty());
    placeFoot();
}

void LongText::setLeftMargin(int width)
{
    m_leftMargin = width;
    placeFoot();
}

void LongText::placeFoot()
{
    const int height = m_foot->isHidden() ? 0 : m_foot->sizeHint().height();
    setViewportMargins(m_leftMargin, 0, 0, height);
    const QRect seen = viewport()->geometry();
    m_foot->setGeometry(seen.left() - m_leftMargin, seen.bottom() + 1, seen.width() + m_leftMargin, height);
}

/// By the user's hand.
void LongText::take(const QString& text)
{
    {
        const QSignalBlocker quiet(this);
        setText(text);
        document()->setModified(true);
    }
    Q_EMIT textChanged();
}

void LongText::paste()
{
    if (!isHeld() || m_isReadOnly) {
        QPlainTextEdit::paste();
    } else if (const QMimeData* source = QGuiApplication::clipboard()->mimeData();
               source != nullptr && source->hasText()) {
        insertFromMimeData(source);
    }
}

QString LongText::selectedText() const
{
    const QTextCursor place = textCursor();
    const int from = place.selectionStart();
    if (isHeld() && from == 0 && place.selectionEnd() == document()->characterCount() - 1) {
        return m_whole;
    }
    QString text = place.selection().toPlainText();
    for (auto at = m_breaks.crbegin(); isHeld() && at != m_breaks.crend(); ++at) {
        if (*at >= from && *at < place.selectionEnd()) {
            text.remove(*at - from, 1);
        }
    }
    return text;
}

QMimeData* LongText::createMimeDataFromSelection() const
{
    if (m_isReadOnly) {
        return selectionWithoutSecrets(selectedText());
    }
    if (!isHeld()) {
        return QPlainTextEdit::createMimeDataFromSelection();
    }
    auto* copied = new QMimeData;
    copied->setText(selectedText());
    return copied;
}

void LongText::insertPasted(const QMimeData* source)
{
    const QString added = source->text();
    const bool isPart = isHeld();
    const qsizetype before =
        isPart ? 0 : document()->characterCount() - 1 - textCursor().selectedText().size();
    if (added.size() > kMostPasted - before) {
        displayFoot(tr("Not pasted: the text has %1 characters; this field takes at most %2.")
                        .arg(numberText(added.size()), numberText(kMostPasted)));
        return;
    }
    const auto lines = std::count_if(added.begin(), added.end(), endsLine);
    if (!isPart && before + added.size() <= kPart && document()->blockCount() + lines < kPartLines) {
        PlainEdit::insertPasted(source);
        return;
    }
    QString whole = isPart ? QString() : toPlainText();
    const QTextCursor place = textCursor();
    isPart ? whole = added
           : whole.replace(place.selectionStart(), place.selectionEnd() - place.selectionStart(), added);
    take(whole.replace(QStringLiteral("\r\n"), QStringLiteral("\n")));
}

void LongText::keyPressEvent(QKeyEvent* event)
{
    const bool isReplaceable = isHeld() && !m_isReadOnly;
    const bool isDeletion = event->modifiers() == Qt::NoModifier &&
                            (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace);
    if (isReplaceable && event->matches(QKeySequence::Paste)) {
        paste();
    } else if (isReplaceable && isDeletion) {
        take({});
    } else {
        QPlainTextEdit::keyPressEvent(event);
    }
}

void LongText::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    placeFoot();
}

} // namespace retryscope::ui
