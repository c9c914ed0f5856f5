// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSyntaxHighlighter>

namespace retryscope::ui {

struct Theme;

/// Colours JSON and XML, and leaves anything else alone. Lines and texts beyond what can be coloured quickly
/// stay as they are.
class BodyHighlighter : public QSyntaxHighlighter
{
    Q_OBJECT
public:
    enum class Language { None, Json, Xml };

    explicit BodyHighlighter(QTextDocument* document);

    /// The language of a body, by how it begins.
    [[nodiscard]] static Language languageOf(const QString& body);
    /// Of the text that is set next, and how many characters that has; what stands there is left as it is.
    void setLanguage(Language language, qsizetype characters);
    /// Colours anew if the theme is another one.
    void setTheme(const Theme& theme);

protected:
    void highlightBlock(const QString& line) override;

private:
    void highlightJson(const QString& line);
    void highlightXml(const QString& line);

    Language m_language = Language::None;
    QColor m_name;
    QColor m_value;
    QColor m_sign;
};

} // namespace retryscope::ui
