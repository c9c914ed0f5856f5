// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/policy_form.h"

#include "core/io/text/utf8.h"
#include "ui/parts/duration_box.h"
#include "ui/parts/form.h"
#include "ui/policy/rule_text.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <utility>

namespace retryscope::ui {

namespace {

constexpr double kLargestNumber = 1e6;

} // namespace

PolicyForm::PolicyForm(QWidget* parent) : QWidget(parent), m_form(makeForm(this))
{
    m_form->setContentsMargins(0, 12, 8, 12);
    buildAttempts();
    buildBackoff();
    buildBackoffByKind();
    buildQuota();
    buildLimiter();
    buildHint();
    buildClock();
    buildClassification();
    display({});
}

void PolicyForm::display(const Policy& policy)
{
    m_isDisplaying = true;
    m_policy = policy;
    for (const Field& field : m_fields) {
        field.show(m_policy);
    }
    m_isDisplaying = false;
}

void PolicyForm::changed(std::size_t field)
{
    if (m_isDisplaying) {
        return;
    }
    m_fields[field].store(m_policy);
    display(Policy(m_policy)); // a switch shows or hides what belongs to it
    Q_EMIT edited();
}

void PolicyForm::addField(const QString& label, const QString& name, QWidget* input,
                          std::function<void(Policy&)> show, std::function<void(Policy&)> store)
{
    ui::addField(m_form, label, input, name);
    m_fields.push_back({std::move(show), std::move(store)});
}

void PolicyForm::addCount(const QString& label, const QString& name, int least, int most, Place<int> place)
{
    auto* box = new QSpinBox;
    box->setRange(least, most);
    box->setKeyboardTracking(false);
    const std::size_t field = m_fields.size();
    connect(box, &QSpinBox::valueChanged, this, [this, field] { changed(field); });
    addField(
        label, name, box,
        [box, place](Policy& policy) {
            const int* value = place(policy);
            box->setEnabled(value != nullptr);
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
            box->setEnabled(value != nullptr);
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
                            box->setEnabled(value != nullptr);
                            box->setChecked(value != nullptr && *value);
                        },
                        [box, place](Policy& policy) {
                            *place(policy) = box->isChecked();
                        }});
}

void PolicyForm::addText(const QString& label, const QString& name, Place<std::string> place)
{
    auto* edit = new QLineEdit;
    const std::size_t field = m_fields.size();
    connect(edit, &QLineEdit::editingFinished, this, [this, field, edit] {
        if (edit->isModified()) {
            changed(field);
        }
    });
    addField(
        label, name, edit,
        [edit, place](Policy& policy) {
            const std::string* value = place(policy);
            edit->setEnabled(value != nullptr);
            edit->setText(value != nullptr ? toQString(*value) : QString());
        },
        [edit, place](Policy& policy) { *place(policy) = fromQString(edit->text().trimmed()); });
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
            box->setEnabled(value != nullptr);
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
            box->setEnabled(value != nullptr);
            box->setDuration(value != nullptr ? *value : std::nullopt);
        },
        [box, place](Policy& policy) { *place(policy) = box->optionalDuration(); });
}

void PolicyForm::addStatuses()
{
    auto* edit = new QLineEdit;
    edit->setPlaceholderText(QStringLiteral("2xx"));
    edit->setToolTip(tr("Statuses that are a success: 200, 2xx or 200-299, separated by commas"));
    const std::size_t field = m_fields.size();
    connect(edit, &QLineEdit::editingFinished, this, [this, field, edit] {
        if (edit->isModified()) {
            changed(field);
        }
    });
    addField(
        tr("Success is"), QStringLiteral("successStatusEdit"), edit,
        [edit](Policy& policy) { edit->setText(statusText(policy.success.statusIn)); },
        [edit](Policy& policy) {
            if (const auto ranges = statusRangesFrom(edit->text()); ranges && !ranges->empty()) {
                policy.success.statusIn = *ranges;
            }
        });
}

} // namespace retryscope::ui
