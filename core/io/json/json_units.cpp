// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/json/json_units.h"

#include "core/io/text/utf8.h"

#include <array>
#include <cstdint>
#include <limits>

namespace retryscope::io {

namespace {

struct Unit
{
    QStringView name;
    std::int64_t microseconds;
};

/// From the largest to the smallest. Hours are read but never written: nobody retries that slowly.
constexpr std::array<Unit, 6> kUnits{
    {{u"h", 3'600'000'000}, {u"min", 60'000'000}, {u"s", 1'000'000}, {u"ms", 1'000}, {u"us", 1}, {u"µs", 1}}};

constexpr std::int64_t kMaximum = std::numeric_limits<std::int64_t>::max();

bool isDigit(QChar character)
{
    return character >= u'0' && character <= u'9';
}

/// How many digits the text begins with.
qsizetype leadingDigits(QStringView text)
{
    qsizetype count = 0;
    while (count < text.size() && isDigit(text[count])) {
        ++count;
    }
    return count;
}

const Unit* unitNamed(QStringView name)
{
    for (const Unit& unit : kUnits) {
        if (unit.name == name) {
            return &unit;
        }
    }
    return nullptr;
}

/// sum + digit × unit, or absent beyond the largest number.
std::optional<std::int64_t> addDigit(std::int64_t sum, std::int64_t digit, std::int64_t unit)
{
    if (digit != 0 && unit > (kMaximum - sum) / digit) {
        return std::nullopt;
    }
    return sum + digit * unit;
}

/// whole × unit, or absent beyond the largest number.
std::optional<std::int64_t> wholeUnits(QStringView digits, std::int64_t unit)
{
    std::int64_t number = 0;
    for (const QChar character : digits) {
        const int digit = character.digitValue();
        if (number > (kMaximum - digit) / 10) {
            return std::nullopt;
        }
        number = number * 10 + digit;
    }
    return addDigit(0, number, unit);
}

struct PlacePrefix
{
    QStringView text;
    NameSource source;
};

constexpr std::array<PlacePrefix, 3> kPlacePrefixes{
    {{u"header:", NameSource::Header}, {u"xml:", NameSource::Xml}, {u"json:", NameSource::Json}}};

} // namespace

std::optional<Duration> durationFromText(QStringView text)
{
    const QStringView whole = text.left(leadingDigits(text));
    QStringView rest = text.sliced(whole.size());
    QStringView fraction;
    if (rest.startsWith(u'.')) {
        fraction = rest.sliced(1).left(leadingDigits(rest.sliced(1)));
        rest = rest.sliced(1 + fraction.size());
        if (fraction.isEmpty()) {
            return std::nullopt;
        }
    }
    const Unit* unit = unitNamed(rest.trimmed());
    if (whole.isEmpty() || unit == nullptr) {
        return std::nullopt;
    }
    std::optional<std::int64_t> sum = wholeUnits(whole, unit->microseconds);
    std::int64_t part = unit->microseconds;
    for (const QChar character : fraction) {
        const int digit = character.digitValue();
        if (!sum || (digit != 0 && (part == 0 || part * digit % 10 != 0))) {
            return std::nullopt;
        }
        sum = addDigit(*sum, part * digit / 10, 1);
        part /= 10;
    }
    return sum ? std::optional(Duration{*sum}) : std::nullopt;
}

QString durationToText(Duration duration)
{
    const std::int64_t count = duration.count();
    if (count == 0) {
        return QStringLiteral("0ms");
    }
    for (const Unit& unit : {kUnits[1], kUnits[2], kUnits[3]}) {
        if (count % unit.microseconds == 0) {
            return QString::number(count / unit.microseconds) + unit.name.toString();
        }
    }
    return QString::number(count) + QStringLiteral("us");
}

std::optional<StatusRange> statusRangeFromText(QStringView text)
{
    constexpr qsizetype kDigits = 3;
    const auto statusIn = [](QStringView digits) {
        const bool isStatus =
            digits.size() == kDigits && leadingDigits(digits) == kDigits && digits[0] != u'0';
        return isStatus ? std::optional(digits.toInt()) : std::nullopt;
    };
    if (text.size() == kDigits && text.endsWith(u"xx") && isDigit(text[0]) && text[0] != u'0') {
        const int hundred = text[0].digitValue() * 100;
        return StatusRange{hundred, hundred + 99};
    }
    const qsizetype dash = text.indexOf(u'-');
    const std::optional<int> from = statusIn(dash < 0 ? text : text.left(dash));
    const std::optional<int> to = dash < 0 ? from : statusIn(text.sliced(dash + 1));
    if (!from || !to || *from > *to) {
        return std::nullopt;
    }
    return StatusRange{*from, *to};
}

QString statusRangeToText(const StatusRange& range)
{
    if (range.from == range.to) {
        return QString::number(range.from);
    }
    if (range.from % 100 == 0 && range.to == range.from + 99) {
        return QStringLiteral("%1xx").arg(range.from / 100);
    }
    return QStringLiteral("%1-%2").arg(range.from).arg(range.to);
}

std::optional<NamePlace> namePlaceFromText(const QString& text)
{
    if (text == u"status") {
        return NamePlace{NameSource::Status, {}};
    }
    if (text == u"reason") {
        return NamePlace{NameSource::Reason, {}};
    }
    if (text == u"statusText") {
        return NamePlace{NameSource::StatusText, {}};
    }
    for (const PlacePrefix& prefix : kPlacePrefixes) {
        if (text.startsWith(prefix.text) && text.size() > prefix.text.size()) {
            return NamePlace{prefix.source, text.sliced(prefix.text.size()).toStdString()};
        }
    }
    return std::nullopt;
}

QString namePlaceToText(const NamePlace& place)
{
    return toQString(placeWords(place));
}

} // namespace retryscope::io
