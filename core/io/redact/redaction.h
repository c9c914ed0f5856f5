// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/redact/secret_names.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// An escape sequence that stands for one ASCII character.
struct Escape
{
    char letter = '\0';
    std::size_t size = 0; ///< 0: none stands there
};

/// The escape at the beginning of a non-empty text: `\u0026`, `\/`, `\n`, `\x26`, `%26`, `&amp;`.
[[nodiscard]] Escape escapeAt(std::string_view text);

/// A text with its escapes replaced, and a mapping of each byte to the original text.
class UnescapedText
{
public:
    /// The text itself. It must outlive the object.
    explicit UnescapedText(std::string_view text) : m_whole(text) {}

    /// With one level of escapes replaced: those of JSON and of what languages print (`\u0026`, `\/`,
    /// `\x26`), percent signs (RFC 3986, section 2.1) and the references of XML (`&quot;`, `&#x22;`), where
    /// they stand for ASCII. Absent when there are none.
    [[nodiscard]] std::optional<UnescapedText> unescaped() const;

    [[nodiscard]] std::string_view text() const { return m_isUnescaped ? m_text : m_whole; }
    [[nodiscard]] bool isUnescaped() const { return m_isUnescaped; }
    /// Offset in the original text of a byte or its escape; the end maps to the end. Takes logarithmic time
    /// in the number of escapes.
    [[nodiscard]] std::size_t original(std::size_t at) const;

private:
    /// From this byte on, each stands behind the one before, as in the first text.
    struct Stretch
    {
        std::size_t at;
        std::size_t original;
    };

    std::string_view m_whole;
    bool m_isUnescaped = false;
    std::string m_text;
    std::vector<Stretch> m_stretches; ///< ascending; the first begins with the text
};

/// Copies a text and redacts pieces of it, which must come in order.
class Redaction
{
public:
    /// text: the unescaped text in which pieces are given. whole: the original text.
    Redaction(const UnescapedText& text, std::string_view whole) : m_text(text), m_whole(whole) {}

    /// Offset up to which the text has been processed.
    [[nodiscard]] std::size_t done() const { return m_done; }
    /// Redacts a piece. Ignores it if it begins before done(), is empty or is not secret.
    void hide(std::size_t begin, std::size_t end, Secrecy secrecy = Secrecy::Secret);
    [[nodiscard]] bool isEmpty() const { return m_copied == 0; }
    /// The redacted pieces, as they were in the text.
    [[nodiscard]] const std::vector<std::string_view>& hidden() const { return m_hidden; }
    [[nodiscard]] std::string result() &&;

private:
    const UnescapedText& m_text;
    std::string_view m_whole;
    std::string m_result;
    std::vector<std::string_view> m_hidden;
    std::size_t m_done = 0;   // of the text
    std::size_t m_copied = 0; // of the whole
};

/// A step that finds pieces to redact.
struct HideStep
{
    std::string_view mark; ///< a text without it has none
    std::function<void(std::string_view text, Redaction& redaction)> hide;
};

/// Redacts what the steps find, one after the other: first in the text, then with escapes replaced, up to
/// three levels (nested documents). Returns the redacted pieces, unescaped as when found.
std::vector<std::string> redactWith(std::span<const HideStep> steps, std::string& text);

} // namespace retryscope::io
