// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/body_fields.h"

#include <QXmlStreamReader>

#include <algorithm>
#include <string_view>

namespace retryscope::io {
namespace {

/// QXmlStreamReader compares each attribute of a tag with all others: one tag of megabytes would take
/// minutes.
constexpr qsizetype kMaxTagBytes = qsizetype{4} * 1024;

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

/// Characters that declared entities may grow to in all; what needs more is unreadable.
constexpr int kMaxExpansion = 1024;

/// Feeds the collector until the document ends or breaks.
class DocumentReader
{
public:
    explicit DocumentReader(QByteArrayView body) : m_reader(QByteArray::fromRawData(body.data(), body.size()))
    {
        m_reader.setNamespaceProcessing(false);
        m_reader.setEntityExpansionLimit(kMaxExpansion);
    }

    void readInto(ParsedBody& found)
    {
        FieldCollector collector(found);
        while (!m_reader.atEnd()) {
            switch (m_reader.readNext()) {
            case QXmlStreamReader::StartElement:
                if (m_open == 0 && !m_isComplete) {
                    found.xmlRootName = rootNameOf(m_reader);
                }
                ++m_open;
                collector.open(m_reader.qualifiedName());
                break;
            case QXmlStreamReader::EndElement:
                m_isComplete = --m_open == 0;
                collector.close();
                break;
            case QXmlStreamReader::Characters:
                collector.addText(m_reader.text());
                break;
            case QXmlStreamReader::DTD:
                m_declaresEntities = !m_reader.entityDeclarations().isEmpty();
                break;
            case QXmlStreamReader::NoToken:
            case QXmlStreamReader::Invalid:
            case QXmlStreamReader::StartDocument:
            case QXmlStreamReader::EndDocument:
            case QXmlStreamReader::Comment:
            case QXmlStreamReader::EntityReference:
            case QXmlStreamReader::ProcessingInstruction:
                break;
            }
        }
    }

    [[nodiscard]] bool isComplete() const { return m_isComplete; } ///< its root element was closed
    [[nodiscard]] bool goesOn() const { return m_isComplete && m_reader.hasError(); }
    [[nodiscard]] bool declaresEntities() const { return m_declaresEntities; }

private:
    QXmlStreamReader m_reader;
    int m_open = 0;
    bool m_isComplete = false;
    bool m_declaresEntities = false;
};

} // namespace

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

void readXml(QByteArrayView body, ParsedBody& parsed)
{
    if (hasOverlongTag(body)) {
        return;
    }
    const QByteArrayView document = body.trimmed();
    DocumentReader reader(document);
    ParsedBody found;
    reader.readInto(found);
    if (!reader.isComplete()) {
        return;
    }
    parsed.isXml = true;
    parsed.xmlRoot = std::move(found.xmlRoot);
    parsed.xmlRootName = found.xmlRootName;
    parsed.fields = std::move(found.fields);
    const auto add = [&parsed](bool isThere, BodyOddity oddity) {
        if (isThere) {
            parsed.oddities.push_back(oddity);
        }
    };
    add(document.data() != body.data() && document.startsWith("<?xml"), BodyOddity::LeadingBlanks);
    add(reader.goesOn(), BodyOddity::TrailingText);
    add(reader.declaresEntities(), BodyOddity::Entities);
}

} // namespace retryscope::io
