// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/setting.h"

#include <QHash>

#include <optional>
#include <vector>

namespace retryscope::io {

/// Reads settings from source code: JSON, JavaScript object literals, Python calls and collections, Java
/// annotations (the group of their arguments). Evaluates products of numbers only; any other expression
/// becomes Code. Skips both kinds of comments. Unclosed, too long or too deep input is BadInput with its
/// line.
class LiteralReader
{
public:
    /// place: file name for messages; may be empty.
    LiteralReader(QString text, QString place);

    /// Position, from `from` on, of a name followed by an opening character, outside comments and strings;
    /// -1: none. Allows spaces before the opening character: `Retry (`.
    [[nodiscard]] qsizetype find(const QString& name, QChar opening, qsizetype from = 0) const;
    /// Positions of all calls of this name, in their order; `class Name(` is none. At most 100.
    [[nodiscard]] std::vector<qsizetype> callsOf(const QString& name) const;
    /// The object, list or value at this place.
    [[nodiscard]] Result<Setting> valueAt(qsizetype at);
    /// The arguments of the call at the next `(`, as a group: keyword arguments with their names, others
    /// without.
    [[nodiscard]] Result<Setting> argumentsAt(qsizetype at);
    /// The setting with names of constants replaced by their values: `CODES = [503]` at the beginning of a
    /// line, or `const CODES = [503]` anywhere. A name that is given a value twice, or changed, stays.
    [[nodiscard]] Setting withConstants(Setting setting);
    /// What an attribute is set to at the beginning of a line: `Retry.CODES = [503]`, as the member CODES.
    /// Absent: it is set nowhere, twice, within a block or to an expression, or changed.
    [[nodiscard]] std::optional<Setting::Member> assignedTo(const QString& attribute);
    [[nodiscard]] int lineOf(qsizetype at) const;
    /// Where the value or the arguments end that were read last.
    [[nodiscard]] qsizetype end() const { return m_at; }

    /// A name or a word of a string, with the names before its dots: `grpc.enable_retries`.
    struct Word
    {
        qsizetype at = 0;
        int line = 1;
        QString text;
        QString wholeLine; ///< that it stands in, bounded
    };
    /// All outside comments, at most kMostSettings.
    [[nodiscard]] std::vector<Word> words() const;

private:
    struct Refused
    {
        qsizetype at;
        QString message;
    };

    void findConstants();
    [[nodiscard]] QString lineFrom(qsizetype at) const;
    [[nodiscard]] bool isArgument(qsizetype at) const;
    void putConstants(Setting& setting);
    [[nodiscard]] std::optional<Setting> constantAt(qsizetype at);
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
    Setting readAnnotation();
    Setting::Member readMember();
    Setting::Member readArgument();
    void readSeparator(QChar end);
    QString readName();
    [[nodiscard]] bool skipsCollection();
    [[nodiscard]] bool isArrowFunction() const;

    QString m_text;
    QString m_place;
    std::vector<qsizetype> m_lineEnds;
    std::optional<QHash<QString, qsizetype>> m_constants; ///< where the value stands; -1: at several places
    int m_constantsRead = 0;
    qsizetype m_at = 0;
    int m_depth = 0;
    int m_count = 0;
};

} // namespace retryscope::io
