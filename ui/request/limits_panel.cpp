// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/limits_panel.h"

#include "core/io/text/utf8.h"
#include "ui/parts/duration_box.h"
#include "ui/parts/form.h"
#include "ui/request/file_field.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

namespace retryscope::ui {

LimitsPanel::LimitsPanel(QWidget* parent) : QWidget(parent)
{
    auto* content = new QWidget;
    auto* parts = new QVBoxLayout(content);
    parts->setContentsMargins(16, 12, 16, 12);
    const auto addPart = [parts] {
        auto* part = new QWidget;
        parts->addWidget(part);
        QFormLayout* form = makeForm(part);
        form->setContentsMargins(0, 0, 0, 0);
        form->setRowWrapPolicy(QFormLayout::WrapAllRows);
        return form;
    };
    buildTimes(addPart());
    QFormLayout* network = addPart();
    m_network = network->parentWidget();
    buildProxy(network);
    buildTls(network);
    parts->addStretch();
    connectParts();
    auto* layout = columnIn(this);
    layout->addWidget(makeScrollArea(content, this));
    setSpec({});
}

void LimitsPanel::buildTimes(QFormLayout* form)
{
    const RequestSpec usual;
    addHeading(form, tr("Time limits"));
    m_connectTimeout = new DurationBox;
    m_connectTimeout->setHelp(tr("Time limit for connecting"));
    m_connectTimeout->setWhenCleared(usual.connectTimeout);
    addField(form, tr("Connect timeout"), m_connectTimeout, QStringLiteral("connectTimeoutBox"));
    m_readTimeout = new DurationBox;
    m_readTimeout->setHelp(
        tr("Longest pause between two bytes while the client waits for a response or reads it"));
    m_readTimeout->setWhenCleared(usual.readTimeout);
    addField(form, tr("Read timeout"), m_readTimeout, QStringLiteral("readTimeoutBox"));
    m_attemptTimeout = new DurationBox(tr("no limit"));
    m_attemptTimeout->setHelp(
        tr("Time limit for one attempt, from the look-up to the last byte of the response"));
    addField(form, tr("Attempt timeout"), m_attemptTimeout, QStringLiteral("attemptTimeoutBox"));
    m_deadline = new DurationBox(tr("no limit"));
    m_deadline->setHelp(tr("Time limit for the whole call, with all attempts and delays"));
    addField(form, tr("Deadline"), m_deadline, QStringLiteral("deadlineBox"));
    m_follow = new QSpinBox;
    m_follow->setRange(0, kMostFollowed);
    m_follow->setSpecialValueText(tr("off"));
    m_follow->setToolTip(
        tr("Redirects to follow within an attempt. Each is a request and a bar of its own; it costs no "
           "retry and shares the time limit of the attempt."));
    addField(form, tr("Follow redirects"), m_follow, QStringLiteral("followBox"));
}

void LimitsPanel::buildProxy(QFormLayout* form)
{
    addHeading(form, tr("Proxy"));
    m_proxy = new QLineEdit;
    m_proxy->setPlaceholderText(QStringLiteral("http://host:port"));
    m_proxy->setToolTip(tr("http://host:port or socks5://host:port; empty: none"));
    addField(form, tr("Proxy"), m_proxy, QStringLiteral("proxyEdit"));
    m_noProxy = new QLineEdit;
    m_noProxy->setPlaceholderText(QStringLiteral("localhost, .example.org"));
    m_noProxy->setToolTip(tr("Hosts, .domain suffixes or *, separated by commas, as in curl"));
    addField(form, tr("No proxy for"), m_noProxy, QStringLiteral("noProxyEdit"));
}

void LimitsPanel::buildTls(QFormLayout* form)
{
    addHeading(form, tr("TLS"));
    const auto addFile = [form](const QString& label, const QString& name) {
        auto* field = new FileField(name, label);
        auto* caption = makeLabel(label);
        caption->setBuddy(field);
        form->addRow(caption, field);
        return field;
    };
    m_caFile = addFile(tr("CA certificates"), QStringLiteral("caFile"));
    m_caFile->setToolTip(
        tr("PEM file with the only certificate authorities to trust; empty: those of the system"));
    m_certificate = addFile(tr("Client certificate"), QStringLiteral("certificateFile"));
    m_key = addFile(tr("Private key"), QStringLiteral("keyFile"));
    m_verify = new QCheckBox(tr("Verify this host's certificate"));
    nameInput(m_verify, QStringLiteral("verifyBox"), tr("Verify the server's certificate"));
    form->addRow(m_verify);
    m_unverified =
        makeLabel(tr("Not verified: anyone between you and the server can read and change the traffic."));
    m_unverified->setObjectName(QStringLiteral("unverifiedMark"));
    m_unverified->setProperty("mark", QStringLiteral("danger"));
    m_unverified->setWordWrap(true);
    form->addRow(m_unverified);
    connect(m_verify, &QCheckBox::toggled, this, &LimitsPanel::warnWhenUnverified);
}

void LimitsPanel::applyTo(RequestSpec& spec) const
{
    spec.connectTimeout = m_connectTimeout->duration();
    spec.readTimeout = m_readTimeout->duration();
    spec.attemptTimeout = m_attemptTimeout->optionalDuration();
    spec.deadline = m_deadline->optionalDuration();
    spec.follow = m_follow->value();
    spec.wire.proxyUrl = fromQString(m_proxy->text().trimmed());
    spec.wire.noProxy = fromQString(m_noProxy->text().trimmed());
    spec.wire.caFile = fromQString(m_caFile->file());
    spec.wire.certificateFile = fromQString(m_certificate->file());
    spec.wire.keyFile = fromQString(m_key->file());
    spec.wire.verifyPeer = m_verify->isChecked();
}

void LimitsPanel::setSpec(const RequestSpec& spec)
{
    m_connectTimeout->setDuration(spec.connectTimeout);
    m_readTimeout->setDuration(spec.readTimeout);
    m_attemptTimeout->setDuration(spec.attemptTimeout);
    m_deadline->setDuration(spec.deadline);
    m_follow->setValue(spec.follow);
    m_proxy->setText(toQString(spec.wire.proxyUrl));
    m_noProxy->setText(toQString(spec.wire.noProxy));
    m_caFile->setFile(toQString(spec.wire.caFile));
    m_certificate->setFile(toQString(spec.wire.certificateFile));
    m_key->setFile(toQString(spec.wire.keyFile));
    m_verify->setChecked(spec.wire.verifyPeer);
    warnWhenUnverified();
}

void LimitsPanel::setHasNetwork(bool hasNetwork)
{
    m_network->setVisible(hasNetwork);
}

int LimitsPanel::follow() const
{
    return m_follow->value();
}

void LimitsPanel::setFollow(int most)
{
    m_follow->setValue(most);
}

void LimitsPanel::setVerifiesPeer(bool verifies)
{
    m_verify->setChecked(verifies);
}

bool LimitsPanel::verifiesPeer() const
{
    return m_verify->isChecked();
}

void LimitsPanel::connectParts()
{
    connect(m_verify, &QCheckBox::toggled, this, &LimitsPanel::edited);
    for (DurationBox* box : {m_connectTimeout, m_readTimeout, m_attemptTimeout, m_deadline}) {
        connect(box, &QDoubleSpinBox::valueChanged, this, &LimitsPanel::edited);
    }
    connect(m_follow, &QSpinBox::valueChanged, this, &LimitsPanel::edited);
    for (QLineEdit* line : {m_proxy, m_noProxy}) {
        connect(line, &QLineEdit::textChanged, this, &LimitsPanel::edited);
    }
    for (FileField* field : {m_caFile, m_certificate, m_key}) {
        connect(field, &FileField::edited, this, &LimitsPanel::edited);
    }
}

void LimitsPanel::warnWhenUnverified()
{
    m_unverified->setVisible(!m_verify->isChecked());
}

} // namespace retryscope::ui
