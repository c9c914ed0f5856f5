// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/json_items.h"

#include "core/io/text/utf8.h"

#include <charconv>
#include <cmath>

namespace retryscope::io {

Result<Done> parseItems(QIODevice& device, const QString& place, JsonTree& tree, const JsonParsing& parsing,
                        const std::size_t& taken, TrafficSink& sink)
{
    const Result<Done> parsed = parseJson(device, place, tree, parsing);
    if (parsed || parsed.error().kind != Error::Kind::BadInput || taken == 0) {
        return parsed;
    }
    tree = JsonTree(); // it is not whole
    sink.remark(fromQString(QStringLiteral("The file is damaged; the part before the damage was read. %1")
                                .arg(parsed.error().text())));
    return Done{};
}

std::string scalarText(const JsonCursor& value)
{
    constexpr std::size_t kMost = std::size_t{64} * 1024;
    constexpr double kExact = 9e15; // whole numbers up to here are exact
    if (value.is(JsonTree::Type::String)) {
        return std::string(value.text().substr(0, kMost));
    }
    if (value.is(JsonTree::Type::True) || value.is(JsonTree::Type::False)) {
        return value.boolean() ? "true" : "false";
    }
    if (!value.is(JsonTree::Type::Number)) {
        return {};
    }
    const double number = value.number();
    return std::abs(number) < kExact && number == std::floor(number)
               ? std::to_string(static_cast<qint64>(number))
               : QByteArray::number(number).toStdString();
}

std::string nameText(const JsonCursor& text)
{
    constexpr std::size_t kMost = 256;
    return std::string(text.text().substr(0, kMost));
}

std::optional<qint64> wholeNumber(const JsonCursor& value)
{
    constexpr double kMost = 9.2e18;
    if (value.is(JsonTree::Type::Number)) {
        const double number = value.number();
        return std::abs(number) < kMost ? std::optional(static_cast<qint64>(number)) : std::nullopt;
    }
    if (!value.is(JsonTree::Type::String)) {
        return std::nullopt;
    }
    const std::string_view text = value.text();
    qint64 number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::optional<Duration> timeSince1970(const JsonCursor& value, qint64 parts)
{
    constexpr std::chrono::seconds kEnd{253'402'300'800}; // of the year 9999
    const std::optional<qint64> number = wholeNumber(value);
    return number && *number >= 0 && Duration{*number / parts} < kEnd
               ? std::optional(Duration{*number / parts})
               : std::nullopt;
}

} // namespace retryscope::io
