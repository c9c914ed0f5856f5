// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/json/json_tree.h"

#include "core/io/text/utf8.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <cassert>
#include <cstring>

namespace retryscope::io {

namespace {

constexpr std::size_t kSizeBytes = sizeof(std::uint32_t);

bool isContainer(JsonTree::Type type)
{
    return type == JsonTree::Type::Array || type == JsonTree::Type::Object;
}

/// The digits of a number, as they would stand in a file.
std::string digitsOf(const QJsonValue& number)
{
    const QByteArray json = QJsonDocument(QJsonArray{number}).toJson(QJsonDocument::Compact);
    return json.mid(1, json.size() - 2).toStdString();
}

} // namespace

JsonTree::JsonTree(const QJsonValue& value, QString path) : m_path(std::move(path))
{
    add(value);
}

std::string_view JsonTree::text(Index node) const
{
    const std::string_view all = content(node);
    return all.size() < 1 + kSizeBytes ? std::string_view() : all.substr(1 + kSizeBytes);
}

std::string_view JsonTree::content(Index node) const
{
    return slice(m_nodes[node].begin, m_nodes[node].contentEnd - m_nodes[node].begin);
}

JsonTree::Index JsonTree::firstIn(Index node) const
{
    const Index first = node + 1;
    const bool isThere =
        isContainer(m_nodes[node].type) && first < m_nodes.size() && first != m_nodes[node].end;
    return isThere ? first : kNone;
}

/// Hot: a record of 100,000 attempts asks seven million times. Members of our own files are sorted and asked
/// for mostly in their order, so the next one to look at is the answer or tells that there is none.
JsonTree::Index JsonTree::find(Index object, std::string_view key, Index hint) const
{
    if (m_nodes[object].type != Type::Object) {
        return kNone;
    }
    const Index first = firstIn(object);
    if (!m_nodes[object].isSorted) {
        const Index start = hint == kNone ? first : hint;
        const Index found = findAmong(start, kNone, key);
        return found != kNone || start == first ? found : findAmong(first, start, key);
    }
    const bool isFurther = hint != kNone && this->key(hint) <= key;
    return findSorted(isFurther ? hint : first, key);
}

/// From one member to before another.
JsonTree::Index JsonTree::findAmong(Index member, Index end, std::string_view key) const
{
    while (member != end && member != kNone && this->key(member) != key) {
        member = after(member);
    }
    return member == end ? kNone : member;
}

/// From one member on, among sorted ones: it ends where the first letter has gone by.
JsonTree::Index JsonTree::findSorted(Index member, std::string_view key) const
{
    const char* const text = m_text.data();
    for (; member != kNone; member = after(member)) {
        const Node& node = m_nodes[member];
        const char* const name = text + node.keyBegin;
        if (node.keySize == key.size() && std::memcmp(name, key.data(), key.size()) == 0) {
            return member;
        }
        if (node.keySize > 0 && !key.empty() &&
            static_cast<unsigned char>(*name) > static_cast<unsigned char>(key.front())) {
            return kNone;
        }
    }
    return kNone;
}

QString JsonTree::path(Index node) const
{
    QString path;
    for (; m_nodes[node].parent != kNone; node = m_nodes[node].parent) {
        const Index around = m_nodes[node].parent;
        if (m_nodes[around].type == Type::Object) {
            path.prepend(QLatin1Char('.') + toQString(key(node)));
            continue;
        }
        std::uint32_t index = m_nodes[around].dropped;
        for (Index item = firstIn(around); item != node; item = m_nodes[item].end) {
            ++index;
        }
        path.prepend(QStringLiteral("[%1]").arg(index));
    }
    path.prepend(m_path);
    return path.startsWith(QLatin1Char('.')) ? path.sliced(1) : path;
}

QJsonValue JsonTree::toJson(Index node) const
{
    switch (m_nodes[node].type) {
    case Type::Null:
        return QJsonValue::Null;
    case Type::False:
        return false;
    case Type::True:
        return true;
    case Type::Number: {
        const std::string_view digits = text(node);
        const QByteArray json = "[" + QByteArray(digits.data(), static_cast<qsizetype>(digits.size())) + "]";
        return QJsonDocument::fromJson(json).array().first();
    }
    case Type::String:
        return toQString(text(node));
    case Type::Array: {
        QJsonArray array;
        for (Index item = firstIn(node); item != kNone; item = after(item)) {
            array.append(toJson(item));
        }
        return array;
    }
    case Type::Object:
        break;
    }
    QJsonObject object;
    for (Index member = firstIn(node); member != kNone; member = after(member)) {
        object.insert(toQString(key(member)), toJson(member));
    }
    return object;
}

JsonTree::Index JsonTree::add(Type type)
{
    const auto index = static_cast<Index>(m_nodes.size());
    m_nodes.push_back({.parent = m_open.empty() ? kNone : m_open.back().node,
                       .end = index + 1,
                       .keyBegin = m_keyBegin,
                       .keySize = m_keySize,
                       .begin = static_cast<std::uint32_t>(m_text.size()),
                       .type = type});
    m_keySize = 0;
    m_text += static_cast<char>(type);
    return index;
}

void JsonTree::appendSized(std::string_view text)
{
    std::array<char, kSizeBytes> size{};
    const auto bytes = static_cast<std::uint32_t>(text.size());
    std::memcpy(size.data(), &bytes, kSizeBytes);
    m_text.append(size.data(), kSizeBytes);
    m_text += text;
}

void JsonTree::beginContainer(Type type)
{
    const Index node = add(type);
    m_nodes[node].end = kNone;
    m_open.push_back({.node = node});
}

JsonTree::Index JsonTree::endContainer()
{
    const Index node = m_open.back().node;
    m_nodes[node].isSorted = m_open.back().isSorted;
    m_open.pop_back();
    m_text += '\xff'; // no type: two arrays in a row are not one in the other
    m_nodes[node].end = static_cast<Index>(m_nodes.size());
    m_nodes[node].contentEnd = static_cast<std::uint32_t>(m_text.size());
    return node;
}

void JsonTree::addScalar(Type type, std::string_view text)
{
    const Index node = add(type);
    if (type == Type::Number || type == Type::String) {
        appendSized(text);
    }
    m_nodes[node].contentEnd = static_cast<std::uint32_t>(m_text.size());
}

bool JsonTree::addKey(std::string_view key)
{
    Open& object = m_open.back();
    if (isKnown(object, key)) {
        return false;
    }
    appendSized(key);
    m_keySize = object.keySize = static_cast<std::uint32_t>(key.size());
    m_keyBegin = object.keyBegin = static_cast<std::uint32_t>(m_text.size()) - m_keySize;
    object.hasKey = true;
    return true;
}

/// Our own files are sorted, and cost one comparison a member.
bool JsonTree::isKnown(Open& object, std::string_view key) const
{
    constexpr std::size_t kFew = 16; // members that are gone through one by one
    const bool isLater = !object.hasKey || slice(object.keyBegin, object.keySize) < key;
    ++object.members;
    if (object.isSorted && isLater) {
        return false;
    }
    object.isSorted = false;
    if (object.members > kFew && !object.keys) {
        object.keys = std::make_unique<std::unordered_set<std::string>>();
        for (Index member = firstIn(object.node); member != kNone; member = after(member)) {
            object.keys->emplace(this->key(member));
        }
    }
    return object.keys ? !object.keys->emplace(key).second : find(object.node, key) != kNone;
}

void JsonTree::drop(Index item)
{
    Node& around = m_nodes[m_nodes[item].parent];
    assert(around.type == Type::Array && m_nodes[item].end == m_nodes.size());
    ++around.dropped;
    m_text.resize(m_nodes[item].begin);
    m_nodes.resize(item);
}

void JsonTree::add(const QJsonValue& value)
{
    switch (value.type()) {
    case QJsonValue::Undefined:
    case QJsonValue::Null:
        return addScalar(Type::Null);
    case QJsonValue::Bool:
        return addScalar(value.toBool() ? Type::True : Type::False);
    case QJsonValue::Double:
        return addScalar(Type::Number, digitsOf(value));
    case QJsonValue::String:
        return addScalar(Type::String, value.toString().toStdString());
    case QJsonValue::Array:
        beginContainer(Type::Array);
        for (const QJsonValue item : value.toArray()) {
            add(item);
        }
        endContainer();
        return;
    case QJsonValue::Object:
        break;
    }
    const QJsonObject object = value.toObject();
    beginContainer(Type::Object);
    for (auto member = object.begin(); member != object.end(); ++member) {
        if (addKey(member.key().toStdString())) {
            add(member.value());
        }
    }
    endContainer();
}

} // namespace retryscope::io
