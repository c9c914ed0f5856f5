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

/// Holds the set-up panel. In a wide window the panel is the left side of a splitter; in a narrow one it
/// folds to this strip, whose button opens it over the run. It then closes on Escape, when the focus moves
/// elsewhere, and when something is sent.
class SetupDrawer : public QFrame
{
    Q_OBJECT
public:
    /// setup: the first widget of the splitter; over: what it covers while it is open.
    SetupDrawer(QFrame& setup, QSplitter& splitter, QWidget& over);

    /// Folds the set-up panel if the run would be narrower than about 80 characters. beside: the width that
    /// the other side of the splitter needs besides the run.
    void fit(int width, int beside);
    /// True in a narrow window.
    [[nodiscard]] bool isFolded() const { return m_isFolded; }
    /// False: hides the panel even where it fits beside the run.
    void setWanted(bool isWanted);
    [[nodiscard]] bool isWanted() const { return m_isWanted; }
    /// Opens or closes the panel over the run; does nothing while it is beside the run.
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
