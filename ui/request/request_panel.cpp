// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/request_panel.h"

#include "core/io/text/utf8.h"
#include "ui/parts/duration_box.h"
#include "ui/parts/form.h"
#include "ui/parts/long_words.h"
#include "ui/request/file_field.h"
#include "ui/request/headers_editor.h"
#include "ui/response/pretty_body.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kBodyLines = 7;
constexpr int kMostCalls = 100000;
constexpr int kMostClients = 1000;

QSpinBox* makeCount(int most)
{
    auto* box = new QSpinBox;
    box->setRange(1, most);
    box->setKeyboardTracking(false);
    return box;
}

} // namespace

RequestPanel::RequestPanel(QWidget* parent) : QWidget(parent)
{
    auto* content = new QWidget;
    QFormLayout* form = makeForm(content);
    buildContent(form);
    buildLimits(form);
    buildRunOptions(form);
    buildNetwork(form);
    buildTls(form);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeScrollArea(content, this));
    setSpec({});
    setRunOptions({});
}

void RequestPanel::buildContent(QFormLayout* form)
{
    m_path = new QLineEdit;
    m_path->setToolTip(tr("Path and query on the built-in endpoint; a URL of your own brings its own"));
    addField(form, tr("Path"), m_path, QStringLiteral("pathEdit"));

    m_headers = new HeadersEditor(QStringLiteral("requestHeadersTable"), tr("Request headers"));
    auto* headersLabel = new QLabel(tr("Headers"));
    headersLabel->setBuddy(m_headers->table());
    form->addRow(headersLabel);
    form->addRow(m_headers);

    auto* bodyLabel = new QLabel(tr("Body"));
    QPushButton* format =
        makeQuietButton(tr("Format JSON / XML"), QStringLiteral("formatBodyButton"), form->parentWidget());
    connect(format, &QPushButton::clicked, this, &RequestPanel::formatBody);
    auto* bodyRow = new QHBoxLayout;
    bodyRow->addWidget(bodyLabel);
    bodyRow->addStretch();
    bodyRow->addWidget(format);
    form->addRow(bodyRow);
    m_body = new QPlainTextEdit;
    nameInput(m_body, QStringLiteral("requestBodyEdit"), tr("Request body"));
    m_body->setFont(Theme::fixedFont(m_body->font()));
    m_body->setTabChangesFocus(true);
    m_body->setPlaceholderText(tr("no body"));
    wrapLongWordsAnywhere(m_body);
    m_body->setMinimumHeight(kBodyLines * m_body->fontMetrics().lineSpacing());
    bodyLabel->setBuddy(m_body);
    form->addRow(m_body);

    m_protocol = new QComboBox;
    m_protocol->addItem(tr("the service's own"), QString());
    for (const char* protocol : {"rest-xml", "query", "soap", "json", "generic"}) {
        m_protocol->addItem(QString::fromLatin1(protocol), QString::fromLatin1(protocol));
    }
    addField(form, tr("Errors come as"), m_protocol, QStringLiteral("protocolBox"));
    m_replayable = new QCheckBox(tr("The body can be sent again"));
    nameInput(m_replayable, QStringLiteral("replayableBox"), m_replayable->text());
    m_replayable->setToolTip(tr("Off for a stream that can be read only once: it cannot be retried"));
    form->addRow(m_replayable);
}

void RequestPanel::buildLimits(QFormLayout* form)
{
    addHeading(form, tr("Time limits"));
    m_connectTimeout = new DurationBox;
    addField(form, tr("Connect within"), m_connectTimeout, QStringLiteral("connectTimeoutBox"));
    m_readTimeout = new DurationBox;
    m_readTimeout->setToolTip(tr("Longest silence while waiting for or reading an answer"));
    addField(form, tr("Silence at most"), m_readTimeout, QStringLiteral("readTimeoutBox"));
    m_deadline = new DurationBox(tr("no limit"));
    m_deadline->setToolTip(tr("Of the whole call, all attempts and delays together"));
    addField(form, tr("Whole call"), m_deadline, QStringLiteral("deadlineBox"));
}

void RequestPanel::buildRunOptions(QFormLayout* form)
{
    addHeading(form, tr("Run"));
    m_calls = makeCount(kMostCalls);
    m_calls->setToolTip(tr("Calls one after the other by one client: they share its retry tokens"));
    addField(form, tr("Calls in a row"), m_calls, QStringLiteral("callsBox"));
    m_clients = makeCount(kMostClients);
    m_clients->setToolTip(tr("Clients side by side, each with retry tokens of its own"));
    addField(form, tr("Clients"), m_clients, QStringLiteral("clientsBox"));
    m_waits = new QCheckBox(tr("Wait out the delays"));
    nameInput(m_waits, QStringLiteral("waitsBox"), m_waits->text());
    m_waits->setToolTip(tr("Off: delays are planned and recorded, but not waited for"));
    form->addRow(m_waits);
    m_keepsTokens = new QCheckBox(tr("Keep retry tokens between runs"));
    nameInput(m_keepsTokens, QStringLiteral("keepsTokensBox"), m_keepsTokens->text());
    m_keepsTokens->setToolTip(tr("As one long-lived client would; off: every run starts with a full bucket"));
    form->addRow(m_keepsTokens);
    QPushButton* reset =
        makeQuietButton(tr("Refill tokens now"), QStringLiteral("resetTokensButton"), form->parentWidget());
    connect(reset, &QPushButton::clicked, this, &RequestPanel::resetTokensRequested);
    form->addRow(reset);
}

void RequestPanel::buildNetwork(QFormLayout* form)
{
    addHeading(form, tr("Proxy"));
    m_proxy = new QLineEdit;
    m_proxy->setPlaceholderText(tr("none, or http://host:port, socks5://…"));
    addField(form, tr("Proxy"), m_proxy, QStringLiteral("proxyEdit"));
    m_noProxy = new QLineEdit;
    m_noProxy->setPlaceholderText(QStringLiteral("localhost, .example.org"));
    m_noProxy->setToolTip(tr("Hosts, .domain endings or *, separated by commas, as curl reads them"));
    addField(form, tr("But not for"), m_noProxy, QStringLiteral("noProxyEdit"));
}

void RequestPanel::buildTls(QFormLayout* form)
{
    addHeading(form, tr("TLS"));
    const auto addFile = [form](const QString& label, const QString& name) {
        auto* field = new FileField(name, label);
        auto* caption = new QLabel(label);
        caption->setBuddy(field);
        form->addRow(caption, field);
        return field;
    };
    m_caFile = addFile(tr("Trust only"), QStringLiteral("caFile"));
    m_caFile->setToolTip(tr("PEM file with certificate authorities; none: those of the system"));
    m_certificate = addFile(tr("Certificate"), QStringLiteral("certificateFile"));
    m_key = addFile(tr("Private key"), QStringLiteral("keyFile"));
    m_verify = new QCheckBox(tr("Verify the server's certificate"));
    nameInput(m_verify, QStringLiteral("verifyBox"), m_verify->text());
    form->addRow(m_verify);
    m_unverified = new QLabel(tr("Not verified: anyone on the way can read and change what is sent."));
    m_unverified->setObjectName(QStringLiteral("unverifiedMark"));
    m_unverified->setProperty("mark", QStringLiteral("danger"));
    m_unverified->setWordWrap(true);
    m_unverified->setMargin(6);
    form->addRow(m_unverified);
    connect(m_verify, &QCheckBox::toggled, this, &RequestPanel::warnWhenUnverified);
}

void RequestPanel::applyTo(RequestSpec& spec) const
{
    spec.headers = m_headers->headers();
    // A body that was not touched keeps bytes that are no text.
    spec.body = m_body->toPlainText() == m_displayedBody ? m_givenBody : fromQString(m_body->toPlainText());
    spec.protocol = fromQString(m_protocol->currentData().toString());
    spec.bodyIsReplayable = m_replayable->isChecked();
    spec.connectTimeout = m_connectTimeout->duration();
    spec.readTimeout = m_readTimeout->duration();
    spec.deadline = m_deadline->optionalDuration();
    spec.wire.proxyUrl = fromQString(m_proxy->text().trimmed());
    spec.wire.noProxy = fromQString(m_noProxy->text().trimmed());
    spec.wire.caFile = fromQString(m_caFile->file());
    spec.wire.certificateFile = fromQString(m_certificate->file());
    spec.wire.keyFile = fromQString(m_key->file());
    spec.wire.verifyPeer = m_verify->isChecked();
}

void RequestPanel::setSpec(const RequestSpec& spec)
{
    setContent(spec);
    m_connectTimeout->setDuration(spec.connectTimeout);
    m_readTimeout->setDuration(spec.readTimeout);
    m_deadline->setDuration(spec.deadline);
    m_proxy->setText(toQString(spec.wire.proxyUrl));
    m_noProxy->setText(toQString(spec.wire.noProxy));
    m_caFile->setFile(toQString(spec.wire.caFile));
    m_certificate->setFile(toQString(spec.wire.certificateFile));
    m_key->setFile(toQString(spec.wire.keyFile));
    m_verify->setChecked(spec.wire.verifyPeer);
    warnWhenUnverified();
}

void RequestPanel::setContent(const RequestSpec& spec)
{
    m_headers->setHeaders(spec.headers);
    m_givenBody = spec.body;
    m_body->setPlainText(toQString(spec.body));
    m_displayedBody = m_body->toPlainText();
    m_protocol->setCurrentIndex(std::max(0, m_protocol->findData(toQString(spec.protocol))));
    m_replayable->setChecked(spec.bodyIsReplayable);
}

QString RequestPanel::path() const
{
    const QString path = m_path->text().trimmed();
    return path.startsWith(QLatin1Char('/')) ? path : QLatin1Char('/') + path;
}

void RequestPanel::setPath(const QString& path)
{
    m_path->setText(path.isEmpty() ? QStringLiteral("/") : path);
    m_path->setCursorPosition(0);
}

RunOptions RequestPanel::runOptions() const
{
    return {.calls = m_calls->value(),
            .clients = m_clients->value(),
            .waits = m_waits->isChecked(),
            .keepsTokens = m_keepsTokens->isChecked()};
}

void RequestPanel::setRunOptions(const RunOptions& options)
{
    m_calls->setValue(options.calls);
    m_clients->setValue(options.clients);
    m_waits->setChecked(options.waits);
    m_keepsTokens->setChecked(options.keepsTokens);
}

void RequestPanel::formatBody()
{
    const PrettyBody pretty = prettyBodyOf(m_body->toPlainText());
    if (!pretty.problem.isEmpty()) {
        Q_EMIT problemFound(tr("The body was left as it is: %1").arg(pretty.problem));
        return;
    }
    m_body->setPlainText(pretty.text);
}

void RequestPanel::warnWhenUnverified()
{
    m_unverified->setVisible(!m_verify->isChecked());
}

} // namespace retryscope::ui
