// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/call_times.h"
#include "ui/send/outcome.h"

#include <QFrame>

QT_BEGIN_NAMESPACE
class QHBoxLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;
QT_END_NAMESPACE

namespace retryscope::ui {

class CallTimesButton;

/// The line above the timeline: how the shown run ended, and what it sent. When the form above has changed
/// since, the strip says so.
class OutcomeStrip : public QFrame
{
    Q_OBJECT
public:
    explicit OutcomeStrip(QWidget* parent = nullptr);

    void display(const Outcome& outcome);
    /// Percentiles of the run's calls; absent: too few have ended.
    void displayTimes(const std::optional<CallTimes>& times, bool isVirtual);
    /// file: where the record was saved or opened; empty for none.
    void displayFile(const QString& file);
    /// Sets whether the form differs from the shown run.
    void setStale(bool isStale);
    [[nodiscard]] bool isStale() const;
    /// `Failed after 3 attempts in 103 ms · 429`
    [[nodiscard]] QString title() const;

Q_SIGNALS:
    /// The user wants the request, policy and settings of this run in the form.
    void useRequested();
    void exportRequested();
    /// The user wants to read how the file of an imported run was understood.
    void importNotesRequested();
    /// The user followed a link of the title or the story.
    void attemptRequested(retryscope::Place place);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void displayTexts();
    void displayOrigin();
    void nameButtons();
    void applyTheme();

    Outcome m_outcome;
    QString m_titleText;
    QString m_origin;
    QString m_file;
    VerdictSign* m_sign;
    QLabel* m_title;
    QLabel* m_story;
    QLabel* m_expected;
    QLabel* m_where;
    QLabel* m_changed;
    QPushButton* m_read; ///< only of an imported run
    QPushButton* m_use;
    QPushButton* m_export;
    CallTimesButton* m_times;
    QVBoxLayout* m_side = nullptr;  ///< of buttons, and of m_times in a wide strip
    QHBoxLayout* m_below = nullptr; ///< of m_times in a narrow one
};

} // namespace retryscope::ui
