// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

QT_BEGIN_NAMESPACE
class QLabel;
class QLineEdit;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::ui {

class MarkedText;

/// A search field for a text: Enter goes to the next match, Shift+Enter to the previous one, Esc closes.
class SearchBar : public QWidget
{
    Q_OBJECT
public:
    explicit SearchBar(MarkedText& text, QWidget* parent = nullptr);

    void open();
    void close();
    /// Searches again after the text has changed.
    void refresh();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void go(int step);
    void displayCount();
    void applyTheme();

    MarkedText& m_text;
    QLineEdit* m_words;
    QLabel* m_count;
    QToolButton* m_previous;
    QToolButton* m_next;
    QToolButton* m_close;
};

} // namespace retryscope::ui
