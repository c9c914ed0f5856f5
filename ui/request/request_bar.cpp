// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/request_bar.h"

#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QToolButton>

#include <utility>

namespace retryscope::ui {

namespace {

enum Clock { Live, Virtual };

} // namespace

RequestBar::RequestBar(LibraryBox::Items policies, std::function<std::uint64_t()> newSeed, QWidget* parent)
    : QWidget(parent)
    , m_newSeed(std::move(newSeed))
    , m_method(new QComboBox(this))
    , m_url(new QComboBox(this))
    , m_service(new QComboBox(this))
    , m_operation(new QLineEdit(this))
    , m_policy(new LibraryBox(std::move(policies), this))
    , m_seed(new QLineEdit(this))
    , m_newSeedButton(new QToolButton(this))
    , m_keepSeed(new QToolButton(this))
    , m_clock(new QComboBox(this))
    , m_send(new QPushButton(tr("Send"), this))
    , m_stop(new QPushButton(this))
{
    buildRequest();
    buildRun();
    layOut();
    applyTheme();
    setRunning(false);
}

void RequestBar::buildRequest()
{
    nameInput(m_method, QStringLiteral("methodBox"), tr("Method"));
    for (const char* method : {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}) {
        m_method->addItem(QString::fromLatin1(method));
    }
    nameInput(m_url, QStringLiteral("urlBox"), tr("URL, or the built-in endpoint"));
    m_url->setEditable(true);
    m_url->setInsertPolicy(QComboBox::NoInsert);
    m_url->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_url->setMinimumContentsLength(12);
    m_url->setMaxVisibleItems(12);
    m_url->addItem(endpointText());
    m_url->setToolTip(
        tr("Type a URL, or choose the endpoint that is built in and plays the steps on the left"));
    nameInput(m_service, QStringLiteral("serviceBox"), tr("Service"));
    m_service->setEditable(true);
    m_service->setInsertPolicy(QComboBox::NoInsert);
    m_service->setMinimumContentsLength(6);
    m_service->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_service->setToolTip(tr("Service: selects overrides of the policy and how errors are read"));
    for (const char* service : {"generic", "s3", "dynamodb", "simpledb"}) {
        m_service->addItem(QString::fromLatin1(service));
    }
    nameInput(m_operation, QStringLiteral("operationEdit"), tr("Operation"));
    m_operation->setPlaceholderText(tr("operation"));
    m_operation->setToolTip(tr("Operation, for example ListObjectsV2"));
    nameInput(m_policy, QStringLiteral("policyBox"), tr("Retry policy"));

    connect(m_policy, &LibraryBox::chosen, this, &RequestBar::policyChosen);
    connect(m_method, &QComboBox::activated, this, &RequestBar::requestEdited);
    connect(m_url, &QComboBox::editTextChanged, this, &RequestBar::requestEdited);
    connect(m_service, &QComboBox::editTextChanged, this, &RequestBar::requestEdited);
    connect(m_operation, &QLineEdit::textEdited, this, &RequestBar::requestEdited);
    connect(m_url->lineEdit(), &QLineEdit::returnPressed, this, &RequestBar::sendRequested);
}

void RequestBar::buildRun()
{
    nameInput(m_seed, QStringLiteral("seedEdit"), tr("Seed"));
    m_seed->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("\\d{1,19}")), m_seed));
    m_seed->setToolTip(tr("Seed of the random delays: the same seed draws the same delays again"));
    nameInput(m_newSeedButton, QStringLiteral("newSeedButton"), tr("New seed"));
    m_newSeedButton->setToolTip(tr("Draw a new seed"));
    m_newSeedButton->setFocusPolicy(Qt::TabFocus);
    nameInput(m_keepSeed, QStringLiteral("keepSeedButton"), tr("Keep seed"));
    m_keepSeed->setToolTip(tr("Keep this seed for the next runs"));
    m_keepSeed->setCheckable(true);
    m_keepSeed->setFocusPolicy(Qt::TabFocus);
    nameInput(m_clock, QStringLiteral("clockBox"), tr("Live or virtual time"));
    m_clock->addItem(tr("Live"));
    m_clock->addItem(tr("Virtual"));
    m_clock->setItemData(Live, tr("Sends for real and waits for real"), Qt::ToolTipRole);
    m_clock->setItemData(Virtual, tr("Computes the run at once; the steps on the left answer"),
                         Qt::ToolTipRole);
    nameInput(m_send, QStringLiteral("sendButton"), tr("Send"));
    m_send->setProperty("primary", true);
    m_send->setToolTip(tr("Send (Ctrl+Enter)"));
    nameInput(m_stop, QStringLiteral("stopButton"), tr("Stop"));
    m_stop->setToolTip(tr("Stop at once (Esc)"));

    connect(m_newSeedButton, &QToolButton::clicked, this, [this] { setSeed(m_newSeed()); });
    connect(m_keepSeed, &QToolButton::toggled, this, &RequestBar::applyTheme);
    connect(m_send, &QPushButton::clicked, this, &RequestBar::sendRequested);
    connect(m_stop, &QPushButton::clicked, this, &RequestBar::stopRequested);
}

void RequestBar::layOut()
{
    m_seed->setFixedWidth(12 * fontMetrics().averageCharWidth());
    m_operation->setMinimumWidth(10 * fontMetrics().averageCharWidth());
    m_operation->setMaximumWidth(20 * fontMetrics().averageCharWidth());
    auto* seedLabel = new QLabel(tr("seed"), this);
    seedLabel->setProperty("muted", true);
    seedLabel->setBuddy(m_seed);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    layout->addWidget(m_method);
    layout->addWidget(m_url, 5);
    layout->addWidget(m_service);
    layout->addWidget(m_operation, 2);
    layout->addWidget(m_policy, 4);
    layout->addWidget(seedLabel);
    layout->addWidget(m_seed);
    layout->addWidget(m_newSeedButton);
    layout->addWidget(m_keepSeed);
    layout->addWidget(m_clock);
    layout->addWidget(m_send);
    layout->addWidget(m_stop);
}

QString RequestBar::method() const
{
    return m_method->currentText();
}

void RequestBar::setMethod(const QString& method)
{
    if (m_method->findText(method) < 0) {
        m_method->addItem(method);
    }
    m_method->setCurrentText(method);
}

QString RequestBar::endpointText() const
{
    return m_scenarioName.isEmpty() ? tr("built-in endpoint")
                                    : tr("built-in endpoint · %1").arg(m_scenarioName);
}

bool RequestBar::usesEndpoint() const
{
    const QString text = m_url->currentText().trimmed();
    return text.isEmpty() || text == endpointText();
}

QString RequestBar::url() const
{
    return usesEndpoint() ? QString() : m_url->currentText().trimmed();
}

void RequestBar::setUrl(const QString& url)
{
    m_url->setCurrentIndex(url.isEmpty() ? 0 : m_url->findText(url));
    m_url->setEditText(url.isEmpty() ? endpointText() : url);
    m_url->lineEdit()->setCursorPosition(0);
}

void RequestBar::setUrlHistory(const QStringList& urls)
{
    const QString kept = url();
    m_url->clear();
    m_url->addItem(endpointText());
    m_url->addItems(urls);
    setUrl(kept);
}

void RequestBar::setScenarioName(const QString& name)
{
    const QString kept = url();
    m_scenarioName = name;
    m_url->setItemText(0, endpointText());
    setUrl(kept);
}

QString RequestBar::service() const
{
    const QString service = m_service->currentText().trimmed();
    return service.isEmpty() ? QStringLiteral("generic") : service;
}

QString RequestBar::operation() const
{
    return m_operation->text().trimmed();
}

void RequestBar::setOperation(const QString& service, const QString& operation)
{
    m_service->setEditText(service);
    m_operation->setText(operation);
    m_operation->setCursorPosition(0);
}

void RequestBar::displayPolicy(const QString& id, const QString& title)
{
    m_policy->display(id, title);
}

void RequestBar::forgetPolicies()
{
    m_policy->forget();
}

std::uint64_t RequestBar::seed() const
{
    return m_seed->text().toULongLong();
}

void RequestBar::setSeed(std::uint64_t seed)
{
    m_seed->setText(QString::number(seed));
    m_seed->setCursorPosition(0);
}

bool RequestBar::keepsSeed() const
{
    return m_keepSeed->isChecked();
}

void RequestBar::setKeepsSeed(bool keeps)
{
    m_keepSeed->setChecked(keeps);
}

bool RequestBar::isVirtual() const
{
    return m_clock->currentIndex() == Virtual;
}

void RequestBar::setVirtual(bool isVirtual)
{
    m_clock->setCurrentIndex(isVirtual ? Virtual : Live);
}

void RequestBar::renewSeed()
{
    if (!keepsSeed()) {
        setSeed(m_newSeed());
    }
}

void RequestBar::setRunning(bool isRunning)
{
    m_stop->setEnabled(isRunning);
}

void RequestBar::focusUrl()
{
    m_url->setFocus(Qt::ShortcutFocusReason);
    m_url->lineEdit()->selectAll();
}

void RequestBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    }
    QWidget::changeEvent(event);
}

void RequestBar::applyTheme()
{
    const Theme& theme = Theme::forPalette(palette());
    m_newSeedButton->setIcon(theme.icon(QStringLiteral("dice")));
    m_keepSeed->setIcon(theme.icon(keepsSeed() ? QStringLiteral("lock") : QStringLiteral("lock-open")));
    m_stop->setIcon(theme.icon(QStringLiteral("stop")));
}

} // namespace retryscope::ui
