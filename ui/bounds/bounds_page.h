// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/bounds_report.h"
#include "core/io/text/result.h"
#include "core/simulate/bounds.h"
#include "core/simulate/run_plan.h"

#include "ui/bounds/bounds_tables.h"
#include "ui/parts/chooser_button.h"

#include <QWidget>

#include <functional>

QT_BEGIN_NAMESPACE
class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QTableView;
QT_END_NAMESPACE

namespace retryscope::io {
class Library;
}

namespace retryscope::ui {

class ReportRows;

class BoundsChart;
class DurationBox;

/// How long a call can take, and how many requests reach the server, if every attempt fails in the same way:
/// against a deadline, and with outer layers that retry what an inner layer gave up.
class BoundsPage : public QWidget
{
    Q_OBJECT
public:
    /// plan: the run that Send would make; its policy, service and operation are the default.
    BoundsPage(const io::Library& library, std::function<io::Result<RunPlan>()> plan,
               QWidget* parent = nullptr);

    /// Updates the page after the draft has changed.
    void refresh();
    /// Reloads the policies, because the library can have changed.
    void reload();

Q_SIGNALS:
    /// Reports an action with no other visible effect, such as a copy.
    void noteFound(const QString& note);

private:
    void layOut();
    [[nodiscard]] QWidget* buildQuestion();
    [[nodiscard]] QWidget* buildLayers();
    [[nodiscard]] QWidget* buildResponse();
    void buildTables();
    [[nodiscard]] std::vector<ChooserItem> choices() const;
    void choose(const QString& key);
    void displayPolicy();
    void fillFailures();
    void connectParts();
    void work();
    [[nodiscard]] SteadyFailure failureFrom(const RequestSpec& spec) const;
    [[nodiscard]] io::Result<Policy> chosenPolicy(const RunPlan& plan) const;
    void display(const BoundsUnder& result, const SteadyFailure& failure);
    void displayProblem(const QString& problem);
    void copy();

    const io::Library& m_library;
    std::function<io::Result<RunPlan>()> m_plan;
    ChooserButton* m_policy;
    QString m_key; ///< key of the chosen policy; empty: the one in use
    QComboBox* m_failure;
    DurationBox* m_time;
    DurationBox* m_deadline;
    QSpinBox* m_calls;
    EditableTable<LayerRow>* m_layersModel;
    QTableView* m_layers;
    QPushButton* m_add;
    QPushButton* m_remove;
    QLabel* m_headline;
    QLabel* m_sentences;
    BoundsChart* m_chart;
    ReportRows* m_attemptsModel;
    QTableView* m_attempts;
    ReportRows* m_nestedModel;
    QTableView* m_nested;
    QPushButton* m_copy;
    Report m_report; ///< of what is shown
};

} // namespace retryscope::ui
