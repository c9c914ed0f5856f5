// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/format/redact.h"

#include "core/facts/header_syntax.h"
#include "core/io/http/error_body.h"
#include "core/io/text/replace_all.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace retryscope::io {

namespace {

constexpr std::array<std::string_view, 14> kSecretHeaders = {
    "authorization",
    "proxy-authorization",
    "cookie",
    "set-cookie",
    "x-amz-security-token",
    "x-amz-s3session-token",
    "x-amz-server-side-encryption-customer-key",
    "x-amz-copy-source-server-side-encryption-customer-key",
    "x-api-key",
    "x-auth-token",
    "x-goog-api-key",
    "x-vault-token",
    "private-token",
    "api-key",
};

/// Parameters of presigned URLs (signature versions 2 and 4) and of signed form bodies.
constexpr std::array<std::string_view, 14> kSecretParameters = {
    "x-amz-signature", "x-amz-credential", "x-amz-security-token",
    "signature",       "awsaccesskeyid",   "securitytoken",
    "api_key",         "apikey",           "access_token",
    "refresh_token",   "id_token",         "token",
    "password",        "client_secret",
};
/// Only in this spelling, since `Code` and `Key` are ordinary members of AWS' errors and requests, and only
/// in a URL or a form: `code=Unavailable` in a message is what happened.
constexpr std::array<std::string_view, 3> kSecretLowerCaseParameters = {"key", "code", "sig"};

constexpr std::string_view kEndOfParameter = "&#;,<>\"' \t\r\n";
constexpr std::string_view kEndOfAuthority = "/?#<>\"' \t\r\n";

template <std::size_t Size>
bool contains(const std::array<std::string_view, Size>& names, std::string_view name)
{
    return std::any_of(names.begin(), names.end(),
                       [name](std::string_view known) { return equalsIgnoringCase(known, name); });
}

/// Whether a URL or a form may have a parameter that begins there: behind `?`, `&`, `&amp;` or `#`, or at the
/// start of a text whose first value ends as those of forms do.
bool mayBeInForm(std::string_view text, std::size_t start)
{
    if (start > 0) {
        return std::string_view("?&;#").find(text[start - 1]) != std::string_view::npos;
    }
    const std::size_t end = std::min(text.find_first_of(kEndOfParameter), text.size());
    return end == text.size() || text[end] == '&' || text[end] == ';';
}

/// Names may hide behind percent signs (`X%2DAmz-Signature`). start: of the name in the text, equals: its
/// end.
bool isSecretParameter(std::string_view text, std::size_t start, std::size_t equals)
{
    const auto isListed = [text, start](std::string_view plain) {
        const bool isShort =
            std::ranges::find(kSecretLowerCaseParameters, plain) != kSecretLowerCaseParameters.end();
        return contains(kSecretParameters, plain) || (isShort && mayBeInForm(text, start));
    };
    constexpr std::size_t kLongest = 3 * 32; // with every byte behind a percent sign
    const std::string_view name = text.substr(start, equals - start);
    if (name.size() > kLongest || name.find('%') == std::string_view::npos) {
        return isListed(name);
    }
    const QByteArray plain =
        QByteArray::fromPercentEncoding(QByteArray(name.data(), static_cast<qsizetype>(name.size())));
    return isListed(std::string_view(plain.constData(), static_cast<std::size_t>(plain.size())));
}

std::string withoutSecretParameters(std::string_view text)
{
    std::string result;
    std::size_t done = 0;
    std::size_t name = 0;     // start of the name before the next `=`
    std::size_t searched = 0; // for it: each byte once, whatever the text
    std::size_t equals = text.find('=');
    while (equals != std::string_view::npos) {
        const std::size_t before = text.substr(searched, equals - searched).find_last_of("?&#;<>\"' \t\r\n");
        name = before == std::string_view::npos ? name : searched + before + 1;
        searched = equals;
        const std::size_t start = std::max(done, name);
        std::size_t next = equals + 1;
        if (isSecretParameter(text, start, equals)) {
            const std::size_t end = std::min(text.find_first_of(kEndOfParameter, equals), text.size());
            result += text.substr(done, equals + 1 - done);
            result += end > equals + 1 ? kRedacted : std::string_view{};
            done = end;
            next = end;
        }
        equals = text.find('=', next);
    }
    result += text.substr(done);
    return result;
}

/// `https://user:password@host` -> `https://[redacted]@host`
std::string withoutUserInformation(std::string_view text)
{
    constexpr std::string_view kMark = "://";
    std::string result;
    std::size_t done = 0;
    for (std::size_t mark = text.find(kMark); mark != std::string_view::npos;
         mark = text.find(kMark, mark + 1)) {
        const std::size_t start = mark + kMark.size();
        const std::size_t end = std::min(text.find_first_of(kEndOfAuthority, start), text.size());
        const std::size_t at = text.substr(start, end - start).rfind('@');
        if (at != std::string_view::npos && start >= done) {
            result += text.substr(done, start - done);
            result += kRedacted;
            done = start + at;
        }
    }
    result += text.substr(done);
    return result;
}

std::string_view withoutTrailingBlanks(std::string_view text)
{
    return text.substr(0, text.find_last_not_of(" \t") + 1);
}

/// One line of a message, without its line end. The name decides; a folded line shares its fate.
std::string redactedLine(std::string_view line, bool& isSecret)
{
    const bool isFolded = !line.empty() && (line.front() == ' ' || line.front() == '\t');
    if (isFolded) {
        return isSecret ? " " + std::string(kRedacted) : redactedText(line);
    }
    const std::size_t colon = line.find(':');
    isSecret =
        colon != std::string_view::npos && isSecretHeader(withoutTrailingBlanks(line.substr(0, colon)));
    return isSecret ? std::string(line.substr(0, colon)) + ": " + std::string(kRedacted) : redactedText(line);
}

WireFacts redactedWire(const WireFacts& wire)
{
    WireFacts copy = wire;
    copy.sentHeaders = redacted(std::move(copy.sentHeaders));
    copy.rawSent = redactedMessage(copy.rawSent);
    copy.rawReceived = redactedMessage(copy.rawReceived);
    for (std::string& note : copy.notes) {
        note = redactedText(note);
    }
    return copy;
}

/// What holds no secret stays the one value that attempts share.
template <typename T>
void keepShared(Shared<T>& value, T shown)
{
    if (shown != *value) {
        value = std::move(shown);
    }
}

void redactSteps(std::vector<EndpointStep>& steps)
{
    for (EndpointStep& step : steps) {
        step.headers = redacted(std::move(step.headers));
        step.body = redactedText(step.body);
    }
}

} // namespace

bool holdsRedacted(std::string_view text)
{
    return text.find(kRedacted) != std::string_view::npos;
}

bool isSecretHeader(std::string_view name)
{
    return contains(kSecretHeaders, name);
}

Headers redacted(Headers headers)
{
    for (Header& header : headers.entries) {
        header.value = isSecretHeader(header.name) ? std::string(kRedacted) : redactedText(header.value);
    }
    return headers;
}

std::string redactedText(std::string_view text)
{
    const bool mayHoldParameter = text.find('=') != std::string_view::npos;
    std::string result = mayHoldParameter ? withoutSecretParameters(text) : std::string(text);
    return result.find("://") != std::string::npos ? withoutUserInformation(result) : result;
}

std::string redactedMessage(std::string_view bytes)
{
    std::string result;
    bool isSecret = false;
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view line = bytes.substr(0, end == std::string_view::npos ? end : end + 1);
        const std::size_t textLength = line.find_last_not_of("\r\n") + 1;
        result += redactedLine(line.substr(0, textLength), isSecret);
        result += line.substr(textLength);
        bytes.remove_prefix(line.size());
    }
    return result;
}

RequestSpec redacted(RequestSpec spec)
{
    spec.url = redactedText(spec.url);
    spec.headers = redacted(std::move(spec.headers));
    spec.body = redactedText(spec.body);
    if (spec.batch) {
        spec.batch->before = redactedText(spec.batch->before);
        spec.batch->after = redactedText(spec.batch->after);
    }
    spec.wire.proxyUrl = redactedText(spec.wire.proxyUrl);
    return spec;
}

Scenario redacted(Scenario scenario)
{
    if (scenario.request) {
        scenario.request = redacted(*std::move(scenario.request));
    }
    redactSteps(scenario.steps);
    for (CallScript& script : scenario.calls) {
        redactSteps(script.steps);
    }
    return scenario;
}

RunHeader redacted(RunHeader header)
{
    header.spec = redacted(std::move(header.spec));
    return header;
}

RunRecord redacted(const RunRecord& record)
{
    RunRecord result(redacted(record.header()));
    AttemptRedactor redactor(record.header());
    for (CallRecord call : record.calls()) {
        for (AttemptRecord& attempt : call.attempts) {
            attempt = redactor.redacted(attempt);
        }
        result.adopt(std::move(call));
    }
    return result;
}

AttemptRedactor::AttemptRedactor(const RunHeader& header)
{
    for (const Header& sent : header.spec.headers.entries) {
        if (equalsIgnoringCase(sent.name, "Cookie")) {
            noteCookies(sent.value);
        } else if (equalsIgnoringCase(sent.name, "Authorization") ||
                   equalsIgnoringCase(sent.name, "Proxy-Authorization")) {
            noteCredentials(sent.value);
        } else if (isSecretHeader(sent.name)) {
            note(sent.value);
        }
    }
    // The longest first: a shorter one may be a piece of it.
    std::ranges::stable_sort(m_secrets, std::ranges::greater(), &std::string::size);
}

void AttemptRedactor::note(std::string_view secret)
{
    constexpr std::size_t kShortest = 6; // what is shorter stands in texts by chance
    const bool isKnown = std::ranges::find(m_secrets, secret) != m_secrets.end();
    if (secret.size() >= kShortest && secret != kRedacted && !isKnown) {
        m_secrets.emplace_back(secret);
    }
}

/// `Bearer abc`: all of it, and what follows the scheme; of Basic the password, too.
void AttemptRedactor::noteCredentials(std::string_view value)
{
    note(value);
    const std::size_t blank = value.find(' ');
    if (blank == std::string_view::npos) {
        return;
    }
    const std::string_view rest = value.substr(blank + 1);
    note(rest);
    if (equalsIgnoringCase(value.substr(0, blank), "Basic")) {
        const QByteArray pair = QByteArray::fromBase64(QByteArrayView(rest).toByteArray());
        note(pair.mid(pair.indexOf(':') + 1).toStdString());
    }
}

/// `session=abc; theme="dark"`: a server repeats them one by one. Source of the form: RFC 6265,
/// section 4.2.1.
void AttemptRedactor::noteCookies(std::string_view value)
{
    while (!value.empty()) {
        const std::size_t end = std::min(value.find(';'), value.size());
        const std::string_view cookie = value.substr(0, end);
        const std::size_t equals = cookie.find('=');
        note(trimmed(equals == std::string_view::npos ? cookie : cookie.substr(equals + 1), " \t\""));
        value.remove_prefix(std::min(end + 1, value.size()));
    }
}

void AttemptRedactor::forget(std::string& text) const
{
    for (const std::string& secret : m_secrets) {
        replaceAll(text, secret, kRedacted);
    }
}

Response AttemptRedactor::withoutSecrets(Response response) const
{
    const auto hide = [this](std::string& text) {
        text = redactedText(text);
        forget(text);
    };
    forget(response.reason);
    response.headers = io::redacted(std::move(response.headers));
    for (Header& header : response.headers.entries) {
        forget(header.value);
    }
    hide(response.body);
    ParsedBody& parsed = response.parsed;
    hide(parsed.text);
    for (BodyField& field : parsed.fields) {
        hide(field.text);
    }
    if (parsed.remaining) {
        hide(parsed.remaining->items);
    }
    if (holdsRedacted(response.body) || holdsRedacted(parsed.text)) {
        // Its ends may hold a piece of what is hidden, in which nothing tells that it is one.
        keepEdges(response.body.empty() ? parsed.text : response.body, parsed);
    }
    return response;
}

void AttemptRedactor::forgetIn(WireFacts& wire) const
{
    forget(wire.rawSent);
    forget(wire.rawReceived);
    for (std::string& note : wire.notes) {
        forget(note);
    }
}

const AttemptRecord& AttemptRedactor::redacted(const AttemptRecord& attempt)
{
    const auto shown = [this](const Response& response) {
        return std::make_shared<const Response>(withoutSecrets(response));
    };
    const bool isShared = attempt.facts.response.use_count() > 1;
    m_attempt = attempt;
    keepShared(m_attempt.sentBody, redactedText(*attempt.sentBody));
    keepShared(m_attempt.addedHeaders, io::redacted(*attempt.addedHeaders));
    AttemptFacts& facts = m_attempt.facts;
    if (facts.response && isShared) {
        std::shared_ptr<const Response>& known = m_responses[facts.response.get()];
        if (!known) {
            known = shown(*facts.response);
            known = *known == *facts.response ? facts.response : known; // mostly, and then it is kept once
        }
        facts.response = known;
    } else if (facts.response) {
        facts.response = shown(*facts.response);
    }
    if (facts.wire) {
        WireFacts wire = redactedWire(*facts.wire);
        forgetIn(wire);
        facts.wire = std::make_shared<const WireFacts>(std::move(wire));
    }
    if (facts.fault) {
        facts.fault->detail = redactedText(facts.fault->detail);
        forget(facts.fault->detail);
    }
    return m_attempt;
}

} // namespace retryscope::io
