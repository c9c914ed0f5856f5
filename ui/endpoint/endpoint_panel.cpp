// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/endpoint/endpoint_panel.h"

#include "core/explain/condition_text.h"
#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/format/step_templates.h"
#include "core/io/text/utf8.h"
#include "ui/endpoint/endpoint_steps_model.h"
#include "ui/endpoint/step_delegate.h"
#include "ui/endpoint/step_editor.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kVisibleCards = 4;

} // namespace

EndpointPanel::EndpointPanel(LibraryBox::Items scenarios, io::FaultEndpoint& endpoint, QWidget* parent)
    : QWidget(parent)
    , m_endpoint(endpoint)
    , m_picker(new LibraryBox(std::move(scenarios), this))
    , m_calls(new QComboBox(this))
    , m_model(new EndpointStepsModel(this))
    , m_list(new QListView(this))
    , m_templates(new QMenu(this))
    , m_add(makeQuietButton(tr("+ Add"), QStringLiteral("addStepButton"), this))
    , m_duplicate(makeIconButton(tr("Duplicate step"), QStringLiteral("duplicateStepButton"), this))
    , m_remove(makeIconButton(tr("Remove step"), QStringLiteral("removeStepButton"), this))
    , m_up(makeIconButton(tr("Move step up"), QStringLiteral("moveStepUpButton"), this))
    , m_down(makeIconButton(tr("Move step down"), QStringLiteral("moveStepDownButton"), this))
    , m_editor(new StepEditor(this))
    , m_status(makeHint({}, this))
    , m_listen(new QCheckBox(tr("Serve other programs"), this))
    , m_copyUrl(makeQuietButton(tr("Copy URL"), QStringLiteral("copyUrlButton"), this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 8, 8);
    buildPicker(layout);
    buildSteps(layout);
    buildEndpointStrip(layout);
    connectParts();
    applyTheme();
    displayListening();
}

void EndpointPanel::buildPicker(QVBoxLayout* layout)
{
    auto* label = new QLabel(tr("Scenario"), this);
    label->setBuddy(m_picker);
    nameInput(m_picker, QStringLiteral("scenarioBox"), tr("Scenario"));
    QPushButton* open = makeQuietButton(tr("Open…"), QStringLiteral("openScenarioButton"), this);
    QPushButton* save = makeQuietButton(tr("Save as…"), QStringLiteral("saveScenarioButton"), this);
    connect(open, &QPushButton::clicked, this, &EndpointPanel::openRequested);
    connect(save, &QPushButton::clicked, this, &EndpointPanel::saveRequested);
    auto* row = new QHBoxLayout;
    row->addWidget(label);
    row->addStretch();
    row->addWidget(open);
    row->addWidget(save);
    layout->addLayout(row);
    layout->addWidget(m_picker);
    nameInput(m_calls, QStringLiteral("callsScriptBox"), tr("Calls whose steps are shown"));
    layout->addWidget(m_calls);
}

void EndpointPanel::buildSteps(QVBoxLayout* layout)
{
    auto* label = makeHeading(tr("Steps"), this);
    label->setBuddy(m_list);
    m_add->setMenu(m_templates);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(label);
    row->addStretch();
    row->addWidget(m_add);
    for (QToolButton* button : {m_duplicate, m_remove, m_up, m_down}) {
        row->addWidget(button);
    }
    layout->addLayout(row);

    nameInput(m_list, QStringLiteral("stepsList"), tr("Steps of the endpoint"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new StepDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setDefaultDropAction(Qt::MoveAction);
    m_list->setDropIndicatorShown(true);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMinimumHeight(kVisibleCards * m_list->itemDelegate()->sizeHint({}, {}).height());
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(QStringLiteral("stepsSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_list);
    splitter->addWidget(makeScrollArea(m_editor, this));
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({m_list->minimumHeight(), 2 * m_list->minimumHeight()});
    layout->addWidget(splitter, 1);
}

void EndpointPanel::buildEndpointStrip(QVBoxLayout* layout)
{
    m_status->setObjectName(QStringLiteral("endpointStatus"));
    nameInput(m_listen, QStringLiteral("listenBox"), m_listen->text());
    m_listen->setToolTip(tr("Opens the endpoint on this machine, for curl or a program of yours"));
    layout->addWidget(m_status);
    auto* row = new QHBoxLayout;
    row->addWidget(m_listen);
    row->addWidget(m_copyUrl);
    row->addStretch();
    layout->addLayout(row);
}

void EndpointPanel::connectParts()
{
    connect(m_picker, &LibraryBox::chosen, this, &EndpointPanel::scenarioChosen);
    connect(m_calls, &QComboBox::activated, this, &EndpointPanel::displaySteps);
    connect(m_model, &EndpointStepsModel::edited, this, &EndpointPanel::storeSteps);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &EndpointPanel::displayCurrent);
    connect(m_templates, &QMenu::aboutToShow, this, &EndpointPanel::fillTemplateMenu);
    connect(m_duplicate, &QToolButton::clicked, this, [this] { addStep(m_editor->step()); });
    connect(m_remove, &QToolButton::clicked, this, &EndpointPanel::removeCurrent);
    connect(m_up, &QToolButton::clicked, this, [this] { moveCurrent(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { moveCurrent(1); });
    connect(m_editor, &StepEditor::edited, this, &EndpointPanel::storeCurrent);
    connect(m_editor, &StepEditor::problemFound, this, &EndpointPanel::problemFound);
    connect(m_listen, &QCheckBox::toggled, this, &EndpointPanel::listen);
    connect(m_copyUrl, &QPushButton::clicked, this, &EndpointPanel::copyUrl);
    connect(&m_endpoint, &io::FaultEndpoint::requestReceived, this, &EndpointPanel::displayListening);
}

void EndpointPanel::setScenario(const Scenario& scenario)
{
    m_scenario = scenario;
    m_isEdited = false;
    m_picker->display(toQString(scenario.id),
                      toQString(scenario.title.empty() ? scenario.id : scenario.title));
    m_calls->clear();
    int first = 1;
    for (const CallScript& script : m_scenario.calls) {
        const int last = first + script.times - 1;
        m_calls->addItem(first == last ? tr("Call %1").arg(first)
                                       : tr("Calls %1 to %2").arg(first).arg(last));
        first = last + 1;
    }
    m_calls->setVisible(!m_scenario.calls.empty());
    displaySteps();
    if (m_endpoint.isOpen()) {
        listen(true);
    }
}

void EndpointPanel::markSaved(const QString& id)
{
    m_scenario.id = fromQString(id);
    m_isEdited = false;
    m_picker->forget();
    m_picker->display(id, toQString(m_scenario.title.empty() ? m_scenario.id : m_scenario.title));
}

std::vector<EndpointStep>& EndpointPanel::shownSteps()
{
    if (m_scenario.calls.empty()) {
        return m_scenario.steps;
    }
    return m_scenario.calls[static_cast<std::size_t>(std::max(0, m_calls->currentIndex()))].steps;
}

void EndpointPanel::displaySteps()
{
    m_model->setSteps(shownSteps());
    selectStep(0);
    displayCurrent();
}

void EndpointPanel::selectStep(int row)
{
    m_list->setCurrentIndex(m_model->index(row, 0));
}

void EndpointPanel::displayCurrent()
{
    const int row = m_list->currentIndex().row();
    const bool hasStep = row >= 0;
    m_editor->setEnabled(hasStep);
    m_duplicate->setEnabled(hasStep);
    m_remove->setEnabled(hasStep && m_model->rowCount() > 1);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(hasStep && row + 1 < m_model->rowCount());
    if (hasStep && m_editor->step() != m_model->step(row)) {
        m_editor->display(m_model->step(row));
    }
}

void EndpointPanel::storeSteps()
{
    shownSteps() = m_model->steps();
    displayCurrent();
    markEdited();
}

void EndpointPanel::editScenario(const Scenario& scenario)
{
    setScenario(scenario);
    markEdited();
}

void EndpointPanel::storeCurrent()
{
    const int row = m_list->currentIndex().row();
    if (row >= 0) {
        m_model->setStep(row, m_editor->step());
    }
}

void EndpointPanel::markEdited()
{
    if (!std::exchange(m_isEdited, true)) {
        const QString title = toQString(m_scenario.title.empty() ? m_scenario.id : m_scenario.title);
        m_picker->display(toQString(m_scenario.id), tr("%1 · edited").arg(title));
    }
    if (m_endpoint.isOpen()) {
        listen(true);
    }
}

void EndpointPanel::addStep(const EndpointStep& step)
{
    const int row = m_list->currentIndex().row() + 1;
    m_model->insertStep(row, step);
    selectStep(row);
}

void EndpointPanel::removeCurrent()
{
    const int row = m_list->currentIndex().row();
    if (row >= 0 && m_model->rowCount() > 1) {
        m_model->removeRows(row, 1);
        selectStep(std::min(row, m_model->rowCount() - 1));
    }
}

void EndpointPanel::moveCurrent(int distance)
{
    const int row = m_list->currentIndex().row();
    const int target = row + distance;
    if (row >= 0 && target >= 0 && target < m_model->rowCount()) {
        m_model->moveStep(row, target);
        selectStep(target);
    }
}

void EndpointPanel::fillTemplateMenu()
{
    if (!m_templates->isEmpty()) {
        return;
    }
    QMap<QString, QMenu*> groups;
    for (const io::StepTemplate& entry : io::stepTemplates()) {
        QMenu*& group = groups[entry.group];
        if (group == nullptr) {
            group = m_templates->addMenu(entry.group);
        }
        QAction* action = group->addAction(entry.title);
        action->setObjectName(QStringLiteral("template-") + entry.name);
        connect(action, &QAction::triggered, this, [this, step = entry.step] { addStep(step); });
    }
}

void EndpointPanel::listen(bool isWanted)
{
    m_endpoint.close();
    if (isWanted) {
        const auto opened = m_endpoint.open(m_scenario);
        if (!opened) {
            Q_EMIT problemFound(opened.error().text());
        }
    }
    const QSignalBlocker blocker(m_listen);
    m_listen->setChecked(m_endpoint.isOpen());
    displayListening();
}

void EndpointPanel::displayServed(int requests)
{
    m_served = requests;
    displayListening();
}

void EndpointPanel::displayListening()
{
    const bool isOpen = m_endpoint.isOpen();
    m_copyUrl->setEnabled(isOpen);
    if (isOpen) {
        m_status->setText(tr("Served %1 to other programs · listening on %2")
                              .arg(m_endpoint.requestCount())
                              .arg(m_endpoint.url().authority()));
    } else if (m_served > 0) {
        m_status->setText(tr("The last run was served %1. Each run opens an endpoint of its own.")
                              .arg(toQString(counted(m_served, "request"))));
    } else {
        m_status->setText(tr("Runs of this window open the endpoint by themselves."));
    }
}

void EndpointPanel::copyUrl()
{
    const QString url = m_endpoint.url().toString();
    QGuiApplication::clipboard()->setText(url);
    Q_EMIT noteFound(tr("Copied %1").arg(url));
}

void EndpointPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
    QWidget::changeEvent(event);
}

void EndpointPanel::applyTheme()
{
    const Theme& theme = Theme::forPalette(palette());
    m_duplicate->setIcon(theme.icon(QStringLiteral("copy")));
    m_remove->setIcon(theme.icon(QStringLiteral("remove")));
    m_up->setIcon(theme.icon(QStringLiteral("up")));
    m_down->setIcon(theme.icon(QStringLiteral("down")));
}

} // namespace retryscope::ui
