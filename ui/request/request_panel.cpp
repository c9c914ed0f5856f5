// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/request_panel.h"

#include "core/io/text/utf8.h"
#include "ui/parts/form.h"
#include "ui/parts/long_text.h"
#include "ui/parts/text_space.h"
#include "ui/request/authorization_editor.h"
#include "ui/request/headers_editor.h"
#include "ui/request/limits_panel.h"
#include "ui/request/query_parameters.h"
#include "ui/response/pretty_body.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QTableView>
#include <QVBoxLayout>

#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kBodyLines = 7;
constexpr qsizetype kMostReadBody =
    qsizetype{256} * 1024; ///< characters; longer ones are not read while typing

QLabel* captionOf(const QString& text, QWidget* field)
{
    auto* caption = makeLabel(text);
    caption->setBuddy(field);
    return caption;
}

/// The media type of a body that is plainly JSON, XML or a form; empty for any other.
QString mediaTypeOf(const QString& body)
{
    if (body.size() > kMostReadBody) {
        return {};
    }
    const QString text = body.trimmed();
    const bool isJson = text.startsWith(QLatin1Char('{')) || text.startsWith(QLatin1Char('['));
    if (isJson || text.startsWith(QLatin1Char('<'))) {
        const QString type = isJson ? QStringLiteral("application/json") : QStringLiteral("application/xml");
        return prettyBodyOf(text).problem.isEmpty() ? type : QString();
    }
    static const QRegularExpression form(
        QStringLiteral("^[\\w.%+\\-\\[\\]]+=[^&\\s]*(?:&[\\w.%+\\-\\[\\]]+=[^&\\s]*)*$"));
    return form.match(text).hasMatch() ? QStringLiteral("application/x-www-form-urlencoded") : QString();
}

} // namespace

RequestPanel::RequestPanel(QWidget* parent)
    : QWidget(parent), m_authorization(new AuthorizationEditor(this)), m_limits(new LimitsPanel(this))
{
    m_authorization->hide();
    m_limits->hide();
    auto* content = new QWidget;
    auto* parts = new QVBoxLayout(content);
    parts->setContentsMargins(16, 12, 16, 12);
    parts->setSpacing(6);
    buildOffer(parts);
    buildParameters(parts);
    buildHeaders(parts);
    buildBody(parts);
    buildCopy(parts);
    connectParts();
    auto* layout = columnIn(this);
    layout->addWidget(makeScrollArea(content, this));
    setSpec({});
}

void RequestPanel::buildOffer(QVBoxLayout* parts)
{
    m_offer = new QWidget;
    QLabel* text =
        makeHint(tr("You edited this request, so choosing a scenario does not change it."), m_offer);
    QPushButton* use =
        makeQuietButton(tr("Use the scenario's request"), QStringLiteral("scenarioRequestButton"), m_offer);
    connect(use, &QPushButton::clicked, this, &RequestPanel::scenarioRequestWanted);
    auto* layout = new QVBoxLayout(m_offer);
    layout->setContentsMargins(0, 0, 0, 6);
    layout->setSpacing(2);
    layout->addWidget(text);
    layout->addWidget(use, 0, Qt::AlignLeft);
    parts->addWidget(m_offer);
    m_offer->hide();
}

void RequestPanel::buildParameters(QVBoxLayout* parts)
{
    m_parameters = new HeadersEditor(QStringLiteral("parametersTable"), tr("Query parameters"));
    m_parameters->setWords(tr("Parameter"), tr("Type here to add a parameter"), tr("Remove parameter"));
    parts->addWidget(captionOf(tr("Parameters"), m_parameters->table()));
    parts->addWidget(m_parameters);
}

void RequestPanel::buildHeaders(QVBoxLayout* parts)
{
    m_headers = new HeadersEditor(QStringLiteral("requestHeadersTable"), tr("Request headers"));
    m_addContentType = makeQuietButton({}, QStringLiteral("addContentTypeButton"), this);
    m_addContentType->hide();
    parts->addSpacing(6);
    // Beside the caption: what comes and goes while someone types moves nothing.
    auto* headersRow = new QHBoxLayout;
    headersRow->addWidget(captionOf(tr("Headers"), m_headers->table()));
    headersRow->addStretch();
    headersRow->addWidget(m_addContentType);
    parts->addLayout(headersRow);
    parts->addWidget(m_headers);
}

void RequestPanel::buildBody(QVBoxLayout* parts)
{
    m_body = new LongText;
    QPushButton* format = makeQuietButton(tr("Format"), QStringLiteral("formatBodyButton"), this);
    format->setToolTip(tr("Indent JSON and XML"));
    connect(format, &QPushButton::clicked, this, &RequestPanel::formatBody);
    auto* bodyRow = new QHBoxLayout;
    bodyRow->addWidget(captionOf(tr("Body"), m_body));
    bodyRow->addStretch();
    bodyRow->addWidget(format);
    parts->addSpacing(6);
    parts->addLayout(bodyRow);
    nameInput(m_body, QStringLiteral("requestBodyEdit"), tr("Request body"));
    setTextStyle(m_body, TextStyle::Code);
    m_body->setTabChangesFocus(true);
    m_body->setPlaceholderText(tr("no body"));
    setLeastLines(m_body, kBodyLines);
    parts->addWidget(m_body, 1);
    m_bodyNote = makeHint({}, this);
    m_bodyNote->setObjectName(QStringLiteral("bodyNote"));
    m_bodyNote->hide();
    parts->addWidget(m_bodyNote);
    m_replayable = new QCheckBox(tr("Body can be sent again"));
    nameInput(m_replayable, QStringLiteral("replayableBox"), m_replayable->text());
    m_replayable->setToolTip(
        tr("Turn off for a stream that can be read only once: the client then cannot retry"));
    parts->addWidget(m_replayable);
}

void RequestPanel::buildCopy(QVBoxLayout* parts)
{
    auto* menu = new QMenu(this);
    QAction* whole = menu->addAction(tr("With secrets"));
    whole->setObjectName(QStringLiteral("copyCurlAction"));
    QAction* safe = menu->addAction(tr("Secrets redacted"));
    safe->setObjectName(QStringLiteral("copySafeCurlAction"));
    connect(whole, &QAction::triggered, this, [this] { Q_EMIT curlWanted(true); });
    connect(safe, &QAction::triggered, this, [this] { Q_EMIT curlWanted(false); });
    QPushButton* copy = makeQuietButton(tr("Copy as curl"), QStringLiteral("copyCurlButton"), this);
    copy->setMenu(menu);
    parts->addWidget(copy, 0, Qt::AlignLeft);
}

void RequestPanel::applyTo(RequestSpec& spec) const
{
    spec.headers = m_headers->headers();
    m_authorization->putInto(spec.headers);
    // A body that was not touched keeps bytes that are no text.
    spec.body = m_body->text() == m_displayedBody ? m_givenBody : fromQString(m_body->text());
    spec.bodyIsReplayable = m_replayable->isChecked();
    m_limits->applyTo(spec);
}

void RequestPanel::setSpec(const RequestSpec& spec)
{
    setContent(spec);
    m_limits->setSpec(spec);
}

void RequestPanel::setContent(const RequestSpec& spec)
{
    Headers headers = spec.headers;
    m_authorization->takeFrom(headers);
    if (m_headers->headers() != headers) {
        m_headers->setHeaders(headers);
    }
    m_unwantedType = m_givenBody == spec.body ? m_unwantedType : QString();
    m_givenBody = spec.body;
    if (const QString body = toQString(spec.body); m_body->text() != body) {
        m_body->setText(body);
    }
    m_displayedBody = m_body->text();
    m_replayable->setChecked(spec.bodyIsReplayable);
    advise();
}

void RequestPanel::setLine(const QString& method, const QString& address)
{
    const bool isOtherMethod = std::exchange(m_method, method) != method;
    m_address = address;
    // What is being typed into the table is in the address already, and its editor stays open.
    if (const Headers parameters = parametersOf(address); m_parameters->headers() != parameters) {
        m_parameters->setHeaders(parameters);
    }
    if (isOtherMethod) {
        advise();
    }
}

void RequestPanel::setNotKept(const QStringList& headerNames)
{
    m_headers->setNotKept(headerNames);
}

void RequestPanel::setHasNetwork(bool hasNetwork)
{
    m_limits->setHasNetwork(hasNetwork);
}

void RequestPanel::offerScenarioRequest(bool isOffered)
{
    m_offer->setVisible(isOffered);
}

bool RequestPanel::verifiesPeer() const
{
    return m_limits->verifiesPeer();
}

int RequestPanel::fieldCount() const
{
    return static_cast<int>(m_headers->headers().entries.size() + m_parameters->headers().entries.size());
}

void RequestPanel::connectParts()
{
    connect(m_parameters, &HeadersEditor::edited, this, &RequestPanel::storeParameters);
    connect(m_headers, &HeadersEditor::edited, this, &RequestPanel::edited);
    connect(m_authorization, &AuthorizationEditor::edited, this, &RequestPanel::edited);
    connect(m_authorization, &AuthorizationEditor::sendRequested, this, &RequestPanel::sendRequested);
    connect(m_body, &QPlainTextEdit::textChanged, this, &RequestPanel::edited);
    connect(m_replayable, &QCheckBox::toggled, this, &RequestPanel::edited);
    connect(m_limits, &LimitsPanel::edited, this, &RequestPanel::edited);
    connect(m_addContentType, &QPushButton::clicked, this, [this] {
        m_body->setFocus(); // the button hides, and the focus would go astray
        addContentType();
    });
    connect(this, &RequestPanel::edited, this, &RequestPanel::advise);
}

void RequestPanel::storeParameters()
{
    m_address = withParameters(m_address, m_parameters->headers());
    Q_EMIT addressEdited(m_address);
    Q_EMIT edited();
}

void RequestPanel::setAuthorizationNotKept(AuthScheme scheme, const QString& user)
{
    Headers headers = m_headers->headers();
    std::erase_if(headers.entries, [](const Header& header) {
        return header.value.empty() && equalsIgnoringCase(header.name, "Authorization");
    });
    m_headers->setHeaders(headers);
    m_authorization->setNotKept(scheme, user);
    advise();
}

QString RequestPanel::completeContentType()
{
    const QString type = m_contentType;
    if (type.isEmpty() || type == m_unwantedType) {
        return {};
    }
    m_unwantedType = type; // from now on: if it is missing again, somebody removed it
    addContentType();
    return type;
}

void RequestPanel::addContentType()
{
    Headers headers = m_headers->headers();
    headers.set("Content-Type", fromQString(m_contentType));
    m_headers->setHeaders(headers);
    Q_EMIT edited();
}

void RequestPanel::formatBody()
{
    if (const QString problem = formatBodyIn(*m_body); !problem.isEmpty()) {
        Q_EMIT problemFound(problem);
    }
}

void RequestPanel::advise()
{
    const Headers& headers = m_headers->headers();
    const QString body = m_body->text();
    m_authorization->setOverruled(headers.contains("Authorization"));
    m_contentType = headers.contains("Content-Type") ? QString() : mediaTypeOf(body);
    m_addContentType->setText(tr("Add Content-Type"));
    m_addContentType->setToolTip(tr("Add the header Content-Type: %1 to match the body").arg(m_contentType));
    m_addContentType->setAccessibleName(m_addContentType->toolTip());
    m_addContentType->setVisible(!m_contentType.isEmpty());
    const bool isOdd =
        !body.isEmpty() && (m_method == QStringLiteral("GET") || m_method == QStringLiteral("HEAD"));
    m_bodyNote->setText(
        isOdd ? tr("Retryscope sends a body with this %1. Many servers ignore or reject it.").arg(m_method)
              : QString());
    m_bodyNote->setVisible(isOdd);
}

} // namespace retryscope::ui
