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

/// Words and choices that narrow the table of attempts down, and how many are left. Comes up by itself where
/// there are more attempts than one sees at once.
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
    /// Says again how many attempts there are. Not in the middle of a change of the model: the bar may come
    /// up, and the table beside it is laid out anew.
    void count();

Q_SIGNALS:
    /// The user wants something else to be shown; applyChange() follows.
    void aboutToChange();
    void changed();
    /// Esc in an empty box.
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
    bool m_wasOpened = false;
};

} // namespace retryscope::ui
