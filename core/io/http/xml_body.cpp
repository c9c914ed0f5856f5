// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/body_fields.h"

#include <QXmlStreamReader>

#include <algorithm>
#include <string_view>

namespace retryscope::io {
namespace {

/// QXmlStreamReader compares each attribute of a tag with all others, so that one tag of megabytes would take
/// minutes. No response of a service comes near this length.
constexpr qsizetype kMaxTagBytes = qsizetype{4} * 1024;

bool hasOverlongTag(QByteArrayView body)
{
    const char* const end = body.end();
    const char* open = std::find(body.begin(), end, '<');
    while (end - open > kMaxTagBytes) {
        const char* next = open + 1;
        const bool isTag = *next != '!' && *next != '?';
        if (isTag) {
            next = std::find(open, open + kMaxTagBytes, '>');
            if (next == open + kMaxTagBytes) {
                return true;
            }
        }
        open = std::find(next, end, '<');
    }
    return false;
}

std::string localName(QStringView qualifiedName)
{
    return qualifiedName.mid(qualifiedName.lastIndexOf(u':') + 1).toUtf8().toStdString();
}

XmlRootName rootNameOf(const QXmlStreamReader& reader)
{
    if (reader.qualifiedName().contains(u':')) {
        return XmlRootName::Prefixed;
    }
    return reader.attributes().hasAttribute(QLatin1String("xmlns")) ? XmlRootName::InNamespace
                                                                    : XmlRootName::Plain;
}

/// Collects fields while elements open and close. Elements deeper than the limit are only counted.
class FieldCollector
{
public:
    explicit FieldCollector(ParsedBody& parsed) : m_parsed(parsed) {}

    void open(QStringView qualifiedName)
    {
        ++m_depth;
        if (m_depth > kMaxFieldDepth) {
            return;
        }
        std::string name = localName(qualifiedName);
        if (m_elements.empty()) {
            m_parsed.xmlRoot = name;
        } else {
            m_elements.back().hasChildren = true;
            name.insert(0, m_elements.back().path + '/');
        }
        m_elements.push_back({.path = std::move(name), .text = {}});
    }

    void addText(QStringView text)
    {
        if (m_depth <= kMaxFieldDepth && !m_elements.empty() && !text.trimmed().isEmpty()) {
            m_elements.back().hasOwnText = true;
        }
        const std::string bytes = text.toUtf8().toStdString();
        for (Element& element : m_elements) {
            if (element.text.size() <= kMaxFieldBytes) {
                element.text += bytes;
            }
        }
    }

    void close()
    {
        --m_depth;
        if (m_depth >= kMaxFieldDepth) {
            return;
        }
        Element element = std::move(m_elements.back());
        m_elements.pop_back();
        if (element.hasOwnText || !element.hasChildren) {
            addField(m_parsed, "xml:" + element.path, std::move(element.text));
        }
    }

private:
    struct Element
    {
        std::string path;
        std::string text; ///< of the element and of everything in it
        bool hasChildren = false;
        bool hasOwnText = false;
    };

    ParsedBody& m_parsed;
    std::vector<Element> m_elements;
    int m_depth = 0;
};

} // namespace

void readXml(QByteArrayView body, ParsedBody& parsed)
{
    if (hasOverlongTag(body)) {
        return;
    }
    QXmlStreamReader reader(QByteArray::fromRawData(body.data(), body.size()));
    reader.setNamespaceProcessing(false);
    reader.setEntityExpansionLimit(0);
    ParsedBody found;
    FieldCollector collector(found);
    while (!reader.atEnd()) {
        switch (reader.readNext()) {
        case QXmlStreamReader::StartElement:
            if (found.xmlRoot.empty()) {
                found.xmlRootName = rootNameOf(reader);
            }
            collector.open(reader.qualifiedName());
            break;
        case QXmlStreamReader::EndElement:
            collector.close();
            break;
        case QXmlStreamReader::Characters:
            collector.addText(reader.text());
            break;
        case QXmlStreamReader::NoToken:
        case QXmlStreamReader::Invalid:
        case QXmlStreamReader::StartDocument:
        case QXmlStreamReader::EndDocument:
        case QXmlStreamReader::Comment:
        case QXmlStreamReader::DTD:
        case QXmlStreamReader::EntityReference:
        case QXmlStreamReader::ProcessingInstruction:
            break;
        }
    }
    if (!reader.hasError()) {
        parsed.isXml = true;
        parsed.xmlRoot = std::move(found.xmlRoot);
        parsed.xmlRootName = found.xmlRootName;
        parsed.fields = std::move(found.fields);
    }
}

} // namespace retryscope::io
