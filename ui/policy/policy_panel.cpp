// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/policy_panel.h"

#include "core/io/text/utf8.h"
#include "core/policy/check.h"
#include "ui/parts/form.h"
#include "ui/policy/client_code_view.h"
#include "ui/policy/mapping_editor.h"
#include "ui/policy/policy_about.h"
#include "ui/policy/policy_difference.h"
#include "ui/policy/policy_form.h"
#include "ui/policy/policy_json_editor.h"
#include "ui/policy/rules_editor.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kMappingPart = 4;
constexpr int kCodePart = 5;

} // namespace

PolicyPanel::PolicyPanel(std::function<io::Result<RetrySettings>()> retrySettings, QWidget* parent)
    : QWidget(parent)
    , m_title(makeHeading({}, this))
    , m_state(makeHint({}, this))
    , m_problems(makeHint({}, this))
    , m_reset(makeQuietButton(tr("Reset"), QStringLiteral("resetPolicyButton"), this))
    , m_save(makeQuietButton(tr("Save as own policy…"), QStringLiteral("savePolicyButton"), this))
    , m_tabs(new QTabWidget(this))
    , m_form(new PolicyForm)
    , m_rules(new RulesEditor)
    , m_json(new PolicyJsonEditor)
    , m_about(new PolicyAbout(std::move(retrySettings)))
    , m_mapping(new MappingEditor)
    , m_code(new ClientCodeView)
{
    m_title->setObjectName(QStringLiteral("policyTitle"));
    m_title->setWordWrap(true);
    m_state->setObjectName(QStringLiteral("policyState"));
    m_problems->setObjectName(QStringLiteral("policyProblems"));
    m_problems->setProperty("mark", QStringLiteral("danger"));
    m_problems->setMargin(6);
    nameInput(m_tabs, QStringLiteral("policyTabs"), tr("Parts of the policy"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false);
    m_tabs->tabBar()->setProperty("crowded", true);
    m_tabs->addTab(makeScrollArea(m_form, this), tr("Values"));
    m_tabs->addTab(m_rules, tr("Rules"));
    m_tabs->addTab(m_json, tr("JSON"));
    m_tabs->addTab(m_about, tr("About"));
    m_tabs->addTab(makeScrollArea(m_mapping, this), tr("Mapping"));
    m_tabs->addTab(makeScrollArea(m_code, this), tr("Code"));
    m_tabs->setTabToolTip(kCodePart, tr("What to write in your own code for the same behaviour"));

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_reset);
    buttons->addWidget(m_save);
    buttons->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 8, 8);
    layout->addWidget(m_title);
    layout->addWidget(m_state);
    layout->addWidget(m_problems);
    layout->addLayout(buttons);
    layout->addWidget(m_tabs, 1);

    connect(m_form, &PolicyForm::edited, this, &PolicyPanel::storeForm);
    connect(m_rules, &RulesEditor::edited, this, &PolicyPanel::storeRules);
    connect(m_mapping, &MappingEditor::edited, this, &PolicyPanel::storeMapping);
    connect(m_json, &PolicyJsonEditor::edited, this, &PolicyPanel::storeJson);
    connect(m_tabs, &QTabWidget::currentChanged, this, &PolicyPanel::displayPart);
    connect(m_reset, &QPushButton::clicked, this, [this] {
        setPolicy(m_preset);
        Q_EMIT policyEdited();
    });
    connect(m_save, &QPushButton::clicked, this, &PolicyPanel::saveRequested);
    displayState();
}

void PolicyPanel::setPolicy(const Policy& policy)
{
    m_preset = policy;
    m_policy = policy;
    m_jsonIsBad = false;
    displayParts();
    m_json->display(m_policy);
    displayState();
}

void PolicyPanel::edit(const Policy& policy)
{
    m_policy = policy;
    m_jsonIsBad = false;
    displayParts();
    m_json->display(m_policy);
    displayState();
    Q_EMIT policyEdited();
}

io::Result<Policy> PolicyPanel::policy() const
{
    if (m_jsonIsBad) {
        return m_json->policy().error();
    }
    const std::vector<PolicyProblem> problems = problemsOf(m_policy);
    if (!problems.empty()) {
        return io::Error{.kind = io::Error::Kind::BadInput,
                         .message = toQString(problems.front().text),
                         .place = toQString(problems.front().path)};
    }
    return m_policy;
}

bool PolicyPanel::isEdited() const
{
    return m_jsonIsBad || m_policy != m_preset;
}

std::vector<PolicyOverrideNote> PolicyPanel::overrides() const
{
    return differencesOf(m_preset, m_policy, tr("edited in the window"));
}

void PolicyPanel::setService(const QString& service)
{
    m_service = service;
    displayState();
}

void PolicyPanel::showPart(int part)
{
    m_tabs->setCurrentIndex(part);
}

void PolicyPanel::storeForm()
{
    const std::vector<Rule> rules = m_policy.rules;
    m_policy = m_form->policy();
    m_policy.rules = rules;
    m_jsonIsBad = false;
    displayState();
    Q_EMIT policyEdited();
}

void PolicyPanel::storeRules()
{
    m_policy.rules = m_rules->rules();
    m_jsonIsBad = false;
    displayState();
    Q_EMIT policyEdited();
}

void PolicyPanel::storeMapping()
{
    m_policy = m_mapping->policy();
    m_jsonIsBad = false;
    displayParts();
    displayState();
    Q_EMIT policyEdited();
}

void PolicyPanel::setRecord(const RunRecord* record)
{
    m_mapping->setRecord(record);
}

void PolicyPanel::offerMapping(const std::string& name, int status)
{
    showPart(kMappingPart);
    m_mapping->offer(name, status);
}

void PolicyPanel::storeJson()
{
    m_jsonIsBad = !m_json->policy();
    if (!m_jsonIsBad) {
        m_policy = m_json->policy().value();
        displayParts();
    }
    displayState();
    Q_EMIT policyEdited();
}

void PolicyPanel::displayParts()
{
    m_form->display(m_policy);
    m_rules->display(m_policy.rules);
    m_about->display(m_policy);
    m_mapping->display(m_policy);
    if (m_tabs->currentIndex() == kCodePart) {
        m_code->display(clientCodeFor(m_preset, m_policy));
    }
}

/// The text is written out only when someone looks at it; a text that is being mended is left alone.
void PolicyPanel::displayPart()
{
    if (m_tabs->currentWidget() == m_json && !m_jsonIsBad) {
        m_json->display(m_policy);
    } else {
        displayParts();
    }
}

void PolicyPanel::displayState()
{
    m_title->setText(toQString(m_preset.title.empty() ? m_preset.id : m_preset.title));
    QStringList state;
    if (isEdited()) {
        state += tr("Edited copy; the preset itself stays as it is.");
    }
    if (m_policy.services.count(fromQString(m_service)) != 0) {
        state += tr("It has values of its own for %1; they stand under “services” in JSON.").arg(m_service);
    }
    m_state->setText(state.join(QLatin1Char(' ')));
    m_state->setVisible(!state.isEmpty());
    QStringList problems;
    if (m_jsonIsBad) {
        problems += tr("The JSON cannot be used yet: %1").arg(m_json->policy().error().text());
    } else {
        for (const PolicyProblem& problem : problemsOf(m_policy)) {
            problems += toQString(problem.path) + QStringLiteral(": ") + toQString(problem.text);
        }
    }
    m_problems->setText(problems.join(QLatin1Char('\n')));
    m_problems->setVisible(!problems.isEmpty() && !m_preset.id.empty());
    m_reset->setEnabled(isEdited());
    m_save->setEnabled(!m_jsonIsBad);
}

} // namespace retryscope::ui
