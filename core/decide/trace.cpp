// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/trace.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

// A packed finding is its place in the closed list as one byte, then its bytes. One with texts begins with
// their number, and each text with its own.

constexpr std::size_t kSteps = std::variant_size_v<TraceStep>;
constexpr std::size_t kLeastCapacity = 64;
using Length = std::uint32_t;

/// Puts values and texts one after the other.
class Packer
{
public:
    explicit Packer(std::byte* at) : m_at(at) {}

    template <typename T>
    void value(const T& value)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        std::memcpy(m_at, &value, sizeof(T));
        m_at += sizeof(T);
    }
    void text(std::string_view text)
    {
        value(static_cast<Length>(text.size()));
        text.copy(reinterpret_cast<char*>(m_at), text.size());
        m_at += text.size();
    }

private:
    std::byte* m_at;
};

/// Takes them out again in the same order.
class Unpacker
{
public:
    explicit Unpacker(const std::byte* at) : m_at(at) {}

    template <typename T>
    void value(T& value)
    {
        std::memcpy(&value, m_at, sizeof(T));
        m_at += sizeof(T);
    }
    void text(std::string& text)
    {
        Length length = 0;
        value(length);
        text.assign(reinterpret_cast<const char*>(m_at), length);
        m_at += length;
    }

private:
    const std::byte* m_at;
};

template <typename... Values>
constexpr std::size_t sizeOfValues(const Values&... values)
{
    return (sizeof(values) + ... + 0);
}

template <typename... Texts>
std::size_t sizeOfTexts(const Texts&... texts)
{
    return ((sizeof(Length) + texts.size()) + ... + 0);
}

/// Bytes of each finding; 0: it holds texts, and its first bytes tell.
template <std::size_t... Places>
constexpr std::array<std::size_t, kSteps> sizesOf(std::index_sequence<Places...>)
{
    return {(std::is_trivially_copyable_v<std::variant_alternative_t<Places, TraceStep>>
                 ? sizeof(std::variant_alternative_t<Places, TraceStep>)
                 : 0)...};
}
constexpr std::array<std::size_t, kSteps> kSizes = sizesOf(std::make_index_sequence<kSteps>{});

using Unpack = TraceStep (*)(const std::byte*);
template <std::size_t... Places>
constexpr std::array<Unpack, kSteps> unpackersOf(std::index_sequence<Places...>)
{
    return {[](const std::byte* bytes) -> TraceStep {
        return unpacked<std::variant_alternative_t<Places, TraceStep>>(bytes);
    }...};
}

std::size_t placeAt(const std::byte* at)
{
    return std::to_integer<std::size_t>(*at);
}

const std::byte* nextAfter(const std::byte* at)
{
    std::size_t bytes = kSizes[placeAt(at)];
    if (bytes == 0) {
        Length length = 0;
        std::memcpy(&length, at + 1, sizeof(length));
        bytes = length;
    }
    return at + 1 + bytes;
}

} // namespace

Trace::Trace(std::initializer_list<TraceStep> steps)
{
    for (const TraceStep& step : steps) {
        push_back(step);
    }
}

Trace::Trace(const Trace& other)
{
    reallocate(other.m_size);
    m_size = other.m_size;
    std::copy_n(other.m_bytes.get(), m_size, m_bytes.get());
}

Trace::Trace(Trace&& other) noexcept
    : m_bytes(std::move(other.m_bytes))
    , m_size(std::exchange(other.m_size, 0))
    , m_capacity(std::exchange(other.m_capacity, 0))
{
}

Trace& Trace::operator=(Trace other) noexcept
{
    m_bytes.swap(other.m_bytes);
    std::swap(m_size, other.m_size);
    std::swap(m_capacity, other.m_capacity);
    return *this;
}

void Trace::add(const NameFound& found)
{
    const ErrorName& name = found.name;
    const std::size_t bytes = sizeof(Length) + sizeOfValues(name.state, found.body) +
                              sizeOfTexts(name.name, name.found, name.origin);
    Packer packer(extend(placeInList<NameFound>(), bytes));
    packer.value(static_cast<Length>(bytes));
    packer.value(name.state);
    packer.value(found.body);
    packer.text(name.name);
    packer.text(name.found);
    packer.text(name.origin);
}

template <>
NameFound unpacked<NameFound>(const std::byte* bytes)
{
    NameFound found;
    Unpacker unpacker(bytes + sizeof(Length));
    unpacker.value(found.name.state);
    unpacker.value(found.body);
    unpacker.text(found.name.name);
    unpacker.text(found.name.found);
    unpacker.text(found.name.origin);
    return found;
}

void Trace::add(const HintApplied& applied)
{
    const std::size_t bytes =
        sizeof(Length) + sizeOfTexts(applied.header, applied.text) +
        sizeOfValues(applied.asked, applied.lower, applied.upper, applied.applied, applied.forbids);
    Packer packer(extend(placeInList<HintApplied>(), bytes));
    packer.value(static_cast<Length>(bytes));
    packer.text(applied.header);
    packer.text(applied.text);
    packer.value(applied.asked);
    packer.value(applied.lower);
    packer.value(applied.upper);
    packer.value(applied.applied);
    packer.value(applied.forbids);
}

template <>
HintApplied unpacked<HintApplied>(const std::byte* bytes)
{
    HintApplied applied;
    Unpacker unpacker(bytes + sizeof(Length));
    unpacker.text(applied.header);
    unpacker.text(applied.text);
    unpacker.value(applied.asked);
    unpacker.value(applied.lower);
    unpacker.value(applied.upper);
    unpacker.value(applied.applied);
    unpacker.value(applied.forbids);
    return applied;
}

void Trace::push_back(const TraceStep& step)
{
    std::visit([this](const auto& alternative) { add(alternative); }, step);
}

void Trace::reserve(std::size_t bytes)
{
    if (bytes > m_capacity) {
        reallocate(bytes);
    }
}

void Trace::trim()
{
    if (m_size < m_capacity) {
        reallocate(m_size);
    }
}

std::size_t Trace::size() const
{
    return static_cast<std::size_t>(std::distance(begin(), end()));
}

Trace::Iterator Trace::begin() const
{
    return Iterator(m_bytes.get());
}

Trace::Iterator Trace::end() const
{
    return Iterator(m_bytes.get() + m_size);
}

TraceStep Trace::operator[](std::size_t index) const
{
    return *std::next(begin(), static_cast<std::ptrdiff_t>(index));
}

TraceStep Trace::back() const
{
    Iterator last = begin();
    for (Iterator at = begin(); at != end(); ++at) {
        last = at;
    }
    return *last;
}

bool Trace::operator==(const Trace& other) const
{
    return std::equal(begin(), end(), other.begin(), other.end());
}

std::byte* Trace::extend(std::size_t place, std::size_t bytes)
{
    const std::size_t end = m_size + 1 + bytes;
    if (end > m_capacity) {
        reallocate(std::max({end, std::size_t{2} * m_capacity, kLeastCapacity}));
    }
    std::byte* at = m_bytes.get() + m_size;
    *at = static_cast<std::byte>(place);
    m_size = static_cast<std::uint32_t>(end);
    return at + 1;
}

void Trace::reallocate(std::size_t bytes)
{
    std::unique_ptr<std::byte[]> block(bytes > 0 ? new std::byte[bytes] : nullptr);
    std::copy_n(m_bytes.get(), m_size, block.get());
    m_bytes = std::move(block);
    m_capacity = static_cast<std::uint32_t>(bytes);
}

const std::byte* Trace::find(std::size_t place) const
{
    const std::byte* end = m_bytes.get() + m_size;
    for (const std::byte* at = m_bytes.get(); at != end; at = nextAfter(at)) {
        if (placeAt(at) == place) {
            return at + 1;
        }
    }
    return nullptr;
}

const std::byte* Trace::findLast(std::size_t place) const
{
    const std::byte* found = nullptr;
    const std::byte* end = m_bytes.get() + m_size;
    for (const std::byte* at = m_bytes.get(); at != end; at = nextAfter(at)) {
        found = placeAt(at) == place ? at + 1 : found;
    }
    return found;
}

TraceStep Trace::Iterator::operator*() const
{
    static constexpr std::array<Unpack, kSteps> kUnpack = unpackersOf(std::make_index_sequence<kSteps>{});
    return kUnpack[placeAt(m_at)](m_at + 1);
}

Trace::Iterator& Trace::Iterator::operator++()
{
    m_at = nextAfter(m_at);
    return *this;
}

} // namespace retryscope
