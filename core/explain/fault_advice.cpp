// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/fault_advice.h"

#include "core/explain/name_text.h"
#include "core/explain/units.h"
#include "core/read/possible_effect.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace retryscope {

namespace {

struct Authority
{
    std::string host;
    std::string port;
};

/// Of an address that was good enough to be sent to. User names are left out.
Authority authorityOf(const std::string& url)
{
    const std::size_t scheme = url.find("://");
    if (scheme == std::string::npos) {
        return {};
    }
    const std::size_t begin = scheme + 3;
    std::string text = url.substr(begin, url.find_first_of("/?#", begin) - begin);
    text.erase(0, text.rfind('@') + 1); // npos + 1 is 0
    const std::size_t bracket = text.find(']');
    const std::size_t colon = text.find(':', bracket == std::string::npos ? 0 : bracket);
    const bool hasPort = colon != std::string::npos && colon + 1 < text.size();
    return {.host = text.substr(0, colon),
            .port = hasPort                     ? text.substr(colon + 1)
                    : url.starts_with("https:") ? "443"
                                                : "80"};
}

/// The scheme that a challenge names, for example `Bearer` (RFC 9110, section 11.6.1); empty without a
/// challenge.
std::string challengeOf(const Response& response, const char* header)
{
    const std::string* challenge = response.headers.find(header);
    return challenge == nullptr ? std::string() : challenge->substr(0, challenge->find_first_of(" ,"));
}

/// Statuses 401 and 407 say in a header which credentials are missing.
std::vector<FaultAdvice> adviceOnCredentials(const Response& response, const RequestSpec& spec)
{
    const std::string wanted = response.status == 401   ? challengeOf(response, "WWW-Authenticate")
                               : response.status == 407 ? challengeOf(response, "Proxy-Authenticate")
                                                        : std::string();
    if (wanted.empty()) {
        return {};
    }
    const std::string scheme = " (" + shownName(wanted) + ")";
    if (response.status == 407) {
        return {{.title = "The proxy asks for credentials" + scheme,
                 .text = "Add the user name and password to the proxy's address, under Limits.",
                 .remedy = FaultRemedy::EditLimits}};
    }
    const bool hadSome = spec.headers.contains("authorization");
    return {{.title = (hadSome ? "The server does not accept these credentials"
                               : "The server asks for credentials") +
                      scheme,
             .text = hadSome ? "Check or renew the credentials under Auth." : "Add credentials under Auth.",
             .remedy = FaultRemedy::EditAuthorization}};
}

class AdviceWriter
{
public:
    AdviceWriter(const AttemptFacts& facts, const RequestSpec& spec)
        : m_facts(facts), m_spec(spec), m_to(authorityOf(spec.url)), m_host(shownName(m_to.host))
    {
    }

    std::vector<FaultAdvice> write()
    {
        switch (m_facts.fault->kind) {
        case FaultKind::HostNotFound:
            add("The name " + m_host + " does not resolve",
                viaProxy() ? "Check the spelling and the DNS server (the proxy's, too)."
                           : "Check the spelling and the DNS server.",
                FaultRemedy::EditAddress);
            break;
        case FaultKind::ConnectionRefused:
            add(viaProxy() ? std::string("Is the proxy running?")
                           : "Is a server listening on port " + shownName(m_to.port) + " of " + m_host + "?",
                "The machine responds, but nothing accepts connections on that port.",
                FaultRemedy::EditAddress);
            break;
        case FaultKind::Unreachable:
            add("Is there a route to " + m_host + "?",
                "Check the network, VPN and firewall on the way, or set a proxy.", FaultRemedy::EditLimits);
            break;
        case FaultKind::TlsFailed:
            addTls();
            break;
        case FaultKind::ConnectTimeout:
            add("Allow more than " + durationText(m_spec.connectTimeout) + " to connect",
                "The connect timeout of the request ended the attempt. A firewall that drops packets has the "
                "same effect.",
                FaultRemedy::EditLimits);
            break;
        case FaultKind::ReadTimeout:
            add("Allow more than " + durationText(m_spec.readTimeout) + " of silence",
                "The read timeout of the request ended the attempt: the server accepted the connection and "
                "sent nothing for that long.",
                FaultRemedy::EditLimits);
            break;
        case FaultKind::ConnectionReset:
        case FaultKind::ClosedBeforeResponse:
            add("Look at the server's or proxy's log",
                "The server accepted the connection and closed it before responding. A wrong scheme (http "
                "instead of https) has the same effect.",
                FaultRemedy::EditAddress);
            break;
        case FaultKind::MalformedResponse:
            add("Is this an HTTP port?",
                "The response is not HTTP. Calling a TLS port with http has the same effect.",
                FaultRemedy::EditAddress);
            break;
        case FaultKind::ResponseTruncated:
        case FaultKind::ResponseReset:
            add("Look at the server's or proxy's log",
                "The server closed the connection in the middle of its response.", FaultRemedy::None);
            break;
        case FaultKind::ResponseTooLarge:
        case FaultKind::Cancelled:
            break;
        }
        return std::move(m_advice);
    }

private:
    [[nodiscard]] bool viaProxy() const { return !m_spec.wire.proxyUrl.empty(); }

    void add(std::string title, std::string text, FaultRemedy remedy)
    {
        m_advice.push_back({.title = std::move(title), .text = std::move(text), .remedy = remedy});
    }

    void addTls()
    {
        const bool canTrust = m_facts.wire && !m_facts.wire->untrustedChain.empty();
        if (canTrust) {
            add("Trust this certificate",
                m_host + " presents a certificate that no certificate authority of this system has signed. "
                         "Trust the certificate if it is yours.",
                FaultRemedy::TrustCertificate);
        }
        if (m_spec.wire.verifyPeer) {
            add("Do not verify this host",
                "Accepts any certificate, so anyone on the network can read and change the traffic. For "
                "tests only.",
                FaultRemedy::DoNotVerify);
        }
        if (!canTrust) {
            add("Does port " + shownName(m_to.port) + " speak TLS?",
                "Calling a plain HTTP port with https has the same effect.", FaultRemedy::EditAddress);
        }
    }

    const AttemptFacts& m_facts;
    const RequestSpec& m_spec;
    Authority m_to;
    std::string m_host; ///< to be shown
    std::vector<FaultAdvice> m_advice;
};

} // namespace

std::optional<FaultAdvice> adviceOnClock(const AttemptFacts& facts)
{
    constexpr std::array<std::string_view, 3> kNames{"RequestTimeTooSkewed", "RequestExpired",
                                                     "RequestInTheFuture"};
    const std::string name = writtenErrorName(facts);
    if (std::ranges::find(kNames, name) == kNames.end()) {
        return std::nullopt;
    }
    return FaultAdvice{.title = "Set the clock of the client's machine",
                       .text = shownName(name) + " says that the time of the request is too far from the "
                                                 "server's time. A retry with the same clock fails again.",
                       .remedy = FaultRemedy::None};
}

std::vector<FaultAdvice> adviceFor(const AttemptFacts& facts, const RequestSpec& spec)
{
    if (facts.fault) {
        return AdviceWriter(facts, spec).write();
    }
    if (!facts.response) {
        return {};
    }
    std::vector<FaultAdvice> advice = adviceOnCredentials(*facts.response, spec);
    if (std::optional<FaultAdvice> clock = adviceOnClock(facts)) {
        advice.push_back(*std::move(clock));
    }
    return advice;
}

} // namespace retryscope
