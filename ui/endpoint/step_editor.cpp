// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/endpoint/step_editor.h"

#include "core/io/http/error_body.h"
#include "core/io/text/utf8.h"
#include "ui/endpoint/step_text.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/duration_box.h"
#include "ui/parts/form.h"
#include "ui/parts/long_text.h"
#include "ui/parts/text_space.h"
#include "ui/request/headers_editor.h"
#include "ui/response/pretty_body.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>

namespace retryscope::ui {

namespace {

constexpr int kBodyLines = 6;
constexpr int kRightLength = -1;
constexpr int kMostBytes = 1 << 30;
constexpr int kMostRepeats = 1000000;

constexpr Misbehaviour kKinds[] = {
    Misbehaviour::None,      Misbehaviour::Close,    Misbehaviour::Reset,
    Misbehaviour::Hang,      Misbehaviour::Truncate, Misbehaviour::TruncateReset,
    Misbehaviour::Garbage,   Misbehaviour::Drip,     Misbehaviour::DripHead,
    Misbehaviour::Refuse,    Misbehaviour::TlsFail,  Misbehaviour::NoHost,
    Misbehaviour::NoConnect, Misbehaviour::CutHead,  Misbehaviour::CutHeadReset,
    Misbehaviour::CloseKept};

QSpinBox* makeNumber(int least, int most)
{
    auto* box = new QSpinBox;
    box->setRange(least, most);
    box->setKeyboardTracking(false);
    return box;
}

/// A field in the next of two columns, with its label above it.
QLabel* addToGrid(QGridLayout* grid, const QString& label, QWidget* input, const QString& objectName)
{
    nameInput(input, objectName, label);
    setLeastCharacters(input, 6);
    auto* caption = makeLabel(label);
    caption->setBuddy(input);
    const int place = grid->count() / 2;
    grid->addWidget(caption, place / 2 * 2, place % 2);
    grid->addWidget(input, place / 2 * 2 + 1, place % 2);
    grid->setColumnStretch(place % 2, 1);
    return caption;
}

void setShown(const std::vector<QWidget*>& widgets, bool isShown)
{
    for (QWidget* widget : widgets) {
        widget->setVisible(isShown);
    }
}

} // namespace

StepEditor::StepEditor(QWidget* parent) : QWidget(parent)
{
    QFormLayout* form = makeForm(this);
    form->setContentsMargins(0, 0, 4, 0);
    form->setRowWrapPolicy(QFormLayout::WrapAllRows);
    buildKind(form);
    buildResponse(form);
    buildDetails(form);
    display({});
}

void StepEditor::buildKind(QFormLayout* form)
{
    m_kind = new ChoiceBox;
    for (const Misbehaviour kind : kKinds) {
        m_kind->addItem(faultTitle(kind), static_cast<int>(kind));
    }
    addField(form, tr("What happens"), m_kind, QStringLiteral("stepKindBox"));
    m_status = makeNumber(100, 999);
    m_repeat = makeNumber(1, kMostRepeats);
    m_repeat->setSuffix(tr(" ×"));
    m_repeat->setToolTip(
        tr("Number of requests in a row that get this step; the last step responds to all further requests"));
    m_delay = new DurationBox;
    m_delay->setHelp(tr("Delay before the first byte of the response"));
    for (QAbstractSpinBox* box : std::initializer_list<QAbstractSpinBox*>{m_status, m_repeat, m_delay}) {
        box->setButtonSymbols(QAbstractSpinBox::NoButtons); // the arrow keys step all the same
        box->setProperty("slim", true);
    }
    m_reason = new QLineEdit;
    m_reason->setPlaceholderText(tr("default"));
    m_reason->setToolTip(tr("Reason phrase; when empty, the one that belongs to the status"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(4);
    QLabel* statusLabel = addToGrid(grid, tr("Status"), m_status, QStringLiteral("stepStatusBox"));
    QLabel* reasonLabel = addToGrid(grid, tr("Reason"), m_reason, QStringLiteral("stepReasonEdit"));
    addToGrid(grid, tr("Times"), m_repeat, QStringLiteral("stepRepeatBox"));
    QLabel* delayLabel = addToGrid(grid, tr("Delay"), m_delay, QStringLiteral("stepDelayBox"));
    form->addRow(grid);
    m_responseOnly = {statusLabel, m_status, reasonLabel, m_reason, delayLabel, m_delay};
    connect(m_status, &QSpinBox::valueChanged, this, &StepEditor::store);
    connect(m_kind, &QComboBox::activated, this, &StepEditor::store);
    connect(m_delay, &QDoubleSpinBox::valueChanged, this, &StepEditor::store);
    connect(m_repeat, &QSpinBox::valueChanged, this, &StepEditor::store);
}

void StepEditor::buildResponse(QFormLayout* form)
{
    m_headers = new HeadersEditor(QStringLiteral("stepHeadersTable"), tr("Response headers"));
    auto* headersLabel = makeLabel(tr("Headers"));
    headersLabel->setBuddy(m_headers->table());
    form->addRow(headersLabel);
    form->addRow(m_headers);

    auto* bodyLabel = makeLabel(tr("Body"));
    QPushButton* format = makeQuietButton(tr("Format"), QStringLiteral("formatStepBodyButton"), this);
    format->setToolTip(tr("Indent JSON and XML"));
    auto* bodyRow = new QHBoxLayout;
    bodyRow->addWidget(bodyLabel);
    bodyRow->addStretch();
    bodyRow->addWidget(format);
    form->addRow(bodyRow);
    m_body = new LongText;
    nameInput(m_body, QStringLiteral("stepBodyEdit"), tr("Response body"));
    setTextStyle(m_body, TextStyle::Code);
    m_body->setTabChangesFocus(true);
    m_body->setPlaceholderText(tr("no body"));
    m_body->setToolTip(
        tr("Placeholders that the endpoint fills in: {date}, {date+SECONDS}, {date-SECONDS}, {requestId}"));
    setLeastLines(m_body, kBodyLines);
    bodyLabel->setBuddy(m_body);
    form->addRow(m_body);

    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_headers, headersLabel, bodyLabel, format, m_body}) {
        m_responseOnly.push_back(widget);
    }
    connect(m_reason, &QLineEdit::textEdited, this, &StepEditor::store);
    connect(m_headers, &HeadersEditor::edited, this, &StepEditor::store);
    connect(m_body, &QPlainTextEdit::textChanged, this, &StepEditor::store);
    connect(format, &QPushButton::clicked, this, &StepEditor::formatBody);
}

void StepEditor::buildDetails(QFormLayout* form)
{
    m_missing = makeNumber(1, kMostBytes);
    m_missing->setSuffix(tr(" bytes"));
    QLabel* missingLabel = addField(form, tr("Bytes missing"), m_missing, QStringLiteral("stepMissingBox"));
    m_drip = new DurationBox;
    QLabel* dripLabel = addField(form, tr("One byte every"), m_drip, QStringLiteral("stepDripBox"));
    m_announced = makeNumber(kRightLength, kMostBytes);
    m_announced->setSpecialValueText(tr("actual length"));
    m_announced->setToolTip(tr("Content-Length to announce, even if the body has another length"));
    QLabel* announcedLabel =
        addField(form, tr("Content-Length"), m_announced, QStringLiteral("stepAnnouncedBox"));
    m_close = new QCheckBox(tr("Close the connection afterwards"));
    nameInput(m_close, QStringLiteral("stepCloseBox"), m_close->text());
    form->addRow(m_close);

    m_cutOnly = {m_missing, missingLabel};
    m_dripOnly = {m_drip, dripLabel};
    for (QWidget* widget : std::initializer_list<QWidget*>{m_announced, announcedLabel, m_close}) {
        m_responseOnly.push_back(widget);
    }
    connect(m_missing, &QSpinBox::valueChanged, this, &StepEditor::store);
    connect(m_drip, &QDoubleSpinBox::valueChanged, this, &StepEditor::store);
    connect(m_announced, &QSpinBox::valueChanged, this, &StepEditor::store);
    connect(m_close, &QCheckBox::toggled, this, &StepEditor::store);
}

void StepEditor::display(const EndpointStep& step)
{
    m_isDisplaying = true;
    m_step = step;
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(step.fault)));
    m_delay->setDuration(step.delay);
    m_repeat->setValue(step.repeat);
    m_status->setValue(step.status);
    m_reason->setText(toQString(step.reason));
    m_reason->setCursorPosition(0);
    m_headers->setHeaders(step.headers);
    m_body->setText(toQString(step.body));
    m_displayedBody = m_body->text();
    m_missing->setValue(static_cast<int>(step.missingBytes));
    m_drip->setDuration(step.drip);
    m_announced->setValue(static_cast<int>(step.announcedBytes.value_or(kRightLength)));
    m_close->setChecked(step.close);
    showFieldsOfKind();
    m_isDisplaying = false;
}

void StepEditor::showFieldsOfKind()
{
    const Misbehaviour kind = m_step.fault;
    setShown(m_responseOnly, sendsResponse(kind));
    setShown(m_cutOnly, kind == Misbehaviour::Truncate || kind == Misbehaviour::TruncateReset);
    setShown(m_dripOnly, kind == Misbehaviour::Drip || kind == Misbehaviour::DripHead);
}

void StepEditor::store()
{
    if (m_isDisplaying) {
        return;
    }
    m_step.fault = static_cast<Misbehaviour>(m_kind->currentData().toInt());
    m_step.delay = m_delay->duration();
    m_step.repeat = m_repeat->value();
    m_step.status = m_status->value();
    m_step.reason = fromQString(m_reason->text());
    m_step.headers = m_headers->headers();
    if (m_body->text() != m_displayedBody) { // else bytes that are no text would be lost
        m_displayedBody = m_body->text();
        m_step.body = fromQString(m_displayedBody);
    }
    m_step.templateName.clear();
    m_step.missingBytes = m_missing->value();
    m_step.drip = m_drip->duration();
    m_step.announcedBytes = m_announced->value() == kRightLength
                                ? std::nullopt
                                : std::optional<std::int64_t>(m_announced->value());
    m_step.close = m_close->isChecked();
    m_step.parsed = io::parseBody(m_step.headers, QByteArrayView(m_step.body));
    showFieldsOfKind();
    Q_EMIT edited();
}

void StepEditor::formatBody()
{
    if (const QString problem = formatBodyIn(*m_body); !problem.isEmpty()) {
        Q_EMIT problemFound(problem);
    }
}

} // namespace retryscope::ui
