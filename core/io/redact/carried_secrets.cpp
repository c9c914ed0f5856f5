// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/redact/carried_secrets.h"

#include "core/facts/header_syntax.h"
#include "core/io/redact/redact.h"
#include "core/io/redact/redaction.h"
#include "core/io/redact/secret_names.h"
#include "core/io/redact/secret_places.h"

#include <QByteArray>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

namespace retryscope::io {

namespace {

/// Of what has no header's name: a form's `token` may be any word.
constexpr std::size_t kShortestValue = 8;
/// Of what may be any name or number, too. An access key's identifier has 20.
constexpr std::size_t kShortestKey = 16;

/// Whether `key=` or `code=` stands before there.
bool isBehindShortName(std::string_view text, std::size_t begin)
{
    constexpr std::size_t kLongest = 5; // with the sign
    const std::string_view before = text.substr(0, begin).substr(begin - std::min(begin, kLongest));
    const std::string_view name = before.substr(before.find_last_of("?&") + 1);
    return name.ends_with('=') && isSecretShortParameter(name.substr(0, name.size() - 1));
}

class Carried
{
public:
    void note(std::string_view secret, std::size_t shortest = kShortestSecret)
    {
        if (secret.size() < shortest || secret == kRedacted || beginsWithDigest(secret) ||
            m_known.contains(std::string(secret))) {
            return;
        }
        if (m_carried.secrets.size() == kMostCarried) {
            m_carried.isAll = false;
            return;
        }
        m_carried.secrets.emplace_back(secret);
        m_known.insert(m_carried.secrets.back());
    }

    void noteHeaders(const Headers& headers)
    {
        for (const Header& sent : headers.entries) {
            if (equalsIgnoringCase(sent.name, "Cookie")) {
                continue; // noteCookies()
            }
            if (equalsIgnoringCase(sent.name, "Authorization") ||
                equalsIgnoringCase(sent.name, "Proxy-Authorization")) {
                noteCredentials(sent.value);
            } else if (isSecretHeader(sent.name)) {
                note(sent.value);
            }
        }
    }

    void noteCookies(const Headers& headers)
    {
        for (const Header& sent : headers.entries) {
            if (equalsIgnoringCase(sent.name, "Cookie")) {
                noteCookies(sent.value);
            }
        }
    }

    /// What stands in the URL or the body and would be hidden there.
    void noteHidden(std::string_view text, void (*hide)(std::string_view, Redaction&))
    {
        const UnescapedText whole(text);
        Redaction redaction(whole, text);
        hide(text, redaction);
        for (const std::string_view hidden : redaction.hidden()) {
            const auto begin = static_cast<std::size_t>(hidden.data() - text.data());
            const std::size_t shortest = isBehindShortName(text, begin) ? kShortestKey : kShortestValue;
            note(hidden, shortest);
            if (const std::optional<UnescapedText> plain = UnescapedText(hidden).unescaped()) {
                note(plain->text(), shortest);
            }
        }
    }

    [[nodiscard]] CarriedSecrets carried() && { return std::move(m_carried); }

private:
    /// `Bearer abc`: all of it, and what follows the scheme; of Basic the password, too, and of those with
    /// parameters (AWS4-HMAC-SHA256, Digest, OAuth) each that is as long as keys and signatures are.
    void noteCredentials(std::string_view value)
    {
        note(value);
        const std::size_t blank = value.find(' ');
        if (blank == std::string_view::npos) {
            return;
        }
        std::string_view rest = value.substr(blank + 1);
        note(rest);
        if (equalsIgnoringCase(value.substr(0, blank), "Basic")) {
            const QByteArray pair = QByteArray::fromBase64(QByteArrayView(rest).toByteArray());
            note(pair.mid(pair.indexOf(':') + 1).toStdString());
            return;
        }
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(','), rest.size());
            const std::string_view parameter = rest.substr(0, end);
            const std::size_t equals = parameter.find('=');
            if (equals != std::string_view::npos) {
                noteParameter(trimmed(parameter.substr(0, equals)),
                              trimmed(parameter.substr(equals + 1), " \t\""));
            }
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }

    /// Not `SignedHeaders`, `realm`, `uri`, which say nothing that is secret.
    void noteParameter(std::string_view name, std::string_view value)
    {
        for (const std::string_view known : {"Credential", "Signature", "response", "oauth_signature",
                                             "oauth_token", "oauth_consumer_key", "mac", "token"}) {
            if (equalsIgnoringCase(name, known)) {
                note(value, kShortestKey);
                note(value.substr(0, value.find('/')), kShortestKey); // of a scope, the key's identifier
            }
        }
    }

    /// `session=abc; theme="dark"`: a server repeats them one by one. Source of the form: RFC 6265,
    /// section 4.2.1.
    void noteCookies(std::string_view value)
    {
        while (!value.empty()) {
            const std::size_t end = std::min(value.find(';'), value.size());
            const std::string_view cookie = value.substr(0, end);
            const std::size_t equals = cookie.find('=');
            note(trimmed(equals == std::string_view::npos ? cookie : cookie.substr(equals + 1), " \t\""));
            value.remove_prefix(std::min(end + 1, value.size()));
        }
    }

    CarriedSecrets m_carried;
    std::unordered_set<std::string> m_known; ///< the same
};

} // namespace

CarriedSecrets carriedSecrets(const Headers& headers, std::string_view url, std::string_view body)
{
    Carried carried;
    carried.noteHeaders(headers);
    const std::size_t query = std::min(url.find('?'), url.size());
    if (query < url.size()) {
        carried.noteHidden(url.substr(query + 1), hideFormParameters);
    }
    carried.noteHidden(url, hideUserInformation);
    for (const auto hide : {hideForm, hideParts, hideParameters, hideMembers, hideElements}) {
        carried.noteHidden(body, hide);
    }
    carried.noteCookies(headers); // last: there may be any number
    return std::move(carried).carried();
}

} // namespace retryscope::io
