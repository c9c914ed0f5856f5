// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/long_words.h"

#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTextBlock>

#include <algorithm>

namespace retryscope::ui {

namespace {

bool holdsLongWord(const QTextDocument& document, int from, int to)
{
    for (QTextBlock block = document.findBlock(from); block.isValid() && block.position() <= to;
         block = block.next()) {
        if (block.length() > kLongestWrappedWord && longestWordIn(block.text()) > kLongestWrappedWord) {
            return true;
        }
    }
    return false;
}

} // namespace

qsizetype longestWordIn(QStringView text)
{
    qsizetype longest = 0;
    qsizetype length = 0;
    for (const QChar character : text) {
        length = character.isSpace() ? 0 : length + 1;
        longest = std::max(longest, length);
    }
    return longest;
}

void wrapLongWordsAnywhere(QPlainTextEdit* edit)
{
    // The document says so before it lays out what has changed.
    QObject::connect(
        edit->document(), &QTextDocument::contentsChange, edit, [edit](int from, int /*removed*/, int added) {
            const QTextDocument& document = *edit->document();
            const bool isLong = holdsLongWord(document, from, from + added);
            const bool isNew = from == 0 && added >= document.characterCount() - 1;
            if (isLong || isNew) { // one long word among others that stay is not looked for again
                edit->setWordWrapMode(isLong ? QTextOption::WrapAnywhere
                                             : QTextOption::WrapAtWordBoundaryOrAnywhere);
            }
        });
}

QString breakable(const QString& text)
{
    constexpr int kLongestWord = 22; // characters
    QString result;
    int length = 0;
    for (const QChar one : text) {
        length = one.isSpace() ? 0 : length + 1;
        if (length > kLongestWord && !one.isLowSurrogate()) {
            result += QChar(0x200b);
            length = 1;
        }
        result += one;
    }
    return result;
}

QString withUnitsKept(QString text)
{
    static const QRegularExpression unit(
        QStringLiteral("(?<=\\d) (?=(?:ms|s|min|h|days?|%|[KM]iB|attempts?|tokens?|requests?)\\b)"));
    return text.replace(unit, QString(QChar::Nbsp));
}

} // namespace retryscope::ui
