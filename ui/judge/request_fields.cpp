// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/request_fields.h"

#include "core/io/text/utf8.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/form.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QToolButton>

namespace retryscope::ui {

namespace {

constexpr const char* kUnknownService = "generic";
constexpr int kFullQuota = -1;
constexpr int kMostAttempts = 1000;
constexpr int kMostTokens = 100000;

} // namespace

RequestFields::RequestFields(QWidget* parent)
    : QWidget(parent)
    , m_service(new ChoiceBox(this))
    , m_guess(makeHint({}, this))
    , m_operation(new QLineEdit(this))
    , m_moreButton(new QToolButton(this))
    , m_more(new QWidget(this))
    , m_method(new ChoiceBox(m_more))
    , m_attempt(new QSpinBox(m_more))
    , m_tokens(new QSpinBox(m_more))
{
    m_service->setEditable(true);
    m_service->setInsertPolicy(QComboBox::NoInsert);
    for (const char* service : {"generic", "s3", "dynamodb", "simpledb"}) {
        m_service->addItem(QString::fromLatin1(service));
    }
    m_service->setToolTip(tr("Sets how clients read errors and which of their rules apply"));
    m_operation->setPlaceholderText(tr("any"));
    m_operation->setToolTip(tr("For example ListObjectsV2. Some rules apply to certain operations only."));
    for (const char* method : {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}) {
        m_method->addItem(QString::fromLatin1(method));
    }
    m_attempt->setRange(1, kMostAttempts);
    m_attempt->setToolTip(tr("The attempt that got this response. All earlier attempts count as failed."));
    m_tokens->setRange(kFullQuota, kMostTokens);
    m_tokens->setSpecialValueText(tr("full"));
    m_tokens->setValue(kFullQuota);
    m_tokens->setToolTip(tr("Tokens left in the client's retry quota, if it has one"));
    layOut();
    connect(m_service, &QComboBox::editTextChanged, this, [this] {
        m_isOwnService = true;
        m_guess->hide();
        Q_EMIT edited();
    });
    connect(m_operation, &QLineEdit::textChanged, this, &RequestFields::edited);
    connect(m_method, &QComboBox::currentIndexChanged, this, &RequestFields::edited);
    connect(m_attempt, &QSpinBox::valueChanged, this, &RequestFields::edited);
    connect(m_tokens, &QSpinBox::valueChanged, this, &RequestFields::edited);
    connect(m_moreButton, &QToolButton::toggled, this, &RequestFields::showMore);
    showMore(false);
}

void RequestFields::layOut()
{
    auto* form = makeForm(nullptr);
    form->setContentsMargins(0, 0, 0, 0);
    auto* layout = columnIn(this);
    layout->addLayout(form);
    addField(form, tr("Se&rvice"), m_service, QStringLiteral("judgeServiceBox"));
    m_guess->setObjectName(QStringLiteral("judgeServiceGuess"));
    m_guess->hide();
    form->addRow({}, m_guess);
    addField(form, tr("&Operation"), m_operation, QStringLiteral("judgeOperationEdit"));
    nameInput(m_moreButton, QStringLiteral("judgeMoreButton"), tr("Method, attempt and retry tokens"));
    m_moreButton->setCheckable(true);
    m_moreButton->setFocusPolicy(Qt::TabFocus);
    m_moreButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    layout->addWidget(m_moreButton, 0, Qt::AlignLeft);
    auto* more = makeForm(m_more);
    more->setContentsMargins(0, 0, 0, 0);
    addField(more, tr("&Method"), m_method, QStringLiteral("judgeMethodBox"));
    addField(more, tr("&Attempt number"), m_attempt, QStringLiteral("judgeAttemptBox"));
    addField(more, tr("Retry to&kens left"), m_tokens, QStringLiteral("judgeTokensBox"));
    layout->addWidget(m_more);
}

void RequestFields::showMore(bool isShown)
{
    m_more->setVisible(isShown);
    m_moreButton->setArrowType(isShown ? Qt::DownArrow : Qt::RightArrow);
    m_moreButton->setText(tr("Method, attempt and retry tokens"));
}

void RequestFields::display(const GivenAttempt& given)
{
    const QSignalBlocker quiet(this);
    m_base = given;
    m_service->setEditText(toQString(given.spec.service));
    m_isOwnService = given.spec.service != kUnknownService; // of its request
    m_operation->setText(toQString(given.spec.operation));
    setMethod(toQString(given.spec.method));
    m_attempt->setValue(given.attempt);
    m_tokens->setValue(given.tokens.value_or(kFullQuota));
    m_moreButton->setChecked(m_moreButton->isChecked() || given.attempt != 1 || given.tokens);
}

void RequestFields::setMethod(const QString& method)
{
    if (m_method->findText(method) < 0) {
        m_method->addItem(method);
    }
    m_method->setCurrentText(method);
}

void RequestFields::setGuess(const QString& service, const QString& evidence)
{
    const bool isGuess = !service.isEmpty();
    if (m_isOwnService || (!isGuess && m_guess->isHidden())) {
        return;
    }
    const QSignalBlocker quiet(m_service);
    m_service->setEditText(isGuess ? service : QString::fromLatin1(kUnknownService));
    m_guess->setText(tr("Guessed: %1").arg(evidence));
    m_guess->setVisible(isGuess);
}

void RequestFields::forgetService()
{
    const QSignalBlocker quiet(m_service);
    const QSignalBlocker quietToo(m_operation);
    m_service->setEditText(QString::fromLatin1(kUnknownService));
    m_operation->clear();
    m_guess->hide();
    m_isOwnService = false;
}

QString RequestFields::method() const
{
    return m_method->currentText();
}

GivenAttempt RequestFields::given() const
{
    GivenAttempt given = m_base;
    const std::string service = fromQString(m_service->currentText().trimmed());
    if (service != given.spec.service) {
        given.spec.protocol.clear(); // it was the other service's
    }
    given.spec.service = service.empty() ? "generic" : service;
    given.spec.operation = fromQString(m_operation->text().trimmed());
    given.spec.method = fromQString(method());
    given.attempt = m_attempt->value();
    given.tokens.reset();
    if (m_tokens->value() != kFullQuota) {
        given.tokens = m_tokens->value();
    }
    return given;
}

} // namespace retryscope::ui
