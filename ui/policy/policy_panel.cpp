// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/policy_panel.h"

#include "core/io/files/recipe_files.h"
#include "core/io/import/client_readers.h"
#include "core/io/text/utf8.h"
#include "core/policy/check.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/library_items.h"
#include "ui/parts/long_words.h"
#include "ui/parts/text_space.h"
#include "ui/policy/client_code_view.h"
#include "ui/policy/mapping_editor.h"
#include "ui/policy/policy_about.h"
#include "ui/policy/policy_facts.h"
#include "ui/policy/policy_form.h"
#include "ui/policy/policy_json_editor.h"
#include "ui/policy/rules_editor.h"

#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kLeastHeadCharacters = 30;
enum Part { kValuesPart, kRulesPart, kJsonPart, kAboutPart, kMappingPart, kCodePart };

/// How wide the parts may become, in characters.
constexpr int kFormCharacters = 80;
constexpr int kTextCharacters = 110;
constexpr int kCodeCharacters = 140;

/// Rules are counted from 1 where people see them: `Rule 3` for `rules[2]`.
QString placeInWords(const QString& path)
{
    static const QRegularExpression rule(QStringLiteral("^rules\\[(\\d+)\\]"));
    const auto match = rule.match(path);
    return match.hasMatch() ? PolicyPanel::tr("Rule %1").arg(match.captured(1).toInt() + 1) +
                                  path.mid(match.capturedLength())
                            : path;
}

} // namespace

PolicyPanel::PolicyPanel(RetrySettingsSource retrySettings, QWidget* parent, Purpose purpose)
    : QWidget(parent)
    , m_purpose(purpose)
    , m_title(makeHeading({}, this))
    , m_summary(makeHint({}, this))
    , m_state(makeHint({}, this))
    , m_problems(makeHint({}, this))
    , m_reset(makeQuietButton(tr("Undo edits"), QStringLiteral("resetPolicyButton"), this))
    , m_save(makeQuietButton(tr("Save as…"), QStringLiteral("savePolicyButton"), this))
    , m_use(new QPushButton(tr("Use this policy"), this))
    , m_tabs(new QTabWidget(this))
    , m_form(purpose == Purpose::Edit ? new PolicyForm : nullptr)
    , m_rules(new RulesEditor)
    , m_json(new PolicyJsonEditor)
    , m_about(new PolicyAbout(std::move(retrySettings)))
    , m_mapping(purpose == Purpose::Edit ? new MappingEditor : nullptr)
    , m_code(new ClientCodeView)
{
    buildParts();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 8, 20, 12);
    layout->setSpacing(4);
    layout->addWidget(buildHead());
    layout->addWidget(buildMessages());
    layout->addWidget(m_tabs, 1);
    connectParts();
    displayState();
}

QWidget* PolicyPanel::buildHead()
{
    auto* head = new QWidget(this);
    m_title->setObjectName(QStringLiteral("policyTitle"));
    m_title->setWordWrap(true);
    m_summary->setObjectName(QStringLiteral("policySummary"));
    m_state->setObjectName(QStringLiteral("policyState"));
    m_problems->setObjectName(QStringLiteral("policyProblems"));
    m_problems->setProperty("mark", QStringLiteral("danger"));
    nameInput(m_use, QStringLiteral("usePolicyButton"), tr("Use this policy"));
    m_use->setProperty("primary", true);
    m_save->setToolTip(tr("Saves this copy as a policy of your own"));
    const bool isRead = m_purpose == Purpose::Read;
    m_use->setVisible(isRead);
    m_reset->setVisible(!isRead);
    m_save->setVisible(!isRead);
    QWidget* texts = makeColumn({m_title, m_summary}, 0, head);
    setLeastCharacters(texts, kLeastHeadCharacters);
    auto* layout = new FlowLayout(head, 6);
    layout->addWidget(texts, 1);
    for (QPushButton* button : {m_reset, m_save, m_use}) {
        layout->addWidget(button);
    }
    return head;
}

/// Room for a line is always there, so that the parts do not move under the mouse.
QWidget* PolicyPanel::buildMessages()
{
    auto* messages = new QWidget(this);
    setLeastLines(messages, 1, 2);
    auto* layout = columnIn(messages, 0);
    layout->addWidget(m_state);
    layout->addWidget(m_problems);
    return messages;
}

void PolicyPanel::buildParts()
{
    nameInput(m_tabs, QStringLiteral("policyTabs"), tr("Parts of the policy"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false);
    const auto narrow = [this](QWidget* form, int characters) {
        setMostCharacters(form, characters);
        return makeScrollArea(form, this);
    };
    const bool isRead = m_purpose == Purpose::Read;
    if (isRead) {
        m_facts = new PolicyFacts(this);
        m_rules->setReadOnly();
        m_json->setReadOnly(true);
    }
    m_pages = {isRead ? static_cast<QWidget*>(m_facts) : narrow(m_form, kFormCharacters),
               m_rules,
               m_json,
               m_about,
               isRead ? nullptr : narrow(m_mapping, kTextCharacters),
               narrow(m_code, kCodeCharacters)};
    const std::pair<int, QString> order[] = {{kValuesPart, tr("Values")},   {kRulesPart, tr("Rules")},
                                             {kMappingPart, tr("Mapping")}, {kJsonPart, tr("JSON")},
                                             {kCodePart, tr("Code")},       {kAboutPart, tr("About")}};
    for (const auto& [part, title] : order) {
        if (QWidget* page = m_pages.at(static_cast<std::size_t>(part)); page != nullptr) {
            m_tabs->addTab(page, title);
        }
    }
    m_tabs->setTabToolTip(m_tabs->indexOf(m_pages.at(kCodePart)),
                          tr("Code that makes a real client behave like this policy"));
}

void PolicyPanel::connectParts()
{
    if (m_purpose == Purpose::Edit) {
        connect(m_form, &PolicyForm::edited, this, &PolicyPanel::storeForm);
        connect(m_mapping, &MappingEditor::edited, this, &PolicyPanel::storeMapping);
    }
    connect(m_rules, &RulesEditor::edited, this, &PolicyPanel::storeRules);
    connect(m_json, &PolicyJsonEditor::edited, this, &PolicyPanel::storeJson);
    connect(m_tabs, &QTabWidget::currentChanged, this, &PolicyPanel::displayPart);
    connect(m_about, &PolicyAbout::noteFound, this, &PolicyPanel::noteFound);
    connect(m_code, &ClientCodeView::noteFound, this, &PolicyPanel::noteFound);
    connect(m_reset, &QPushButton::clicked, this, [this] {
        m_tabs->setFocus(); // the button is disabled now, and the focus would go astray
        setPolicy(m_preset);
        Q_EMIT policyEdited();
    });
    connect(m_save, &QPushButton::clicked, this, &PolicyPanel::saveRequested);
    connect(m_use, &QPushButton::clicked, this, &PolicyPanel::useRequested);
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

QString PolicyPanel::brokenText() const
{
    return m_jsonIsBad ? m_json->text() : QString();
}

void PolicyPanel::setBrokenText(const QString& text)
{
    if (!text.isEmpty()) {
        m_json->setText(text);
        storeJson();
    }
}

void PolicyPanel::setService(const QString& service)
{
    m_service = service;
    displayState();
}

void PolicyPanel::showPart(int part)
{
    if (QWidget* page = m_pages.at(static_cast<std::size_t>(part)); page != nullptr) {
        m_tabs->setCurrentWidget(page);
    }
}

int PolicyPanel::part() const
{
    const auto found = std::find(m_pages.begin(), m_pages.end(), m_tabs->currentWidget());
    return found == m_pages.end() ? kValuesPart : static_cast<int>(found - m_pages.begin());
}

void PolicyPanel::setPresets(std::function<std::vector<Policy>()> presets)
{
    m_about->setPresets(std::move(presets));
}

void PolicyPanel::storeForm()
{
    const std::vector<Rule> rules = m_policy.rules;
    m_policy = m_form->policy();
    m_policy.rules = rules;
    m_rules->display(rules, m_policy.lastMatchWins); // which match decides is set in the form
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
    if (m_purpose == Purpose::Read) {
        m_facts->display(m_policy);
    } else {
        m_form->display(m_policy);
        m_mapping->display(m_policy);
    }
    m_rules->display(m_policy.rules, m_policy.lastMatchWins);
    m_about->display(m_policy);
    if (part() == kCodePart) {
        m_code->display(clientCodeFor(io::clientRecipes(), m_preset, m_policy, {}, io::clientReaders()));
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
    const QString title = withUnitsKept(toQString(titleOf(m_preset)));
    m_title->setText(isEdited() ? tr("%1 · edited").arg(title) : title);
    m_summary->setText(policySummaryLine(m_policy, isEdited()));
    QStringList state;
    if (isEdited()) {
        state += tr("You are editing a copy; the policy itself stays unchanged.");
    } else if (m_purpose == Purpose::Read) {
        state += tr("Read-only: this policy is not in use. Use it to edit a copy.");
    }
    if (m_policy.services.count(fromQString(m_service)) != 0) {
        state += tr("This policy has separate values for %1: see “services” in JSON.").arg(m_service);
    }
    m_state->setText(state.join(QLatin1Char(' ')));
    m_state->setVisible(!state.isEmpty());
    QStringList problems;
    if (m_jsonIsBad) {
        problems += tr("Cannot apply the JSON: %1").arg(m_json->policy().error().text());
    } else {
        for (const PolicyProblem& problem : problemsOf(m_policy)) {
            problems +=
                placeInWords(toQString(problem.path)) + QStringLiteral(": ") + toQString(problem.text);
        }
    }
    if (problems.isEmpty() && isEdited()) {
        for (const PolicyProblem& remark : remarksOn(m_policy)) {
            state += QStringLiteral("%1: %2.").arg(toQString(remark.path), toQString(remark.text));
        }
        m_state->setText(state.join(QLatin1Char(' ')));
        m_state->setVisible(!state.isEmpty());
    }
    m_problems->setToolTip(plainToolTip(problems.join(QLatin1Char('\n'))));
    m_problems->setText(problems.size() > 1
                            ? tr("%1 (and %2 more)").arg(problems.front()).arg(problems.size() - 1)
                            : problems.join(QString()));
    m_state->setVisible(m_state->isVisibleTo(this) && problems.isEmpty());
    m_problems->setVisible(!problems.isEmpty() && !m_preset.id.empty());
    m_reset->setEnabled(isEdited());
    m_save->setEnabled(!m_jsonIsBad);
}

} // namespace retryscope::ui
