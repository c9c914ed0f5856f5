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
#include "ui/policy/hints_editor.h"
#include "ui/policy/rule_text.h"
#include "ui/policy/whole_box.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <utility>

namespace retryscope::ui {

namespace {

constexpr double kLargestNumber = 1e6;

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
    explainFields();
    makeRoomForWarnings();
    display({});
}

void PolicyForm::display(const Policy& policy)
{
    if (policy.id != m_policy.id) {
        for (WordsEditor* words : m_words) {
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
        field.show(m_policy);
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

void PolicyForm::makeRoomForWarnings()
{
    const std::pair<const char*, const char*> fields[] = {{"backoffFactorBox", "backoff.factor"},
                                                          {"backoffCapBox", "backoff.cap"},
                                                          {"quotaCapacityBox", "quota.capacity"}};
    for (const auto& [name, path] : fields) {
        auto* input = findChild<QWidget*>(QLatin1String(name));
        auto* form = qobject_cast<QFormLayout*>(input->parentWidget()->layout());
        auto* warning = makeHint({}, this);
        warning->setObjectName(QLatin1String(path) + QStringLiteral("Warning"));
        warning->setProperty("mark", QStringLiteral("warning"));
        auto* row = new QWidget;
        form->replaceWidget(input, row);
        auto* layout = new QVBoxLayout(row);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(input);
        layout->addWidget(warning);
        row->setFocusProxy(input);
        m_warnings.push_back({std::string(path), warning});
    }
}

void PolicyForm::showWarnings()
{
    const std::vector<PolicyProblem> warnings = warningsOn(m_policy);
    for (const auto& [path, label] : m_warnings) {
        QStringList texts;
        for (const PolicyProblem& warning : warnings) {
            if (warning.path == path) {
                texts += toQString(capitalised(warning.text));
            }
        }
        label->setText(texts.join(QLatin1Char('\n')));
        label->setVisible(!texts.isEmpty());
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
    m_fields[field].store(m_policy);
    if (m_isRefused) {
        return; // what was typed stays as it is, and says what is wrong
    }
    show(Policy(m_policy)); // a switch shows or hides what belongs to it
    Q_EMIT edited();
}

void PolicyForm::addField(const QString& label, const QString& name, QWidget* input,
                          std::function<void(Policy&)> show, std::function<void(Policy&)> store)
{
    constexpr int kCaptionCharacters =
        14; // of most labels, so that the inputs of all groups stand in one line
    QLabel* caption = ui::addField(m_form, label, input, name);
    caption->setMinimumWidth(kCaptionCharacters * fontMetrics().averageCharWidth());
    m_fields.push_back({std::move(show), std::move(store)});
}

void PolicyForm::addCount(const QString& label, const QString& name, int least, int most, Place<int> place)
{
    auto* box = new WholeBox;
    box->setRange(least, most);
    box->setKeyboardTracking(false);
    const std::size_t field = m_fields.size();
    connect(box, &QSpinBox::valueChanged, this, [this, field] { changed(field); });
    addField(
        label, name, box,
        [box, place](Policy& policy) {
            const int* value = place(policy);
            showRow(box, value != nullptr);
            box->setValue(value != nullptr ? *value : box->minimum());
        },
        [box, place](Policy& policy) { *place(policy) = box->value(); });
}

void PolicyForm::addNumber(const QString& label, const QString& name, double least, Place<double> place)
{
    auto* box = new QDoubleSpinBox;
    box->setRange(least, kLargestNumber);
    box->setDecimals(2);
    box->setSingleStep(0.1);
    box->setKeyboardTracking(false);
    const std::size_t field = m_fields.size();
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, field] { changed(field); });
    addField(
        label, name, box,
        [box, place](Policy& policy) {
            const double* value = place(policy);
            showRow(box, value != nullptr);
            box->setValue(value != nullptr ? *value : box->minimum());
        },
        [box, place](Policy& policy) { *place(policy) = box->value(); });
}

void PolicyForm::addSwitch(const QString& label, const QString& name, Place<bool> place)
{
    auto* box = new QCheckBox(label);
    nameInput(box, name, label);
    m_form->addRow(box);
    const std::size_t field = m_fields.size();
    connect(box, &QCheckBox::toggled, this, [this, field] { changed(field); });
    m_fields.push_back({[box, place](Policy& policy) {
                            const bool* value = place(policy);
                            showRow(box, value != nullptr);
                            box->setChecked(value != nullptr && *value);
                        },
                        [box, place](Policy& policy) {
                            *place(policy) = box->isChecked();
                        }});
}

void PolicyForm::addDuration(const QString& label, const QString& name, Place<Duration> place)
{
    auto* box = new DurationBox;
    const std::size_t field = m_fields.size();
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, field] { changed(field); });
    addField(
        label, name, box,
        [box, place](Policy& policy) {
            const Duration* value = place(policy);
            showRow(box, value != nullptr);
            box->setDuration(value != nullptr ? *value : Duration::zero());
        },
        [box, place](Policy& policy) { *place(policy) = box->duration(); });
}

void PolicyForm::addLimit(const QString& label, const QString& name, const QString& whenNone,
                          Place<std::optional<Duration>> place)
{
    auto* box = new DurationBox(whenNone);
    const std::size_t field = m_fields.size();
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, field] { changed(field); });
    addField(
        label, name, box,
        [box, place](Policy& policy) {
            const std::optional<Duration>* value = place(policy);
            showRow(box, value != nullptr);
            box->setDuration(value != nullptr ? *value : std::nullopt);
        },
        [box, place](Policy& policy) { *place(policy) = box->optionalDuration(); });
}

void PolicyForm::addWords(const QString& path, const WordsEditor::Options& options)
{
    const io::SchemaNode& whole = io::SchemaNode::policy();
    auto* words = new WordsEditor(path.isEmpty() ? whole : whole.at(path), path, options, this);
    m_column->addWidget(words);
    m_words.push_back(words);
    const std::size_t field = m_fields.size();
    connect(words, &WordInput::edited, this, [this, field] { changed(field); });
    m_fields.push_back(
        {[this, words, path](Policy&) {
             const QJsonValue group = path.isEmpty() ? QJsonValue(m_json) : m_json.value(path);
             const bool isThere = group.isObject() && (path == u"backoff" ||
                                                       group[QLatin1String("type")] != QLatin1String("none"));
             words->setVisible(isThere);
             words->display(group);
         },
         [this, words, path](Policy& policy) {
             QJsonObject json = m_json;
             if (path.isEmpty()) {
                 json = words->value().toObject();
             } else {
                 json.insert(path, words->value());
             }
             const io::Result<Policy> read = io::policyDraftFromJson(json);
             m_isRefused = !read;
             words->setProblem(read ? QString() : read.error().text());
             if (read) {
                 Policy after = read.value();
                 if (!path.isEmpty()) { // they are laid over this group, but what they come to stays
                     after.services = policy.services;
                     after.operations = policy.operations;
                 }
                 policy = std::move(after);
             }
         }});
}

void PolicyForm::addDelays()
{
    auto* edit = new QLineEdit;
    edit->setPlaceholderText(tr("1s, 4s, 9s"));
    const std::size_t field = m_fields.size();
    connect(edit, &QLineEdit::editingFinished, this, [this, field, edit] {
        if (edit->isModified()) {
            changed(field);
        }
    });
    auto* problem = makeHint(tr("Invalid delays: give each with its unit, for example 1s, 4s, 9s."), this);
    problem->setObjectName(QStringLiteral("backoffDelaysProblem"));
    problem->setProperty("mark", QStringLiteral("danger"));
    auto* row = new QWidget;
    auto* layout = new QVBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(edit);
    layout->addWidget(problem);
    nameInput(edit, QStringLiteral("backoffDelaysEdit"), tr("Delays"));
    row->setFocusProxy(edit);
    addField(
        tr("Delays"), QStringLiteral("backoffDelaysRow"), row,
        [edit, problem](Policy& policy) {
            edit->setText(delaysText(policy.backoff.delays));
            problem->hide();
        },
        [this, edit, problem](Policy& policy) {
            const auto delays = delaysFrom(edit->text());
            problem->setVisible(!delays);
            m_isRefused = !delays;
            policy.backoff.delays = delays.value_or(policy.backoff.delays);
        });
}

void PolicyForm::addStatuses()
{
    auto* edit = new QLineEdit;
    edit->setPlaceholderText(QStringLiteral("2xx"));
    edit->setToolTip(tr("Statuses that count as a success, separated by commas: 200, 2xx or 200-299"));
    const std::size_t field = m_fields.size();
    connect(edit, &QLineEdit::editingFinished, this, [this, field, edit] {
        if (edit->isModified()) {
            changed(field);
        }
    });
    addField(
        tr("Success statuses"), QStringLiteral("successStatusEdit"), edit,
        [edit](Policy& policy) { edit->setText(statusText(policy.success.statusIn)); },
        [edit](Policy& policy) {
            if (const auto ranges = statusRangesFrom(edit->text()); ranges && !ranges->empty()) {
                policy.success.statusIn = *ranges;
            }
        });
}

} // namespace retryscope::ui
