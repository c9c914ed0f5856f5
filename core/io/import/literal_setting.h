// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/setting.h"

namespace retryscope::io {

/// Reads what people write into programs: JSON, object literals of JavaScript, calls and collections of
/// Python. Nothing is evaluated but a product of numbers; what would have to be is Code. Both kinds of
/// comments are passed over. What does not end, and what is too long or too deep, is BadInput with its line.
class LiteralReader
{
public:
    /// place: file name for messages; may be empty.
    LiteralReader(QString text, QString place);

    /// Where the text (a name and what opens behind it) begins outside of comments and strings, after `from`;
    /// -1: nowhere. Blanks in front of the opening sign are allowed: `Retry (`.
    [[nodiscard]] qsizetype find(const QString& name, QChar opening, qsizetype from = 0) const;
    /// The object, list or value at this place.
    [[nodiscard]] Result<Setting> valueAt(qsizetype at);
    /// The arguments of the call whose `(` is the first one from there, as a group: keyword arguments by
    /// their name, others without one.
    [[nodiscard]] Result<Setting> argumentsAt(qsizetype at);
    [[nodiscard]] int lineOf(qsizetype at) const;

private:
    struct Refused
    {
        qsizetype at;
        QString message;
    };

    void skipBlanks();
    [[nodiscard]] qsizetype afterBlanks(qsizetype at) const;
    [[nodiscard]] qsizetype afterText(qsizetype at) const;
    [[nodiscard]] QChar next() const;
    void enter(qsizetype at);
    Setting begin(Setting::Kind kind);
    Setting readValue();
    Setting readGroup();
    Setting readList(QChar end);
    Setting readText();
    Setting readExpression(qsizetype from);
    Setting readArguments();
    Setting::Member readMember();
    Setting::Member readArgument();
    void readSeparator(QChar end);
    QString readName();
    [[nodiscard]] bool skipsCollection();
    [[nodiscard]] bool isArrowFunction() const;

    QString m_text;
    QString m_place;
    std::vector<qsizetype> m_lineEnds;
    qsizetype m_at = 0;
    int m_depth = 0;
    int m_count = 0;
};

} // namespace retryscope::io
