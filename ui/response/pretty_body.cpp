// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/response/pretty_body.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QXmlStreamReader>

#include <utility>

namespace retryscope::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("PrettyBody", text);
}

QString indentation(qsizetype depth)
{
    return QString(2 * depth, QLatin1Char(' '));
}

/// Lays out JSON that is known to be valid, without turning its values into anything else.
class JsonLayout
{
public:
    explicit JsonLayout(const QString& json) : m_json(json) {}

    PrettyBody run()
    {
        value({}, 0);
        return std::move(m_result);
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
        m_result.places.push_back(
            {QStringLiteral("json:") + path, m_result.text.size() + quote, text.size() - 2 * quote});
        m_result.text += text;
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
        m_result.text += m_json.at(m_at++);
        for (int number = 0; next() != close && m_at < m_json.size(); ++number) {
            m_result.text += QLatin1Char('\n') + indentation(depth + 1);
            QString name = QString::number(number);
            if (close == QLatin1Char('}')) {
                const QString quoted = string();
                name = quoted.mid(1, quoted.size() - 2);
                m_result.text += quoted + QStringLiteral(": ");
                next();
                ++m_at; // the colon
            }
            value(path.isEmpty() ? name : path + QLatin1Char('/') + name, depth + 1);
            if (next() == QLatin1Char(',')) {
                m_result.text += QLatin1Char(',');
                ++m_at;
            }
        }
        if (m_result.text.endsWith(QLatin1Char('{')) || m_result.text.endsWith(QLatin1Char('['))) {
            m_result.text += close;
        } else {
            m_result.text += QLatin1Char('\n') + indentation(depth) + close;
        }
        ++m_at;
    }

    const QString& m_json;
    qsizetype m_at = 0;
    PrettyBody m_result;
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
    explicit XmlLayout(const QString& xml) : m_reader(xml) {}

    PrettyBody run()
    {
        while (!m_reader.atEnd()) {
            take(m_reader.readNext());
        }
        if (m_reader.hasError()) {
            m_result.problem =
                tr("no well-formed XML (line %1: %2)").arg(m_reader.lineNumber()).arg(m_reader.errorString());
        }
        return std::move(m_result);
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
        if (!m_result.text.isEmpty()) {
            m_result.text += QLatin1Char('\n');
        }
        m_result.text += indentation(m_path.size()) + text;
        m_isLeaf = false;
    }

    /// Text between elements, on a line of its own.
    void flushText()
    {
        const QString text = std::exchange(m_pending, {}).trimmed();
        if (!text.isEmpty()) {
            m_result.text += QLatin1Char('\n') + indentation(m_path.size()) + text.toHtmlEscaped();
        }
    }

    void open()
    {
        line(QStringLiteral("<%1%2>").arg(m_reader.qualifiedName().toString(), attributesText(m_reader)));
        m_path.append(m_reader.name().toString());
        m_isLeaf = true;
    }

    void close()
    {
        const QString path = QStringLiteral("xml:") + m_path.join(QLatin1Char('/'));
        const QString end = QStringLiteral("</%1>").arg(m_reader.qualifiedName().toString());
        if (m_isLeaf) {
            const QString text = std::exchange(m_pending, {}).trimmed().toHtmlEscaped();
            m_result.places.push_back({path, m_result.text.size(), text.size()});
            m_result.text += text + end;
            m_path.removeLast();
        } else {
            flushText();
            m_path.removeLast();
            line(end);
        }
        m_isLeaf = false;
    }

    QXmlStreamReader m_reader;
    QStringList m_path;
    QString m_pending;
    bool m_isLeaf = false;
    PrettyBody m_result;
};

} // namespace

PrettyBody prettyBodyOf(const QString& body)
{
    const QString trimmed = body.trimmed();
    if (trimmed.isEmpty()) {
        return {.text = body, .problem = {}, .places = {}};
    }
    if (trimmed.startsWith(QLatin1Char('<'))) {
        PrettyBody pretty = XmlLayout(trimmed).run();
        return pretty.problem.isEmpty() ? pretty : PrettyBody{body, pretty.problem, {}};
    }
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(trimmed.toUtf8(), &error);
    if (document.isNull()) {
        return {.text = body,
                .problem =
                    tr("neither XML nor JSON (character %1: %2)").arg(error.offset).arg(error.errorString()),
                .places = {}};
    }
    return JsonLayout(trimmed).run();
}

} // namespace retryscope::ui
