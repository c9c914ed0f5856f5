// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"
#include "core/io/http/presented_certificates.h"
#include "core/io/live/run_controller.h"
#include "core/io/text/result.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/tr.h"
#include "ui/request/request_panel.h"
#include "ui/send/run_plan.h"
#include "ui/send/send_room.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QString>
#include <QTimer>
#include <QUrl>

#include <string>

// What the room does about a fault or a redirect of the run that is shown.

namespace retryscope::ui {

namespace {

/// A host as part of a file name.
QString fileNameOf(const QString& host, const QByteArray& content)
{
    QString name;
    for (const QChar one : host.left(60)) {
        const bool isPlain = one.unicode() < 0x80 && (one.isLetterOrNumber() || one == QLatin1Char('-'));
        name += isPlain ? one : QLatin1Char('_');
    }
    const QByteArray hash = QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex().left(8);
    return name + QLatin1Char('-') + QString::fromLatin1(hash) + QStringLiteral(".pem");
}

/// Writes certificates that the user trusts to a file in the user's data folder and returns its path. The
/// file also keeps those in `present`, the file trusted so far (may be empty). pem: one or more certificates.
io::Result<QString> keepTrusted(const QString& host, const std::string& pem, const std::string& present)
{
    QByteArray content = QByteArray::fromStdString(pem);
    if (QFile before(toQString(present)); !present.empty() && before.open(QIODevice::ReadOnly)) {
        const QByteArray kept = before.readAll();
        content = kept.contains(content) ? kept : kept + content;
    }
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
                      QStringLiteral("/certificates"));
    const QString path = folder.filePath(fileNameOf(host, content));
    folder.mkpath(QStringLiteral("."));
    if (const io::Result<io::Done> written = io::writeFile(path, content); !written) {
        return written.error();
    }
    return path;
}

} // namespace

void SendRoom::openLocation(const QString& url)
{
    setUrl(url);
    noteEdit();
    m_bar->focusAddress();
    Q_EMIT noteFound(tr("The address field now holds the redirect target. Press Ctrl+Enter to send."));
}

/// The form may have gone on to the other target, whose limits and credentials are other ones.
void SendRoom::applyRemedy(FaultRemedy remedy, Place place)
{
    const Target target = targetOf(m_services.controller.record().header());
    switch (remedy) {
    case FaultRemedy::None:
        return;
    case FaultRemedy::TrustCertificate:
        askToTrust(place);
        return;
    case FaultRemedy::DoNotVerify: {
        setTarget(Target::UnderTest);
        Draft changed = draft();
        changed.underTest.wire.verifyPeer = false;
        setDraft(changed);
        showLimits();
        noteEdit();
        Q_EMIT noteFound(tr("Retryscope no longer verifies the certificate of this host, until you quit. "
                            "Press Ctrl+Enter to send."));
        return;
    }
    case FaultRemedy::EditLimits:
        setTarget(target);
        showLimits();
        return;
    case FaultRemedy::EditAddress:
        setTarget(Target::UnderTest);
        m_bar->focusAddress();
        return;
    case FaultRemedy::EditAuthorization:
        setTarget(target);
        showAuthorization();
        return;
    }
}

/// Whoever stands in between can present certificates too: only their fingerprints tell them apart. Each that
/// is trusted is shown, for each may vouch for the host from then on.
void SendRoom::askToTrust(Place place)
{
    const RunRecord& record = m_services.controller.record();
    const auto& wire = record.at(place).facts.wire;
    if (!wire) {
        return;
    }
    constexpr std::size_t kMostShown = 6;
    const std::vector<io::PresentedCertificate> certificates = io::certificatesIn(wire->untrustedChain);
    if (certificates.empty() || certificates.size() > kMostShown) {
        Q_EMIT problemFound(certificates.empty()
                                ? tr("Cannot trust the certificate of this host: Retryscope cannot read it.")
                                : tr("This host presents %1 certificates, too many to compare. Put the one "
                                     "that you trust in a PEM file and choose the file under Limits.")
                                      .arg(certificates.size()));
        return;
    }
    QString text;
    for (const io::PresentedCertificate& certificate : certificates) {
        const QString& print = certificate.fingerprint;
        text += (certificate.name.isEmpty() ? QString() : shortened(certificate.name) + QLatin1Char('\n')) +
                print.left(47) + QLatin1Char('\n') + print.mid(48) + QStringLiteral("\n\n");
    }
    const QString host = shortened(QUrl(toQString(record.header().spec.url)).host());
    const bool isOne = certificates.size() == 1;
    auto* box = new QMessageBox(
        QMessageBox::Question, isOne ? tr("Trust this certificate?") : tr("Trust these certificates?"),
        isOne ? tr("%1 presents a certificate with this SHA-256 fingerprint:").arg(host)
              : tr("%1 presents %2 certificates, its own and those of its issuers, with these SHA-256 "
                   "fingerprints:")
                    .arg(host)
                    .arg(certificates.size()),
        QMessageBox::Cancel, window());
    box->setObjectName(QStringLiteral("trustQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setAttribute(Qt::WA_WindowPropagation);
    box->setTextFormat(Qt::PlainText);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse);
    box->setInformativeText(
        text + (isOne ? tr("Compare it with the fingerprint that the server's owner gives you. Retryscope "
                           "trusts the certificate for this request only.")
                      : tr("Compare them with the fingerprints that the server's owner gives you. Retryscope "
                           "trusts all these certificates, for this request only.")));
    QPushButton* trust = box->addButton(tr("Trust"), QMessageBox::AcceptRole);
    trust->setObjectName(QStringLiteral("trustCertificateButton"));
    box->setDefaultButton(QMessageBox::Cancel);
    connect(trust, &QPushButton::clicked, this,
            [this, host, chain = wire->untrustedChain] { trustChain(host, chain); });
    box->open();
}

void SendRoom::trustChain(const QString& host, const std::string& chain)
{
    setTarget(Target::UnderTest);
    Draft changed = draft();
    const io::Result<QString> file = keepTrusted(host, chain, changed.underTest.wire.caFile);
    if (!file) {
        Q_EMIT problemFound(file.error().text());
        return;
    }
    changed.underTest.wire.caFile = fromQString(file.value());
    changed.underTest.wire.verifyPeer = true;
    setDraft(changed);
    showLimits();
    noteEdit();
    Q_EMIT noteFound(
        tr("This request now trusts the certificate of %1. Press Ctrl+Enter to send.").arg(host));
}

} // namespace retryscope::ui
