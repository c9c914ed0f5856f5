// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/mapping_editor.h"

#include "core/explain/explain.h"
#include "core/explain/what_if_text.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "core/simulate/simulate.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/policy/rule_text.h"

#include <QComboBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

enum What { Name, Status };

constexpr int kGap = 8;
/// Records up to this size are judged again while one types.
constexpr int kMostJudgedAgain = 20000;

QString titleOf(const ErrorMapping& mapping)
{
    if (const auto* name = std::get_if<std::string>(&mapping.what)) {
        return MappingEditor::tr("Name %1").arg(toQString(*name));
    }
    if (const auto* status = std::get_if<int>(&mapping.what)) {
        return MappingEditor::tr("Status %1").arg(*status);
    }
    return toQString(faultPhrase(std::get<FaultKind>(mapping.what)));
}

void addKinds(QComboBox* box)
{
    for (const ErrorKind kind : {ErrorKind::Throttling, ErrorKind::Transient, ErrorKind::Timeout,
                                 ErrorKind::Server, ErrorKind::Permanent}) {
        box->addItem(kindTitle(kind), static_cast<int>(kind));
    }
}

ErrorKind kindOf(const QComboBox* box)
{
    return static_cast<ErrorKind>(box->currentData().toInt());
}

QLabel* makeText(const QString& text, QWidget* parent)
{
    auto* label = makeLabel(text, parent);
    label->setWordWrap(true);
    return label;
}

} // namespace

MappingEditor::MappingEditor(QWidget* parent)
    : QWidget(parent)
    , m_rowsPlace(new QWidget(this))
    , m_metPlace(new QWidget(this))
    , m_none(makeHint(tr("No mappings yet."), this))
    , m_warning(makeHint({}, this))
    , m_metHeading(makeHeading(tr("Errors in this run"), this))
    , m_what(new ChoiceBox(this))
    , m_text(new QLineEdit(this))
    , m_kind(new ChoiceBox(this))
    , m_add(new QPushButton(tr("Add"), this))
    , m_problem(makeHint({}, this))
    , m_effect(makeHint({}, this))
{
    nameInput(m_what, QStringLiteral("mappingWhatBox"), tr("Map by"));
    m_what->addItems({tr("Error name"), tr("Status")});
    nameInput(m_text, QStringLiteral("mappingEdit"), tr("Error name or status"));
    m_text->setPlaceholderText(tr("for example SlowDown"));
    makeSlim(m_text);
    nameInput(m_kind, QStringLiteral("mappingKindBox"), tr("Kind of error"));
    addKinds(m_kind);
    nameInput(m_add, QStringLiteral("mappingAddButton"), tr("Add mapping"));
    m_problem->setObjectName(QStringLiteral("mappingProblem"));
    m_problem->setProperty("mark", QStringLiteral("danger"));
    m_problem->hide();
    m_warning->setObjectName(QStringLiteral("mappingWarning"));
    m_warning->setProperty("mark", QStringLiteral("warning"));
    m_effect->setObjectName(QStringLiteral("mappingEffect"));
    for (QWidget* place : {m_rowsPlace, m_metPlace}) {
        (new QVBoxLayout(place))->setContentsMargins(0, 0, 0, 0);
    }
    m_add->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    QFormLayout* fields = makeForm(nullptr); // its rows wrap where there is no room
    fields->addRow(m_what, m_text);
    fields->addRow(m_kind, m_add);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 12, 8, 12);
    layout->addWidget(
        makeHint(tr("Set how this client classifies an error, by error name (exception name) or by status. A "
                    "mapping decides before all rules and for every service. The policy stores it."),
                 this));
    layout->addSpacing(kGap);
    layout->addWidget(makeHeading(tr("Your mappings"), this));
    layout->addWidget(m_none);
    layout->addWidget(m_rowsPlace);
    layout->addWidget(m_warning);
    layout->addLayout(fields);
    layout->addWidget(m_problem);
    layout->addSpacing(kGap);
    layout->addWidget(m_metHeading);
    layout->addWidget(m_metPlace);
    layout->addSpacing(kGap);
    layout->addWidget(makeHeading(tr("Effect on this run"), this));
    layout->addWidget(m_effect);
    layout->addStretch();
    connect(m_add, &QPushButton::clicked, this, &MappingEditor::add);
    connect(m_text, &QLineEdit::returnPressed, this, &MappingEditor::add);
    connect(m_text, &QLineEdit::textEdited, m_problem, &QWidget::hide);
    display({});
}

QGridLayout* MappingEditor::renewGrid(QWidget*& content, QWidget* place)
{
    if (content != nullptr) {
        content->hide();
        content->deleteLater(); // one of its inputs may be what brought us here
    }
    content = new QWidget(place);
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(0, 1);
    place->layout()->addWidget(content);
    return grid;
}

void MappingEditor::display(const Policy& policy)
{
    if (policy == m_policy && m_rows != nullptr) {
        return;
    }
    m_policy = policy;
    displayRows();
    if (isVisible()) {
        displayMet();
        displayEffect();
    }
}

void MappingEditor::setRecord(const RunRecord* record)
{
    m_record = record;
    if (isVisible()) {
        displayMet();
        displayEffect();
    }
}

void MappingEditor::showEvent(QShowEvent* event)
{
    displayMet();
    displayEffect();
    QWidget::showEvent(event);
}

void MappingEditor::displayRows()
{
    QGridLayout* grid = renewGrid(m_rows, m_rowsPlace);
    const std::vector<ErrorMapping> mappings = mappingsOf(m_policy);
    for (const ErrorMapping& mapping : mappings) {
        addRow(grid, mapping);
    }
    m_none->setVisible(mappings.empty());
    m_rowsPlace->setVisible(!mappings.empty());
    displayWarning();
}

void MappingEditor::displayWarning()
{
    QStringList lines;
    for (const ErrorMapping& mapping : mappingsOfSuccesses(m_policy)) {
        lines += (mapping.kind == ErrorKind::Permanent
                      ? tr("This client takes %1 as a success. With this mapping, every such response fails.")
                      : tr("This client takes %1 as a success. With this mapping, every such response fails "
                           "and the client retries it."))
                     .arg(std::get<int>(mapping.what));
    }
    m_warning->setText(lines.join(QLatin1Char('\n')));
    m_warning->setVisible(!lines.isEmpty());
}

void MappingEditor::addRow(QGridLayout* grid, const ErrorMapping& mapping)
{
    const int row = grid->rowCount();
    const QString suffix = QString::number(row);
    QLabel* title = makeText(titleOf(mapping), m_rows);
    title->setObjectName(QStringLiteral("mappingTitle") + suffix);
    auto* kind = new ChoiceBox(m_rows);
    nameInput(kind, QStringLiteral("mappingKind") + suffix, tr("Kind of %1").arg(title->text()));
    addKinds(kind);
    if (kind->findData(static_cast<int>(mapping.kind)) < 0) {
        kind->addItem(kindTitle(mapping.kind), static_cast<int>(mapping.kind));
    }
    kind->setCurrentIndex(kind->findData(static_cast<int>(mapping.kind)));
    QPushButton* remove =
        makeQuietButton(QStringLiteral("✕"), QStringLiteral("mappingRemove") + suffix, m_rows);
    remove->setAccessibleName(tr("Remove mapping of %1").arg(title->text()));
    remove->setToolTip(plainToolTip(remove->accessibleName()));
    grid->addWidget(title, row, 0);
    grid->addWidget(kind, row, 1);
    grid->addWidget(remove, row, 2);
    connect(kind, &QComboBox::activated, this, [this, kind, mapping] {
        store(withMapping(m_policy, {mapping.what, kindOf(kind)}));
    });
    connect(remove, &QPushButton::clicked, this, [this, mapping] { store(unmapped(m_policy, mapping)); });
}

void MappingEditor::displayMet()
{
    QGridLayout* grid = renewGrid(m_met, m_metPlace);
    const std::vector<MetError> errors =
        m_record != nullptr ? metErrorsIn(*m_record) : std::vector<MetError>{};
    const std::vector<ErrorMapping> mappings = mappingsOf(m_policy);
    int offered = 0;
    for (const MetError& error : errors) {
        const bool isMapped =
            std::any_of(mappings.begin(), mappings.end(), [&error](const ErrorMapping& mapping) {
                const auto* name = std::get_if<std::string>(&mapping.what);
                const auto* status = std::get_if<int>(&mapping.what);
                return error.name.empty() ? status != nullptr && *status == error.status
                                          : name != nullptr && *name == error.name;
            });
        if (!isMapped) {
            addMet(grid, error);
            ++offered;
        }
    }
    m_metHeading->setVisible(offered > 0);
    m_metPlace->setVisible(offered > 0);
}

void MappingEditor::addMet(QGridLayout* grid, const MetError& error)
{
    const int row = grid->rowCount();
    const QString suffix = QString::number(row);
    const QString title = error.name.empty() ? tr("status %1").arg(error.status) : toQString(error.name);
    const QString known = error.name.empty() ? tr("without a name")
                          : error.isKnown    ? tr("known")
                                             : tr("unknown");
    const QString fate = error.isRetried ? tr("retried") : tr("not retried");
    QLabel* text = makeText(QStringLiteral("%1 — %2, %3").arg(title, known, fate), m_met);
    text->setObjectName(QStringLiteral("metText") + suffix);
    auto* kind = new ChoiceBox(m_met);
    nameInput(kind, QStringLiteral("metKind") + suffix, tr("Map %1 to").arg(title));
    kind->addItem(tr("Map to…"));
    addKinds(kind);
    grid->addWidget(text, row, 0);
    grid->addWidget(kind, row, 1);
    connect(kind, &QComboBox::activated, this, [this, kind, error](int chosen) {
        if (chosen > 0) {
            ErrorMapping mapping{error.name, kindOf(kind)};
            if (error.name.empty()) {
                mapping.what = error.status;
            }
            store(withMapping(m_policy, mapping));
        }
    });
}

void MappingEditor::displayEffect()
{
    if (m_record == nullptr || m_record->isEmpty() || !m_record->header().policy) {
        m_effect->setText(tr("To see the effect of a mapping, send a request or open a run."));
        return;
    }
    if (m_record->attemptCount() > kMostJudgedAgain) {
        m_effect->setText(
            tr("This run is too long to judge again at every keystroke. Send again to see the effect."));
        return;
    }
    const io::Result<Scenario> script = io::Library().scenario(toQString(m_record->header().scenarioId));
    const bool isKnown = script && isPlayedBy(*m_record, script.value());
    m_effect->setText(toQString(whatIfText(*m_record, whatIf(*m_record, m_policy, BeyondRecord::RepeatLast,
                                                             {}, isKnown ? &script.value() : nullptr))));
}

void MappingEditor::add()
{
    const QString text = m_text->text().trimmed();
    ErrorMapping mapping{fromQString(text), kindOf(m_kind)};
    if (m_what->currentIndex() == What::Status) {
        const int status = text.toInt();
        if (status < 100 || status > 999) {
            m_problem->setText(tr("“%1” is not a status. Enter a number from 100 to 999.").arg(text));
            m_problem->show();
            return;
        }
        mapping.what = status;
    } else if (text.isEmpty()) {
        m_problem->setText(tr("Enter the error name as the client reads it."));
        m_problem->show();
        m_text->setFocus();
        return;
    }
    m_text->clear();
    store(withMapping(m_policy, mapping));
}

void MappingEditor::offer(const std::string& name, int status)
{
    m_what->setCurrentIndex(name.empty() ? What::Status : What::Name);
    m_text->setText(name.empty() ? QString::number(status) : toQString(name));
    m_kind->setFocus();
}

void MappingEditor::store(const Policy& policy)
{
    display(policy);
    Q_EMIT edited();
}

} // namespace retryscope::ui
