// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonValue>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace retryscope::io {

/// A JSON document in two flat buffers, in document order. It grows at the end while being read; used items
/// can be dropped there, so that documents larger than memory can be processed.
class JsonTree
{
public:
    enum class Type : std::uint8_t { Null, False, True, Number, String, Array, Object };
    using Index = std::uint32_t;
    static constexpr Index kNone = ~Index{0};
    static constexpr Index kRoot = 0;

    /// path: path of the root, if the tree is a part of a larger document.
    explicit JsonTree(QString path = {}) : m_path(std::move(path)) {}
    /// The tree of an existing value.
    JsonTree(const QJsonValue& value, QString path);

    [[nodiscard]] bool isEmpty() const { return m_nodes.empty(); }
    [[nodiscard]] Type type(Index node) const { return m_nodes[node].type; }
    /// The array or object around a node; kNone for the root.
    [[nodiscard]] Index parent(Index node) const { return m_nodes[node].parent; }
    /// Name of a member; empty for anything else.
    [[nodiscard]] std::string_view key(Index node) const
    {
        return slice(m_nodes[node].keyBegin, m_nodes[node].keySize);
    }
    /// Text of a string, or the digits of a number.
    [[nodiscard]] std::string_view text(Index node) const;
    /// A value as bytes that are equal exactly if the values are equal.
    [[nodiscard]] std::string_view content(Index node) const;
    /// First member or item; kNone: none.
    [[nodiscard]] Index firstIn(Index node) const;
    /// The member or item after a node; kNone after the last.
    [[nodiscard]] Index after(Index node) const
    {
        const Index next = m_nodes[node].end;
        return next < m_nodes.size() && m_nodes[next].parent == m_nodes[node].parent ? next : kNone;
    }
    /// The member with this name, searched from `hint` on, then from the beginning; kNone: none.
    [[nodiscard]] Index find(Index object, std::string_view key, Index hint = kNone) const;
    /// `calls[3].attempts[0].status`; empty at the root.
    [[nodiscard]] QString path(Index node) const;
    [[nodiscard]] QJsonValue toJson(Index node) const;

    /// Begins an array or object. Containers must end in reverse order.
    void beginContainer(Type type);
    /// Ends the current array or object and returns it.
    Index endContainer();
    void addScalar(Type type, std::string_view text = {});
    /// Sets the name of the next value. Returns false if the object already has this member.
    [[nodiscard]] bool addKey(std::string_view key);
    /// Number of open arrays and objects.
    [[nodiscard]] std::size_t depth() const { return m_open.size(); }
    /// False if the tree is full: nodes and texts have 32-bit indexes.
    [[nodiscard]] bool hasRoomFor(std::size_t bytes) const
    {
        constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max() - 64;
        return m_nodes.size() < kMost && m_text.size() + bytes < kMost;
    }
    /// Removes an item of an array, which was the last to end.
    void drop(Index item);

private:
    struct Node
    {
        Index parent = kNone;
        Index end = kNone; ///< the first node that is not in this one; kNone while it is open
        std::uint32_t keyBegin = 0;
        std::uint32_t keySize = 0;
        std::uint32_t begin = 0; ///< of the content
        std::uint32_t contentEnd = 0;
        std::uint32_t dropped = 0; ///< items that stood before the first one
        Type type = Type::Null;
        bool isSorted = false; ///< members of an object that has ended
    };
    /// An array or object that has not ended.
    struct Open
    {
        Index node = kNone;
        std::uint32_t keyBegin = 0; ///< of the member added last
        std::uint32_t keySize = 0;
        bool hasKey = false;
        bool isSorted = true; ///< then no member can stand twice
        std::size_t members = 0;
        std::unique_ptr<std::unordered_set<std::string>> keys; ///< of a large object that is not sorted
    };

    Index add(Type type);
    void add(const QJsonValue& value);
    void appendSized(std::string_view text);
    [[nodiscard]] std::string_view slice(std::uint32_t begin, std::uint32_t size) const
    {
        return {m_text.data() + begin, size};
    }
    [[nodiscard]] Index findAmong(Index member, Index end, std::string_view key) const;
    [[nodiscard]] Index findSorted(Index member, std::string_view key) const;
    [[nodiscard]] bool isKnown(Open& object, std::string_view key) const;

    QString m_path;
    std::vector<Node> m_nodes;
    std::string m_text; ///< keys and contents as they came
    std::vector<Open> m_open;
    std::uint32_t m_keyBegin = 0; ///< of the next value
    std::uint32_t m_keySize = 0;
};

} // namespace retryscope::io
