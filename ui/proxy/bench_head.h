// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/proxy/bench_filter.h"

#include <QFrame>

QT_BEGIN_NAMESPACE
class QAction;
class QLabel;
class QProgressBar;
class QPushButton;
QT_END_NAMESPACE

namespace retryscope::ui {

class ElidedLabel;
class Segments;
struct BenchCounts;

/// Sums up a probe result in a sentence, filters its rows and offers the menu for the whole result.
class BenchHead : public QFrame
{
    Q_OBJECT
public:
    explicit BenchHead(QWidget* parent = nullptr);

    enum class Tone { Quiet, Good, Bad };
    void display(Tone tone, const QString& headline, const QString& sentence);
    /// changed: rows that differ from the earlier probe result; -1: no comparison. alike: rows that come out
    /// like the response searched for; -1: no search.
    void displayCounts(const BenchCounts& counts, int changed, int alike);
    /// total 0: no probe is running.
    void displayProgress(int done, int total);
    [[nodiscard]] BenchFilter::Show shown() const;
    void show(BenchFilter::Show rows);
    /// The button whose menu holds export and search.
    [[nodiscard]] const QWidget& menuButton() const;

Q_SIGNALS:
    void filterChosen(retryscope::ui::BenchFilter::Show rows);
    void copyMarkdownRequested();
    void copyCsvRequested();
    void saveTableRequested();
    void saveBenchRequested();
    void openRequested();
    void seekRequested();
    void compareRequested();
    void compareEnded();

private:
    void layOut();
    void buildMenu();

    QLabel* m_sign;
    ElidedLabel* m_headline;
    ElidedLabel* m_sentence;
    QProgressBar* m_progress;
    Segments* m_filter;
    QPushButton* m_menu;
    QAction* m_endComparison = nullptr;
};

} // namespace retryscope::ui
