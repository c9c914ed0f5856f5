// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/code_highlighter.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QPlainTextEdit>
#include <QRegularExpression>

namespace retryscope::ui {

namespace {

/// Longer lines are left alone: they are texts of others, not code.
constexpr qsizetype kLongestLine = 2000;

/// In the order in which they are tried at each place.
const QRegularExpression& tokens()
{
    static const QRegularExpression pattern(QStringLiteral(
        R"((?<member>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))"
        R"(|(?<comment>(?:^|(?<=\s))(?://|#(?=\s)).*$)|(?<keyword>#\w+|\b(?:auto|bool|break|case|class|const)"
        R"(|def|defer|else|enum|export|false|final|fn|for|from|func|if|import|include|int|let|long|mut|namespace)"
        R"(|new|None|null|nullptr|override|private|public|return|static|std|struct|switch|this|true|True|False)"
        R"(|type|use|using|var|virtual|void|while)\b)|(?<number>\b\d+(?:\.\d+)?(?:ms|s)?\b))"));
    return pattern;
}

} // namespace

CodeHighlighter::CodeHighlighter(QPlainTextEdit* edit) : QSyntaxHighlighter(edit->document()), m_edit(edit)
{
    edit->installEventFilter(this);
}

void CodeHighlighter::highlightBlock(const QString& text)
{
    if (text.size() > kLongestLine) {
        return;
    }
    const Theme& theme = Theme::forPalette(m_edit->palette());
    const std::pair<QString, QColor> kinds[] = {{QStringLiteral("member"), theme.link},
                                                {QStringLiteral("text"), theme.wait},
                                                {QStringLiteral("comment"), theme.muted},
                                                {QStringLiteral("keyword"), theme.text},
                                                {QStringLiteral("number"), theme.delayText}};
    for (auto found = tokens().globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch token = found.next();
        for (const auto& [kind, colour] : kinds) {
            if (token.capturedLength(kind) > 0) {
                QTextCharFormat format;
                format.setForeground(colour);
                format.setFontWeight(kind == QLatin1String("keyword") ? QFont::DemiBold : QFont::Normal);
                setFormat(static_cast<int>(token.capturedStart(kind)),
                          static_cast<int>(token.capturedLength(kind)), format);
                break;
            }
        }
    }
}

bool CodeHighlighter::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        rehighlight();
    }
    return QSyntaxHighlighter::eventFilter(watched, event);
}

} // namespace retryscope::ui
