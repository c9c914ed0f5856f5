// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/shared.h"
#include "core/simulate/scenario.h"
#include "ui/parts/table_model.h"

#include <QWidget>

#include <optional>

QT_BEGIN_NAMESPACE
class QCheckBox;
class QComboBox;
class QLabel;
class QListView;
class QMenu;
class QPushButton;
class QToolButton;
class QVBoxLayout;
QT_END_NAMESPACE

namespace retryscope::io {
class FaultEndpoint;
} // namespace retryscope::io

namespace retryscope::ui {

class BoxChooser;
class StepEditor;

/// Edits how the built-in endpoint responds, and opens it to other programs.
class EndpointPanel : public QWidget
{
    Q_OBJECT
public:
    explicit EndpointPanel(io::FaultEndpoint& endpoint, QWidget* parent = nullptr);

    /// The scenario as edited.
    [[nodiscard]] const Shared<Scenario>& scenario() const { return m_scenario; }
    void setScenario(const Shared<Scenario>& scenario);
    /// Replaces the shown scenario by another version of it, as if the user had edited it. Keeps the selected
    /// step if it still exists.
    void editScenario(const Shared<Scenario>& scenario);
    [[nodiscard]] bool isEdited() const { return m_isEdited; }
    /// The scenario was saved under this id.
    void markSaved(const QString& id);
    /// Shows how many requests the window's last run sent to its endpoint.
    void displayServed(int requests);

Q_SIGNALS:
    /// Another scenario is shown, or the user changed the shown one.
    void edited();
    void openRequested();
    void saveRequested();
    void problemFound(const QString& text);
    void noteFound(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildSteps(QVBoxLayout* layout);
    [[nodiscard]] QWidget* buildStep();
    void buildEndpointStrip(QVBoxLayout* layout);
    void connectParts();
    void fillTemplateMenu();
    void displaySteps();
    void displayCurrent();
    void selectStep(int row);
    void storeSteps();
    void storeCurrent();
    void addStep(const EndpointStep& step);
    void putBehind(const QString& box);
    void forgetBox();
    void removeCurrent();
    void moveCurrent(int distance);
    void listen(bool isWanted);
    void displayListening();
    void copyUrl();
    void applyTheme();
    void markEdited();
    /// The steps shown: the scenario's own, or those of the chosen group of calls.
    [[nodiscard]] const std::vector<EndpointStep>& shownSteps() const;

    io::FaultEndpoint& m_endpoint;
    Shared<Scenario> m_scenario;
    bool m_isEdited = false;
    std::optional<Scenario> m_atOrigin; ///< the scenario without the proxy, while a proxy is chosen
    int m_served = 0;
    QComboBox* m_calls;
    EditableTable<EndpointStep>* m_model;
    QListView* m_list;
    QMenu* m_templates;
    QPushButton* m_add;
    QToolButton* m_duplicate;
    QToolButton* m_remove;
    QToolButton* m_up;
    QToolButton* m_down;
    QLabel* m_stepTitle;
    StepEditor* m_editor;
    QLabel* m_status;
    QCheckBox* m_listen;
    QPushButton* m_copyUrl;
    BoxChooser* m_behind;
};

} // namespace retryscope::ui
