// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/redact/redact.h"

#include "core/facts/header_syntax.h"
#include "core/io/http/body_fields.h"
#include "core/io/http/error_body.h"
#include "core/io/redact/carried_secrets.h"
#include "core/io/redact/redaction.h"

#include <QByteArray>
#include <QCryptographicHash>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace retryscope::io {

namespace {

constexpr std::string_view kDigestStart = "[key ";
constexpr std::size_t kDigestDigits = 8;

std::string_view withoutTrailingBlanks(std::string_view text)
{
    return text.substr(0, text.find_last_not_of(" \t") + 1);
}

bool holdsUrl(std::string_view header)
{
    constexpr std::array<std::string_view, 3> kNames{"Location", "Content-Location", "Referer"};
    return std::ranges::any_of(kNames,
                               [header](std::string_view name) { return equalsIgnoringCase(header, name); });
}

/// One line of a message, without its line end. The name decides; a folded line shares its fate.
std::string redactedLine(std::string_view line, bool& isSecret)
{
    const bool isFolded = !line.empty() && (line.front() == ' ' || line.front() == '\t');
    if (isFolded) {
        return isSecret ? " " + std::string(kRedacted) : std::string(line);
    }
    const std::size_t colon = line.find(':');
    const Secrecy secrecy = colon == std::string_view::npos
                                ? Secrecy::Open
                                : secrecyOfHeader(withoutTrailingBlanks(line.substr(0, colon)));
    isSecret = secrecy != Secrecy::Open;
    return isSecret ? std::string(line.substr(0, colon)) + ": " +
                          shownInPlaceOf(trimmed(line.substr(colon + 1), " \t"), secrecy)
                    : std::string(line);
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

/// One request: the target of its first line is a URL, its body may be a form.
std::string redactedRequest(std::string_view bytes)
{
    const std::size_t body = bodyBeginsAt(bytes);
    const std::string_view head = bytes.substr(0, body);
    const std::size_t target = head.find(' ') + 1;
    const std::size_t end = head.find(" HTTP/", target);
    const bool hasTarget = target > 0 && end < head.find_first_of("\r\n");
    const std::string line =
        hasTarget ? std::string(head.substr(0, target)) + redactedUrl(head.substr(target, end - target))
                  : std::string();
    return line + redactedMessage(head.substr(hasTarget ? end : 0)) + redactedBody(bytes.substr(body));
}

WireFacts redactedWire(const WireFacts& wire)
{
    WireFacts copy = wire;
    copy.sentHeaders = redacted(*copy.sentHeaders);
    copy.rawSent = redactedRequest(*copy.rawSent);
    copy.rawReceived = redactedMessage(copy.rawReceived);
    copy.peer = redactedText(copy.peer); // as an imported file has it
    for (std::string& note : copy.notes) {
        note = redactedNote(note);
    }
    return copy;
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

constexpr std::size_t kMaxLetterBytes = 4; // a field is cut between characters of UTF-8

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

/// Some clients send `user:password@host`.
std::string redactedHost(const std::string& host)
{
    const std::size_t at = host.rfind('@');
    return redactedText(at == std::string::npos ? host : std::string(kRedacted) + host.substr(at));
}

} // namespace

std::string shownInPlaceOf(std::string_view value, Secrecy secrecy)
{
    if (secrecy == Secrecy::Open || beginsWithDigest(value)) {
        return std::string(value);
    }
    if (secrecy == Secrecy::Secret) {
        return std::string(kRedacted);
    }
    const QByteArrayView bytes(value.data(), static_cast<qsizetype>(value.size()));
    const QByteArray digest = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
    return std::string(kDigestStart) + digest.left(kDigestDigits).toStdString() + ']';
}

bool beginsWithDigest(std::string_view text)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    return text.size() > kDigestStart.size() + kDigestDigits && text.starts_with(kDigestStart) &&
           text.substr(kDigestStart.size() + kDigestDigits).starts_with(']') &&
           text.substr(kDigestStart.size(), kDigestDigits).find_first_not_of(kDigits) ==
               std::string_view::npos;
}

bool holdsRedacted(std::string_view text)
{
    return text.find(kRedacted) != std::string_view::npos ||
           text.find(kDigestStart) != std::string_view::npos;
}

Headers redacted(Headers headers)
{
    for (Header& header : headers.entries) {
        const Secrecy secrecy = secrecyOfHeader(header.name);
        if (!isToken(header.name)) { // which an imported file may have all the same
            header.name = redactedText(header.name);
        }
        header.value = secrecy != Secrecy::Open                  ? shownInPlaceOf(header.value, secrecy)
                       : holdsUrl(header.name)                   ? redactedUrl(header.value)
                       : equalsIgnoringCase(header.name, "host") ? redactedHost(header.value)
                                                                 : redactedText(header.value);
    }
    return headers;
}

namespace {

std::string redactedOnce(std::string_view bytes)
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

} // namespace

std::string redactedMessage(std::string_view bytes)
{
    // What is left out can end where a secret begins that is only recognised without it: `code=x{"Secret…`.
    constexpr int kMostPasses = 3;
    std::string before(bytes);
    std::string result = redactedOnce(before);
    for (int pass = 1; pass < kMostPasses && result != before; ++pass) { // mostly nothing is left out
        before = std::exchange(result, redactedOnce(result));
    }
    return result;
}

RequestSpec redacted(RequestSpec spec)
{
    spec.method = redactedText(spec.method); // an imported file may have anything there
    spec.url = redactedUrl(spec.url);
    spec.headers = redacted(std::move(spec.headers));
    spec.body = redactedBody(spec.body);
    if (spec.batch) {
        spec.batch->before = redactedText(spec.batch->before);
        spec.batch->after = redactedText(spec.batch->after);
    }
    if (spec.poll) {
        spec.poll->url = redactedUrl(spec.poll->url);
        spec.poll->body = redactedBody(spec.poll->body);
    }
    spec.wire.proxyUrl = redactedUrl(spec.wire.proxyUrl);
    return spec;
}

Policy redacted(Policy policy)
{
    policy.title = redactedText(policy.title);
    policy.shortName = redactedText(policy.shortName);
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
    scenario.shortName = redactedText(scenario.shortName);
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
    for (RefusedHandshake& refused : header.refusedHandshakes) {
        refused.host = redactedText(refused.host);
        refused.reason = redactedText(refused.reason);
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
        if (!call.source->userAgent.empty()) {
            call.source.edit([](CallSource& source) { source.userAgent = redactedText(source.userAgent); });
        }
        result.adopt(std::move(call));
    }
    return result;
}

AttemptRedactor::AttemptRedactor(const RunHeader& header)
{
    m_ofRun = carriedSecrets(header.spec.headers, header.spec.url, header.spec.body);
    m_isAll = m_ofRun.isAll;
    searchFor(m_ofRun.secrets);
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
    static const Headers kNone;
    const Headers& sent = attempt.facts.wire ? *attempt.facts.wire->sentHeaders : kNone;
    const Learned seen{.headers = &sent, .target = &*attempt.sentTarget, .body = &*attempt.sentBody};
    if (seen == m_learned) {
        return;
    }
    m_learned = seen;
    CarriedSecrets carried = carriedSecrets(sent, attempt.sentTarget->url, *attempt.sentBody);
    m_isAll = carried.isAll && m_ofRun.isAll;
    const std::set<std::string_view> known(m_ofRun.secrets.begin(), m_ofRun.secrets.end());
    Secrets secrets = m_ofRun.secrets;
    for (std::string& secret : carried.secrets) {
        if (!known.contains(secret)) {
            secrets.push_back(std::move(secret));
        }
    }
    searchFor(std::move(secrets));
}

void AttemptRedactor::searchFor(Secrets secrets)
{
    if (!m_secrets || *m_secrets != secrets) {
        m_search = TextSearch(secrets);
        m_secrets = std::make_shared<const Secrets>(std::move(secrets));
    }
}

/// Also where its letters are escaped.
void AttemptRedactor::forget(std::string& text) const
{
    if (m_secrets->empty()) {
        return;
    }
    const HideStep step{.mark = {}, .hide = [this](std::string_view shown, Redaction& redaction) {
                            for (const TextSearch::Piece& piece : m_search.piecesIn(shown)) {
                                redaction.hide(piece.begin, piece.end);
                            }
                        }};
    redactWith({&step, 1}, text);
}

/// The same in a text that was cut, where a secret may have lost its end.
void AttemptRedactor::forgetCut(std::string& text) const
{
    forget(text);
    const std::size_t beginning = m_search.beginningAtEnd(text);
    if (beginning >= kShortestSecret) {
        text.replace(text.size() - beginning, beginning, kRedacted);
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
    if (!m_isAll) { // one that is not looked for may stand anywhere in it
        response.body.clear();
        response.parsed = {};
    }
    const bool isCut = response.bodyTruncated;
    hide(response.reason);
    response.headers = io::redacted(std::move(response.headers));
    for (Header& header : response.headers.entries) {
        forget(header.value);
    }
    std::vector<std::string> hidden;
    response.body = redactedText(response.body, hidden);
    forget(response.body);
    std::set<std::string> ofBody;
    for (std::string& piece : hidden) {
        if (const std::optional<UnescapedText> plain = UnescapedText(piece).unescaped()) {
            ofBody.emplace(plain->text());
        }
        ofBody.insert(std::move(piece));
    }
    if (isCut) {
        forgetCut(response.body);
    }
    ParsedBody& parsed = response.parsed;
    hide(parsed.text);
    hide(parsed.statedName);
    for (BodyField& field : parsed.fields) {
        // Some are known by what stands beside them alone: `{"name": "Cookie", "value": …}`.
        if (isOfSecretMember(field) || ofBody.contains(field.text)) {
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
    for (Hop& hop : wire.hops) {
        hop.response = withoutSecrets(std::move(hop.response));
        hop.method = withoutSecrets(hop.method);
        hop.note = withoutSecrets(hop.note);
        for (std::string* address : {&hop.url, &hop.location}) {
            *address = redactedUrl(*address);
            forget(*address);
        }
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
    keepShared(m_attempt.sentBody, redactedBody(*attempt.sentBody));
    const RequestTarget& target = *attempt.sentTarget;
    keepShared(m_attempt.sentTarget,
               RequestTarget{.method = withoutSecrets(target.method), .url = redactedUrl(target.url)});
    keepShared(m_attempt.addedHeaders, io::redacted(*attempt.addedHeaders));
    AttemptFacts& facts = m_attempt.facts;
    if (facts.response && isShared) {
        Known& known = m_responses[facts.response.get()];
        if (!known.response || *known.secrets != *m_secrets || known.isAll != m_isAll) {
            std::shared_ptr<const Response> response = shown(*facts.response);
            response =
                *response == *facts.response ? facts.response : response; // mostly, and then it is kept once
            known = {.response = std::move(response), .secrets = m_secrets, .isAll = m_isAll};
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
        if (!m_isAll) {
            const std::size_t body = bodyBeginsAt(wire.rawReceived);
            wire.rawReceived.replace(body, std::string::npos,
                                     body < wire.rawReceived.size() ? kRedacted : "");
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
