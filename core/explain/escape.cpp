// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/escape.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <system_error>
#include <utility>

namespace retryscope {

namespace {

constexpr char32_t kReplacement = 0xfffd;
constexpr std::string_view kReplacementBytes = "\xef\xbf\xbd";

/// One character of UTF-8, and of how many bytes it is.
struct Character
{
    char32_t code = kReplacement;
    std::size_t bytes = 1;
};

/// The first of the text, which is not empty. A byte that begins no character stands for U+FFFD.
Character firstCharacter(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80) {
        return {lead, 1};
    }
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000}; // by length; below, it is overlong
    if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) {
        return {};
    }
    char32_t code = lead & (0x7fU >> bytes);
    for (const char following : text.substr(1, bytes - 1)) {
        const auto byte = static_cast<unsigned char>(following);
        if ((byte & 0xc0U) != 0x80U) {
            return {};
        }
        code = code << 6U | (byte & 0x3fU);
    }
    const bool isValid = code >= kLeast[bytes] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isValid ? Character{code, bytes} : Character{};
}

/// Unicode's categories Cc beyond ASCII and Cf, as Unicode 15 has them.
bool isUnseen(char32_t code)
{
    constexpr std::array<std::pair<char32_t, char32_t>, 20> kRanges{
        {{0x80, 0x9f},       {0xad, 0xad},       {0x600, 0x605},     {0x61c, 0x61c},     {0x6dd, 0x6dd},
         {0x70f, 0x70f},     {0x890, 0x891},     {0x8e2, 0x8e2},     {0x180e, 0x180e},   {0x200b, 0x200f},
         {0x202a, 0x202e},   {0x2060, 0x206f},   {0xfeff, 0xfeff},   {0xfff9, 0xfffb},   {0x110bd, 0x110bd},
         {0x110cd, 0x110cd}, {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0001, 0xe007f}}};
    return std::any_of(kRanges.begin(), kRanges.end(),
                       [code](const auto& range) { return code >= range.first && code <= range.second; });
}

bool isNumber(std::string_view text)
{
    double number = 0;
    text.remove_prefix(text.starts_with('+') || text.starts_with('-') ? 1 : 0);
    if (text.empty() || (text.front() != '.' && (text.front() < '0' || text.front() > '9'))) {
        return false; // `+-1` and `-inf` are formulas
    }
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc{} && end == text.data() + text.size();
}

/// Excel and LibreOffice skip blanks before a formula; Excel takes the full-width signs of East Asian
/// keyboards too.
bool startsFormula(std::string_view text)
{
    const bool startsCell = text.starts_with('\t') || text.starts_with('\r');
    const auto first = std::find_if(text.begin(), text.end(),
                                    [](char letter) { return static_cast<unsigned char>(letter) > 0x20; });
    text.remove_prefix(static_cast<std::size_t>(first - text.begin()));
    if (text.empty()) {
        return startsCell;
    }
    constexpr std::u32string_view kSigns = U"=+-@\uff1d\uff0b\uff0d\uff20";
    return startsCell ||
           (kSigns.find(firstCharacter(text).code) != std::u32string_view::npos && !isNumber(text));
}

std::string withoutControls(std::string_view text, bool keepsLines)
{
    constexpr char32_t kLineSeparator = 0x2028;
    constexpr char32_t kParagraphSeparator = 0x2029;
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const auto [code, bytes] = firstCharacter(text);
        if (keepsLines && (code == '\n' || code == '\r' || code == '\t')) {
            result += text.front();
        } else if (code < 0x20 || code == 0x7f || code == kLineSeparator || code == kParagraphSeparator) {
            result += ' ';
        } else {
            result += code == kReplacement || isUnseen(code) ? kReplacementBytes : text.substr(0, bytes);
        }
        text.remove_prefix(bytes);
    }
    return result;
}

} // namespace

void appendCsvCell(std::string& line, std::string_view text)
{
    const bool isPlain = std::none_of(text.begin(), text.end(), [](char character) {
        return character == ',' || character == '"' || character == '\r' || character == '\n';
    });
    const bool isFormula = startsFormula(text);
    if (isPlain) {
        line += isFormula ? "'" : "";
        line += text;
        return;
    }
    line += isFormula ? "\"'" : "\"";
    for (const char character : text) {
        line.append(character == '"' ? 2 : 1, character);
    }
    line += '"';
}

std::string tableCell(std::string_view text)
{
    return (startsFormula(text) ? "'" : "") + oneLine(text);
}

std::string oneLine(std::string_view text)
{
    return withoutControls(text, false);
}

std::string plainLines(std::string_view text)
{
    return withoutControls(text, true);
}

std::string markdownEscaped(std::string_view text, std::string_view special)
{
    std::string result;
    for (const char character : text) {
        result += special.find(character) != std::string_view::npos ? "\\" : "";
        result += character;
    }
    return result;
}

std::string markdownTable(const TableLines& lines)
{
    std::string text;
    for (const std::vector<std::string>& cells : lines) {
        const bool isHead = text.empty();
        text += '|';
        for (const std::string& cell : cells) {
            text += (cell.empty() ? "" : " ") + markdownEscaped(oneLine(cell), "\\`*_{}[]<>#|!~") + " |";
        }
        text += '\n';
        if (isHead) {
            text += '|';
            for (std::size_t column = 0; column < cells.size(); ++column) {
                text += "---|";
            }
            text += '\n';
        }
    }
    return text;
}

std::string csvTable(const TableLines& lines)
{
    std::string text;
    for (const std::vector<std::string>& cells : lines) {
        for (std::size_t column = 0; column < cells.size(); ++column) {
            text += column == 0 ? "" : ",";
            appendCsvCell(text, oneLine(cells[column]));
        }
        text += "\r\n";
    }
    return text;
}

} // namespace retryscope
