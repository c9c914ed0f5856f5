// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/pasted_text_places.h"

#include "core/io/http/body_place.h"
#include "core/io/text/utf8.h"

#include <QRegularExpression>

namespace retryscope::ui {

namespace {

QByteArrayView bytesOf(const std::string& body)
{
    return {body.data(), static_cast<qsizetype>(body.size())};
}

/// As an editor shows it: with one character at the end of a line.
QString asEdited(std::string_view bytes)
{
    return toQString(bytes).replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
}

std::optional<TextMark> markInBody(const QString& text, const Response& response, io::BodyRange range,
                                   bool isName)
{
    const QString edited = asEdited(response.body);
    // Where the search begins is said, because that of Qt 6.4 begins behind the text, where a zero stands.
    const qsizetype latest = text.size() - edited.size();
    const qsizetype body = latest < 0 ? -1 : text.lastIndexOf(edited, latest);
    if (body < 0) {
        return std::nullopt;
    }
    const std::string_view bytes = response.body;
    const auto offset = static_cast<std::size_t>(range.offset);
    const auto length = static_cast<std::size_t>(range.length);
    return TextMark{.begin = body + asEdited(bytes.substr(0, offset)).size(),
                    .length = asEdited(bytes.substr(offset, length)).size(),
                    .isName = isName};
}

/// The last line of this kind: of several responses the last one counts.
std::optional<TextMark> lastMatch(const QString& text, const QString& pattern)
{
    const QRegularExpression line(pattern, QRegularExpression::MultilineOption |
                                               QRegularExpression::CaseInsensitiveOption);
    std::optional<TextMark> found;
    for (auto matches = line.globalMatch(text); matches.hasNext();) {
        const auto match = matches.next();
        found = TextMark{.begin = match.capturedStart(1), .length = match.capturedLength(1)};
    }
    return found;
}

/// What rest finds behind `HTTP/1.1 ` where a line begins, else within one: of a log, whose lines begin
/// otherwise.
std::optional<TextMark> inStatusLine(const QString& text, const QString& rest)
{
    const QString version = QStringLiteral("HTTP/[0-9.]+[ \\t]+");
    const std::optional<TextMark> found = lastMatch(text, QStringLiteral("^(?:< )?[ \\t]*") + version + rest);
    return found ? found
                 : lastMatch(text, QStringLiteral("[ \\t<]") + version + QStringLiteral("(?=\\d{3})") + rest);
}

std::optional<TextMark> markInHead(const QString& text, const std::string& origin)
{
    constexpr std::string_view kHeader = "header:";
    if (origin.starts_with(kHeader)) {
        const QString name = QRegularExpression::escape(toQString(origin.substr(kHeader.size())));
        return lastMatch(text, QStringLiteral("^(?:< )?[ \\t]*%1[ \\t]*:[ \\t]*(.*?)[ \\t]*$").arg(name));
    }
    if (origin == "reason") {
        return inStatusLine(text, QStringLiteral("\\d+[ \\t]+(.+?)[ \\t]*$"));
    }
    return origin == "status" ? inStatusLine(text, QStringLiteral("(\\d+)")) : std::nullopt;
}

} // namespace

std::optional<TextMark> markIn(const QString& text, const Response& response, const ErrorReading& reading,
                               const ErrorName& name)
{
    if (name.state == NameState::Absent) {
        const auto near = io::nearestTo(reading, response.parsed, bytesOf(response.body));
        return near ? markInBody(text, response, *near, false) : std::nullopt;
    }
    const auto range = io::rangeOf(response.headers, bytesOf(response.body), name.origin);
    return range ? markInBody(text, response, *range, true) : markInHead(text, name.origin);
}

TextEdit statusEdit(const QString& text, int status, bool hasHeaders)
{
    const QString number = QString::number(status);
    std::optional<TextMark> old = inStatusLine(text, QStringLiteral("(\\S.*?)[ \\t]*$"));
    if (!old) {
        const QRegularExpression first(
            QStringLiteral("^\\s*(?::?status(?:[ _-]?code)?\\s*[:= ]\\s*)?(\\d{3}\\b[^\\n<{]*)"),
            QRegularExpression::CaseInsensitiveOption);
        if (const auto match = first.match(text); match.hasMatch()) {
            old = TextMark{.begin = match.capturedStart(1), .length = match.capturedLength(1)};
        }
    }
    if (old) {
        return {.begin = old->begin, .length = old->length, .text = number};
    }
    return {.begin = 0,
            .length = 0,
            .text = QStringLiteral("HTTP/1.1 %1\n").arg(number) +
                    (hasHeaders ? QString() : QStringLiteral("\n"))};
}

} // namespace retryscope::ui
