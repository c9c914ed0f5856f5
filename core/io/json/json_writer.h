// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIODevice>
#include <QJsonValue>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// Writes JSON piece by piece, byte for byte like QJsonDocument: members sorted by name, numbers in their
/// shortest form. Buffers no more than the outermost sorted object.
class JsonWriter
{
public:
    enum class Layout {
        Indented, ///< for readers: a line per member, four blanks per level
        Compact,  ///< without blanks
    };
    /// Order in which the members of an object are written.
    enum class Members {
        InAnyOrder,
        Sorted, ///< so they need not be kept, however large the object is
    };

    JsonWriter(QIODevice& device, Layout layout);

    void beginObject(Members members = Members::InAnyOrder);
    void endObject();
    void beginArray();
    void endArray();
    /// Name of the next member; ASCII, and never the same twice in one object.
    void key(std::string_view name);

    void null();
    void boolean(bool value);
    void integer(std::int64_t value);
    /// Infinite and undefined numbers become null.
    void number(double value);
    /// Writes UTF-8; replaces invalid bytes like QString::fromUtf8.
    void text(std::string_view utf8);
    void value(const QJsonValue& value);

    // A member with its name.
    void text(std::string_view name, std::string_view utf8)
    {
        key(name);
        text(utf8);
    }
    void number(std::string_view name, double value)
    {
        key(name);
        number(value);
    }
    void integer(std::string_view name, std::int64_t value)
    {
        key(name);
        integer(value);
    }

    /// Ends the document with a line end and flushes to the device. The device keeps errors.
    void finish();

private:
    struct Level
    {
        bool isCollected = false; ///< an object whose members may have to be sorted
        bool isSorted = true;     ///< so far
        std::size_t count = 0;
        std::size_t firstMember = 0; ///< in m_members
    };
    /// Where a member stands in m_text, without the separator before it.
    struct Member
    {
        std::size_t begin = 0;
        std::size_t nameEnd = 0;
    };

    void open(char bracket, bool isCollected);
    void close(char bracket);
    void beginValue();
    void separate();
    void breakLine(std::size_t depth);
    void appendEscaped(std::string_view text);
    void sortMembers(const Level& level);
    [[nodiscard]] std::string_view nameOf(const Member& member) const;
    void flush();

    QIODevice& m_device;
    Layout m_layout;
    std::string m_text; ///< not handed over yet
    std::vector<Level> m_levels;
    std::vector<Member> m_members; ///< of the collected objects that are open
    std::size_t m_collected = 0;   ///< how many those are
    bool m_followsKey = false;
};

} // namespace retryscope::io
