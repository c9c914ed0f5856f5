// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/table/filter_bar.h"

#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/timeline/table/attempt_filter.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <array>
#include <utility>

namespace retryscope::ui {

FilterBar::FilterBar(AttemptFilter& filter, QWidget* parent)
    : QWidget(parent)
    , m_filter(filter)
    , m_words(new QLineEdit)
    , m_choices(new QButtonGroup(this))
    , m_count(makeLabel())
    , m_none(makeHint({}, this))
{
    setObjectName(QStringLiteral("filterBar"));
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    nameInput(m_words, QStringLiteral("filterWords"), tr("Filter attempts"));
    m_words->setPlaceholderText(tr("503, SlowDown, stop, quota, >2s …"));
    m_words->setToolTip(
        tr("Filter by words in status, fault, error name, kind, verdict or reason, by the number of "
           "a call or attempt, or by a duration such as >2s (Ctrl+Shift+F)"));
    m_words->setClearButtonEnabled(true);
    m_words->installEventFilter(this);
    row->addWidget(m_words, 1);
    const std::array<std::pair<QString, const char*>, 4> choices{{{tr("All"), "filterAll"},
                                                                  {tr("Failed"), "filterFailed"},
                                                                  {tr("Retried"), "filterRetried"},
                                                                  {tr("Throttled"), "filterThrottled"}}};
    for (std::size_t choice = 0; choice < choices.size(); ++choice) {
        auto* button = new QToolButton;
        nameInput(button, QLatin1String(choices[choice].second), choices[choice].first);
        button->setText(choices[choice].first);
        button->setCheckable(true);
        m_choices->addButton(button, static_cast<int>(choice));
        row->addWidget(button);
    }
    m_choices->button(0)->setChecked(true);
    m_count->setObjectName(QStringLiteral("filterCount"));
    m_count->setProperty("muted", true);
    row->addWidget(m_count);
    m_none->setObjectName(QStringLiteral("filterNone"));
    auto* lines = columnIn(this, 4);
    lines->setContentsMargins(4, 2, 4, 4);
    lines->addLayout(row);
    lines->addWidget(m_none);
    connect(m_words, &QLineEdit::textChanged, this, &FilterBar::filterByWords);
    connect(m_choices, &QButtonGroup::idClicked, this, &FilterBar::filterByChoice);
    count();
}

void FilterBar::open()
{
    m_wasOpened = true;
    show();
    m_words->setFocus(Qt::ShortcutFocusReason);
    m_words->selectAll();
}

void FilterBar::clear()
{
    m_choices->button(0)->setChecked(true);
    m_words->clear();
    filterByChoice();
}

void FilterBar::filterByWords()
{
    Q_EMIT aboutToChange();
    m_filter.setWords(m_words->text());
    count();
    Q_EMIT changed();
}

void FilterBar::filterByChoice()
{
    Q_EMIT aboutToChange();
    m_filter.setChoice(static_cast<AttemptFilter::Choice>(m_choices->checkedId()));
    count();
    Q_EMIT changed();
}

void FilterBar::count()
{
    const int all = m_filter.sourceModel()->rowCount();
    m_count->setText(m_filter.isActive() ? tr("%L1 of %L2").arg(m_filter.rowCount()).arg(all)
                                         : tr("%L1 attempts").arg(all));
    const bool showsNone = m_filter.isActive() && m_filter.rowCount() == 0 && all > 0;
    const QString choice = m_choices->checkedButton() != nullptr && m_choices->checkedId() != 0
                               ? m_choices->checkedButton()->text()
                               : QString();
    const QString words = shortened(m_words->text().trimmed(), 60);
    m_none->setText(
        words.isEmpty() ? tr("No attempt matches the filter “%1”. Esc shows all.").arg(choice)
        : choice.isEmpty()
            ? tr("No attempt has “%1” in status, fault, error name, kind, verdict or reason. "
                 "Esc shows all.")
                  .arg(words)
            : tr("No attempt contains “%1” and matches the filter “%2”. Esc shows all.").arg(words, choice));
    m_none->setVisible(showsNone);
    setVisible(m_wasOpened || m_filter.isActive() || all > kAppearsFrom);
}

bool FilterBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_words && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape && m_filter.isActive()) {
            clear();
            return true;
        }
        if (key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Down) {
            Q_EMIT left();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace retryscope::ui
