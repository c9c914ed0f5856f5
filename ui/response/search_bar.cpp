// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/response/search_bar.h"

#include "ui/parts/form.h"
#include "ui/parts/text_space.h"
#include "ui/response/marked_text.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace retryscope::ui {

namespace {

constexpr int kLongestWords = 200;

} // namespace

SearchBar::SearchBar(MarkedText& text, QWidget* parent)
    : QWidget(parent)
    , m_text(text)
    , m_words(new QLineEdit(this))
    , m_count(makePlainLabel(QStringLiteral("matchCount"), this))
    , m_previous(makeIconButton(tr("Previous match"), QStringLiteral("previousMatchButton"), this))
    , m_next(makeIconButton(tr("Next match"), QStringLiteral("nextMatchButton"), this))
    , m_close(makeIconButton(tr("Close the search"), QStringLiteral("closeSearchButton"), this))
{
    nameInput(m_words, QStringLiteral("responseSearchEdit"), tr("Find in the response"));
    m_words->setPlaceholderText(tr("Find in the response"));
    m_words->setMaxLength(kLongestWords);
    setMostCharacters(m_words, 44);
    m_words->installEventFilter(this);
    m_count->setProperty("muted", true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 0, 16, 6);
    layout->addWidget(m_words, 1);
    layout->addWidget(m_previous);
    layout->addWidget(m_next);
    layout->addWidget(m_count);
    layout->addStretch();
    layout->addWidget(m_close);
    connect(m_words, &QLineEdit::textChanged, this, &SearchBar::refresh);
    connect(&m_text, &LongText::moreShown, this, &SearchBar::refresh);
    connect(m_previous, &QToolButton::clicked, this, [this] { go(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { go(1); });
    connect(m_close, &QToolButton::clicked, this, &SearchBar::close);
    applyTheme();
    hide();
}

void SearchBar::open()
{
    show();
    m_words->setFocus();
    m_words->selectAll();
    refresh();
}

void SearchBar::close()
{
    hide();
    m_text.search({});
    m_text.setFocus();
}

void SearchBar::refresh()
{
    m_text.search(isHidden() ? QString() : m_words->text());
    displayCount();
}

void SearchBar::go(int step)
{
    m_text.goToMatch(step);
    displayCount();
}

void SearchBar::displayCount()
{
    const int count = m_text.matchCount();
    const QString found = count == 0 ? tr("Not found") : tr("%1 of %2").arg(m_text.currentMatch()).arg(count);
    m_count->setText(m_words->text().isEmpty() ? QString()
                     : m_text.isShownWhole()   ? found
                                               : tr("%1 in the part shown").arg(found));
    m_previous->setEnabled(count > 1);
    m_next->setEnabled(count > 1);
}

bool SearchBar::eventFilter(QObject* watched, QEvent* event)
{
    const bool isOverride = event->type() == QEvent::ShortcutOverride;
    if (watched == m_words && (isOverride || event->type() == QEvent::KeyPress)) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        const bool isPlain = (key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
        if (isPlain && (isEnter || key->key() == Qt::Key_Escape)) {
            if (isOverride) {
                event->accept(); // Esc closes this before it stops a run
            } else if (isEnter) {
                go(key->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
            } else {
                close();
            }
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void SearchBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
}

void SearchBar::applyTheme()
{
    const Theme& theme = Theme::forPalette(palette());
    m_previous->setIcon(theme.icon(QStringLiteral("up")));
    m_next->setIcon(theme.icon(QStringLiteral("down")));
    m_close->setIcon(theme.icon(QStringLiteral("remove")));
}

} // namespace retryscope::ui
