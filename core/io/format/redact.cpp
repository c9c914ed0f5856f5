// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/format/redact.h"

#include "core/facts/header_syntax.h"
#include "core/io/http/error_body.h"
#include "core/io/text/replace_all.h"

#include <QByteArray>

#include <algorithm>
#include <functional>
#include <utility>

namespace retryscope::io {

namespace {

std::string_view withoutTrailingBlanks(std::string_view text)
{
    return text.substr(0, text.find_last_not_of(" \t") + 1);
}

/// One line of a message, without its line end. The name decides; a folded line shares its fate.
std::string redactedLine(std::string_view line, bool& isSecret)
{
    const bool isFolded = !line.empty() && (line.front() == ' ' || line.front() == '\t');
    if (isFolded) {
        return isSecret ? " " + std::string(kRedacted) : std::string(line);
    }
    const std::size_t colon = line.find(':');
    isSecret =
        colon != std::string_view::npos && isSecretHeader(withoutTrailingBlanks(line.substr(0, colon)));
    return isSecret ? std::string(line.substr(0, colon)) + ": " + std::string(kRedacted) : std::string(line);
}

/// A note may tell of a trailer, as the response reader writes it: `trailer Set-Cookie: …`.
std::string redactedNote(std::string_view note)
{
    constexpr std::string_view kTrailer = "trailer ";
    return note.starts_with(kTrailer) ? std::string(kTrailer) + redactedMessage(note.substr(kTrailer.size()))
                                      : redactedText(note);
}

/// The last step of its place: `xml:Error/AWSAccessKeyId`.
std::string_view memberNameOf(const BodyField& field)
{
    const std::string_view place = field.place;
    return place.substr(place.find_last_of("/:") + 1); // npos + 1 is 0
}

WireFacts redactedWire(const WireFacts& wire)
{
    WireFacts copy = wire;
    copy.sentHeaders = redacted(std::move(copy.sentHeaders));
    copy.rawSent = redactedMessage(copy.rawSent);
    copy.rawReceived = redactedMessage(copy.rawReceived);
    for (std::string& note : copy.notes) {
        note = redactedNote(note);
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

Headers redacted(Headers headers)
{
    for (Header& header : headers.entries) {
        header.value = isSecretHeader(header.name) ? std::string(kRedacted) : redactedText(header.value);
    }
    return headers;
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
    return redactedText(result); // members of documents may stand in several lines
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
    hide(response.reason);
    response.headers = io::redacted(std::move(response.headers));
    for (Header& header : response.headers.entries) {
        forget(header.value);
    }
    hide(response.body);
    ParsedBody& parsed = response.parsed;
    hide(parsed.text);
    for (BodyField& field : parsed.fields) {
        if (isSecretMember(memberNameOf(field))) {
            field.text = kRedacted;
        } else {
            hide(field.text);
        }
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
        // Mostly nothing was in it, and a large body is not held twice.
        if (auto response = shown(*facts.response); *response != *facts.response) {
            facts.response = std::move(response);
        }
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
