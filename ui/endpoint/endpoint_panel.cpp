// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/endpoint/endpoint_panel.h"

#include "core/explain/phrases.h"
#include "core/io/documents/step_templates.h"
#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/text/utf8.h"
#include "ui/endpoint/step_delegate.h"
#include "ui/endpoint/step_editor.h"
#include "ui/endpoint/step_text.h"
#include "ui/parts/box_chooser.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/form.h"
#include "ui/parts/panes.h"
#include "ui/parts/term.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
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

constexpr int kLeastLines = 5; ///< of the list of steps; a step has two

} // namespace

EndpointPanel::EndpointPanel(io::FaultEndpoint& endpoint, QWidget* parent)
    : QWidget(parent)
    , m_endpoint(endpoint)
    , m_calls(new ChoiceBox(this))
    , m_model(new EditableTable<EndpointStep>(stepColumns(), this))
    , m_list(new QListView(this))
    , m_templates(new QMenu(this))
    , m_add(makeQuietButton(tr("+ Add"), QStringLiteral("addStepButton"), this))
    , m_duplicate(makeIconButton(tr("Duplicate step"), QStringLiteral("duplicateStepButton"), this))
    , m_remove(makeIconButton(tr("Remove step"), QStringLiteral("removeStepButton"), this))
    , m_up(makeIconButton(tr("Move step up"), QStringLiteral("moveStepUpButton"), this))
    , m_down(makeIconButton(tr("Move step down"), QStringLiteral("moveStepDownButton"), this))
    , m_stepTitle(makeHeading({}, this))
    , m_editor(new StepEditor(this))
    , m_status(makeHint({}, this))
    , m_listen(new QCheckBox(tr("Serve other programs"), this))
    , m_copyUrl(makeQuietButton(tr("Copy URL"), QStringLiteral("copyUrlButton"), this))
    , m_behind(new BoxChooser(QStringLiteral("endpointBehind"), this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 8, 8, 8);
    buildSteps(layout);
    buildEndpointStrip(layout);
    connectParts();
    applyTheme();
    displayListening();
}

void EndpointPanel::buildSteps(QVBoxLayout* layout)
{
    nameInput(m_calls, QStringLiteral("callsScriptBox"), tr("Calls to edit"));
    layout->addWidget(m_calls);
    auto* label = makeHeading(tr("Responses in order"), this);
    setTerm(label, "scenario");
    label->setBuddy(m_list);
    m_add->setMenu(m_templates);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(label);
    row->addStretch();
    row->addWidget(m_add);
    layout->addLayout(row);

    nameInput(m_list, QStringLiteral("stepsList"), tr("Script steps"));
    m_model->canBeDragged = true;
    m_list->setModel(m_model);
    m_list->setItemDelegate(new StepDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setDefaultDropAction(Qt::MoveAction);
    m_list->setDropIndicatorShown(true);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setLeastLines(m_list, kLeastLines);
    auto* splitter = makeSplitter(Qt::Vertical, QStringLiteral("stepsSplitter"), this);
    splitter->addWidget(m_list);
    splitter->addWidget(buildStep());
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({1, 2});
    layout->addWidget(new Panes(splitter, {tr("Steps"), tr("Step")}, this), 1);
}

/// The step that is selected: what can be done with it as a whole, and its editor.
QWidget* EndpointPanel::buildStep()
{
    auto* step = new QWidget;
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(m_stepTitle);
    row->addStretch();
    for (QToolButton* button : {m_duplicate, m_remove, m_up, m_down}) {
        row->addWidget(button);
    }
    auto* layout = new QVBoxLayout(step);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addLayout(row);
    layout->addWidget(makeScrollArea(m_editor, this), 1);
    return step;
}

void EndpointPanel::buildEndpointStrip(QVBoxLayout* layout)
{
    m_status->setObjectName(QStringLiteral("endpointStatus"));
    nameInput(m_listen, QStringLiteral("listenBox"), m_listen->text());
    m_listen->setToolTip(tr("Open the endpoint on this machine for curl or your own program. Runs in this "
                            "window use a separate endpoint."));
    layout->addWidget(m_status);
    QPushButton* open = makeQuietButton(tr("Open…"), QStringLiteral("openScenarioButton"), this);
    QPushButton* save = makeQuietButton(tr("Save as…"), QStringLiteral("saveScenarioButton"), this);
    connect(open, &QPushButton::clicked, this, &EndpointPanel::openRequested);
    connect(save, &QPushButton::clicked, this, &EndpointPanel::saveRequested);
    auto* serving = new FlowLayout(nullptr, 0);
    serving->addWidget(m_listen);
    serving->addStretch();
    serving->addWidget(m_copyUrl);
    layout->addLayout(serving);
    auto* files = new FlowLayout(nullptr, 0);
    files->addWidget(open);
    files->addWidget(save);
    files->addWidget(m_behind);
    layout->addLayout(files);
}

void EndpointPanel::connectParts()
{
    connect(m_calls, &QComboBox::activated, this, &EndpointPanel::displaySteps);
    m_model->userEdited = [this] {
        m_list->viewport()->update(); // positions are part of what every row shows
        storeSteps();
    };
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
    connect(m_behind, &BoxChooser::chosen, this, &EndpointPanel::putBehind);
    connect(&m_endpoint, &io::FaultEndpoint::requestReceived, this, &EndpointPanel::displayListening);
}

void EndpointPanel::setScenario(const Shared<Scenario>& scenario)
{
    m_scenario = scenario;
    m_isEdited = false;
    forgetBox();
    m_calls->clear();
    int first = 1;
    for (const CallScript& script : m_scenario->calls) {
        const int last = first + script.times - 1;
        m_calls->addItem(first == last ? tr("Call %1").arg(first)
                                       : tr("Calls %1 to %2").arg(first).arg(last));
        first = last + 1;
    }
    m_calls->setVisible(!m_scenario->calls.empty());
    displaySteps();
    if (m_endpoint.isOpen()) {
        listen(true);
    }
}

void EndpointPanel::markSaved(const QString& id)
{
    Scenario saved = m_scenario;
    saved.id = fromQString(id);
    m_scenario = std::move(saved);
    m_isEdited = false;
    Q_EMIT edited();
}

const std::vector<EndpointStep>& EndpointPanel::shownSteps() const
{
    if (m_scenario->calls.empty()) {
        return m_scenario->steps;
    }
    return m_scenario->calls[static_cast<std::size_t>(std::max(0, m_calls->currentIndex()))].steps;
}

void EndpointPanel::displaySteps()
{
    m_model->showRows({m_scenario.pointer(), &shownSteps()});
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
    m_stepTitle->setText(hasStep ? tr("Response %1").arg(row + 1) : tr("Response"));
    m_duplicate->setEnabled(hasStep);
    m_remove->setEnabled(hasStep && m_model->rowCount() > 1);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(hasStep && row + 1 < m_model->rowCount());
    if (hasStep && m_editor->step() != m_model->at(row)) {
        m_editor->display(m_model->at(row));
    }
}

void EndpointPanel::storeSteps()
{
    Scenario edited = m_scenario;
    auto& steps = edited.calls.empty()
                      ? edited.steps
                      : edited.calls[static_cast<std::size_t>(std::max(0, m_calls->currentIndex()))].steps;
    steps = m_model->rows();
    m_scenario = std::move(edited);
    displayCurrent();
    markEdited();
}

void EndpointPanel::editScenario(const Shared<Scenario>& scenario)
{
    const int calls = m_calls->currentIndex();
    const int row = m_list->currentIndex().row();
    setScenario(scenario);
    if (calls > 0 && calls < m_calls->count()) {
        m_calls->setCurrentIndex(calls);
        displaySteps();
    }
    if (row > 0 && row < m_model->rowCount()) {
        selectStep(row);
    }
    markEdited();
}

void EndpointPanel::storeCurrent()
{
    const int row = m_list->currentIndex().row();
    if (row >= 0) {
        m_model->set(row, m_editor->step());
    }
}

void EndpointPanel::markEdited()
{
    m_isEdited = true;
    forgetBox();
    if (m_endpoint.isOpen()) {
        listen(true);
    }
    Q_EMIT edited();
}

void EndpointPanel::addStep(const EndpointStep& step)
{
    const int row = m_list->currentIndex().row() + 1;
    m_model->insert(row, step);
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
        m_model->move(row, target);
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
        m_status->setText(tr("Requests from other programs: %1 · listening on %2")
                              .arg(m_endpoint.requestCount())
                              .arg(m_endpoint.url().authority()));
    } else if (m_served > 0) {
        m_status->setText(tr("The last run sent %1.").arg(toQString(counted(m_served, "request"))));
    } else {
        m_status->clear();
    }
    m_status->setVisible(!m_status->text().isEmpty());
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
