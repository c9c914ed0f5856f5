// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/phrases.h"
#include "core/io/curl/curl_command.h"
#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/import/import.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "core/io/traffic/import_traffic.h"
#include "ui/parts/beside.h"
#include "ui/parts/settings.h"
#include "ui/parts/tr.h"
#include "ui/parts/typed_input.h"
#include "ui/policy/policy_panel.h"
#include "ui/send/pasted_text.h"
#include "ui/send/run_plan.h"
#include "ui/send/send_room.h"

#include <QApplication>
#include <QClipboard>
#include <QUrl>

#include <utility>

// What is typed or pasted into the address line, and the request as a curl line.

namespace retryscope::ui {

namespace {

/// Offered where the command asks for retries.
QString curlAction(const PastedText& pasted)
{
    return pasted.retries.retries > 0 ? tr("Use curl's retries") : QString();
}

} // namespace

bool SendRoom::readAddressLine(bool isSent)
{
    const QString typed = m_bar->url();
    if (m_bar->target() != Target::UnderTest || typed.isEmpty() || problemOfUrl(typed).isEmpty()) {
        return true; // an empty line is found fault with when it is sent
    }
    const io::Result<PastedText> read = readPasted(typed, specOfForms(m_bar->target()));
    if (!read) {
        m_bar->showAddressProblem(read.error().text());
        return false;
    }
    if (read.value().kind == PastedText::Kind::Response) {
        if (isSent) { // leaving the line alone leads nowhere
            m_bar->setUrl(m_lastAddress);
            onEdited();
            Q_EMIT responsePasted(typed);
        }
        return false;
    }
    display(read.value());
    if (read.value().kind == PastedText::Kind::Curl && read.value().isWhole) {
        // What it became is to be seen before it leaves.
        m_bar->showAddressNote(read.value().remarks.isEmpty()
                                   ? tr("Read the request from the curl command. Press Enter to send it.")
                                   : tr("%1\nPress Enter to send the request.").arg(read.value().remarks),
                               curlAction(read.value()));
        return false;
    }
    return read.value().isWhole;
}

void SendRoom::take(const QString& text)
{
    leaveWelcome();
    if (text.trimmed().isEmpty()) {
        Q_EMIT noteFound(tr("The clipboard contains no text."));
        return;
    }
    const QByteArray bytes = text.toUtf8();
    if (bytes.size() >= kReadAtOnce && !io::isCurlCommand(fromQString(text))) {
        Q_EMIT trafficPasted(text);
        return;
    }
    const QString format = io::trafficFormatOf(bytes);
    const bool isOneResponse = format == QLatin1String("curl-log") && // which people paste to judge it
                               text.count(QLatin1String("< HTTP/")) == 1;
    if (!format.isEmpty() && !isOneResponse) {
        Q_EMIT trafficPasted(text);
        return;
    }
    const Draft before = draft();
    const io::Result<PastedText> read = readPasted(text, before.underTest);
    if (read && read.value().kind == PastedText::Kind::Response) {
        Q_EMIT responsePasted(text);
        return;
    }
    if (read) {
        display(read.value());
        sayAssumed();
        return;
    }
    if (io::isConfiguration(bytes)) {
        Q_EMIT configurationPasted(text);
        return;
    }
    constexpr qsizetype kMostShown = 2000;
    setTarget(Target::UnderTest);
    m_bar->setUrl(text.trimmed().section(QLatin1Char('\n'), 0, 0).left(kMostShown));
    onEdited();
    m_bar->showAddressProblem(read.error().text());
}

/// The address shows the scheme from then on, so once is enough for each reason.
void SendRoom::sayAssumed()
{
    const QString assumed = std::exchange(m_assumed, {});
    if (!assumed.isEmpty() && assumed != std::exchange(m_saidAssumed, assumed)) {
        Q_EMIT noteFound(assumed);
    }
}

void SendRoom::takeRequest(RequestSpec request, const QString& remarks)
{
    leaveWelcome();
    PastedText taken;
    taken.kind = PastedText::Kind::Curl;
    taken.request = draft().underTest;
    taken.request.method = std::move(request.method);
    taken.request.url = std::move(request.url);
    taken.request.headers = std::move(request.headers);
    taken.request.body = std::move(request.body);
    taken.remarks = remarks;
    display(taken);
}

void SendRoom::display(const PastedText& pasted)
{
    Draft taken = draft();
    taken.target = Target::UnderTest;
    taken.run.isVirtual = false;
    taken.underTest = pasted.request;
    m_curlRetries = pasted.retries;
    if (pasted.kind == PastedText::Kind::Curl) {
        m_authNotKept = {}; // it belongs to the request that was there before
    }
    if (pasted.kind == PastedText::Kind::Curl || !m_judgedIsOwn) {
        taken.underTest = judgedAsGuessed(taken.underTest);
    }
    setDraft(taken);
    m_assumed = pasted.assumed;
    m_editedWidget = nullptr; // a step of its own
    noteEdit();
    m_addressAction = [this] {
        useCurlRetries();
    };
    if (!pasted.remarks.isEmpty()) {
        m_bar->showAddressNote(pasted.remarks, curlAction(pasted));
    }
}

void SendRoom::useCurlRetries()
{
    const QString preset = curlPresetOf(m_curlRetries);
    if (const auto chosen = choosePolicy(preset); !chosen) {
        Q_EMIT problemFound(chosen.error().text());
        return;
    }
    m_policy.edit(curlPolicyOf(m_curlRetries, m_policy.preset()));
    displayPolicy();
    displayEdit();
    noteEdit();
    m_services.settings.rememberPolicy(preset);
    m_bar->forgetPolicies();
    Q_EMIT noteFound(tr("The policy is curl's now: up to %1 after a failure.")
                         .arg(toQString(counted(m_curlRetries.retries, "retry", "retries"))));
    m_bar->focusSend();
}

void SendRoom::copyAsCurl(bool withSecrets)
{
    storeTypedInput();
    RequestSpec request = draft().request();
    if (m_bar->target() == Target::BuiltIn) {
        if (!m_services.endpoint.isOpen()) {
            Q_EMIT problemFound(tr("The built-in endpoint has no address yet. To give it one, tick Serve "
                                   "other programs under Script."));
            return;
        }
        request.url = fromQString(m_services.endpoint.url().toString(QUrl::RemovePath)) + request.url;
    } else if (!readAddressLine(true)) {
        return;
    } else {
        request = draft().request();
    }
    QGuiApplication::clipboard()->setText(
        toQString(io::curlCommand(withSecrets ? request : io::redacted(request))));
    Q_EMIT noteFound(withSecrets ? tr("Copied as curl, secrets included")
                                 : tr("Copied as curl, secrets redacted"));
}

} // namespace retryscope::ui
