// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/body_excerpt.h"

#include "core/io/http/error_body.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <algorithm>

namespace retryscope::cli {

namespace {

/// One line without control characters, as many characters as the text has.
QString plain(QByteArrayView bytes)
{
    QString text = QString::fromUtf8(bytes);
    for (QChar& character : text) {
        character = character.isPrint() ? character : QLatin1Char(' ');
    }
    return text;
}

/// The line of the body that holds the range, cut to the width, with `^` marks below the range.
ReportLines bodyExcerpt(const std::string& body, io::BodyRange range, int width)
{
    constexpr int kIndent = 4;
    const QByteArrayView bytes(body.data(), static_cast<qsizetype>(body.size()));
    const qsizetype lineStart = bytes.first(range.offset).lastIndexOf('\n') + 1;
    const qsizetype nextLine = bytes.indexOf('\n', range.offset);
    const qsizetype lineEnd = nextLine < 0 ? bytes.size() : nextLine;
    const qsizetype markEnd = std::min(range.offset + range.length, lineEnd);
    QString before = plain(bytes.sliced(lineStart, range.offset - lineStart));
    QString marked = plain(bytes.sliced(range.offset, markEnd - range.offset));
    const int room = std::max(width - kIndent, 1);
    // The mark is what matters: what stands before it gives way first.
    const qsizetype most = std::max<qsizetype>(room / 2, room - marked.size());
    if (before.size() > most) {
        before = QStringLiteral("…") + before.right(most - 1);
    }
    marked = marked.left(room - before.size());
    const QString after = plain(bytes.sliced(markEnd, lineEnd - markEnd));
    const QString margin(kIndent, QLatin1Char(' '));
    return {{{fromQString(margin + before)},
             {fromQString(marked), Tone::Strong},
             {fromQString(after.left(room - before.size() - marked.size()))}},
            {{fromQString(margin + QString(before.size(), QLatin1Char(' ')))},
             {std::string(static_cast<std::size_t>(marked.size()), '^'), Tone::Warning}}};
}

} // namespace

std::optional<io::BodyRange> nameRange(const ErrorReading& reading, const AttemptFacts& facts)
{
    if (!facts.response) {
        return std::nullopt;
    }
    const Response& response = *facts.response;
    const QByteArrayView body(response.body.data(), static_cast<qsizetype>(response.body.size()));
    const ErrorName name = nameOf(reading, facts);
    const bool isInBody = name.origin.starts_with("xml:") || name.origin.starts_with("json:");
    if (isInBody) {
        return io::rangeOf(response.headers, body, name.origin);
    }
    return name.state == NameState::Absent
               ? io::nearestTo(reading, io::parseBody(response.headers, body), body)
               : std::nullopt;
}

ReportLines nameExcerpt(const Situation& situation, int width)
{
    if (!situation.facts.response) {
        return {};
    }
    // The text beside a name can hold secrets.
    Response shown = *situation.facts.response;
    shown.body = io::redactedText(shown.body);
    AttemptFacts facts = situation.facts;
    facts.response = std::make_shared<const Response>(std::move(shown));
    const std::optional<io::BodyRange> range = nameRange(situation.policy.reading, facts);
    return range ? bodyExcerpt(facts.response->body, *range, width) : ReportLines{};
}

} // namespace retryscope::cli
