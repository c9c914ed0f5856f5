// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

QT_BEGIN_NAMESPACE
class QButtonGroup;
class QLabel;
class QLineEdit;
QT_END_NAMESPACE

namespace retryscope::ui {

class AttemptFilter;

/// Words and choices that filter the table of attempts, and the number of matches. Appears by itself if there
/// are more than kAppearsFrom attempts.
class FilterBar : public QWidget
{
    Q_OBJECT
public:
    static constexpr int kAppearsFrom = 12; ///< attempts

    /// The filter must outlive the bar.
    explicit FilterBar(AttemptFilter& filter, QWidget* parent = nullptr);

    /// Shows the bar and puts the text cursor into it.
    void open();
    /// Shows all attempts again.
    void clear();
    /// Updates the count. Do not call during a change of the model: the bar can appear and cause a new layout
    /// of the table.
    void count();

Q_SIGNALS:
    /// The user is about to change the filter; applyChange() follows.
    void aboutToChange();
    void changed();
    /// Esc was pressed in the empty field.
    void left();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filterByWords();
    void filterByChoice();

    AttemptFilter& m_filter;
    QLineEdit* m_words;
    QButtonGroup* m_choices;
    QLabel* m_count;
    QLabel* m_none; ///< why no attempt is shown
    bool m_wasOpened = false;
};

} // namespace retryscope::ui
