// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/simulate/bounds.h"
#include "core/simulate/run_plan.h"

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

class AttemptBoundsModel;
class BoundsChart;
class DurationBox;
class LayersModel;

/// How long a call can take and what reaches the server, when every attempt fails alike: against a deadline,
/// and through layers that retry what the layer within has given up.
class BoundsPage : public QWidget
{
    Q_OBJECT
public:
    /// plan: what the panels would send; its policy, service and operation are asked about.
    BoundsPage(const io::Library& library, std::function<io::Result<RunPlan>()> plan,
               QWidget* parent = nullptr);

    /// The panels changed.
    void refresh();
    /// The library may have other policies now.
    void reload();

Q_SIGNALS:
    /// Something was done that shows nowhere else, such as a copy.
    void noteFound(const QString& note);

private:
    void layOut();
    [[nodiscard]] QWidget* buildQuestion();
    [[nodiscard]] QWidget* buildLayers();
    [[nodiscard]] QWidget* buildResponse();
    [[nodiscard]] QTableView* buildAttempts();
    void displayLayers(const NestedBounds& bounds);
    [[nodiscard]] std::vector<ChooserItem> choices() const;
    void choose(const QString& key);
    void displayPolicy();
    void fillFailures();
    void connectParts();
    void work();
    [[nodiscard]] SteadyFailure failureFrom(const RequestSpec& spec) const;
    [[nodiscard]] io::Result<Policy> chosenPolicy(const RunPlan& plan) const;
    void display(const NestedBounds& bounds, const Policy& policy);
    void displayProblem(const QString& problem);
    void copy();

    const io::Library& m_library;
    std::function<io::Result<RunPlan>()> m_plan;
    ChooserButton* m_policy;
    QString m_key; ///< of the policy asked about; empty: the one in use
    QComboBox* m_failure;
    DurationBox* m_time;
    DurationBox* m_deadline;
    QSpinBox* m_calls;
    LayersModel* m_layersModel;
    QTableView* m_layers;
    QPushButton* m_add;
    QPushButton* m_remove;
    QLabel* m_headline;
    QLabel* m_sentences;
    BoundsChart* m_chart;
    AttemptBoundsModel* m_attemptsModel;
    QTableView* m_attempts;
    QLabel* m_nested;
    QPushButton* m_copy;
};

} // namespace retryscope::ui
