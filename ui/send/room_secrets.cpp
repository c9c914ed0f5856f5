// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "ui/request/authorization_editor.h"
#include "ui/request/request_panel.h"
#include "ui/send/send_room.h"

#include <algorithm>
#include <utility>

// What a session does not keep, and how it is asked for again.

namespace retryscope::ui {

void SendRoom::setNotKept(std::vector<io::NotKeptPart> parts, const io::SessionAuth& auth)
{
    m_notKept = std::move(parts);
    m_authNotKept = auth;
    displayAuthorizationNotKept(specOfForms(m_bar->target()));
    QStringList headers;
    for (const io::NotKeptPart& part : m_notKept) {
        if (part.part == io::NotKept::Header) {
            headers += toQString(part.name);
        }
    }
    m_request->setNotKept(headers);
    QStringList names;
    for (const io::NotKeptPart& part : m_notKept) {
        names += part.part == io::NotKept::Header   ? toQString(part.name)
                 : part.part == io::NotKept::Url    ? tr("part of the address")
                 : part.part == io::NotKept::Body   ? tr("the body")
                 : part.part == io::NotKept::Proxy  ? tr("the proxy credentials")
                 : part.part == io::NotKept::Policy ? tr("the text of the policy")
                                                    : tr("parts of the script");
    }
    if (!names.isEmpty()) {
        Q_EMIT noteFound(
            tr("These values were not saved because they are secret or too long. Type them again: %1.")
                .arg(names.join(QStringLiteral(", "))));
    }
}

/// Forms that change to the other target and back, and undo, bring it back too.
void SendRoom::displayAuthorizationNotKept(const RequestSpec& spec)
{
    const AuthScheme scheme = m_authNotKept.kind == io::AuthKind::Basic    ? AuthScheme::Basic
                              : m_authNotKept.kind == io::AuthKind::Bearer ? AuthScheme::Bearer
                                                                           : AuthScheme::None;
    const std::string* value = spec.headers.find("Authorization");
    if (m_bar->target() == Target::UnderTest && scheme != AuthScheme::None &&
        (value == nullptr || value->empty())) {
        m_request->setAuthorizationNotKept(scheme, toQString(m_authNotKept.user));
    }
}

io::SessionAuth SendRoom::auth() const
{
    AuthorizationEditor& editor = m_request->authorization();
    io::SessionAuth auth;
    if (m_bar->target() == Target::BuiltIn) {
        auth = m_authNotKept;
    } else {
        auth.kind = editor.scheme() == AuthScheme::Basic    ? io::AuthKind::Basic
                    : editor.scheme() == AuthScheme::Bearer ? io::AuthKind::Bearer
                                                            : io::AuthKind::None;
        auth.user = fromQString(editor.user());
    }
    return auth;
}

QString SendRoom::askForSecrets()
{
    if (m_bar->target() != Target::UnderTest) {
        return {};
    }
    if (m_request->authorization().isNotKept()) {
        showSetupTab(AuthorizationTab);
        m_request->authorization().focusField();
        return tr("Retryscope does not save passwords or tokens. Type this one again, or choose None.");
    }
    const RequestSpec spec = specOfForms(Target::UnderTest);
    for (const io::NotKeptPart& part : notKept()) {
        const bool isInRequest = part.part == io::NotKept::Header && spec.headers.contains(part.name);
        if (isInRequest) {
            showSetupTab(RequestTab);
            return tr("Retryscope does not save the value of %1. Type it again, or remove the header.")
                .arg(toQString(part.name));
        }
    }
    if (io::holdsRedacted(spec.url)) {
        m_bar->focusAddress();
        return tr("Retryscope does not save the secret in the address. Type it in place of %1.")
            .arg(toQString(io::kRedacted));
    }
    if (io::holdsRedacted(spec.body)) {
        showSetupTab(RequestTab);
        return tr("Retryscope does not save the secret in the body. Type it in place of %1.")
            .arg(toQString(io::kRedacted));
    }
    return {};
}

/// A header that has a value again was typed again.
std::vector<io::NotKeptPart> SendRoom::notKept() const
{
    const Draft present = draft();
    std::vector<io::NotKeptPart> parts;
    for (const io::NotKeptPart& part : m_notKept) {
        const auto isEmpty = [&part](const RequestSpec& spec) {
            return std::any_of(
                spec.headers.entries.begin(), spec.headers.entries.end(),
                [&part](const Header& header) { return header.name == part.name && header.value.empty(); });
        };
        const bool isShownAsScheme =
            equalsIgnoringCase(part.name, "Authorization") && m_request->authorization().isNotKept();
        if (part.part != io::NotKept::Header || isShownAsScheme || isEmpty(present.underTest) ||
            isEmpty(present.builtIn)) {
            parts.push_back(part);
        }
    }
    return parts;
}

} // namespace retryscope::ui
