// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/body_fields.h"
#include "core/io/http/place_scanner.h"

#include <algorithm>

namespace retryscope::io {
namespace {

/// Walks over valid JSON without building anything.
class JsonScanner
{
public:
    explicit JsonScanner(QByteArrayView document) : m_document(document) {}

    [[nodiscard]] WrittenValue root() const { return valueAt(blanksEnd(0)); }

    /// Where the path goes on from a value, and what is left of it then.
    struct Step
    {
        WrittenValue value;
        std::string_view left;
    };

    /// The member or element with which the path begins; one that ends the path comes before one that a
    /// `/` in a key might mean.
    [[nodiscard]] std::optional<Step> enter(const WrittenValue& container, std::string_view path) const
    {
        const char opening = m_document[container.range.offset];
        if (opening != '{' && opening != '[') {
            return std::nullopt;
        }
        std::optional<Step> best;
        qsizetype at = blanksEnd(container.range.offset + 1);
        for (int index = 0; at < m_document.size() && !isClosing(m_document[at]); ++index) {
            BodyRange key;
            std::string name = std::to_string(index);
            if (opening == '{') {
                key = {at, valueEnd(at) - at};
                name = textOf(key);
                at = blanksEnd(blanksEnd(at + key.length) + 1); // behind the colon
            }
            WrittenValue value = valueAt(at);
            value.key = key;
            const bool isEnd = path == name;
            if (isEnd || (path.starts_with(name) && path.substr(name.size()).starts_with('/'))) {
                const std::string_view left = isEnd ? std::string_view() : path.substr(name.size() + 1);
                if (!best || isEnd || !best->left.empty()) {
                    best = Step{value, left};
                }
            }
            at = blanksEnd(value.range.offset + value.range.length);
            at = at < m_document.size() && m_document[at] == ',' ? blanksEnd(at + 1) : at;
            if (value.range.length == 0) {
                return best; // not valid JSON after all
            }
        }
        return best;
    }

private:
    static bool isClosing(char character) { return character == '}' || character == ']'; }

    [[nodiscard]] qsizetype blanksEnd(qsizetype at) const
    {
        while (at < m_document.size() &&
               std::string_view(" \t\r\n").find(m_document[at]) != std::string_view::npos) {
            ++at;
        }
        return at;
    }

    [[nodiscard]] WrittenValue valueAt(qsizetype at) const
    {
        const qsizetype end = valueEnd(at);
        const QByteArrayView text = at < end ? m_document.sliced(at, end - at) : QByteArrayView();
        return {.range = {at, text.size()},
                .key = {},
                .isField = !text.isEmpty() && text[0] != '{' && text[0] != '[' && text != "null"};
    }

    [[nodiscard]] qsizetype stringEnd(qsizetype at) const
    {
        for (++at; at < m_document.size(); ++at) {
            if (m_document[at] == '\\') {
                ++at;
            } else if (m_document[at] == '"') {
                return at + 1;
            }
        }
        return m_document.size();
    }

    [[nodiscard]] qsizetype valueEnd(qsizetype at) const
    {
        if (at < m_document.size() && m_document[at] == '"') {
            return stringEnd(at);
        }
        int depth = 0;
        while (at < m_document.size()) {
            const char character = m_document[at];
            if (character == '"') {
                at = stringEnd(at);
                continue;
            }
            const bool opens = character == '{' || character == '[';
            if (depth == 0 && !opens &&
                std::string_view(" \t\r\n,:}]").find(character) != std::string_view::npos) {
                return at;
            }
            depth += opens ? 1 : isClosing(character) ? -1 : 0;
            ++at;
            if (depth == 0 && isClosing(character)) {
                return at;
            }
        }
        return at;
    }

    [[nodiscard]] std::string textOf(BodyRange string) const
    {
        const QByteArrayView written = m_document.sliced(string.offset, string.length);
        if (written.size() >= 2 && !written.contains('\\')) {
            return written.sliced(1, written.size() - 2).toByteArray().toStdString();
        }
        return jsonOf(written).value_or(QJsonValue()).toString().toStdString();
    }

    QByteArrayView m_document;
};

} // namespace

std::vector<WrittenValue> valuesTowards(QByteArrayView document, std::string_view path, bool& reached)
{
    const JsonScanner scanner(document);
    std::vector<WrittenValue> values{scanner.root()};
    reached = path.empty();
    while (!reached && values.back().range.length > 0) {
        const std::optional<JsonScanner::Step> step = scanner.enter(values.back(), path);
        if (!step) {
            break;
        }
        values.push_back(step->value);
        path = step->left;
        reached = path.empty();
    }
    return values;
}

} // namespace retryscope::io
