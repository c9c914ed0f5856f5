// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/simulate/comparison.h"
#include "core/simulate/run_plan.h"

#include <QWidget>

#include <functional>

QT_BEGIN_NAMESPACE
class QComboBox;
class QLabel;
class QStackedWidget;
QT_END_NAMESPACE

namespace retryscope::io {
class Library;
}

namespace retryscope::ui {

class ComparisonChart;
class ComparisonDetails;
class Legend;
class PolicyChecklist;

/// The inputs of the comparison in the window.
struct CompareSources
{
    const io::Library& library;
    std::function<const RunRecord&()> record;
    /// The run that Send would make with the scenario of the built-in endpoint.
    std::function<io::Result<RunPlan>()> plan;
};

/// Judges the responses of the current record under several policies, or plays the current scenario for each
/// of them. Shows the runs on one time axis, with results, reasons and differences.
class ComparePage : public QWidget
{
    Q_OBJECT
public:
    explicit ComparePage(CompareSources sources, QWidget* parent = nullptr);
    ~ComparePage() override;

    /// Updates the page after the record or the draft has changed.
    void refresh();
    /// Reloads the policies, because the library can have changed.
    void reload();
    /// Ticks these policies instead of the present ones and compares the record under them.
    void choose(const QStringList& ids);

Q_SIGNALS:
    /// Reports an action with no other visible effect, such as a copy.
    void noteFound(const QString& note);

private:
    enum class Source { Record, Scenario };

    void layOut();
    [[nodiscard]] QWidget* buildHead();
    [[nodiscard]] QWidget* buildResults();
    [[nodiscard]] QWidget* buildEmpty();
    void connectParts();
    [[nodiscard]] Source source() const;
    [[nodiscard]] bool hasRecord() const;
    [[nodiscard]] std::vector<Policy> otherPolicies() const;
    void compareScenario();
    void compare();
    [[nodiscard]] io::Result<Comparison> comparisonOf(const std::vector<Policy>& policies) const;
    void display();
    void displayLanes();
    void onPicked(int lane);
    void displaySelection();
    void displayWhy();
    [[nodiscard]] QString titleOf(std::size_t lane) const;
    void savePicture();

    CompareSources m_sources;
    PolicyChecklist* m_policies;
    QComboBox* m_source;
    QComboBox* m_beyond;
    QLabel* m_beyondLabel;
    QLabel* m_note;
    QStackedWidget* m_pages;
    QLabel* m_emptyText;
    ComparisonChart* m_chart;
    Legend* m_legend;
    QLabel* m_why;
    ComparisonDetails* m_details;
    Comparison m_comparison;
    bool m_hadRecord = false;
    bool m_hasChosen = false; ///< true after the page made the first choice of policies for the user
};

} // namespace retryscope::ui
