// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSyntaxHighlighter>

namespace retryscope::ui {

struct Theme;

/// Colours JSON and XML and leaves other text alone. Lines and texts too long to colour quickly stay plain.
class BodyHighlighter : public QSyntaxHighlighter
{
    Q_OBJECT
public:
    enum class Language { None, Json, Xml };

    explicit BodyHighlighter(QTextDocument* document);

    /// The language of a body, judged by its beginning.
    [[nodiscard]] static Language languageOf(const QString& body);
    /// Sets language and length of the text that is set next; the present text keeps its colours.
    void setLanguage(Language language, qsizetype characters);
    /// Recolours the text if the theme has changed.
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
