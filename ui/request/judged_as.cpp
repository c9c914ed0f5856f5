// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/judged_as.h"

#include "core/facts/service_protocol.h"
#include "core/io/text/utf8.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/fitted_text.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/term.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace retryscope::ui {

JudgedAs::JudgedAs(QWidget* parent)
    : QWidget(parent)
    , m_summary(makeQuietButton({}, QStringLiteral("judgedAsButton"), this))
    , m_fields(new QWidget(this))
    , m_service(new ChoiceBox(this))
    , m_operation(new QLineEdit(this))
    , m_protocol(new ChoiceBox(this))
    , m_origin(makeHint({}, this))
    , m_guess(makeQuietButton(tr("Guess from the host"), QStringLiteral("guessServiceButton"), this))
{
    auto* caption = makeLabel(tr("Judged as"), this);
    caption->setProperty("muted", true);
    caption->setBuddy(m_summary);
    setTerm(caption, "judged-as");
    setTerm(m_summary, "judged-as");
    m_summary->setCheckable(true);
    m_summary->setLayoutDirection(Qt::RightToLeft); // the arrow stands behind the words
    connect(m_summary, &QPushButton::toggled, m_fields, &QWidget::setVisible);
    auto* line = new QHBoxLayout;
    line->addWidget(caption);
    line->addStretch();
    line->addWidget(m_summary);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 6, 16, 8);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(m_fields);
    layout->addWidget(m_origin);
    layout->addWidget(m_guess, 0, Qt::AlignLeft);
    QFormLayout* form = makeForm(m_fields);
    form->setContentsMargins(0, 0, 0, 0);
    m_fields->hide();
    m_service->setEditable(true);
    m_service->setInsertPolicy(QComboBox::NoInsert);
    m_service->setToolTip(
        tr("Service that the client talks to; it selects the policy's overrides and the error format"));
    for (const char* service : {"generic", "s3", "dynamodb", "simpledb"}) {
        m_service->addItem(QString::fromLatin1(service));
    }
    addField(form, tr("Service"), m_service, QStringLiteral("serviceBox"));
    m_operation->setPlaceholderText(tr("any operation"));
    m_operation->setToolTip(tr("For example ListObjectsV2"));
    addField(form, tr("Operation"), m_operation, QStringLiteral("operationEdit"));
    m_protocol->addItem(tr("Service default"), QString());
    for (const std::string_view name : protocolNames()) {
        m_protocol->addItem(toQString(name), toQString(name));
    }
    m_ownProtocols = m_protocol->count();
    addField(form, tr("Error format"), m_protocol, QStringLiteral("protocolBox"));
    m_origin->setObjectName(QStringLiteral("judgedAsOrigin"));
    m_origin->hide();
    m_guess->hide();
    connect(m_guess, &QPushButton::clicked, this, &JudgedAs::guessWanted);
    connect(m_service, &QComboBox::editTextChanged, this, &JudgedAs::edited);
    connect(m_operation, &QLineEdit::textEdited, this, &JudgedAs::edited);
    connect(m_protocol, &QComboBox::activated, this, &JudgedAs::edited);
    connect(this, &JudgedAs::edited, this, &JudgedAs::display);
    display();
}

QString JudgedAs::service() const
{
    const QString service = m_service->currentText().trimmed();
    return service.isEmpty() ? QStringLiteral("generic") : service;
}

QString JudgedAs::operation() const
{
    return m_operation->text().trimmed();
}

QString JudgedAs::protocol() const
{
    return m_protocol->currentData().toString();
}

void JudgedAs::set(const QString& service, const QString& operation, const QString& protocol)
{
    const QSignalBlocker blocker(m_service);
    if (this->service() != service) {
        m_service->setEditText(service);
    }
    if (this->operation() != operation) {
        m_operation->setText(operation);
        m_operation->setCursorPosition(0);
    }
    if (m_protocol->findData(protocol) < 0) {
        m_protocol->removeItem(m_ownProtocols);
        m_protocol->addItem(shortened(protocol), protocol); // a policy may read one of its own
    }
    m_protocol->setCurrentIndex(m_protocol->findData(protocol));
    display();
}

void JudgedAs::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        display(); // its arrow has a colour of the theme
    }
}

void JudgedAs::display()
{
    const QString text = (service() + QLatin1Char(' ') + operation()).trimmed();
    constexpr int kMostLetters = 26;
    m_summary->setText(fittedLines(text, font(), kMostLetters * fontMetrics().averageCharWidth()).first());
    m_summary->setToolTip(
        plainToolTip(tr("%1. Click to change service, operation or error format").arg(text)));
    m_summary->setAccessibleName(tr("Judged as %1").arg(text));
    m_summary->setIcon(Theme::forPalette(palette()).icon(QStringLiteral("chevron")));
}

void JudgedAs::displayOrigin(const QString& origin)
{
    m_origin->setText(origin);
    m_origin->setVisible(!origin.isEmpty());
}

void JudgedAs::offerGuess(bool isOffered)
{
    m_guess->setVisible(isOffered);
}

} // namespace retryscope::ui
