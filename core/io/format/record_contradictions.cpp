// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/format/record_contradictions.h"

#include "core/io/http/error_body.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace retryscope::io {

namespace {

constexpr std::string_view kHiddenText = "[redacted]";

bool isRedacted(std::string_view text)
{
    return text.find(kHiddenText) != std::string_view::npos;
}

bool isRedacted(const ParsedBody& parsed)
{
    return isRedacted(parsed.text) ||
           std::any_of(parsed.fields.begin(), parsed.fields.end(),
                       [](const BodyField& field) { return isRedacted(field.text); });
}

QString syntaxOf(const ParsedBody& parsed)
{
    return parsed.isEmpty  ? QStringLiteral("no body")
           : parsed.isXml  ? QStringLiteral("well-formed XML")
           : parsed.isJson ? QStringLiteral("valid JSON")
                           : QStringLiteral("neither XML nor JSON");
}

QString fieldText(const BodyField& field)
{
    constexpr int kMost = 100;
    return QStringLiteral("%1 = \"%2\"").arg(toQString(field.place), toQString(field.text).left(kMost));
}

/// The first thing in which two readings of a body differ; empty when they agree.
QString difference(const ParsedBody& said, const ParsedBody& read)
{
    if (syntaxOf(said) != syntaxOf(read)) {
        return QStringLiteral("it says %1, and the body is %2").arg(syntaxOf(said), syntaxOf(read));
    }
    const std::size_t most = std::max(said.fields.size(), read.fields.size());
    for (std::size_t i = 0; i < most; ++i) {
        const QString nothing = QStringLiteral("nothing more");
        const QString ours = i < said.fields.size() ? fieldText(said.fields[i]) : nothing;
        const QString theirs = i < read.fields.size() ? fieldText(read.fields[i]) : nothing;
        if (ours != theirs) {
            return QStringLiteral("it says %1, and the body says %2").arg(ours, theirs);
        }
    }
    return {};
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

void rejectContradictions(const JsonCursor& attempt, const Response& response)
{
    const bool isWhole = !response.bodyTruncated && !attempt.at("fault").isPresent() &&
                         !response.headers.contains("content-encoding");
    const JsonCursor parsed = attempt.at("parsed");
    if (!isWhole || isRedacted(response.body) || isRedacted(response.parsed)) {
        return;
    }
    if (const auto size = static_cast<std::int64_t>(response.body.size()); response.bodyBytes != size) {
        attempt.at("bodyBytes")
            .reject(QStringLiteral("it is %1, and the body has %2 bytes; mend the one that is wrong")
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
        parsed.reject(
            QStringLiteral("this contradicts the body beside it: %1; mend the one that is wrong, or "
                           "remove \"parsed\" to have the body read again")
                .arg(what));
    }
}

void rejectContradictions(const JsonCursor& attempt, const AttemptFacts& facts)
{
    if (!facts.response || !facts.wire || isRedacted(facts.response->body)) {
        return;
    }
    const std::string& bytes = facts.wire->rawReceived;
    const std::optional<int> status = statusIn(bytes);
    if (status && *status != facts.response->status) {
        attempt.at("rawReceived")
            .reject(QStringLiteral("its status is %1, and \"status\" is %2; mend the one that is wrong")
                        .arg(*status)
                        .arg(facts.response->status));
        return;
    }
    const bool isPlain = status && static_cast<std::int64_t>(bytes.size()) == facts.wire->rawReceivedBytes &&
                         !isRedacted(bytes) && !facts.fault && !facts.response->bodyTruncated &&
                         !facts.response->headers.contains("transfer-encoding") &&
                         !facts.response->headers.contains("content-encoding");
    if (isPlain && bytes.find(facts.response->body) == std::string::npos) {
        attempt.at("rawReceived")
            .reject(QStringLiteral("it does not hold the \"body\" beside it; mend the one that is wrong"));
    }
}

} // namespace retryscope::io
