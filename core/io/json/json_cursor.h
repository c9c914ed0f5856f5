// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_tree.h"
#include "core/io/text/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace retryscope::io {

/// The first problem found while reading a document, and the memory used so far. Reading stops at the first
/// problem: later members count as missing, so that an invalid file costs no more than its size.
struct JsonProblem
{
    bool isSet = false;
    QString path;
    QString text;
    /// Extra bytes that the document requests (`bodyRepeat`); see JsonCursor::make().
    qint64 madeBytes = 0;
};

/// The error for people, with file or text name before the path.
[[nodiscard]] inline Error errorOf(const JsonProblem& problem, const QString& place)
{
    return {.kind = Error::Kind::BadInput,
            .message = problem.text,
            .place = place + QStringLiteral(": ") + problem.path};
}

struct JsonMember;

/// One value of a JSON document with its path, so that every error names its place. An invalid value sets the
/// problem and reads as the fallback; values read later count as missing.
class JsonCursor
{
public:
    /// A value of a tree; the tree must outlive the cursor.
    JsonCursor(const JsonTree& tree, JsonTree::Index node, JsonProblem& problem);
    /// A QJsonValue. path: its place in the document.
    JsonCursor(const QJsonValue& value, const QString& path, JsonProblem& problem);

    /// `calls[3].attempts[0].status`; empty at the root.
    [[nodiscard]] QString path() const;
    /// True if neither missing nor null.
    [[nodiscard]] bool isPresent() const
    {
        return m_node != JsonTree::kNone && m_tree->type(m_node) != JsonTree::Type::Null;
    }
    /// The member with this name; missing if there is none. Sets a problem if this value is not an object.
    /// The key must outlive the cursor.
    [[nodiscard]] JsonCursor at(std::string_view key) const;
    [[nodiscard]] JsonCursor at(const char* key) const { return at(std::string_view(key)); }
    [[nodiscard]] JsonCursor at(const QString& key) const;
    /// Like at(), but sets a problem if the member is missing or null.
    [[nodiscard]] JsonCursor required(std::string_view key) const;
    /// A different value with the same path.
    [[nodiscard]] JsonCursor withValue(const QJsonValue& value) const;
    /// Items of an array; sets a problem if it is not an array or has more than `most`. Missing and null give
    /// none.
    [[nodiscard]] std::vector<JsonCursor> items(std::size_t most = kMostItems) const;
    static constexpr std::size_t kMostItems = 1'000'000;
    /// Members of an object, sorted by name; missing and null give none. Sets a problem for more than
    /// `kMostItems`. To ask for one name after the other with at() takes longer, in an object that is not
    /// sorted much longer.
    [[nodiscard]] std::vector<JsonMember> members() const;
    /// True if a problem was found anywhere in the document.
    [[nodiscard]] bool hasProblem() const { return m_problem->isSet; }
    /// Counts extra bytes that the document requests. Returns false and sets a problem if the total exceeds
    /// kMostMade.
    [[nodiscard]] bool make(qint64 bytes) const;
    static constexpr qint64 kMostMade = qint64{64} * 1024 * 1024;

    [[nodiscard]] double number(double fallback = 0) const;
    [[nodiscard]] qint64 integer(qint64 lowest, qint64 highest, qint64 fallback = 0) const;
    [[nodiscard]] bool boolean(bool fallback = false) const;
    [[nodiscard]] QString string() const;
    /// The same in UTF-8. Valid as long as the tree does not change.
    [[nodiscard]] std::string_view text() const;
    /// Text of a title, name or remark: sets a problem above `most` bytes, which would block a window.
    [[nodiscard]] std::string_view shortText(std::size_t most = kLongestText) const;
    static constexpr std::size_t kLongestText = std::size_t{4} * 1024;
    [[nodiscard]] bool is(JsonTree::Type type) const
    {
        return m_node != JsonTree::kNone && m_tree->type(m_node) == type;
    }
    /// The value as bytes that are equal exactly if the values are equal; empty if missing.
    [[nodiscard]] std::string_view content() const;
    /// The value as QJsonValue; undefined if missing.
    [[nodiscard]] QJsonValue value() const;

    /// Sets the problem for an invalid value. expected: what is allowed; the message adds what was found.
    void complain(const QString& expected) const;
    /// Sets the problem with this text.
    void reject(const QString& text) const;

private:
    void keepKey(std::string key);
    /// Number of items or members; absent after a problem, including too many.
    [[nodiscard]] std::optional<std::size_t> count(JsonTree::Type type, const QString& expected,
                                                   std::size_t most) const;

    std::shared_ptr<const JsonTree> m_owned; ///< of a value that was no tree before
    const JsonTree* m_tree;
    JsonTree::Index m_node;                     ///< kNone: missing
    JsonTree::Index m_around = JsonTree::kNone; ///< of a missing member: the object it is missing in
    std::string_view m_missingKey;
    std::shared_ptr<const std::string> m_ownedKey;    ///< the missing key, when nobody else keeps it
    mutable JsonTree::Index m_last = JsonTree::kNone; ///< the member found last: the next one follows mostly
    JsonProblem* m_problem;
};

struct JsonMember
{
    QString name;
    JsonCursor value;
};

/// Parses the root object, or returns the error with line and column; a repeated key is an error too.
Result<QJsonObject> parseJsonObject(const QByteArray& json, const QString& place);

/// What `read` takes from the root object, or the first problem in it.
template <typename Read>
auto readObject(const QJsonObject& document, const QString& place, Read read)
    -> Result<std::invoke_result_t<Read, const JsonCursor&>>
{
    JsonProblem problem;
    auto value = read(JsonCursor(document, {}, problem));
    if (problem.isSet) {
        return errorOf(problem, place);
    }
    return value;
}
/// The same, of a text.
template <typename Read>
auto readDocument(const QByteArray& json, const QString& place, Read read)
    -> Result<std::invoke_result_t<Read, const JsonCursor&>>
{
    const Result<QJsonObject> document = parseJsonObject(json, place);
    return document ? readObject(document.value(), place, read) : document.error();
}
/// Sets the problem where the document's `format` is another one.
void requireFormat(const JsonCursor& document, const char* format);

} // namespace retryscope::io
