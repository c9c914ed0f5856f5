// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/setting.h"

#include "core/io/text/bounded_line.h"
#include "core/io/text/utf8.h"

#include <QRegularExpression>

#include <chrono>
#include <cmath>

namespace retryscope::io {

namespace {

constexpr double kLongestSeconds = 366.0 * 24 * 3600;

std::optional<Duration> fromSeconds(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0 || seconds > kLongestSeconds) {
        return std::nullopt;
    }
    return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds));
}

std::optional<double> secondsOfUnit(const QString& unit)
{
    static const std::vector<std::pair<QString, double>> units{
        {QStringLiteral("ns"), 1e-9}, {QStringLiteral("us"), 1e-6}, {QStringLiteral("ms"), 1e-3},
        {QStringLiteral("s"), 1},     {QStringLiteral("m"), 60},    {QStringLiteral("min"), 60},
        {QStringLiteral("h"), 3600},  {QStringLiteral("d"), 86400}};
    for (const auto& [name, seconds] : units) {
        if (unit == name) {
            return seconds;
        }
    }
    return std::nullopt;
}

} // namespace

QString plainName(const QString& name)
{
    QString result;
    for (const QChar character : name) {
        if (character != u'_' && character != u'-') {
            result += character.toLower();
        }
    }
    return result;
}

const Setting* Setting::find(std::initializer_list<std::string_view> names) const
{
    for (const Member& member : members) {
        const QString plain = plainName(member.name);
        for (const std::string_view name : names) {
            if (plain == plainName(toQString(name))) {
                return &member.value;
            }
        }
    }
    return nullptr;
}

const Setting* Setting::within(std::initializer_list<std::string_view> path) const
{
    const Setting* setting = this;
    for (const std::string_view name : path) {
        setting = setting != nullptr ? setting->find({name}) : nullptr;
    }
    return setting;
}

QString Setting::textWithin(std::initializer_list<std::string_view> path) const
{
    const Setting* setting = within(path);
    return setting != nullptr ? setting->text : QString();
}

std::optional<double> Setting::number() const
{
    bool isNumber = false;
    const double result = QString(text).remove(u'_').toDouble(&isNumber);
    return kind == Kind::Text && isNumber && std::isfinite(result) ? std::optional(result) : std::nullopt;
}

std::optional<int> Setting::wholeNumber() const
{
    const std::optional<double> result = number();
    if (!result || std::trunc(*result) != *result || std::abs(*result) > 1e9) {
        return std::nullopt;
    }
    return static_cast<int>(*result);
}

std::optional<double> Setting::pythonNumber() const
{
    if (isQuoted) {
        return std::nullopt;
    }
    const std::optional<double> given = number();
    const std::optional<bool> truth = given ? std::nullopt : yes();
    return truth ? std::optional(*truth ? 1.0 : 0.0) : given;
}

std::vector<Setting> Setting::listed() const
{
    return kind == Kind::Text || kind == Kind::Code ? std::vector{*this} : items;
}

std::optional<bool> Setting::yes() const
{
    const QString lower = text.toLower();
    if (kind == Kind::Text && (lower == u"true" || lower == u"yes" || lower == u"on")) {
        return true;
    }
    if (kind == Kind::Text && (lower == u"false" || lower == u"no" || lower == u"off")) {
        return false;
    }
    return std::nullopt;
}

QString Setting::shown() const
{
    constexpr std::size_t kMostShown = 8;
    if (kind == Kind::Nothing) {
        return QStringLiteral("null");
    }
    if (kind == Kind::Text || kind == Kind::Code) {
        return boundedLine(fromQString(text.left(400)), 60);
    }
    QStringList parts;
    for (std::size_t i = 0; i < std::min(items.size(), kMostShown); ++i) {
        parts += items[i].kind == Kind::Group || items[i].kind == Kind::List ? QStringLiteral("…")
                                                                             : items[i].shown();
    }
    for (std::size_t i = 0; i < std::min(members.size(), kMostShown); ++i) {
        parts += boundedLine(fromQString(members[i].name.left(400)), 40);
    }
    if (items.size() > kMostShown || members.size() > kMostShown) {
        parts += QStringLiteral("…");
    }
    return boundedLine(fromQString(parts.join(QStringLiteral(", "))), 80);
}

std::optional<Duration> durationFrom(const QString& text, std::optional<Duration> bare)
{
    const QString trimmed = text.trimmed();
    if (trimmed.size() > 64) {
        return std::nullopt;
    }
    bool isNumber = false;
    if (const double number = trimmed.toDouble(&isNumber); isNumber) {
        return bare ? fromSeconds(number * std::chrono::duration<double>(*bare).count()) : std::nullopt;
    }
    static const QRegularExpression iso(
        QStringLiteral("\\APT(?:([\\d.]+)H)?(?:([\\d.]+)M)?(?:([\\d.]+)S)?\\z"),
        QRegularExpression::CaseInsensitiveOption);
    if (const auto match = iso.match(trimmed); match.hasMatch() && trimmed.size() > 2) {
        return fromSeconds(match.captured(1).toDouble() * 3600 + match.captured(2).toDouble() * 60 +
                           match.captured(3).toDouble());
    }
    static const QRegularExpression piece(QStringLiteral("\\G\\s*(\\d*\\.?\\d+)\\s*([a-z]+)"));
    qsizetype at = 0;
    double seconds = 0;
    while (at < trimmed.size()) {
        const auto match = piece.match(trimmed, at);
        const std::optional<double> unit = match.hasMatch() ? secondsOfUnit(match.captured(2)) : std::nullopt;
        if (!unit) {
            return std::nullopt;
        }
        seconds += match.captured(1).toDouble() * *unit;
        at = match.capturedEnd();
    }
    return at == 0 ? std::nullopt : fromSeconds(seconds);
}

std::optional<Duration> protobufDurationFrom(const QString& text)
{
    static const QRegularExpression seconds(QStringLiteral("\\A(\\d{1,12}(?:\\.\\d{0,9})?|\\.\\d{1,9})s\\z"));
    const auto match = seconds.match(text.left(64));
    return match.hasMatch() ? fromSeconds(match.captured(1).toDouble()) : std::nullopt;
}

Error badLine(const QString& place, int line, const QString& message)
{
    const QString where = QStringLiteral("line %1").arg(line);
    return {.kind = Error::Kind::BadInput,
            .message = message,
            .place = place.isEmpty() ? where : place + QStringLiteral(", ") + where,
            .line = line};
}

} // namespace retryscope::io
