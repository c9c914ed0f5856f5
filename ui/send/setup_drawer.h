// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFrame>

QT_BEGIN_NAMESPACE
class QSplitter;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Where the set-up stands. With room for it, that is the left side of a splitter; in a narrow window it is
/// folded to this strip, whose button opens it over the run. Open so, it closes on Escape, when the focus
/// goes elsewhere, and when something is sent.
class SetupDrawer : public QFrame
{
    Q_OBJECT
public:
    /// setup: the first widget of the splitter; over: what it covers while it is open.
    SetupDrawer(QFrame& setup, QSplitter& splitter, QWidget& over);

    /// Folds the set-up where the run would be left with fewer than some 80 letters of width.
    /// beside: what the splitter's other side needs beside the run.
    void fit(int width, int beside);
    /// True in a narrow window.
    [[nodiscard]] bool isFolded() const { return m_isFolded; }
    /// False: not even beside the run, where there is room.
    void setWanted(bool isWanted);
    [[nodiscard]] bool isWanted() const { return m_isWanted; }
    /// Over the run. Does nothing where the set-up stands beside it.
    void setOpen(bool isOpen);
    [[nodiscard]] bool isOpen() const { return m_isOpen; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void onFocusChanged(const QWidget* now);
    void place();
    void applyTheme();

    QFrame& m_setup;
    QSplitter& m_splitter;
    QWidget& m_over;
    QToolButton* m_button;
    QByteArray m_sizes; ///< of the splitter, while the set-up is out of it
    bool m_isWanted = true;
    bool m_isFolded = false;
    bool m_isOpen = false;
    bool m_isAwaited = false; ///< to be opened once the window has a size and turns out to be narrow
};

} // namespace retryscope::ui
