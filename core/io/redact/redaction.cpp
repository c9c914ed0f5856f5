// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/redact/redaction.h"

#include "core/io/redact/redact.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace retryscope::io {

namespace {

/// Digits that stand for one byte of ASCII, and how many there are.
Escape ofDigits(std::string_view text, std::size_t from, std::size_t most, int base, std::size_t least = 1)
{
    constexpr unsigned kPastAscii = 0x80;
    unsigned code = 0;
    const std::string_view digits = text.substr(std::min(from, text.size()), most);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, base);
    const auto size = static_cast<std::size_t>(end - digits.data());
    const bool isRead = error == std::errc() && size >= least && code < kPastAscii;
    return isRead ? Escape{static_cast<char>(code), from + size} : Escape{};
}

/// Sources: RFC 8259, section 7; `\x` and `\'` as Python and JavaScript print them.
Escape ofBackslash(std::string_view text)
{
    constexpr std::array<std::pair<char, char>, 10> kLetters{{{'"', '"'},
                                                              {'\'', '\''},
                                                              {'\\', '\\'},
                                                              {'/', '/'},
                                                              {'b', '\b'},
                                                              {'f', '\f'},
                                                              {'n', '\n'},
                                                              {'r', '\r'},
                                                              {'t', '\t'},
                                                              {'0', '\0'}}};
    const char next = text.size() > 1 ? text[1] : '\0';
    if (next == 'u') {
        return ofDigits(text, 2, 4, 16, 4);
    }
    if (next == 'x') {
        return ofDigits(text, 2, 2, 16, 2);
    }
    const auto known = std::ranges::find(kLetters, next, &std::pair<char, char>::first);
    return text.size() > 1 && known != kLetters.end() ? Escape{known->second, 2} : Escape{};
}

/// Source: Extensible Markup Language 1.0, sections 4.1 and 4.6.
Escape ofReference(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, char>, 5> kNamed{
        {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
    if (text.starts_with("&#")) {
        constexpr std::size_t kMostDigits = 8;
        const bool isHex = text.size() > 2 && (text[2] == 'x' || text[2] == 'X');
        const Escape digits = ofDigits(text, isHex ? 3 : 2, kMostDigits, isHex ? 16 : 10);
        const bool isEnded = digits.size > 0 && digits.size < text.size() && text[digits.size] == ';';
        return isEnded ? Escape{digits.letter, digits.size + 1} : Escape{};
    }
    const auto known = std::ranges::find_if(
        kNamed, [text](const auto& reference) { return text.starts_with(reference.first); });
    return known != kNamed.end() ? Escape{known->second, known->first.size()} : Escape{};
}

/// As often unescaped; absent where there is nothing to unescape.
std::optional<UnescapedText> atLevel(std::string_view whole, int level)
{
    std::optional<UnescapedText> text(whole);
    for (; text && level > 0; --level) {
        text = text->unescaped();
    }
    return text;
}

/// False where the text cannot be unescaped so often.
bool redactAt(int level, std::span<const HideStep> steps, std::string& whole,
              std::vector<std::string>& hidden)
{
    std::optional<UnescapedText> text = atLevel(whole, level);
    for (const HideStep& step : steps) {
        if (!text) {
            return false;
        }
        if (text->text().find(step.mark) == std::string_view::npos) {
            continue;
        }
        Redaction redaction(*text, whole);
        step.hide(text->text(), redaction);
        hidden.insert(hidden.end(), redaction.hidden().begin(), redaction.hidden().end());
        if (!redaction.isEmpty()) {
            whole = std::move(redaction).result();
            text = atLevel(whole, level);
        }
    }
    return text.has_value();
}

} // namespace

Escape escapeAt(std::string_view text)
{
    switch (text.front()) {
    case '\\':
        return ofBackslash(text);
    case '%':
        return ofDigits(text, 1, 2, 16, 2);
    case '&':
        return ofReference(text);
    default:
        return {};
    }
}

std::optional<UnescapedText> UnescapedText::unescaped() const
{
    const std::string_view from = text();
    UnescapedText result(m_whole);
    result.m_isUnescaped = true;
    bool isSame = true;
    std::size_t copied = 0;
    auto stretch = m_stretches.begin();
    // All stretches of this text that begin before there go on in the other.
    const auto copyTo = [&](std::size_t end) {
        for (; stretch != m_stretches.end() && stretch->at < end; ++stretch) {
            if (stretch->at >= copied) {
                result.m_stretches.push_back(
                    {result.m_text.size() + stretch->at - copied, stretch->original});
            }
        }
        result.m_text += from.substr(copied, end - copied);
    };
    for (std::size_t at = from.find_first_of("\\%&"); at != std::string_view::npos;
         at = from.find_first_of("\\%&", at)) {
        const Escape escape = escapeAt(from.substr(at));
        if (escape.size == 0) {
            ++at;
            continue;
        }
        isSame = false;
        copyTo(at);
        result.m_stretches.push_back({result.m_text.size(), original(at)});
        result.m_text += escape.letter;
        at += escape.size;
        copied = at;
        result.m_stretches.push_back({result.m_text.size(), original(at)});
    }
    if (isSame) {
        return std::nullopt;
    }
    copyTo(from.size());
    return result;
}

std::size_t UnescapedText::original(std::size_t at) const
{
    const auto next = std::ranges::upper_bound(m_stretches, at, {}, &Stretch::at);
    if (next == m_stretches.begin()) {
        return at;
    }
    const Stretch& stretch = *std::prev(next);
    return std::min(stretch.original + at - stretch.at, m_whole.size());
}

void Redaction::hide(std::size_t begin, std::size_t end, Secrecy secrecy)
{
    if (begin < m_done || end <= begin || secrecy == Secrecy::Open) {
        return;
    }
    m_done = end;
    const std::string_view value = m_text.text().substr(begin, end - begin);
    if (beginsWithDigest(m_text.text().substr(begin))) { // in which there is a blank, where values end
        return;
    }
    const std::size_t from = m_text.original(begin);
    // What was hidden before its escapes were looked at ends where it was found to.
    if (from < m_copied || (m_text.isUnescaped() && m_whole.substr(from).starts_with(kRedacted))) {
        return;
    }
    m_result += m_whole.substr(m_copied, from - m_copied);
    m_result += shownInPlaceOf(value, secrecy);
    m_copied = m_text.original(end);
    m_hidden.push_back(value);
}

std::string Redaction::result() &&
{
    m_result += m_whole.substr(m_copied);
    return std::move(m_result);
}

std::vector<std::string> redactWith(std::span<const HideStep> steps, std::string& text)
{
    std::vector<std::string> hidden;
    constexpr int kMostLevels = 3;
    // As it stands first: an escaped quote does not end the value that it stands in.
    for (int level = 0; level <= kMostLevels && redactAt(level, steps, text, hidden); ++level) {
    }
    return hidden;
}

} // namespace retryscope::io
