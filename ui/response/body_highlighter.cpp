// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/response/body_highlighter.h"

#include "ui/theme/theme.h"

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr qsizetype kLongestLine = 4000;
constexpr qsizetype kLongestText = qsizetype{300} * 1024;

/// End of a string that begins at `from`, behind its closing quote; the line's end when it is open.
int endOfString(const QString& line, int from)
{
    const QChar quote = line.at(from);
    int at = from + 1;
    while (at < line.size() && line.at(at) != quote) {
        at += line.at(at) == QLatin1Char('\\') && quote == QLatin1Char('"') ? 2 : 1;
    }
    return std::min(at + 1, static_cast<int>(line.size()));
}

bool isXmlName(QChar character)
{
    return character.isLetterOrNumber() || character == QLatin1Char('-') || character == QLatin1Char('_') ||
           character == QLatin1Char(':') || character == QLatin1Char('.');
}

} // namespace

BodyHighlighter::BodyHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {}

BodyHighlighter::Language BodyHighlighter::languageOf(const QString& body)
{
    const auto first = std::find_if(body.begin(), body.end(), [](QChar one) { return !one.isSpace(); });
    if (first == body.end()) {
        return Language::None;
    }
    return *first == QLatin1Char('<')                                 ? Language::Xml
           : *first == QLatin1Char('{') || *first == QLatin1Char('[') ? Language::Json
                                                                      : Language::None;
}

void BodyHighlighter::setLanguage(Language language, qsizetype characters)
{
    m_language = characters < kLongestText ? language : Language::None;
}

void BodyHighlighter::setTheme(const Theme& theme)
{
    if (m_name == theme.link && m_value == theme.success && m_sign == theme.muted) {
        return;
    }
    m_name = theme.link;
    m_value = theme.success;
    m_sign = theme.muted;
    rehighlight();
}

void BodyHighlighter::highlightBlock(const QString& line)
{
    if (line.size() > kLongestLine) {
        return;
    }
    if (m_language == Language::Json) {
        highlightJson(line);
    } else if (m_language == Language::Xml) {
        highlightXml(line);
    }
}

void BodyHighlighter::highlightJson(const QString& line)
{
    for (int at = 0; at < line.size();) {
        const QChar here = line.at(at);
        if (here != QLatin1Char('"')) {
            const bool isSign = QStringLiteral("{}[],:").contains(here);
            if (isSign) {
                setFormat(at, 1, m_sign);
            }
            ++at;
            continue;
        }
        const int end = endOfString(line, at);
        int next = end;
        while (next < line.size() && line.at(next).isSpace()) {
            ++next;
        }
        const bool isKey = next < line.size() && line.at(next) == QLatin1Char(':');
        setFormat(at, end - at, isKey ? m_name : m_value);
        at = end;
    }
}

/// Tags; the state says that a tag of the line before is still open.
void BodyHighlighter::highlightXml(const QString& line)
{
    bool isInTag = previousBlockState() == 1;
    for (int at = 0; at < line.size(); ++at) {
        const QChar here = line.at(at);
        if (!isInTag) {
            if (here == QLatin1Char('<')) {
                isInTag = true;
                int end = at + 1;
                while (end < line.size() &&
                       (isXmlName(line.at(end)) || QStringLiteral("/?!").contains(line.at(end)))) {
                    ++end;
                }
                setFormat(at, end - at, m_name);
                at = end - 1;
            }
        } else if (here == QLatin1Char('>')) {
            setFormat(at, 1, m_name);
            isInTag = false;
        } else if (here == QLatin1Char('"') || here == QLatin1Char('\'')) {
            const int end = endOfString(line, at);
            setFormat(at, end - at, m_value);
            at = end - 1;
        } else {
            setFormat(at, 1, here == QLatin1Char('/') || here == QLatin1Char('?') ? m_name : m_sign);
        }
    }
    setCurrentBlockState(isInTag ? 1 : 0);
}

} // namespace retryscope::ui
