// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/request/run_settings.h"

#include <QFrame>

#include <functional>

QT_BEGIN_NAMESPACE
class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::ui {

class Segments;

/// Edits RunSettings, in a popup beneath the button that names them.
class RunPopover : public QFrame
{
    Q_OBJECT
public:
    RunPopover(std::function<std::uint64_t()> newSeed, QWidget* owner);

    [[nodiscard]] const RunSettings& settings() const { return m_settings; }
    /// Emits no signal.
    void setSettings(const RunSettings& settings);
    /// Draws a new seed unless the present one is kept.
    void renewSeed();
    /// False: the target allows live runs only, so virtual time is off and a virtual run becomes one live
    /// call. Emits no signal: the caller makes a larger change.
    void setVirtualIsPossible(bool isPossible);
    /// The tokens that the next live run would start with, for example `438 of 500`; empty if the quota is
    /// full or unknown.
    void displayTokens(const QString& carriedOver);
    void openBeneath(const QWidget& button);

Q_SIGNALS:
    /// Enter or Ctrl+Enter was pressed; the popup has closed.
    void sendRequested();
    /// Emitted after a change by the user.
    void edited();
    void refillRequested();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildCounts(QFormLayout* form);
    void buildSeed(QFormLayout* form);
    void buildTokens(QFormLayout* form);
    void store();
    void storeClock(bool isVirtual);
    void display();
    void applyTheme();

    std::function<std::uint64_t()> m_newSeed;
    RunSettings m_settings;
    Segments* m_clock;
    QSpinBox* m_calls;
    QSpinBox* m_clients;
    QLineEdit* m_seed;
    QToolButton* m_keepSeed;
    QToolButton* m_drawSeed;
    QComboBox* m_tokens;
    QPushButton* m_refill;
    QCheckBox* m_waits;
    QLabel* m_note;
};

} // namespace retryscope::ui
