// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/json_tree.h"
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
#include <vector>

namespace retryscope::io {

/// The first problem met while a document is read, and what was made of the document so far. Reading stops at
/// the first problem: all that is asked for afterwards is missing, so that a bent file costs what it weighs.
struct JsonProblem
{
    bool isSet = false;
    QString path;
    QString text;
    /// Bytes that the document asks to be made beside its own (`bodyRepeat`); see JsonCursor::make().
    qint64 madeBytes = 0;
};

/// For people, with the file or text that was read before the path.
[[nodiscard]] inline Error errorOf(const JsonProblem& problem, const QString& place)
{
    return {.kind = Error::Kind::BadInput,
            .message = problem.text,
            .place = place + QStringLiteral(": ") + problem.path};
}

/// One value of a JSON document together with where it stands, so that every complaint names its place. A
/// wrong value is noted in the problem and read as the given fallback; what is read after it is missing.
class JsonCursor
{
public:
    /// A value of a tree, which outlives the cursor.
    JsonCursor(const JsonTree& tree, JsonTree::Index node, JsonProblem& problem);
    /// A value that is no tree yet. path: where it stands.
    JsonCursor(const QJsonValue& value, const QString& path, JsonProblem& problem);

    /// `calls[3].attempts[0].status`; empty at the root.
    [[nodiscard]] QString path() const;
    /// Neither missing nor null.
    [[nodiscard]] bool isPresent() const
    {
        return m_node != JsonTree::kNone && m_tree->type(m_node) != JsonTree::Type::Null;
    }
    /// The member of this name; missing when there is none. Complains when this value is no object. The key
    /// outlives the cursor.
    [[nodiscard]] JsonCursor at(std::string_view key) const;
    [[nodiscard]] JsonCursor at(const char* key) const { return at(std::string_view(key)); }
    [[nodiscard]] JsonCursor at(const QString& key) const;
    /// The same, and complains when the member is missing or null.
    [[nodiscard]] JsonCursor required(std::string_view key) const;
    /// Another value that stands at the same place.
    [[nodiscard]] JsonCursor withValue(const QJsonValue& value) const;
    /// Members of an array; complains when it is none, and when it has more than `most`. Missing and null are
    /// empty.
    [[nodiscard]] std::vector<JsonCursor> items(std::size_t most = kMostItems) const;
    static constexpr std::size_t kMostItems = 1'000'000;
    /// Member names of an object, sorted. Missing and null have none; complains about more than `kMostItems`.
    [[nodiscard]] QStringList keys() const;
    /// A problem was noted, here or elsewhere in the document.
    [[nodiscard]] bool hasProblem() const { return m_problem->isSet; }
    /// So many bytes beside the document's own are made of it. False: that is more than kMostMade in all, and
    /// was complained about.
    [[nodiscard]] bool make(qint64 bytes) const;
    static constexpr qint64 kMostMade = qint64{64} * 1024 * 1024;

    [[nodiscard]] double number(double fallback = 0) const;
    [[nodiscard]] qint64 integer(qint64 lowest, qint64 highest, qint64 fallback = 0) const;
    [[nodiscard]] bool boolean(bool fallback = false) const;
    [[nodiscard]] QString string() const;
    /// The same in UTF-8. Valid as long as the tree does not change.
    [[nodiscard]] std::string_view text() const;
    /// The same of a title, a name, a remark: complains about one of more than `most` bytes, which is no text
    /// for people and would keep a window busy.
    [[nodiscard]] std::string_view shortText(std::size_t most = kLongestText) const;
    static constexpr std::size_t kLongestText = std::size_t{4} * 1024;
    [[nodiscard]] bool is(JsonTree::Type type) const
    {
        return m_node != JsonTree::kNone && m_tree->type(m_node) == type;
    }
    /// All of the value as bytes that are equal exactly when the values are; empty when it is missing.
    [[nodiscard]] std::string_view content() const;
    /// The value as Qt has it; undefined when it is missing.
    [[nodiscard]] QJsonValue value() const;

    /// Notes that this value is wrong: `expected` says what is allowed; what was found is added.
    void complain(const QString& expected) const;
    /// Notes a problem in words of its own.
    void reject(const QString& text) const;

private:
    void keepKey(std::string key);
    /// Items or members; absent where a problem was met, which may be that they are too many.
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

/// The document's root object, or what is wrong with the text (a key that stands twice, too),
/// in which line and column.
Result<QJsonObject> parseJsonObject(const QByteArray& json, const QString& place);

} // namespace retryscope::io
