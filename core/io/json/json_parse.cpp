// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/json/json_parse.h"

#include "core/io/text/utf8.h"

#include <QByteArray>
#include <QUtf8StringView>

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cassert>
#include <new>
#include <vector>

namespace retryscope::io {

namespace {

constexpr std::size_t kReadBlock = std::size_t{256} * 1024;
constexpr std::size_t kDeepest = 1024; // arrays and objects in one another; the parser recurses

/// A device as RapidJSON reads it: character by character, 0 at the end.
class DeviceStream
{
public:
    using Ch = char;

    DeviceStream(QIODevice& device, const Progress& progress)
        : m_device(device), m_start(device.pos()), m_progress(progress), m_block(kReadBlock + 1)
    {
        readOn();
    }

    [[nodiscard]] Ch Peek() const { return *m_at; }
    Ch Take()
    {
        const Ch character = *m_at++;
        if (m_at == m_end) {
            readOn();
        }
        return character;
    }
    [[nodiscard]] std::size_t Tell() const
    {
        return m_before + static_cast<std::size_t>(m_at - m_block.data());
    }
    // For writing in place, which nobody asks of this stream.
    Ch* PutBegin() { return nullptr; }
    void Put(Ch) {}
    void Flush() {}
    std::size_t PutEnd(Ch*) { return 0; }

    [[nodiscard]] bool wasStopped() const { return m_wasStopped; }
    /// False at a 0 that stands in the text.
    [[nodiscard]] bool isAtEnd() const { return m_isAtEnd; }

private:
    void readOn()
    {
        m_before += static_cast<std::size_t>(m_end - m_block.data());
        const qint64 size =
            m_wasStopped
                ? 0
                : std::max<qint64>(0, m_device.read(m_block.data(), static_cast<qint64>(kReadBlock)));
        m_isAtEnd = size == 0;
        m_at = m_block.data();
        m_end = m_at + std::max<qint64>(1, size); // the 0 at the end stays
        m_block[static_cast<std::size_t>(size)] = '\0';
        const qint64 whole = m_device.size() - m_start;
        if (size > 0 && m_progress && whole > 0) {
            m_wasStopped =
                !m_progress(static_cast<double>(m_device.pos() - m_start) / static_cast<double>(whole));
        }
    }

    QIODevice& m_device;
    qint64 m_start;
    const Progress& m_progress;
    std::vector<char> m_block;
    const char* m_at = m_block.data();
    const char* m_end = m_at;
    std::size_t m_before = 0; ///< bytes of earlier blocks
    bool m_wasStopped = false;
    bool m_isAtEnd = false;
};

/// RapidJSON's own writes behind a null pointer where the memory is used up.
class ThrowingAllocator : public rapidjson::CrtAllocator
{
public:
    void* Malloc(std::size_t size) { return held(rapidjson::CrtAllocator::Malloc(size), size); }
    void* Realloc(void* memory, std::size_t before, std::size_t size)
    {
        return held(rapidjson::CrtAllocator::Realloc(memory, before, size), size);
    }

private:
    static void* held(void* memory, std::size_t size)
    {
        if (memory == nullptr && size > 0) {
            throw std::bad_alloc();
        }
        return memory;
    }
};

/// Takes what the parser finds into the tree.
class TreeBuilder
{
public:
    using Size = rapidjson::SizeType;

    TreeBuilder(JsonTree& tree, const JsonParsing& parsing) : m_tree(tree), m_parsing(parsing) {}

    bool Null() { return scalar(JsonTree::Type::Null); }
    bool Bool(bool value) { return scalar(value ? JsonTree::Type::True : JsonTree::Type::False); }
    bool RawNumber(const char* text, Size size, bool) { return scalar(JsonTree::Type::Number, {text, size}); }
    bool String(const char* text, Size size, bool)
    {
        return isUtf8({text, size}) && scalar(JsonTree::Type::String, {text, size});
    }
    bool Key(const char* text, Size size, bool)
    {
        const std::string_view key{text, size};
        if (!isUtf8(key) || !hasRoomFor(size)) {
            return false;
        }
        if (!m_tree.addKey(key)) {
            m_problem = QStringLiteral("the key \"%1\" is repeated in one object; keep only one")
                            .arg(QString::fromUtf8(text, static_cast<qsizetype>(size)));
            m_problemSize = size + 2;
            return false;
        }
        return true;
    }
    bool StartObject() { return begin(JsonTree::Type::Object); }
    bool StartArray() { return begin(JsonTree::Type::Array); }
    bool EndObject(Size) { return end(); }
    bool EndArray(Size) { return end(); }
    // Numbers come as text.
    bool Int(int) { return false; }
    bool Uint(unsigned) { return false; }
    bool Int64(std::int64_t) { return false; }
    bool Uint64(std::uint64_t) { return false; }
    bool Double(double) { return false; }

    /// Why it was stopped here; empty: it was not.
    [[nodiscard]] const QString& problem() const { return m_problem; }
    /// Bytes from the beginning of the problem to where the parser stands.
    [[nodiscard]] std::size_t problemSize() const { return m_problemSize; }

private:
    bool stop(const QString& problem)
    {
        m_problem = problem;
        return false;
    }
    bool hasRoomFor(std::size_t size)
    {
        return m_tree.hasRoomFor(size) || stop(QStringLiteral("too large to keep in memory"));
    }
    bool isUtf8(std::string_view text)
    {
        return isAscii(text) ||
               QUtf8StringView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8() ||
               stop(QStringLiteral("invalid JSON: a string is not valid UTF-8"));
    }
    bool scalar(JsonTree::Type type, std::string_view text = {})
    {
        if (!hasRoomFor(text.size())) {
            return false;
        }
        m_tree.addScalar(type, text);
        return true;
    }
    bool begin(JsonTree::Type type)
    {
        if (m_tree.depth() == kDeepest) {
            return stop(
                QStringLiteral("invalid JSON: arrays and objects are nested deeper than %1").arg(kDeepest));
        }
        if (!hasRoomFor(0)) {
            return false;
        }
        m_tree.beginContainer(type);
        return true;
    }
    bool end()
    {
        const JsonTree::Index item = m_tree.endContainer();
        const JsonTree::Index around = m_tree.parent(item);
        if (m_parsing.takeItem && around != JsonTree::kNone && m_tree.type(around) == JsonTree::Type::Array &&
            m_parsing.takeItem(item)) {
            m_tree.drop(item);
        }
        return true;
    }

    JsonTree& m_tree;
    const JsonParsing& m_parsing;
    QString m_problem;
    std::size_t m_problemSize = 0;
};

void skipByteOrderMark(QIODevice& device)
{
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    if (device.peek(static_cast<qint64>(kMark.size())) == QByteArray::fromRawData(kMark.data(), 3)) {
        device.skip(static_cast<qint64>(kMark.size()));
    }
}

/// Of UTF-16, in which editors count columns.
qsizetype unitsIn(QByteArrayView utf8)
{
    constexpr unsigned kContinuation = 0x80;
    constexpr unsigned kContinuationBits = 0xC0;
    constexpr unsigned kPair = 0xF0; // beyond the first plane
    qsizetype units = 0;
    for (const char letter : utf8) {
        const auto byte = static_cast<unsigned char>(letter);
        units += ((byte & kContinuationBits) != kContinuation ? 1 : 0) + (byte >= kPair ? 1 : 0);
    }
    return units;
}

} // namespace

QString placeInText(const QString& place, QIODevice& device, qint64 start, std::size_t offset)
{
    device.seek(start);
    qsizetype line = 1;
    qsizetype column = 1;
    for (auto left = static_cast<qint64>(offset); left > 0;) {
        const QByteArray block = device.read(std::min<qint64>(left, static_cast<qint64>(kReadBlock)));
        if (block.isEmpty()) {
            break;
        }
        left -= block.size();
        line += block.count('\n');
        const qsizetype lineEnd = block.lastIndexOf('\n');
        column = (lineEnd < 0 ? column : 1) + unitsIn(QByteArrayView(block).sliced(lineEnd + 1));
    }
    const QString inText = QStringLiteral("line %1, column %2").arg(line).arg(column);
    return place.isEmpty() ? inText : place + QStringLiteral(", ") + inText;
}

Result<Done> parseJson(QIODevice& device, const QString& place, JsonTree& tree, const JsonParsing& parsing)
{
    assert(!device.isSequential());
    constexpr unsigned kFlags = rapidjson::kParseNumbersAsStringsFlag;
    const qint64 start = device.pos();
    skipByteOrderMark(device);
    const auto skipped = static_cast<std::size_t>(device.pos() - start);
    DeviceStream stream(device, parsing.progress);
    TreeBuilder builder(tree, parsing);
    rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, ThrowingAllocator> reader;
    rapidjson::ParseResult parsed;
    if (!parsing.endDocument) {
        parsed = reader.Parse<kFlags>(stream, builder);
    } else {
        do {
            tree = JsonTree();
            parsed = reader.Parse<kFlags | rapidjson::kParseStopWhenDoneFlag>(stream, builder);
            rapidjson::SkipWhitespace(stream);
            if (!parsed.IsError()) {
                parsing.endDocument();
            }
        } while (!parsed.IsError() && stream.Peek() != '\0');
    }
    if (stream.wasStopped()) {
        return Error{Error::Kind::Environment, QStringLiteral("reading was stopped"), place};
    }
    if (parsed.IsError() || !stream.isAtEnd()) {
        const auto code = parsed.IsError() ? parsed.Code() : rapidjson::kParseErrorDocumentRootNotSingular;
        const bool isOurs = !builder.problem().isEmpty();
        const std::size_t offset = isOurs             ? stream.Tell() - builder.problemSize()
                                   : parsed.IsError() ? parsed.Offset()
                                                      : stream.Tell();
        return Error{
            Error::Kind::BadInput,
            isOurs ? builder.problem()
                   : QStringLiteral("invalid JSON: %1").arg(QLatin1String(rapidjson::GetParseError_En(code))),
            placeInText(place, device, start, skipped + offset)};
    }
    if (!parsing.endDocument && tree.type(JsonTree::kRoot) != JsonTree::Type::Object) {
        const bool isArray = tree.type(JsonTree::kRoot) == JsonTree::Type::Array;
        return Error{Error::Kind::BadInput,
                     QStringLiteral("found %1 at the top, expected an object")
                         .arg(isArray ? QStringLiteral("an array") : QStringLiteral("a single value")),
                     place};
    }
    return Done{};
}

} // namespace retryscope::io
