// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/rules_editor.h"

#include "core/explain/condition_text.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/policy_schema.h"
#include "core/io/text/utf8.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/long_words.h"
#include "ui/parts/panes.h"
#include "ui/parts/plain_edit.h"
#include "ui/parts/table.h"
#include "ui/parts/text_space.h"
#include "ui/policy/members_editor.h"
#include "ui/policy/rule_text.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

/// `id`, or `id-2`, `id-3` … when a rule of that id is there already.
std::string freeId(const std::vector<Rule>& rules, const std::string& wanted)
{
    const auto isTaken = [&rules](const std::string& id) {
        return std::any_of(rules.begin(), rules.end(), [&id](const Rule& rule) { return rule.id == id; });
    };
    std::string id = wanted;
    for (int number = 2; isTaken(id); ++number) {
        id = wanted + '-' + std::to_string(number);
    }
    return id;
}

/// Edits the error kind of a rule in the table.
class KindDelegate : public CellDelegate
{
public:
    using CellDelegate::CellDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

QWidget* KindDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                    const QModelIndex& index) const
{
    Q_UNUSED(option)
    Q_UNUSED(index)
    auto* box = new ChoiceBox(parent);
    box->setAccessibleName(tr("Kind of error"));
    for (const ErrorKind kind : ruleKinds()) {
        box->addItem(kindTitle(kind), toQString(toString(kind)));
    }
    return box;
}

void KindDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    if (auto* box = qobject_cast<QComboBox*>(editor)) {
        box->setCurrentIndex(box->findData(index.data(Qt::EditRole)));
    }
}

void KindDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    if (const auto* box = qobject_cast<QComboBox*>(editor)) {
        model->setData(index, box->currentData(), Qt::EditRole);
    }
}

constexpr int kNamesLines = 4;
constexpr int kRuleFormCharacters = 100;
constexpr int kAnyName = -1;

/// A list of names that is still to be filled, and nothing else.
bool isUnfilled(const Condition& when)
{
    return when == Condition{.nameMustBeListed = true};
}

/// A new rule that asks for something is no longer one that waits for names.
void settle(Condition& when, const Condition& before)
{
    if (isUnfilled(before) && !isUnfilled(when)) {
        when.nameMustBeListed = false;
    }
}

} // namespace

RulesEditor::RulesEditor(QWidget* parent)
    : QWidget(parent)
    , m_model(new EditableTable<Rule>(ruleColumns(), this))
    , m_order(makeHint({}, this))
    , m_table(new QTableView(this))
    , m_add(makeIconButton(tr("Add rule"), QStringLiteral("addRuleButton"), this))
    , m_remove(makeIconButton(tr("Remove rule"), QStringLiteral("removeRuleButton"), this))
    , m_up(makeIconButton(tr("Move rule up"), QStringLiteral("moveRuleUpButton"), this))
    , m_down(makeIconButton(tr("Move rule down"), QStringLiteral("moveRuleDownButton"), this))
{
    buildTable();
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(0);
    m_order->setObjectName(QStringLiteral("rulesOrder"));
    buttons->addWidget(m_order, 1);
    for (QToolButton* button : {m_add, m_remove, m_up, m_down}) {
        buttons->addWidget(button);
    }
    auto* splitter = makeSplitter(Qt::Vertical, QStringLiteral("rulesSplitter"), this);
    splitter->addWidget(m_table);
    splitter->addWidget(makeScrollArea(buildForm(), this));
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addLayout(buttons);
    layout->addWidget(new Panes(splitter, {tr("Rules"), tr("Rule")}, this), 1);
    connectParts();
    applyTheme();
    displayCurrent();
}

void RulesEditor::buildTable()
{
    prepareTable(m_table, QStringLiteral("rulesTable"),
                 tr("Rules, in the order in which the client tries them"));
    m_table->setModel(m_model);
    m_table->setItemDelegateForColumn(m_model->columnOf("kind"), new KindDelegate(m_table));
    letEdit(m_table);
    m_table->setFrameShape(QFrame::StyledPanel);
    m_table->verticalHeader()->show(); // the number of each
}

QWidget* RulesEditor::buildForm()
{
    m_form = new QWidget;
    QFormLayout* form = makeForm(m_form);
    form->setContentsMargins(0, 12, 8, 12);
    setMostCharacters(m_form, kRuleFormCharacters);
    m_condition = makeHint({}, m_form);
    m_condition->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum); // free room goes to the end
    form->addRow(m_condition);
    m_title = new QLineEdit;
    addField(form, tr("Title"), m_title, QStringLiteral("ruleTitleEdit"));
    m_kind = new ChoiceBox;
    for (const ErrorKind kind : ruleKinds()) {
        m_kind->addItem(kindTitle(kind), static_cast<int>(kind));
    }
    addField(form, tr("Then"), m_kind, QStringLiteral("ruleKindBox"));
    m_statuses = new QLineEdit;
    m_statuses->setPlaceholderText(tr("any, or for example 503, 5xx, 500-599"));
    addField(form, tr("Statuses"), m_statuses, QStringLiteral("ruleStatusesEdit"));
    m_statusProblem = makeHint({}, m_form);
    m_statusProblem->setObjectName(QStringLiteral("ruleStatusProblem"));
    m_statusProblem->setProperty("mark", QStringLiteral("danger"));
    m_statusProblem->hide();
    form->addRow(m_statusProblem);
    m_names = new PlainEdit;
    m_names->setTabChangesFocus(true);
    wrapLongWordsAnywhere(m_names);
    m_names->setPlaceholderText(tr("any name, or names separated by commas"));
    setLeastLines(m_names, kNamesLines);
    setMostLines(m_names, 2 * kNamesLines);
    addField(form, tr("Error names"), m_names, QStringLiteral("ruleNamesEdit"));
    m_nameIs = new ChoiceBox;
    m_nameIs->addItem(tr("listed above, or any"), kAnyName);
    m_nameIs->addItem(tr("absent"), static_cast<int>(NameIs::Absent));
    m_nameIs->addItem(tr("empty"), static_cast<int>(NameIs::Empty));
    m_nameIs->addItem(tr("unknown to this policy"), static_cast<int>(NameIs::Unknown));
    m_nameIs->addItem(tr("present"), static_cast<int>(NameIs::Present));
    addField(form, tr("The name is"), m_nameIs, QStringLiteral("ruleNameIsBox"));
    const io::SchemaNode rule = io::SchemaNode::policy().at(QStringLiteral("rules")).item();
    m_conditions = new MembersEditor(
        rule.at(QStringLiteral("when")), QStringLiteral("rules.when"),
        {.elsewhere = {QStringLiteral("statusIn"), QStringLiteral("nameIn"), QStringLiteral("nameIs")},
         .more = tr("Add condition…")},
        m_form);
    form->addRow(m_conditions);
    m_words = new MembersEditor(rule, QStringLiteral("rules"),
                                {.elsewhere = {QStringLiteral("title"), QStringLiteral("when"),
                                               QStringLiteral("kind"), QStringLiteral("source")}},
                                m_form);
    form->addRow(m_words);
    m_source = new QLineEdit;
    addField(form, tr("Source"), m_source, QStringLiteral("ruleSourceEdit"));
    const std::pair<QWidget*, const char*> fields[] = {
        {m_title, "title"},       {m_kind, "kind"},          {m_statuses, "when.statusIn"},
        {m_names, "when.nameIn"}, {m_nameIs, "when.nameIs"}, {m_source, "source"}};
    for (const auto& [input, path] : fields) {
        input->setToolTip(plainToolTip(rule.at(QLatin1String(path)).description()));
    }
    return m_form;
}

void RulesEditor::connectParts()
{
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &RulesEditor::displayCurrent);
    m_model->userEdited = [this] {
        displayCurrent();
        Q_EMIT edited();
    };
    connect(m_title, &QLineEdit::textEdited, this, &RulesEditor::storeCurrent);
    connect(m_kind, &QComboBox::activated, this, &RulesEditor::storeCurrent);
    connect(m_statuses, &QLineEdit::textEdited, this, &RulesEditor::storeCurrent);
    connect(m_names, &QPlainTextEdit::textChanged, this, &RulesEditor::storeCurrent);
    connect(m_nameIs, &QComboBox::activated, this, &RulesEditor::storeCurrent);
    connect(m_source, &QLineEdit::textEdited, this, &RulesEditor::storeCurrent);
    for (const MembersEditor* words : {m_conditions, m_words}) {
        connect(words, &ValueInput::edited, this, &RulesEditor::storeWords);
    }
    connect(m_add, &QToolButton::clicked, this, &RulesEditor::addRule);
    connect(m_remove, &QToolButton::clicked, this, &RulesEditor::removeCurrent);
    connect(m_up, &QToolButton::clicked, this, [this] { moveCurrent(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { moveCurrent(1); });
}

void RulesEditor::display(const std::vector<Rule>& rules, bool lastMatchWins)
{
    m_order->setText(lastMatchWins
                         ? tr("The client tries rules from top to bottom; the last match decides")
                         : tr("The client tries rules from top to bottom; the first match decides"));
    if (rules == m_model->rows()) {
        return;
    }
    const int row = currentRow();
    m_model->setRows(rules);
    m_table->setCurrentIndex(m_model->index(std::clamp(row, 0, std::max(0, m_model->rowCount() - 1)), 0));
    displayCurrent();
}

void RulesEditor::setReadOnly()
{
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    for (QToolButton* button : {m_add, m_remove, m_up, m_down}) {
        button->hide();
    }
    for (QLineEdit* edit : {m_title, m_statuses, m_source}) {
        edit->setReadOnly(true);
    }
    m_names->setReadOnly(true);
    m_conditions->setReadOnly();
    m_words->setReadOnly();
    for (QComboBox* box : {m_kind, m_nameIs}) {
        box->setEnabled(false);
    }
}

const std::vector<Rule>& RulesEditor::rules() const
{
    return m_model->rows();
}

int RulesEditor::currentRow() const
{
    return m_table->currentIndex().row();
}

void RulesEditor::displayCurrent()
{
    const int row = currentRow();
    m_form->setEnabled(row >= 0);
    m_remove->setEnabled(row >= 0);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_model->rowCount());
    if (row < 0 || m_isDisplaying) {
        return;
    }
    m_isDisplaying = true;
    const Rule& rule = m_model->at(row);
    const auto put = [](auto* edit, const QString& text) {
        if (edit->text() != text) {
            edit->setText(text);
            edit->setCursorPosition(0);
        }
    };
    m_condition->setText(isUnfilled(rule.when)
                             ? tr("Matches nothing yet: add a status, an error name or another condition.")
                             : tr("Matches when: %1").arg(toQString(conditionText(rule.when))));
    put(m_title, toQString(rule.title));
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(rule.kind)));
    if (statusRangesFrom(m_statuses->text()) != rule.when.statusIn) {
        put(m_statuses, statusText(rule.when.statusIn));
        m_statusProblem->hide();
    }
    if (namesFrom(m_names->toPlainText()) != rule.when.nameIn) {
        m_names->setPlainText(namesText(rule.when.nameIn));
    }
    const int nameIs = rule.when.nameIs ? static_cast<int>(*rule.when.nameIs) : kAnyName;
    m_nameIs->setCurrentIndex(m_nameIs->findData(nameIs));
    put(m_source, toQString(rule.source));
    if (rule.id != m_shownId) {
        m_shownId = rule.id;
        m_conditions->forget();
        m_words->forget();
    }
    const QJsonObject json = io::ruleToJson(rule);
    m_conditions->display(json.value(QStringLiteral("when")));
    m_words->display(json);
    m_isDisplaying = false;
}

void RulesEditor::storeCurrent()
{
    const int row = currentRow();
    if (row < 0 || m_isDisplaying) {
        return;
    }
    Rule rule = m_model->at(row);
    rule.title = fromQString(m_title->text());
    rule.kind = static_cast<ErrorKind>(m_kind->currentData().toInt());
    const auto statuses = statusRangesFrom(m_statuses->text());
    m_statusProblem->setText(tr("Invalid statuses: write 503, 5xx or 500-599, separated by commas."));
    m_statusProblem->setVisible(!statuses);
    if (statuses) {
        rule.when.statusIn = *statuses;
    }
    rule.when.nameIn = namesFrom(m_names->toPlainText());
    const int nameIs = m_nameIs->currentData().toInt();
    rule.when.nameIs = nameIs == kAnyName ? std::nullopt : std::optional(static_cast<NameIs>(nameIs));
    rule.source = fromQString(m_source->text());
    settle(rule.when, m_model->at(row).when);
    if (rule != m_model->at(row)) {
        m_model->set(row, std::move(rule));
    }
}

void RulesEditor::storeWords()
{
    const int row = currentRow();
    if (row < 0 || m_isDisplaying) {
        return;
    }
    QJsonObject json = m_words->value().toObject();
    json.insert(QStringLiteral("when"), m_conditions->value());
    io::Result<Rule> read = io::ruleFromJson(json);
    if (read) {
        Rule settled = read.value();
        settle(settled.when, m_model->at(row).when);
        read = std::move(settled);
    }
    const io::Result<Rule>& rule = read;
    const bool isOfConditions = !rule && rule.error().place.startsWith(QLatin1String("when"));
    m_conditions->setProblem(isOfConditions ? rule.error().text() : QString());
    m_words->setProblem(rule || isOfConditions ? QString() : rule.error().text());
    if (rule && rule.value() != m_model->at(row)) {
        m_shownId = rule.value().id;
        m_model->set(row, rule.value());
    }
}

void RulesEditor::addRule()
{
    const int row = currentRow() + 1;
    Rule rule;
    rule.id = "own-rule";
    rule.title = fromQString(tr("New rule"));
    rule.kind = ErrorKind::Transient;
    rule.source = kOwnSource;
    rule.when.nameMustBeListed = true; // matches nothing until there is a condition
    rule.id = freeId(m_model->rows(), rule.id);
    m_model->insert(row, std::move(rule));
    m_table->setCurrentIndex(m_model->index(row, 0));
    m_statuses->setFocus();
}

void RulesEditor::removeCurrent()
{
    const int row = currentRow();
    if (row >= 0) {
        m_model->removeRows(row, 1);
    }
}

void RulesEditor::moveCurrent(int distance)
{
    const int row = currentRow();
    const int target = row + distance;
    if (row >= 0 && target >= 0 && target < m_model->rowCount()) {
        m_model->move(row, target);
        m_table->setCurrentIndex(m_model->index(target, 0));
    }
}

void RulesEditor::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
    QWidget::changeEvent(event);
}

void RulesEditor::applyTheme()
{
    const Theme& theme = Theme::forPalette(palette());
    m_add->setIcon(theme.icon(QStringLiteral("add")));
    m_remove->setIcon(theme.icon(QStringLiteral("remove")));
    m_up->setIcon(theme.icon(QStringLiteral("up")));
    m_down->setIcon(theme.icon(QStringLiteral("down")));
}

} // namespace retryscope::ui
