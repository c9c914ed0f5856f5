// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/response/pretty_body.h"

#include "core/io/http/body_fields.h"
#include "ui/parts/tr.h"

#include <QJsonDocument>
#include <QXmlStreamReader>

#include <algorithm>
#include <optional>
#include <utility>

namespace retryscope::ui {

namespace {

/// A small body may be laid out at any length up to this, in characters.
constexpr qsizetype kAlwaysAllowed = qsizetype{64} * 1024;
/// A larger one up to so many times its own length: indentation grows with the square of the depth.
constexpr qsizetype kMostGrowth = 16;
/// Longer places, in characters, are not kept: the engine reads error names a few short names deep.
constexpr qsizetype kLongestPlace = 1000;

QString indentation(qsizetype depth)
{
    return QString(2 * depth, QLatin1Char(' '));
}

/// What has been laid out so far. It stays in proportion to the body, so that no body, however deep or wide,
/// takes more than linear time and memory.
class BoundedText
{
public:
    /// `syntax` begins every place: `xml:` or `json:`.
    BoundedText(QString syntax, qsizetype bodySize)
        : m_syntax(std::move(syntax)), m_most(std::max(kAlwaysAllowed, kMostGrowth * bodySize))
    {
    }

    /// Text that does not fit is left out, and so is all that follows.
    void append(const QString& text)
    {
        m_isFull = m_isFull || text.size() > m_most - m_body.text.size();
        if (!m_isFull) {
            m_body.text += text;
        }
    }
    void breakLine(qsizetype depth)
    {
        append(QStringLiteral("\n"));
        m_isFull = m_isFull || 2 * depth > m_most - m_body.text.size();
        if (!m_isFull) {
            m_body.text += indentation(depth);
        }
    }
    /// The next text is the value at this place. All places together are no longer than the text may be.
    void addPlace(const QString& path, qsizetype begin, qsizetype length)
    {
        if (path.size() <= kLongestPlace && path.size() <= m_most - m_pathCharacters) {
            m_pathCharacters += path.size();
            m_body.places.push_back({m_syntax + path, begin, length});
        }
    }
    [[nodiscard]] bool isFull() const { return m_isFull; }
    [[nodiscard]] const QString& text() const { return m_body.text; }
    [[nodiscard]] PrettyBody take() { return std::move(m_body); }

private:
    QString m_syntax;
    qsizetype m_most;
    qsizetype m_pathCharacters = 0;
    bool m_isFull = false;
    PrettyBody m_body;
};

/// Place of a part of what stands at `path`. One that is too long to be kept does not grow further.
QString placeIn(const QString& path, const QString& name)
{
    if (path.size() > kLongestPlace) {
        return path;
    }
    return path.isEmpty() ? name : path + QLatin1Char('/') + name;
}

/// Lays out JSON that is known to be valid, without turning its values into anything else.
class JsonLayout
{
public:
    explicit JsonLayout(const QString& json) : m_json(json), m_result(QStringLiteral("json:"), json.size()) {}

    /// Absent when it would grow out of proportion.
    std::optional<PrettyBody> run()
    {
        value({}, 0);
        return m_result.isFull() ? std::nullopt : std::optional(m_result.take());
    }

private:
    /// The next character that is no blank.
    QChar next()
    {
        while (m_at < m_json.size() && m_json.at(m_at).isSpace()) {
            ++m_at;
        }
        return m_at < m_json.size() ? m_json.at(m_at) : QChar();
    }

    /// With its quotation marks.
    QString string()
    {
        const qsizetype begin = m_at++;
        while (m_at < m_json.size() && m_json.at(m_at) != QLatin1Char('"')) {
            m_at += m_json.at(m_at) == QLatin1Char('\\') ? 2 : 1;
        }
        ++m_at;
        return m_json.mid(begin, m_at - begin);
    }

    QString literal()
    {
        static const QString kEnds = QStringLiteral(",]}");
        const qsizetype begin = m_at;
        while (m_at < m_json.size() && !m_json.at(m_at).isSpace() && !kEnds.contains(m_json.at(m_at))) {
            ++m_at;
        }
        return m_json.mid(begin, m_at - begin);
    }

    void leaf(const QString& path)
    {
        const bool isString = next() == QLatin1Char('"');
        const QString text = isString ? string() : literal();
        const qsizetype quote = isString ? 1 : 0;
        m_result.addPlace(path, m_result.text().size() + quote, text.size() - 2 * quote);
        m_result.append(text);
    }

    void value(const QString& path, int depth)
    {
        const QChar first = next();
        if (first == QLatin1Char('{')) {
            members(path, depth, QLatin1Char('}'));
        } else if (first == QLatin1Char('[')) {
            members(path, depth, QLatin1Char(']'));
        } else {
            leaf(path);
        }
    }

    void members(const QString& path, int depth, QChar close)
    {
        m_result.append(m_json.at(m_at++));
        const qsizetype inside = m_result.text().size();
        for (int number = 0; next() != close && m_at < m_json.size() && !m_result.isFull(); ++number) {
            m_result.breakLine(depth + 1);
            QString name = QString::number(number);
            if (close == QLatin1Char('}')) {
                const QString quoted = string();
                name = quoted.mid(1, quoted.size() - 2);
                m_result.append(quoted + QStringLiteral(": "));
                next();
                ++m_at; // the colon
            }
            value(placeIn(path, name), depth + 1);
            if (next() == QLatin1Char(',')) {
                m_result.append(QStringLiteral(","));
                ++m_at;
            }
        }
        if (m_result.text().size() > inside) {
            m_result.breakLine(depth);
        }
        m_result.append(close);
        ++m_at;
    }

    const QString& m_json;
    qsizetype m_at = 0;
    BoundedText m_result;
};

QString attributesText(const QXmlStreamReader& reader)
{
    QString text;
    for (const QXmlStreamNamespaceDeclaration& space : reader.namespaceDeclarations()) {
        const QString prefix =
            space.prefix().isEmpty() ? QString() : QLatin1Char(':') + space.prefix().toString();
        text +=
            QStringLiteral(" xmlns%1=\"%2\"").arg(prefix, space.namespaceUri().toString().toHtmlEscaped());
    }
    for (const QXmlStreamAttribute& attribute : reader.attributes()) {
        text += QStringLiteral(" %1=\"%2\"")
                    .arg(attribute.qualifiedName().toString(), attribute.value().toString().toHtmlEscaped());
    }
    return text;
}

/// Lays out XML: one element a line, leaves with their text on one line.
class XmlLayout
{
public:
    explicit XmlLayout(const QString& xml) : m_reader(xml), m_result(QStringLiteral("xml:"), xml.size()) {}

    /// Absent when it would grow out of proportion. The problem says why XML is not well-formed.
    std::optional<PrettyBody> run()
    {
        while (!m_reader.atEnd() && !m_result.isFull()) {
            take(m_reader.readNext());
        }
        if (m_result.isFull()) {
            return std::nullopt;
        }
        PrettyBody body = m_result.take();
        if (m_reader.hasError()) {
            body.problem = tr("not well-formed XML (line %1: %2)")
                               .arg(m_reader.lineNumber())
                               .arg(m_reader.errorString());
        }
        return body;
    }

private:
    void take(QXmlStreamReader::TokenType token)
    {
        switch (token) {
        case QXmlStreamReader::StartDocument:
            if (!m_reader.documentVersion().isEmpty()) {
                line(QStringLiteral("<?xml version=\"%1\" encoding=\"%2\"?>")
                         .arg(m_reader.documentVersion().toString(),
                              m_reader.documentEncoding().isEmpty()
                                  ? QStringLiteral("UTF-8")
                                  : m_reader.documentEncoding().toString()));
            }
            break;
        case QXmlStreamReader::StartElement:
            open();
            break;
        case QXmlStreamReader::EndElement:
            close();
            break;
        case QXmlStreamReader::Characters:
            m_pending += m_reader.text().toString();
            break;
        case QXmlStreamReader::Comment:
            line(QStringLiteral("<!--%1-->").arg(m_reader.text().toString()));
            break;
        case QXmlStreamReader::NoToken:
        case QXmlStreamReader::Invalid:
        case QXmlStreamReader::EndDocument:
        case QXmlStreamReader::DTD:
        case QXmlStreamReader::EntityReference:
        case QXmlStreamReader::ProcessingInstruction:
            break;
        }
    }

    void line(const QString& text)
    {
        flushText();
        if (!m_result.text().isEmpty()) {
            m_result.breakLine(m_places.size());
        }
        m_result.append(text);
        m_isLeaf = false;
    }

    /// Text between elements, on a line of its own.
    void flushText()
    {
        const QString text = std::exchange(m_pending, {}).trimmed();
        if (!text.isEmpty()) {
            m_result.breakLine(m_places.size());
            m_result.append(text.toHtmlEscaped());
        }
    }

    void open()
    {
        line(QStringLiteral("<%1%2>").arg(m_reader.qualifiedName().toString(), attributesText(m_reader)));
        m_places.append(
            placeIn(m_places.isEmpty() ? QString() : m_places.last(), m_reader.name().toString()));
        m_isLeaf = true;
    }

    void close()
    {
        const QString end = QStringLiteral("</%1>").arg(m_reader.qualifiedName().toString());
        if (m_isLeaf) {
            const QString text = std::exchange(m_pending, {}).trimmed().toHtmlEscaped();
            m_result.addPlace(m_places.takeLast(), m_result.text().size(), text.size());
            m_result.append(text + end);
        } else {
            flushText();
            m_places.removeLast();
            line(end);
        }
        m_isLeaf = false;
    }

    QXmlStreamReader m_reader;
    QStringList m_places; ///< of the open elements
    QString m_pending;
    bool m_isLeaf = false;
    BoundedText m_result;
};

PrettyBody tooDeep(const QString& body)
{
    return {body, tr("nested too deeply to be readable"), {}};
}

} // namespace

PrettyBody prettyBodyOf(const QString& body)
{
    const QString trimmed = body.trimmed();
    if (trimmed.isEmpty()) {
        return {.text = body, .problem = {}, .places = {}};
    }
    if (trimmed.startsWith(QLatin1Char('<'))) {
        if (io::hasOverlongTag(trimmed.toUtf8())) {
            return {body, tr("a tag is too long to be readable"), {}};
        }
        const std::optional<PrettyBody> pretty = XmlLayout(trimmed).run();
        if (!pretty) {
            return tooDeep(body);
        }
        return pretty->problem.isEmpty() ? *pretty : PrettyBody{body, pretty->problem, {}};
    }
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(trimmed.toUtf8(), &error);
    if (document.isNull()) {
        return {.text = body,
                .problem =
                    tr("neither XML nor JSON (character %1: %2)").arg(error.offset).arg(error.errorString()),
                .places = {}};
    }
    return JsonLayout(trimmed).run().value_or(tooDeep(body));
}

} // namespace retryscope::ui
