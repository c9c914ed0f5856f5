// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/body_fields.h"
#include "core/io/http/place_scanner.h"

#include <algorithm>

namespace retryscope::io {
namespace {

bool isXmlBlank(char character)
{
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

/// Walks over the marks of a document. Names are not checked: the document was parsed before.
class XmlScanner
{
public:
    XmlScanner(QByteArrayView document, const std::function<bool(const WrittenElement&)>& visit)
        : m_document(document), m_visit(visit)
    {
    }

    void scan()
    {
        while (!m_isDone && m_at < m_document.size()) {
            if (m_document[m_at] == '<') {
                readMark();
            } else {
                const qsizetype next = m_document.indexOf('<', m_at);
                readText(next < 0 ? m_document.size() : next);
            }
        }
    }

private:
    void readMark()
    {
        const QByteArrayView rest = m_document.sliced(m_at);
        if (rest.startsWith("<!--")) {
            skipBehind("-->");
        } else if (rest.startsWith("<![CDATA[")) {
            addText(rest.sliced(9, std::max<qsizetype>(0, rest.indexOf("]]>") - 9)));
            skipBehind("]]>");
        } else if (rest.startsWith("<?")) {
            skipBehind("?>");
        } else if (rest.startsWith("<!")) {
            skipDeclaration();
        } else if (rest.startsWith("</")) {
            close();
        } else {
            open();
        }
    }

    void skipBehind(QByteArrayView mark)
    {
        const qsizetype end = m_document.indexOf(mark, m_at);
        m_at = end < 0 ? m_document.size() : end + mark.size();
    }

    /// `<!DOCTYPE a [ <!ELEMENT a ANY> ]>`
    void skipDeclaration()
    {
        int depth = 0;
        for (; m_at < m_document.size(); ++m_at) {
            const char character = m_document[m_at];
            depth += character == '<' || character == '[' ? 1 : 0;
            depth -= character == '>' || character == ']' ? 1 : 0;
            if (depth == 0) {
                ++m_at;
                return;
            }
        }
    }

    void readText(qsizetype end)
    {
        addText(m_document.sliced(m_at, end - m_at));
        m_at = end;
    }

    void addText(QByteArrayView text)
    {
        if (m_depth == static_cast<int>(m_open.size()) && !m_open.empty() &&
            !std::all_of(text.begin(), text.end(), isXmlBlank)) {
            m_open.back().hasOwnText = true;
        }
    }

    /// Behind the `>` of the tag that begins here; a `>` within quotation marks is none.
    [[nodiscard]] qsizetype tagEnd() const
    {
        char quote = '\0';
        for (qsizetype at = m_at; at < m_document.size(); ++at) {
            const char character = m_document[at];
            if (quote != '\0') {
                quote = character == quote ? '\0' : quote;
            } else if (character == '"' || character == '\'') {
                quote = character;
            } else if (character == '>') {
                return at + 1;
            }
        }
        return m_document.size();
    }

    void open()
    {
        const qsizetype end = tagEnd();
        const QByteArrayView tag = m_document.sliced(m_at, end - m_at);
        const bool isClosed = tag.endsWith("/>");
        ++m_depth;
        if (m_depth <= kMaxFieldDepth) {
            Open element;
            element.written.tag = {m_at, tag.size()};
            element.written.content = {end, 0};
            element.written.isClosedInItsTag = isClosed;
            element.written.path = pathOf(tag);
            if (!m_open.empty()) {
                m_open.back().hasChildren = true;
            }
            m_open.push_back(std::move(element));
        }
        m_at = end;
        if (isClosed) {
            finish(end);
        }
    }

    [[nodiscard]] std::string pathOf(QByteArrayView tag) const
    {
        const auto nameEnd = std::find_if(tag.begin() + 1, tag.end(), [](char character) {
            return isXmlBlank(character) || character == '/' || character == '>';
        });
        const std::string_view qualified(tag.data() + 1, static_cast<std::size_t>(nameEnd - tag.begin() - 1));
        const std::string local(qualified.substr(qualified.rfind(':') + 1)); // npos + 1 is 0
        return m_open.empty() ? local : m_open.back().written.path + '/' + local;
    }

    void close()
    {
        const qsizetype contentEnd = m_at;
        m_at = tagEnd();
        finish(contentEnd);
    }

    void finish(qsizetype contentEnd)
    {
        if (m_depth <= 0) {
            m_isDone = true; // not well-formed after all
            return;
        }
        if (m_depth-- > kMaxFieldDepth) {
            return;
        }
        Open element = std::move(m_open.back());
        m_open.pop_back();
        element.written.content.length = contentEnd - element.written.content.offset;
        element.written.isField = element.hasOwnText || !element.hasChildren;
        m_isDone = m_visit(element.written);
    }

    struct Open
    {
        WrittenElement written;
        bool hasChildren = false;
        bool hasOwnText = false;
    };

    QByteArrayView m_document;
    const std::function<bool(const WrittenElement&)>& m_visit;
    std::vector<Open> m_open; ///< those above the depth limit only
    qsizetype m_at = 0;
    int m_depth = 0;
    bool m_isDone = false;
};

} // namespace

void scanXml(QByteArrayView document, const std::function<bool(const WrittenElement&)>& visit)
{
    XmlScanner(document, visit).scan();
}

} // namespace retryscope::io
