// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/live/run_controller.h"
#include "core/io/text/utf8.h"
#include "ui/request/request_panel.h"
#include "ui/send/run_plan.h"
#include "ui/send/send_room.h"
#include "ui/send/trusted_certificates.h"

#include <QTimer>
#include <QUrl>

// What the room does about a fault or a redirect of the run that is shown.

namespace retryscope::ui {

void SendRoom::openLocation(const QString& url)
{
    setUrl(url);
    noteEdit();
    m_bar->focusAddress();
    Q_EMIT noteFound(tr("The target of the redirect is in the address field. Ctrl+Enter sends."));
}

/// The form may have gone on to the other target, whose limits and credentials are other ones.
void SendRoom::applyRemedy(FaultRemedy remedy, Place place)
{
    const Target target = targetOf(m_services.controller.record().header());
    switch (remedy) {
    case FaultRemedy::None:
        return;
    case FaultRemedy::TrustCertificate:
        trustChainOf(place);
        return;
    case FaultRemedy::DoNotVerify: {
        setTarget(Target::UnderTest);
        Draft changed = draft();
        changed.underTest.wire.verifyPeer = false;
        setDraft(changed);
        showLimits();
        noteEdit();
        Q_EMIT noteFound(tr(
            "The certificate of this host is no longer verified, until the program ends. Ctrl+Enter sends."));
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

void SendRoom::trustChainOf(Place place)
{
    const RunRecord& record = m_services.controller.record();
    const auto& wire = record.at(place).facts.wire;
    if (!wire) {
        return;
    }
    setTarget(Target::UnderTest);
    Draft changed = draft();
    const QString host = QUrl(toQString(record.header().spec.url)).host();
    const io::Result<QString> file = keepTrusted(host, wire->untrustedChain, changed.underTest.wire.caFile);
    if (!file) {
        Q_EMIT problemFound(file.error().text());
        return;
    }
    changed.underTest.wire.caFile = fromQString(file.value());
    changed.underTest.wire.verifyPeer = true;
    setDraft(changed);
    showLimits();
    noteEdit();
    Q_EMIT noteFound(tr("The certificate of %1 is trusted for this request. Ctrl+Enter sends.").arg(host));
}

} // namespace retryscope::ui
