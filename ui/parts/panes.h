// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QTimer>
#include <QWidget>

QT_BEGIN_NAMESPACE
class QSplitter;
class QTabBar;
QT_END_NAMESPACE

namespace retryscope::ui {

/// A splitter that shows one of its panes at a time, with tabs to choose it, where all of them together need
/// more room than there is. A pane that gets the focus is shown.
class Panes : public QWidget
{
    Q_OBJECT
public:
    /// titles: of the panes, in order. The splitter has its panes already, or gets them later.
    Panes(QSplitter* splitter, const QStringList& titles, QWidget* parent = nullptr);

    [[nodiscard]] bool isFolded() const { return m_isFolded; }
    /// Shows this pane, or the one that contains the widget, while the panes are folded and once they are.
    void showPane(const QWidget* widget);
    /// Does so in every Panes around the widget.
    static void reveal(const QWidget* widget);
    /// What QSplitter::saveState() gives while all panes are shown.
    [[nodiscard]] static QByteArray unfoldedState(const QSplitter& splitter);

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Of a pane that has the whole width, or its width now.
    [[nodiscard]] QSize leastSizeOf(int pane) const;
    [[nodiscard]] bool isWanted(int pane) const;
    void fit();
    void fold();
    void unfold();
    void display();
    void balance();

    QSplitter* m_splitter;
    QTabBar* m_tabs;
    QStringList m_titles;
    bool m_isFolded = false;
    int m_shown = 0;    ///< the pane that is shown alone while they are folded, or was so last
    QByteArray m_state; ///< of the splitter before it was folded
    QTimer m_soon;      ///< fits again when the layouts in the panes have done their work
    QSize m_least;      ///< as its parent knows it
    bool m_isFitting = false;
};

} // namespace retryscope::ui
