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

/// What the page compares, as it stands in the window.
struct CompareSources
{
    const io::Library& library;
    std::function<const RunRecord&()> record;
    /// What the panels would send, with the scenario on the endpoint panel.
    std::function<io::Result<RunPlan>()> plan;
};

/// The responses of the current record judged again under several policies, or the current scenario played
/// for each of them: under each other on one time axis, with what each came to, why, and what differs.
class ComparePage : public QWidget
{
    Q_OBJECT
public:
    explicit ComparePage(CompareSources sources, QWidget* parent = nullptr);
    ~ComparePage() override;

    /// The record or the panels changed.
    void refresh();
    /// The library may have other policies now.
    void reload();
    /// Compares the record under these policies in place of those that are ticked.
    void choose(const QStringList& ids);

Q_SIGNALS:
    /// Something was done that shows nowhere else, such as a copy.
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
    bool m_hasChosen = false; ///< a first choice was made for the user
};

} // namespace retryscope::ui
