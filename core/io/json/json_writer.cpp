// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/json/json_writer.h"

#include "core/io/text/utf8.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>

namespace retryscope::io {

namespace {

constexpr std::size_t kBlock = std::size_t{64} * 1024;
constexpr std::size_t kIndent = 4;

bool isPlain(char character)
{
    const auto byte = static_cast<unsigned char>(character);
    return byte >= 0x20U && byte < 0x80U && byte != '"' && byte != '\\';
}

/// Characters beyond ASCII that JSON may hold as they are, but that steer a terminal (C1) or turn the order
/// of what is read around (bidi marks): their code, and 0 for others.
unsigned steeringCodeAt(std::string_view text)
{
    const auto byteAt = [text](std::size_t at) {
        return at < text.size() ? static_cast<unsigned>(static_cast<unsigned char>(text[at])) : 0U;
    };
    if (byteAt(0) == 0xc2 && byteAt(1) < 0xa0) {
        return byteAt(1);
    }
    const unsigned code = byteAt(0) == 0xe2 ? 0x2000U | (byteAt(1) & 0x3fU) << 6U | (byteAt(2) & 0x3fU) : 0U;
    const bool isMark = code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
                        (code >= 0x2066 && code <= 0x2069);
    return isMark ? code : 0U;
}

} // namespace

JsonWriter::JsonWriter(QIODevice& device, Layout layout) : m_device(device), m_layout(layout)
{
    m_text.reserve(2 * kBlock);
}

void JsonWriter::beginObject(Members members)
{
    beginValue();
    open('{', members == Members::InAnyOrder);
}

void JsonWriter::endObject()
{
    if (const Level& level = m_levels.back(); level.isCollected) {
        if (!level.isSorted) {
            sortMembers(level);
        }
        m_members.resize(level.firstMember);
        --m_collected;
    }
    close('}');
}

void JsonWriter::beginArray()
{
    beginValue();
    open('[', false);
}

void JsonWriter::endArray()
{
    close(']');
}

void JsonWriter::open(char bracket, bool isCollected)
{
    m_text += bracket;
    m_levels.push_back({.isCollected = isCollected, .firstMember = m_members.size()});
    m_collected += isCollected ? 1 : 0;
}

void JsonWriter::close(char bracket)
{
    m_levels.pop_back();
    breakLine(m_levels.size());
    m_text += bracket;
    if (m_collected == 0 && m_text.size() >= kBlock) {
        flush();
    }
}

void JsonWriter::key(std::string_view name)
{
    separate();
    const std::size_t begin = m_text.size();
    m_text += '"';
    appendEscaped(name);
    const std::size_t nameEnd = m_text.size();
    m_text += m_layout == Layout::Compact ? "\":" : "\": ";
    m_followsKey = true;
    if (Level& level = m_levels.back(); level.isCollected) {
        const Member member{.begin = begin, .nameEnd = nameEnd};
        level.isSorted = level.isSorted &&
                         (m_members.size() == level.firstMember || nameOf(m_members.back()) < nameOf(member));
        m_members.push_back(member);
    }
}

std::string_view JsonWriter::nameOf(const Member& member) const
{
    return std::string_view(m_text).substr(member.begin, member.nameEnd - member.begin);
}

void JsonWriter::sortMembers(const Level& level)
{
    const auto first = m_members.begin() + static_cast<std::ptrdiff_t>(level.firstMember);
    const std::size_t begin = first->begin;
    const std::size_t gap = m_layout == Layout::Compact ? 1 : 2 + kIndent * m_levels.size();
    const std::string separator =
        m_layout == Layout::Compact ? "," : ",\n" + std::string(kIndent * m_levels.size(), ' ');
    std::vector<std::pair<Member, std::size_t>> members; // with where each ends
    for (auto member = first; member != m_members.end(); ++member) {
        const bool isLast = member + 1 == m_members.end();
        members.emplace_back(*member, isLast ? m_text.size() : (member + 1)->begin - gap);
    }
    std::sort(members.begin(), members.end(), [this](const auto& left, const auto& right) {
        return nameOf(left.first) < nameOf(right.first);
    });
    std::string sorted;
    sorted.reserve(m_text.size() - begin);
    for (const auto& [member, end] : members) {
        sorted += sorted.empty() ? std::string_view() : std::string_view(separator);
        sorted.append(m_text, member.begin, end - member.begin);
    }
    assert(sorted.size() == m_text.size() - begin);
    m_text.replace(begin, sorted.size(), sorted);
}

void JsonWriter::null()
{
    beginValue();
    m_text += "null";
}

void JsonWriter::boolean(bool value)
{
    beginValue();
    m_text += value ? "true" : "false";
}

void JsonWriter::integer(std::int64_t value)
{
    beginValue();
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    m_text.append(digits.data(), end);
}

void JsonWriter::number(double value)
{
    constexpr double kExact = 1e15; // every whole number up to here is written with all its digits
    if (std::abs(value) < kExact && std::trunc(value) == value && !(value == 0 && std::signbit(value))) {
        integer(static_cast<std::int64_t>(value));
        return;
    }
    beginValue();
    if (!std::isfinite(value)) {
        m_text += "null";
        return;
    }
    constexpr double kSmallest = 1e-3; // smaller ones are written with an exponent
    if (std::abs(value) >= kSmallest && std::abs(value) < kExact) {
        std::array<char, 48> digits{};
        const auto end =
            std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed).ptr;
        m_text.append(digits.data(), end);
        return;
    }
    m_text += QByteArray::number(value, 'g', QLocale::FloatingPointShortest).toStdString();
}

void JsonWriter::text(std::string_view utf8)
{
    beginValue();
    m_text += '"';
    if (isAscii(utf8)) {
        appendEscaped(utf8);
    } else {
        // As QString has it: a byte order mark goes, and what is no UTF-8 is replaced.
        const QByteArray clean = QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())).toUtf8();
        appendEscaped({clean.constData(), static_cast<std::size_t>(clean.size())});
    }
    m_text += '"';
}

void JsonWriter::value(const QJsonValue& value)
{
    switch (value.type()) {
    case QJsonValue::Null:
    case QJsonValue::Undefined:
        return null();
    case QJsonValue::Bool:
        return boolean(value.toBool());
    case QJsonValue::Double: {
        // A whole number may be larger than a double keeps exactly.
        const QVariant whole = value.toVariant();
        return whole.typeId() == QMetaType::LongLong ? integer(whole.toLongLong()) : number(value.toDouble());
    }
    case QJsonValue::String:
        return text(value.toString().toStdString());
    case QJsonValue::Array:
        beginArray();
        for (const QJsonValue item : value.toArray()) {
            this->value(item);
        }
        return endArray();
    case QJsonValue::Object: {
        const QJsonObject object = value.toObject();
        beginObject(Members::Sorted);
        for (auto member = object.begin(); member != object.end(); ++member) {
            key(member.key().toStdString());
            this->value(member.value());
        }
        return endObject();
    }
    }
}

void JsonWriter::beginValue()
{
    if (!m_followsKey && !m_levels.empty()) {
        separate();
    }
    m_followsKey = false;
}

void JsonWriter::separate()
{
    if (m_levels.back().count++ > 0) {
        m_text += ',';
    }
    breakLine(m_levels.size());
}

void JsonWriter::breakLine(std::size_t depth)
{
    if (m_layout == Layout::Indented) {
        m_text += '\n';
        m_text.append(kIndent * depth, ' ');
    }
}

void JsonWriter::appendEscaped(std::string_view text)
{
    static constexpr std::string_view kShort = "\"\\\b\f\n\r\t";
    static constexpr std::string_view kLetters = "\"\\bfnrt";
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::size_t done = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char character = text[at];
        const auto byte = static_cast<unsigned char>(character);
        if (isPlain(character) || (byte >= 0x80U && steeringCodeAt(text.substr(at)) == 0)) {
            continue;
        }
        m_text += text.substr(done, at - done);
        done = at + 1;
        m_text += '\\';
        if (const unsigned code = byte >= 0x80U ? steeringCodeAt(text.substr(at)) : 0U; code != 0) {
            m_text += 'u';
            for (const unsigned shift : {12U, 8U, 4U, 0U}) {
                m_text += kDigits[code >> shift & 0x0fU];
            }
            at += code < 0x100 ? 1 : 2;
            done = at + 1;
            continue;
        }
        if (const std::size_t letter = kShort.find(character); letter != std::string_view::npos) {
            m_text += kLetters[letter];
        } else {
            m_text += "u00";
            m_text += kDigits[byte >> 4U];
            m_text += kDigits[byte & 0x0fU];
        }
    }
    m_text += text.substr(done);
}

void JsonWriter::finish()
{
    assert(m_levels.empty());
    m_text += '\n';
    flush();
}

void JsonWriter::flush()
{
    m_device.write(m_text.data(), static_cast<qint64>(m_text.size()));
    m_text.clear();
}

} // namespace retryscope::io
