// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/response_in_text.h"

#include "core/facts/header_syntax.h"

#include <algorithm>
#include <vector>

namespace retryscope::io {

namespace {

bool isDigit(char sign)
{
    return sign >= '0' && sign <= '9';
}

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        line.remove_suffix(line.ends_with('\r') ? 1 : 0);
        lines.push_back(line);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

/// Where `HTTP/1.1 503` begins in a line; npos: nowhere. What stands in front of it ends with a blank.
std::size_t statusIn(std::string_view line)
{
    constexpr std::string_view kHttp = "HTTP/";
    for (std::size_t at = line.find(kHttp); at != std::string_view::npos; at = line.find(kHttp, at + 1)) {
        std::size_t next = at + kHttp.size();
        while (next < line.size() && (isDigit(line[next]) || line[next] == '.')) {
            ++next;
        }
        const bool hasVersion = next > at + kHttp.size();
        const std::string_view rest = line.substr(next);
        const bool hasStatus = rest.size() >= 4 && rest[0] == ' ' && isDigit(rest[1]) && isDigit(rest[2]) &&
                               isDigit(rest[3]) && (rest.size() == 4 || !isDigit(rest[4]));
        const bool isApart = at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t' || line[at - 1] == '<';
        if (hasVersion && hasStatus && isApart) {
            return at;
        }
    }
    return std::string_view::npos;
}

/// `GET` of `… GET /path HTTP/1.1`; empty for any other line.
std::string methodIn(std::string_view line)
{
    const std::size_t version = line.rfind(" HTTP/");
    const std::size_t target = version == std::string_view::npos || version == 0
                                   ? std::string_view::npos
                                   : line.rfind(' ', version - 1);
    if (target == std::string_view::npos) {
        return {};
    }
    const std::size_t begin = target == 0 ? std::string_view::npos : line.rfind(' ', target - 1);
    const std::string_view word = line.substr(begin == std::string_view::npos ? 0 : begin + 1,
                                              target - (begin == std::string_view::npos ? 0 : begin + 1));
    const bool isMethod =
        !word.empty() && std::ranges::all_of(word, [](char sign) { return sign >= 'A' && sign <= 'Z'; });
    return isMethod ? std::string(word) : std::string();
}

/// What a log puts before a message: equal but for its digits, in which times and counters differ.
std::size_t findPrefix(std::string_view line, std::string_view prefix)
{
    const auto isSame = [](char left, char right) {
        return left == right || (isDigit(left) && isDigit(right));
    };
    const auto found = std::search(line.begin(), line.end(), prefix.begin(), prefix.end(), isSame);
    return found == line.end() ? std::string_view::npos : static_cast<std::size_t>(found - line.begin());
}

class Finder
{
public:
    explicit Finder(std::string_view text) : m_lines(linesOf(text)) {}

    std::optional<ResponseInText> find()
    {
        std::size_t first = m_lines.size();
        for (std::size_t index = 0; index < m_lines.size(); ++index) {
            if (statusIn(m_lines[index]) != std::string_view::npos) {
                first = index;
                ++m_found.responses;
            } else if (std::string method = methodIn(m_lines[index]); !method.empty()) {
                m_found.method = std::move(method);
            }
        }
        if (first == m_lines.size()) {
            return std::nullopt;
        }
        --m_found.responses; // it began with one
        m_prefix = m_lines[first].substr(0, statusIn(m_lines[first]));
        m_hasPrefixEach = !trimmed(m_prefix).empty() && first + 1 < m_lines.size() &&
                          findPrefix(m_lines[first + 1], trimmed(m_prefix)) != std::string_view::npos;
        take(first);
        return std::move(m_found);
    }

private:
    void take(std::size_t first)
    {
        m_found.firstLine = static_cast<int>(first) + 1;
        add(m_lines[first].substr(m_prefix.size()));
        std::size_t next = first + 1;
        while (next < m_lines.size()) {
            const std::optional<std::string_view> line = lineOfResponse(m_lines[next]);
            if (!line) {
                break;
            }
            add(*line);
            ++next;
            if (line->size() < m_lines[next - 1].size() && !m_hasPrefixEach) {
                m_hasRest = true; // a message of the log follows the body in its last line
                break;
            }
        }
        m_found.lastLine = static_cast<int>(next);
        m_found.leftOutLines = static_cast<int>(m_lines.size() - (next - first)) + (m_hasRest ? 1 : 0);
        const std::string_view left = first > 0               ? firstOf(0, first)
                                      : next < m_lines.size() ? firstOf(next, m_lines.size())
                                                              : std::string_view();
        m_found.leftOut = left;
    }

    [[nodiscard]] std::string_view firstOf(std::size_t begin, std::size_t end) const
    {
        const auto found = std::find_if(m_lines.begin() + static_cast<std::ptrdiff_t>(begin),
                                        m_lines.begin() + static_cast<std::ptrdiff_t>(end),
                                        [](std::string_view line) { return !trimmed(line).empty(); });
        return found == m_lines.begin() + static_cast<std::ptrdiff_t>(end) ? std::string_view() : *found;
    }

    /// Without the prefix; absent where the response is over.
    [[nodiscard]] std::optional<std::string_view> lineOfResponse(std::string_view line) const
    {
        if (trimmed(m_prefix).empty()) {
            return line;
        }
        const std::string_view prefix = m_hasPrefixEach ? trimmed(m_prefix) : m_prefix;
        const std::size_t found = findPrefix(line, prefix);
        if (!m_hasPrefixEach) {
            return found == 0 ? std::nullopt : std::optional(line.substr(0, found));
        }
        if (found == std::string_view::npos) {
            return std::nullopt;
        }
        const std::string_view rest = line.substr(found + prefix.size());
        return rest.substr(rest.starts_with(' ') ? 1 : 0);
    }

    void add(std::string_view line)
    {
        m_found.response += m_hasLine ? "\n" : "";
        m_found.response += line;
        m_hasLine = true;
    }

    std::vector<std::string_view> m_lines;
    std::string_view m_prefix;
    bool m_hasPrefixEach = false; ///< before each line of the response, not only before the first
    bool m_hasRest = false;
    bool m_hasLine = false;
    ResponseInText m_found;
};

} // namespace

std::optional<ResponseInText> responseInText(std::string_view text)
{
    return Finder(text).find();
}

} // namespace retryscope::io
