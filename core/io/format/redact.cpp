// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/format/redact.h"

#include "core/facts/header_syntax.h"
#include "core/io/http/body_fields.h"
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

/// Whether it stands under a secret name: `xml:Error/AWSAccessKeyId`, `json:token/0`, `json:password/value`.
bool isOfSecretMember(const BodyField& field)
{
    std::string_view place = field.place;
    while (!place.empty()) {
        const std::size_t end = std::min(place.find_first_of("/:"), place.size());
        if (isSecretMember(place.substr(0, end))) {
            return true;
        }
        place.remove_prefix(std::min(end + 1, place.size()));
    }
    return false;
}

WireFacts redactedWire(const WireFacts& wire)
{
    WireFacts copy = wire;
    copy.sentHeaders = redacted(*copy.sentHeaders);
    copy.rawSent = redactedMessage(*copy.rawSent);
    copy.rawReceived = redactedMessage(copy.rawReceived);
    for (std::string& note : copy.notes) {
        note = redactedNote(note);
    }
    return copy;
}

/// Where the body of the last message begins: behind its head and those of interim responses (RFC
/// 9110, 15.2).
std::size_t bodyBeginsAt(std::string_view bytes)
{
    constexpr std::string_view kEndOfHead = "\r\n\r\n";
    std::size_t begin = 0;
    do {
        const std::size_t end = bytes.find(kEndOfHead, begin);
        if (end == std::string_view::npos) {
            return bytes.size();
        }
        begin = end + kEndOfHead.size();
    } while (bytes.substr(begin).starts_with("HTTP/"));
    return begin;
}

/// Chunks may have their frames in the midst of a secret, which nothing finds then. Where the body holds one,
/// or is not there to tell, none of the framed bytes stays. shown: without its secrets.
void dropChunksOfSecrets(std::string& received, const Response& shown)
{
    const std::string* coding = shown.headers.find("transfer-encoding");
    const bool isUnknown =
        shown.bodyTruncated || static_cast<std::int64_t>(shown.body.size()) < shown.bodyBytes;
    const std::size_t body = bodyBeginsAt(received);
    if (coding != nullptr && body < received.size() && (isUnknown || holdsRedacted(shown.body))) {
        received.replace(body, std::string::npos, kRedacted);
    }
}

/// What is shorter stands in texts by chance.
constexpr std::size_t kShortestSecret = 6;

constexpr std::size_t kMaxLetterBytes = 4; // a field is cut between characters of UTF-8

/// How many bytes at the end of the text are the beginning of the secret.
std::size_t beginningAtEnd(std::string_view text, std::string_view secret)
{
    std::size_t length = std::min(text.size(), secret.size());
    while (length > 0 && !text.ends_with(secret.substr(0, length))) {
        --length;
    }
    return length;
}

/// Of a body that is not kept only the tags at its ends stay, which name its root: whatever else stands there
/// may be a piece of a secret, and what would tell is gone.
void keepTags(ParsedBody& parsed)
{
    const auto isNamePart = [](char letter) {
        return isLetterOrDigit(letter) || letter == '!' || letter == '?' || letter == ':';
    };
    const std::string_view opening = parsed.opening;
    const std::size_t end =
        opening.starts_with('<')
            ? static_cast<std::size_t>(std::find_if_not(opening.begin() + 1, opening.end(), isNamePart) -
                                       opening.begin())
            : 0;
    parsed.opening = opening.substr(0, end < opening.size() && opening[end] == '>' ? end + 1 : end);
    const std::string_view closing = parsed.closing;
    const std::size_t begin = closing.rfind("</");
    const bool isTag =
        closing.ends_with('>') && begin != std::string_view::npos &&
        std::all_of(closing.begin() + static_cast<std::ptrdiff_t>(begin) + 2, closing.end() - 1, isNamePart);
    parsed.closing = isTag ? closing.substr(begin) : std::string_view();
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
        step.reason = redactedText(step.reason);
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
    if (spec.poll) {
        spec.poll->url = redactedText(spec.poll->url);
        spec.poll->body = redactedText(spec.poll->body);
    }
    spec.wire.proxyUrl = redactedText(spec.wire.proxyUrl);
    return spec;
}

Policy redacted(Policy policy)
{
    policy.title = redactedText(policy.title);
    for (Rule& rule : policy.rules) {
        rule.title = redactedText(rule.title);
    }
    for (PolicyNote& note : policy.notes) {
        note.text = redactedText(note.text);
        note.source = redactedText(note.source);
    }
    return policy;
}

Scenario redacted(Scenario scenario)
{
    scenario.title = redactedText(scenario.title);
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
    if (header.policy) {
        Policy shown = redacted(header.policy->policy);
        if (shown != header.policy->policy) {
            auto policy = std::make_shared<ResolvedPolicy>(*header.policy);
            policy->policy = std::move(shown);
            header.policy = std::move(policy);
        }
    }
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
    noteHeaders(header.spec.headers);
    m_ofRun = m_secrets;
}

AttemptRedactor::AttemptRedactor(const RunHeader& header, const AttemptRecord& attempt)
    : AttemptRedactor(header)
{
    learn(attempt);
}

/// What this request carried, in place of what the one before did: the requests of a recording are those of
/// many clients, and each may have its own.
void AttemptRedactor::learn(const AttemptRecord& attempt)
{
    const Headers* const sent = attempt.facts.wire ? &*attempt.facts.wire->sentHeaders : nullptr;
    if (sent == m_learned) {
        return;
    }
    m_learned = sent;
    m_secrets = m_ofRun;
    if (sent != nullptr) {
        noteHeaders(*sent);
    }
}

void AttemptRedactor::noteHeaders(const Headers& headers)
{
    for (const Header& sent : headers.entries) {
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
    constexpr std::size_t kMostSecrets = 200; // cookies of one request; browsers send no more of one site
    const bool isKnown = std::ranges::find(m_secrets, secret) != m_secrets.end();
    if (secret.size() >= kShortestSecret && secret != kRedacted && !isKnown &&
        m_secrets.size() < kMostSecrets) {
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

/// The same in a text that was cut, where a secret may have lost its end.
void AttemptRedactor::forgetCut(std::string& text) const
{
    forget(text);
    std::size_t longest = 0;
    for (const std::string& secret : m_secrets) {
        longest = std::max(longest, beginningAtEnd(text, secret));
    }
    if (longest >= kShortestSecret) {
        text.replace(text.size() - longest, longest, kRedacted);
    }
}

std::string AttemptRedactor::withoutSecrets(std::string_view text) const
{
    std::string shown = redactedText(text);
    forget(shown);
    return shown;
}

Response AttemptRedactor::withoutSecrets(Response response) const
{
    const auto hide = [this](std::string& text) {
        text = withoutSecrets(std::string_view(text));
    };
    const bool isCut = response.bodyTruncated;
    hide(response.reason);
    response.headers = io::redacted(std::move(response.headers));
    for (Header& header : response.headers.entries) {
        forget(header.value);
    }
    hide(response.body);
    if (isCut) {
        forgetCut(response.body);
    }
    ParsedBody& parsed = response.parsed;
    hide(parsed.text);
    for (BodyField& field : parsed.fields) {
        if (isOfSecretMember(field)) {
            field.text = kRedacted;
        } else {
            hide(field.text);
            if (field.text.size() + kMaxLetterBytes > kMaxFieldBytes) {
                forgetCut(field.text);
            }
        }
    }
    if (parsed.remaining) {
        hide(parsed.remaining->items);
    }
    const bool isGone = response.body.empty() && parsed.text.empty();
    if (isGone) {
        keepTags(parsed);
    } else if (holdsRedacted(response.body) || holdsRedacted(parsed.text)) {
        // Its ends may hold a piece of what is hidden, in which nothing tells that it is one.
        keepEdges(response.body.empty() ? parsed.text : response.body, parsed);
    }
    return response;
}

void AttemptRedactor::forgetIn(WireFacts& wire) const
{
    const auto forgetOf = [this](std::string bytes, std::int64_t whole) {
        const bool isCut = static_cast<std::int64_t>(bytes.size()) < whole;
        isCut ? forgetCut(bytes) : forget(bytes);
        return bytes;
    };
    wire.rawSent = forgetOf(*wire.rawSent, wire.rawSentBytes);
    wire.rawReceived = forgetOf(std::move(wire.rawReceived), wire.rawReceivedBytes);
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
    learn(attempt);
    m_attempt = attempt;
    keepShared(m_attempt.sentBody, redactedText(*attempt.sentBody));
    const RequestTarget& target = *attempt.sentTarget;
    keepShared(m_attempt.sentTarget, RequestTarget{.method = target.method, .url = redactedText(target.url)});
    keepShared(m_attempt.addedHeaders, io::redacted(*attempt.addedHeaders));
    AttemptFacts& facts = m_attempt.facts;
    if (facts.response && isShared) {
        Known& known = m_responses[facts.response.get()];
        if (!known.response || known.secrets != m_secrets) {
            std::shared_ptr<const Response> response = shown(*facts.response);
            response =
                *response == *facts.response ? facts.response : response; // mostly, and then it is kept once
            known = {.response = std::move(response), .secrets = m_secrets};
        }
        facts.response = known.response;
    } else if (facts.response) {
        // Mostly nothing was in it, and a large body is not held twice.
        if (auto response = shown(*facts.response); *response != *facts.response) {
            facts.response = std::move(response);
        }
    }
    if (facts.wire) {
        WireFacts wire = redactedWire(*facts.wire);
        forgetIn(wire);
        if (facts.response) {
            dropChunksOfSecrets(wire.rawReceived, *facts.response);
        }
        facts.wire = std::make_shared<const WireFacts>(std::move(wire));
    }
    if (facts.fault) {
        facts.fault->detail = redactedText(facts.fault->detail);
        forget(facts.fault->detail);
    }
    return m_attempt;
}

} // namespace retryscope::io
