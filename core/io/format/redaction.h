// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/secret_names.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// One letter of ASCII for some bytes of a text.
struct Escape
{
    char letter = '\0';
    std::size_t size = 0; ///< 0: none stands there
};

/// What stands at the beginning of the text, which is not empty: `\u0026`, `\/`, `\n`, `\x26`, `%26`,
/// `&amp;`.
[[nodiscard]] Escape escapeAt(std::string_view text);

/// A text as people or other programs read it: with what its escapes stand for in their place, and where each
/// byte stood before.
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
    /// Where in the first text the byte stood, or the escape it was; for the end of the text its end. Takes
    /// time with the logarithm of how many escapes there were.
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

/// Copies a text and leaves out pieces of it, which come in order.
class Redaction
{
public:
    /// text: in which pieces are named. whole: of which it was made by replacing escapes.
    Redaction(const UnescapedText& text, std::string_view whole) : m_text(text), m_whole(whole) {}

    /// Bytes before this one are settled.
    [[nodiscard]] std::size_t done() const { return m_done; }
    /// Ignored when it begins before what is settled, or holds nothing, or nothing of it is secret.
    void hide(std::size_t begin, std::size_t end, Secrecy secrecy = Secrecy::Secret);
    [[nodiscard]] bool isEmpty() const { return m_copied == 0; }
    /// What was hidden, as it stood in the text.
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

/// Finds pieces of a text that are hidden.
struct HideStep
{
    std::string_view mark; ///< a text without it has none
    std::function<void(std::string_view text, Redaction& redaction)> hide;
};

/// Leaves out what the steps find, one after the other: in the text as it stands, then in what it says where
/// escapes are replaced, up to three times (a document in a document in a document). Tells what it left out,
/// with those escapes replaced that were when it was found.
std::vector<std::string> redactWith(std::span<const HideStep> steps, std::string& text);

} // namespace retryscope::io
