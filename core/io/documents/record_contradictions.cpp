// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/record_contradictions.h"

#include "core/io/http/error_body.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace retryscope::io {

namespace {

bool isRedacted(const ParsedBody& parsed)
{
    return holdsRedacted(parsed.text) || holdsRedacted(parsed.opening) || holdsRedacted(parsed.closing) ||
           std::any_of(parsed.fields.begin(), parsed.fields.end(),
                       [](const BodyField& field) { return holdsRedacted(field.text); });
}

QString syntaxOf(const ParsedBody& parsed)
{
    return parsed.isEmpty  ? QStringLiteral("no body")
           : parsed.isXml  ? QStringLiteral("well-formed XML")
           : parsed.isJson ? QStringLiteral("valid JSON")
                           : QStringLiteral("neither XML nor JSON");
}

/// A field as a message shows it; longer ones from where they differ.
QString fieldText(const std::vector<BodyField>& fields, std::size_t index, std::size_t from)
{
    constexpr int kMost = 100;
    if (index >= fields.size()) {
        return QStringLiteral("nothing more");
    }
    const std::string_view text = fields[index].text;
    const QString shown = toQString(text.substr(std::min(from, text.size()))).left(kMost);
    return QStringLiteral("%1 = \"%2%3\"")
        .arg(toQString(fields[index].place), from > 0 ? QStringLiteral("…") : QString(), shown);
}

/// The first thing in which two readings of a body differ; empty when they agree.
QString difference(const ParsedBody& said, const ParsedBody& read)
{
    if (syntaxOf(said) != syntaxOf(read)) {
        return QStringLiteral("it says %1, but the body is %2").arg(syntaxOf(said), syntaxOf(read));
    }
    const auto [ours, theirs] = std::ranges::mismatch(said.fields, read.fields);
    if (ours == said.fields.end() && theirs == read.fields.end()) {
        return {};
    }
    const auto index = static_cast<std::size_t>(ours - said.fields.begin());
    std::size_t from = 0;
    if (ours != said.fields.end() && theirs != read.fields.end() && ours->place == theirs->place) {
        constexpr std::size_t kBefore = 20; // bytes that are shown before the first that differs
        const auto same = static_cast<std::size_t>(std::ranges::mismatch(ours->text, theirs->text).in1 -
                                                   ours->text.begin());
        from = same < 4 * kBefore ? 0 : same - kBefore;
        while (from > 0 && (static_cast<unsigned char>(ours->text[from]) & 0xc0U) == 0x80U) {
            --from; // to where a character begins
        }
    }
    return QStringLiteral("it says %1, but the body says %2")
        .arg(fieldText(said.fields, index, from), fieldText(read.fields, index, from));
}

/// Of the last head among them: interim responses have statuses below 200.
std::optional<int> statusIn(std::string_view bytes)
{
    std::optional<int> status;
    while (bytes.starts_with("HTTP/1.")) {
        constexpr std::size_t kBegin = 9; // behind `HTTP/1.1 `
        int value = 0;
        if (bytes.size() < kBegin + 3 ||
            std::from_chars(bytes.data() + kBegin, bytes.data() + kBegin + 3, value).ec != std::errc{}) {
            return std::nullopt;
        }
        status = value;
        const std::size_t end = bytes.find("\r\n\r\n");
        if (value >= 200 || end == std::string_view::npos) {
            break;
        }
        bytes.remove_prefix(end + 4);
    }
    return status && *status >= 200 ? status : std::nullopt;
}

} // namespace

bool isLegible(const JsonCursor& attempt, const Response& response)
{
    return !response.bodyTruncated && !response.bodyUnseen && !attempt.at("fault").isPresent() &&
           !response.headers.contains("content-encoding") && !holdsRedacted(response.body) &&
           !isRedacted(response.parsed);
}

void rejectContradictions(const JsonCursor& attempt, const Response& response)
{
    const JsonCursor parsed = attempt.at("parsed");
    if (!isLegible(attempt, response)) {
        return;
    }
    if (const auto size = static_cast<std::int64_t>(response.body.size()); response.bodyBytes != size) {
        attempt.at("bodyBytes")
            .reject(QStringLiteral("it is %1, but the body has %2 bytes; correct one of them")
                        .arg(response.bodyBytes)
                        .arg(size));
        return;
    }
    if (!parsed.isPresent()) {
        return;
    }
    const ParsedBody read = parseBody(
        response.headers, QByteArrayView(response.body.data(), static_cast<qsizetype>(response.body.size())));
    if (const QString what = difference(response.parsed, read); !what.isEmpty()) {
        parsed.reject(QStringLiteral("this contradicts the body next to it: %1; correct one of them, or "
                                     "remove \"parsed\" so that Retryscope parses the body again")
                          .arg(what));
    }
}

void rejectContradictions(const JsonCursor& attempt, const AttemptFacts& facts)
{
    if (!facts.response || !facts.wire || holdsRedacted(facts.response->body)) {
        return;
    }
    const std::string& bytes = facts.wire->rawReceived;
    const std::optional<int> status = statusIn(bytes);
    if (status && *status != facts.response->status) {
        attempt.at("rawReceived")
            .reject(QStringLiteral("its status is %1, but \"status\" is %2; correct one of them")
                        .arg(*status)
                        .arg(facts.response->status));
        return;
    }
    const bool isPlain = status && static_cast<std::int64_t>(bytes.size()) == facts.wire->rawReceivedBytes &&
                         !holdsRedacted(bytes) && !facts.fault && !facts.response->bodyTruncated &&
                         !facts.response->headers.contains("transfer-encoding") &&
                         !facts.response->headers.contains("content-encoding");
    if (isPlain && bytes.find(facts.response->body) == std::string::npos) {
        attempt.at("rawReceived")
            .reject(QStringLiteral("it does not contain the \"body\" next to it; correct one of them"));
    }
}

} // namespace retryscope::io
