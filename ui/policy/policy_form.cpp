// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/policy_form.h"

#include "core/explain/phrases.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/policy_schema.h"
#include "core/io/text/utf8.h"
#include "core/policy/check.h"
#include "ui/parts/duration_box.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/text_space.h"
#include "ui/policy/hints_editor.h"
#include "ui/theme/theme.h"

#include <QFormLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <utility>

namespace retryscope::ui {

namespace {

/// The object with another value at this path, of at most two names; undefined: without a value.
QJsonObject withValue(QJsonObject object, const QString& path, const QJsonValue& value)
{
    const QString key = path.section(QLatin1Char('.'), 0, 0);
    const QString rest = path.section(QLatin1Char('.'), 1);
    object.insert(key,
                  rest.isEmpty() ? value : QJsonValue(withValue(object.value(key).toObject(), rest, value)));
    return object;
}

void showNote(QLabel* note, const QString& text, const char* mark)
{
    note->setProperty("mark", QLatin1String(mark));
    note->setText(text);
    note->setVisible(!text.isEmpty());
    restyle(note);
}

} // namespace

PolicyForm::PolicyForm(QWidget* parent) : QWidget(parent), m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(0, 12, 8, 12);
    m_column->setSpacing(6);
    buildAttempts();
    buildBackoff();
    buildQuota();
    buildLimiter();
    buildHint();
    buildClock();
    buildClassification();
    buildRest();
    m_column->addStretch(1);
    display({});
}

void PolicyForm::display(const Policy& policy)
{
    if (policy.id != m_policy.id) {
        for (MembersEditor* words : m_words) {
            words->forget();
        }
        m_hints->forget();
    }
    show(policy);
}

void PolicyForm::show(const Policy& policy)
{
    m_isDisplaying = true;
    m_policy = policy;
    m_json = io::policyToJson(policy);
    for (const Field& field : m_fields) {
        field.show();
    }
    for (const ConditionalRow& row : m_conditionalRows) {
        showRow(row.input, row.isMeant(m_policy));
    }
    showWarnings();
    m_isDisplaying = false;
}

void PolicyForm::showRow(QWidget* input, bool isShown)
{
    for (QWidget* row = input; row != nullptr && row->parentWidget() != nullptr; row = row->parentWidget()) {
        if (auto* form = qobject_cast<QFormLayout*>(row->parentWidget()->layout())) {
            form->setRowVisible(row, isShown);
            return;
        }
    }
}

void PolicyForm::showWarnings()
{
    const std::vector<PolicyProblem> warnings = warningsOn(m_policy);
    for (const auto& [path, note] : m_notes) {
        QStringList texts;
        for (const PolicyProblem& warning : warnings) {
            if (warning.path == path) {
                texts += toQString(capitalised(warning.text));
            }
        }
        showNote(note, texts.join(QLatin1Char('\n')), "warning");
    }
}

/// Each group has a layout of its own, without texts that wrap: in one where some rows are hidden and others
/// wrap, the layout leaves some out (Qt 6.4).
void PolicyForm::beginGroup(const QString& title)
{
    QLabel* heading = makeHeading(title, this);
    heading->setContentsMargins(0, m_column->count() == 0 ? 0 : 10, 0, 0);
    m_column->addWidget(heading);
    beginFields();
}

void PolicyForm::beginFields()
{
    auto* fields = new QWidget(this);
    m_form = makeForm(fields);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_column->addWidget(fields);
}

void PolicyForm::showWhen(QWidget* input, std::function<bool(const Policy&)> isMeant)
{
    m_conditionalRows.push_back({input, std::move(isMeant)});
}

void PolicyForm::changed(std::size_t field)
{
    if (m_isDisplaying) {
        return;
    }
    m_isRefused = false;
    m_fields[field].store();
    if (m_isRefused) {
        return; // what was typed stays as it is, and says what is wrong
    }
    show(Policy(m_policy)); // a switch shows or hides what belongs to it
    Q_EMIT edited();
}

QJsonValue PolicyForm::valueAt(const QString& path) const
{
    QJsonValue value = m_json;
    for (const QString& key : path.split(QLatin1Char('.'), Qt::SkipEmptyParts)) {
        value = value.toObject().value(key);
    }
    return value;
}

bool PolicyForm::isOn(const QString& path) const
{
    const auto group = m_switches.find(path.section(QLatin1Char('.'), 0, 0));
    return group == m_switches.end() || group->second();
}

std::optional<io::Error> PolicyForm::store(const QString& path, const QJsonValue& value)
{
    const io::Result<Policy> read =
        io::policyDraftFromJson(path.isEmpty() ? value.toObject() : withValue(m_json, path, value));
    m_isRefused = !read;
    if (!read) {
        return read.error();
    }
    Policy after = read.value();
    if (!path.isEmpty()) { // they are laid over this group, but what they come to stays
        after.services = m_policy.services;
        after.operations = m_policy.operations;
    }
    m_policy = std::move(after);
    return std::nullopt;
}

ValueInput* PolicyForm::addMember(const QString& path, const QString& label, const WordLook& look)
{
    constexpr int kCaptionCharacters =
        14; // of most labels, so that the inputs of all groups stand in one line
    const io::SchemaNode node = io::SchemaNode::policy().at(path);
    const bool isByKind = node.sort() == io::SchemaNode::Sort::ByKind;
    ValueInput* input = makeValueInput(isByKind ? node.item() : node, path, this, look);
    QLabel* caption = ui::addField(m_form, label, input, look.name + QStringLiteral("Row"));
    setLeastCharacters(caption, kCaptionCharacters);
    QWidget* inside = input->focusProxy();
    inside->setAccessibleName(input->accessibleName());
    if (auto* duration = qobject_cast<DurationBox*>(inside)) {
        duration->setHelp(node.description());
    } else {
        inside->setToolTip(plainToolTip(node.description()));
    }
    QLabel* note = makeHint({}, input);
    note->setObjectName(path + QStringLiteral("Note"));
    input->layout()->addWidget(note);
    m_notes.emplace_back(path.toStdString(), note);
    const std::size_t field = m_fields.size();
    connect(input, &ValueInput::edited, this, [this, field] { changed(field); });
    const QString general = isByKind ? QStringLiteral("default") : QString();
    m_fields.push_back(
        {[this, input, path, general, usual = node.usual()] {
             const QJsonValue value = valueAt(path);
             const QJsonValue shown = value.isObject() ? value.toObject().value(general) : value;
             showRow(input, isOn(path));
             input->display(shown.isUndefined() ? usual : shown);
         },
         [this, input, path, general, note] {
             const QJsonValue value = valueAt(path);
             const std::optional<io::Error> problem = store(
                 path, value.isObject() ? QJsonValue(withValue(value.toObject(), general, input->value()))
                                        : input->value());
             const bool isOwn = problem && problem->place.startsWith(path);
             showNote(note,
                      isOwn     ? toQString(capitalised(fromQString(problem->message)))
                      : problem ? problem->text()
                                : QString(),
                      "danger");
         }});
    return input;
}

void PolicyForm::addWords(const QString& path, const MembersEditor::Options& options)
{
    const io::SchemaNode& whole = io::SchemaNode::policy();
    auto* words = new MembersEditor(path.isEmpty() ? whole : whole.at(path), path, options, this);
    m_column->addWidget(words);
    m_words.push_back(words);
    const std::size_t field = m_fields.size();
    connect(words, &ValueInput::edited, this, [this, field] { changed(field); });
    m_fields.push_back({[this, words, path] {
                            words->setVisible(isOn(path));
                            words->display(valueAt(path));
                        },
                        [this, words, path] {
                            const std::optional<io::Error> problem = store(path, words->value());
                            words->setProblem(problem ? problem->text() : QString());
                        }});
}

} // namespace retryscope::ui
