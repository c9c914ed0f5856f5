// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/curl/shell_words.h"

#include "core/facts/header_syntax.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace retryscope::io {

namespace {

Error openQuote(std::string_view text, std::size_t at, const QString& quote)
{
    const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
    return {.kind = Error::Kind::BadInput,
            .message = QStringLiteral("the quote %1 is not closed").arg(quote),
            .place = QStringLiteral("line %1").arg(line)};
}

/// Appends a character by its number; what is none becomes U+FFFD.
void appendUtf8(std::string& text, char32_t character)
{
    const bool isNone = character > 0x10ffff || (character >= 0xd800 && character <= 0xdfff);
    text += QString::fromUcs4(&character, 1).toStdString().substr(0, isNone ? 0 : std::string::npos);
    text += isNone ? "\xEF\xBF\xBD" : "";
}

class BashReader
{
public:
    explicit BashReader(std::string_view text) : m_text(text) {}

    Result<ShellWords> run()
    {
        while (m_at < m_text.size() && !m_isOver && !m_problem) {
            step();
        }
        endWord();
        if (m_problem) {
            return *m_problem;
        }
        return std::move(m_result);
    }

private:
    [[nodiscard]] std::string_view rest() const { return m_text.substr(m_at); }

    void step()
    {
        const char letter = m_text[m_at];
        switch (letter) {
        case ' ':
        case '\t':
            endWord();
            ++m_at;
            return;
        case '\r':
        case '\n':
            endLine();
            return;
        case '\\':
            escaped();
            return;
        case '\'':
            singleQuoted();
            return;
        case '"':
            doubleQuoted();
            return;
        case '$':
            dollar(false);
            return;
        case '`':
            variable(endOf('`', m_at + 1));
            return;
        case '#':
            m_isInWord ? take(letter) : skipComment();
            return;
        case '<':
        case '>':
            redirection();
            return;
        case '|':
        case '&':
        case ';':
        case '(':
        case ')':
            endCommand();
            return;
        default:
            take(letter);
        }
    }

    void take(char letter)
    {
        m_word += letter;
        m_isInWord = true;
        ++m_at;
    }

    void endWord()
    {
        if (!m_isInWord) {
            return;
        }
        if (std::exchange(m_isTarget, false)) {
            m_result.leftOut.back() += m_word;
        } else {
            m_result.words.push_back(std::move(m_word));
        }
        m_word.clear();
        m_isInWord = false;
        if (m_result.words.size() > kMostShellWords) {
            m_problem = tooManyWords();
        }
    }

    void skipComment() { m_at = std::min(m_text.find('\n', m_at), m_text.size()); }

    /// A line that goes on with an option lost its backslash on the way here.
    void endLine()
    {
        endWord();
        const std::size_t next = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size());
        if (m_result.words.empty() || (next < m_text.size() && m_text[next] == '-')) {
            m_at = next;
        } else {
            endCommand();
        }
    }

    void endCommand()
    {
        endWord();
        m_isOver = true;
        if (const std::string_view left = trimmed(rest()); !left.empty() && left != ";") {
            m_result.leftOut.emplace_back(left);
        }
    }

    /// `> FILE`, `2>&1`: a number before it belongs to it.
    void redirection()
    {
        std::string what;
        const bool isNumber = m_isInWord && m_word.find_first_not_of("0123456789") == std::string::npos;
        if (isNumber) {
            what = std::exchange(m_word, {});
            m_isInWord = false;
        }
        endWord();
        const std::size_t end = std::min(m_text.find_first_not_of("<>&|", m_at), m_text.size());
        what += m_text.substr(m_at, end - m_at);
        m_at = end;
        m_result.leftOut.push_back(std::move(what));
        m_isTarget = true;
    }

    void escaped()
    {
        if (rest().starts_with("\\\n") || rest().starts_with("\\\r\n")) {
            m_at += rest()[1] == '\n' ? 2U : 3U;
            return;
        }
        ++m_at;
        if (m_at < m_text.size()) {
            take(m_text[m_at]);
        }
    }

    void singleQuoted()
    {
        const std::size_t end = m_text.find('\'', m_at + 1);
        if (end == std::string_view::npos) {
            m_problem = openQuote(m_text, m_at, QStringLiteral("'"));
            return;
        }
        m_word += m_text.substr(m_at + 1, end - m_at - 1);
        m_isInWord = true;
        m_at = end + 1;
    }

    void doubleQuoted()
    {
        const std::size_t begin = m_at++;
        m_isInWord = true;
        while (m_at < m_text.size() && m_text[m_at] != '"') {
            const char letter = m_text[m_at];
            const char next = m_at + 1 < m_text.size() ? m_text[m_at + 1] : '\0';
            if (letter == '\\' &&
                (next == '\n' || std::string_view("$`\"\\").find(next) != std::string::npos)) {
                m_word += next == '\n' ? "" : std::string(1, next);
                m_at += 2;
            } else if (letter == '$') {
                dollar(true);
            } else if (letter == '`') {
                variable(endOf('`', m_at + 1));
            } else {
                take(letter);
            }
        }
        if (m_at >= m_text.size()) {
            m_problem = openQuote(m_text, begin, QStringLiteral("\""));
            return;
        }
        ++m_at;
    }

    /// What begins with `$`: a quote with escapes, a variable, the output of a command, or the character
    /// itself.
    void dollar(bool isQuoted)
    {
        const char next = m_at + 1 < m_text.size() ? m_text[m_at + 1] : '\0';
        if (!isQuoted && next == '\'') {
            ansiQuoted();
        } else if (!isQuoted && next == '"') {
            ++m_at;
            doubleQuoted();
        } else if (next == '{') {
            variable(endOf('}', m_at));
        } else if (next == '(') {
            variable(closingParenthesis());
        } else if (isNameLetter(next)) {
            std::size_t end = m_at + 1;
            while (end + 1 < m_text.size() && isNameLetter(m_text[end + 1])) {
                ++end;
            }
            variable(end);
        } else {
            take('$');
        }
    }

    /// A hostile text has an opening sign everywhere and the closing one nowhere, so it is not sought far.
    static constexpr std::size_t kLongestVariable = 4096;

    [[nodiscard]] std::size_t endOf(char sign, std::size_t from) const
    {
        const std::size_t end = m_text.substr(from, kLongestVariable).find(sign);
        return end == std::string_view::npos ? end : from + end;
    }

    [[nodiscard]] std::size_t closingParenthesis() const
    {
        int open = 0;
        const std::size_t end = std::min(m_text.size(), m_at + kLongestVariable);
        for (std::size_t at = m_at; at < end; ++at) {
            open += m_text[at] == '(' ? 1 : 0;
            open -= m_text[at] == ')' ? 1 : 0;
            if (open == 0 && m_text[at] == ')') {
                return at;
            }
        }
        return std::string_view::npos;
    }

    /// last: its last character; npos: there is no end, so it is plain text.
    void variable(std::size_t last)
    {
        if (last == std::string_view::npos) {
            take(m_text[m_at]);
            return;
        }
        const std::string_view text = m_text.substr(m_at, last + 1 - m_at);
        m_result.variables.emplace_back(text);
        m_word += text;
        m_isInWord = true;
        m_at = last + 1;
    }

    /// $'…', where Chrome puts what holds quotes and line breaks.
    void ansiQuoted()
    {
        const std::size_t begin = m_at;
        m_at += 2;
        m_isInWord = true;
        while (m_at < m_text.size() && m_text[m_at] != '\'') {
            if (m_text[m_at] != '\\' || m_at + 1 >= m_text.size()) {
                take(m_text[m_at]);
                continue;
            }
            ++m_at;
            ansiEscape();
        }
        if (m_at >= m_text.size()) {
            m_problem = openQuote(m_text, begin, QStringLiteral("$'"));
            return;
        }
        ++m_at;
    }

    void ansiEscape()
    {
        constexpr std::string_view kLetters = "abeEfnrtv\\'\"?";
        constexpr std::string_view kMeanings = "\a\b\x1b\x1b\f\n\r\t\v\\'\"?";
        const char letter = m_text[m_at];
        if (const std::size_t known = kLetters.find(letter); known != std::string_view::npos) {
            m_word += kMeanings[known];
            ++m_at;
        } else if (letter == 'x') {
            number(1, 2, 16, false);
        } else if (letter == 'u') {
            number(1, 4, 16, true);
        } else if (letter == 'U') {
            number(1, 8, 16, true);
        } else if (letter >= '0' && letter <= '7') {
            number(0, 3, 8, false);
        } else if (letter == 'c' && m_at + 1 < m_text.size()) {
            m_word += static_cast<char>(static_cast<unsigned char>(m_text[m_at + 1]) & 0x1fU);
            m_at += 2;
        } else {
            m_word += '\\';
            take(letter);
        }
    }

    /// skip: letters before the digits. Without digits the letters stay as they are.
    void number(std::size_t skip, std::size_t most, unsigned base, bool isCharacter)
    {
        constexpr std::string_view kDigits = "0123456789abcdef";
        std::size_t at = m_at + skip;
        char32_t value = 0;
        std::size_t digits = 0;
        while (digits < most && at < m_text.size()) {
            const char lower =
                m_text[at] >= 'A' && m_text[at] <= 'F' ? static_cast<char>(m_text[at] + 32) : m_text[at];
            const std::size_t digit = kDigits.find(lower);
            if (digit >= base) {
                break;
            }
            value = value * base + static_cast<char32_t>(digit);
            ++digits;
            ++at;
        }
        if (digits == 0) {
            m_word += '\\';
            take(m_text[m_at]);
            return;
        }
        if (isCharacter) {
            appendUtf8(m_word, value);
        } else {
            m_word += static_cast<char>(value & 0xffU);
        }
        m_at = at;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_word;
    bool m_isInWord = false;
    bool m_isTarget = false; ///< the word is where a redirection goes
    bool m_isOver = false;
    std::optional<Error> m_problem;
    ShellWords m_result;
};

} // namespace

Error tooManyWords()
{
    return {.kind = Error::Kind::BadInput,
            .message = QStringLiteral("more than %1 words; not a command").arg(kMostShellWords),
            .place = {}};
}

bool isNameLetter(char letter)
{
    return isLetterOrDigit(letter) || letter == '_';
}

Result<ShellWords> bashWords(std::string_view text)
{
    return BashReader(text).run();
}

} // namespace retryscope::io
