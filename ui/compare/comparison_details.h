// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/comparison.h"
#include "ui/compare/comparison_model.h"

#include <QWidget>

#include <utility>

QT_BEGIN_NAMESPACE
class QTableView;
QT_END_NAMESPACE

namespace retryscope::ui {

class TextPage;

/// What each policy of a comparison came to, in numbers, and in what the rules of two of them differ.
class ComparisonDetails : public QWidget
{
    Q_OBJECT
public:
    explicit ComparisonDetails(QWidget* parent = nullptr);

    /// titles: one per record. lane: to select. The comparison must stay alive until the next call.
    void display(const Comparison& comparison, const QStringList& titles, int lane);
    void select(int lane);
    /// The only selected row; -1 when there are several, or none.
    [[nodiscard]] int selectedLane() const;
    /// `✕ 3 attempts · 998 ms (+948 ms) · 10 tokens · failed: not retryable`
    [[nodiscard]] QString numbersOf(int lane) const { return m_model->numbersOf(lane); }

Q_SIGNALS:
    /// By the user, or by select().
    void selectionChanged();
    void pictureRequested();
    void noteFound(const QString& note);

private:
    void copy(const QString& text, const QString& note);
    void prepareTable();
    [[nodiscard]] QWidget* buildButtons();
    void onSelectionChanged();
    void displayDifferences();
    [[nodiscard]] bool isRecorded(int lane) const;
    void displayWhatHappened(int lane, int other);
    [[nodiscard]] std::pair<int, int> comparedLanes() const;

    const Comparison* m_comparison = nullptr;
    ComparisonModel* m_model;
    QTableView* m_table;
    TextPage* m_differences;
    bool m_isDisplaying = false;
};

} // namespace retryscope::ui
