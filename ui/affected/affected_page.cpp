// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/affected/affected_page.h"

#include "core/affected/affected_text.h"
#include "core/facts/service_protocol.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/files/affected_sources.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "ui/affected/affected_details.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/form.h"
#include "ui/parts/panes.h"
#include "ui/parts/table.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QCompleter>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kServiceCharacters = 26;

} // namespace

AffectedPage::AffectedPage(const io::Library& library, RetrySettingsSource retrySettings, QWidget* parent)
    : QWidget(parent)
    , m_library(library)
    , m_retrySettings(std::move(retrySettings))
    , m_service(QStringLiteral("generic"))
    , m_model(new TableModel<AffectedClient>(affectedColumns(), this))
    , m_title(makeLabel(tr("Am I affected by 2026?"), this))
    , m_problems(makePlainLabel(QStringLiteral("affectedProblems"), this))
    , m_serviceBox(new ChoiceBox(this))
    , m_count(makeHint({}, this))
    , m_table(new QTableView(this))
    , m_details(new AffectedDetails(this))
{
    setObjectName(QStringLiteral("affectedPage"));
    setAccessibleName(m_title->text());
    setFocusProxy(m_table);
    prepareService();
    buildTable();
    layOut();
    setTextStyle(m_title, TextStyle::Heading);
    setLeastCharacters(m_serviceBox, kServiceCharacters);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &AffectedPage::displayCurrent);
    connect(m_details, &AffectedDetails::versionChosen, this, &AffectedPage::chooseVersions);
    connect(m_details, &AffectedDetails::policyRequested, this, &AffectedPage::policyRequested);
    connect(m_details, &AffectedDetails::noteFound, this, &AffectedPage::noteFound);
}

void AffectedPage::prepareService()
{
    m_serviceBox->addItem(QStringLiteral("generic"));
    for (const std::string_view name : knownServices()) {
        m_serviceBox->addItem(toQString(name));
    }
    m_serviceBox->setEditable(true);
    m_serviceBox->setInsertPolicy(QComboBox::NoInsert);
    m_serviceBox->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_serviceBox->setToolTip(
        tr("Some SDKs use other attempts, delays and throttling rules for certain services"));
    nameInput(m_serviceBox, QStringLiteral("affectedService"), tr("Service"));
    const auto follow = [this] {
        if (service() != m_service) {
            compute();
        }
    };
    connect(m_serviceBox, &QComboBox::activated, this, follow);
    connect(m_serviceBox->lineEdit(), &QLineEdit::editingFinished, this, follow);
}

void AffectedPage::buildTable()
{
    prepareTable(m_table, QStringLiteral("affectedTable"), tr("SDKs, today and after the switch"));
    m_table->setModel(m_model);
}

QWidget* AffectedPage::buildMachine()
{
    auto* machine = new QWidget(this);
    auto* layout = new QGridLayout(machine);
    layout->setContentsMargins(0, 6, 0, 4);
    layout->setHorizontalSpacing(16);
    layout->setVerticalSpacing(2);
    layout->setColumnStretch(1, 1);
    layout->addWidget(makeHeading(tr("Retry settings on this machine"), machine), 0, 0, 1, 2);
    const RetrySettings none = resolveRetrySettings({});
    int row = 0;
    for (const EffectiveSetting* setting : {&none.mode, &none.maxAttempts, &none.newRetries}) {
        auto* name = makeLabel(toQString(setting->name), machine);
        name->setProperty("muted", true);
        QLabel* value = makeSentence(QStringLiteral("affectedSetting%1").arg(row), machine);
        m_found[static_cast<std::size_t>(row)] = value;
        layout->addWidget(name, ++row, 0, Qt::AlignTop);
        layout->addWidget(value, row, 1);
    }
    return machine;
}

void AffectedPage::layOut()
{
    m_title->setObjectName(QStringLiteral("affectedTitle"));
    m_title->setWordWrap(true);
    m_problems->setProperty("mark", QStringLiteral("danger"));
    m_problems->setWordWrap(true);
    m_count->setObjectName(QStringLiteral("affectedCount"));
    auto* caption = makeLabel(tr("&Service"), this);
    caption->setBuddy(m_serviceBox);
    auto* choice = new FlowLayout(nullptr, 8);
    choice->addWidget(caption);
    choice->addWidget(m_serviceBox);
    choice->addWidget(m_count, 1);
    auto* parts = makeSplitter(Qt::Vertical, QStringLiteral("affectedSplitter"), this);
    parts->addWidget(m_table);
    parts->addWidget(makeScrollArea(m_details, parts));
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 12, 20, 8);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(makeHint(toQString(switchText(io::builtInSdks())), this));
    layout->addWidget(buildMachine());
    layout->addWidget(m_problems);
    layout->addLayout(choice);
    layout->addWidget(new Panes(parts, {tr("SDKs"), tr("Details")}, this), 1);
}

void AffectedPage::showEvent(QShowEvent* event)
{
    readSettings(); // files and variables may be others by now
    compute();
    QWidget::showEvent(event);
}

void AffectedPage::readSettings()
{
    const io::Result<RetrySettings> read =
        m_retrySettings ? m_retrySettings() : io::Result<RetrySettings>(resolveRetrySettings({}));
    m_settings = read ? read.value() : resolveRetrySettings({});
    const std::array<const EffectiveSetting*, 3> found{&m_settings.mode, &m_settings.maxAttempts,
                                                       &m_settings.newRetries};
    for (std::size_t i = 0; i < found.size(); ++i) {
        m_found[i]->setText(toQString(settingText(*found[i])));
    }
    QStringList problems;
    if (!read) {
        problems += read.error().text();
    }
    for (const std::string& error : m_settings.errors) {
        problems += toQString(error);
    }
    if (!m_settings.remark.empty()) {
        problems += toQString(m_settings.remark);
    }
    m_problems->setText(QStringLiteral("✕ ") + problems.join(QStringLiteral("\n✕ ")));
    m_problems->setVisible(!problems.isEmpty());
}

/// A field that loses the focus with the window ends its editing when the page is half gone.
AffectedPage::~AffectedPage()
{
    m_serviceBox->lineEdit()->disconnect(this);
}

QString AffectedPage::service() const
{
    const QString typed = m_serviceBox->currentText().trimmed();
    return typed.isEmpty() ? QStringLiteral("generic") : typed;
}

AffectedClient AffectedPage::clientOf(const Sdk& sdk) const
{
    AffectedQuestion question{
        .sdk = &sdk, .version = {}, .parts = {}, .toVersion = {}, .service = m_service.toStdString()};
    if (const auto chosen = m_versions.find(sdk.id); chosen != m_versions.end()) {
        question.version = chosen->second.first;
        if (!chosen->second.second.empty()) {
            question.toVersion = chosen->second.second;
        }
    }
    return affectedClient(io::affectedSources(m_library), question, m_settings);
}

void AffectedPage::compute()
{
    m_service = service();
    const int row = std::max(m_table->currentIndex().row(), 0);
    std::vector<AffectedClient> clients;
    for (const Sdk& sdk : io::builtInSdks()) {
        clients.push_back(clientOf(sdk));
    }
    m_model->setRows(std::move(clients));
    m_table->setCurrentIndex(m_model->index(row, 0)); // displays it: after a reset none is current
}

void AffectedPage::displayCurrent()
{
    const int row = m_table->currentIndex().row();
    if (row >= 0) {
        m_details->display(m_model->at(row));
    }
    m_count->setText(tr("%1 of %2 change · old → new rules")
                         .arg(std::ranges::count_if(m_model->rows(), isAffected))
                         .arg(m_model->rowCount()));
}

void AffectedPage::chooseVersions(const QString& version, const QString& toVersion)
{
    const int row = m_table->currentIndex().row();
    if (row < 0) {
        return;
    }
    const Sdk& sdk = *m_model->at(row).sdk;
    m_versions[sdk.id] = {version.toStdString(), toVersion.toStdString()};
    m_model->replace(row, clientOf(sdk));
    displayCurrent();
}

} // namespace retryscope::ui
