// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/trace.h"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace retryscope {

namespace {

// A packed finding is its place in the closed list as one byte, then its bytes. One with texts begins with
// their number, and each text with its own.

constexpr std::size_t kSteps = std::variant_size_v<TraceStep>;
constexpr std::size_t kLeastCapacity = 64;
using Length = std::uint32_t;

/// What is packed of a finding with texts, in this order.
auto membersOf(auto& step) requires std::is_same_v<std::remove_cvref_t<decltype(step)>, NameFound>
{
    return std::tie(step.name.state, step.body, step.name.name, step.name.found, step.name.origin);
}
auto membersOf(auto& step) requires std::is_same_v<std::remove_cvref_t<decltype(step)>, HintApplied>
{
    return std::tie(step.header, step.text, step.asked, step.lower, step.upper, step.applied, step.forbids);
}

template <typename T>
std::size_t packedSize(const T& value)
{
    if constexpr (std::is_same_v<T, std::string>) {
        return sizeof(Length) + value.size();
    } else {
        return sizeof(value);
    }
}

template <typename T>
std::byte* pack(std::byte* at, const T& value)
{
    if constexpr (std::is_same_v<T, std::string>) {
        at = pack(at, static_cast<Length>(value.size()));
        value.copy(reinterpret_cast<char*>(at), value.size());
        return at + value.size();
    } else {
        static_assert(std::is_trivially_copyable_v<T>);
        std::memcpy(at, &value, sizeof(value));
        return at + sizeof(value);
    }
}

template <typename T>
const std::byte* unpack(const std::byte* at, T& value)
{
    if constexpr (std::is_same_v<T, std::string>) {
        Length length = 0;
        at = unpack(at, length);
        value.assign(reinterpret_cast<const char*>(at), length);
        return at + length;
    } else {
        std::memcpy(&value, at, sizeof(value));
        return at + sizeof(value);
    }
}

template <typename Step>
Step unpackedMembers(const std::byte* bytes)
{
    Step step;
    const std::byte* at = bytes + sizeof(Length);
    std::apply([&at](auto&... members) { ((at = unpack(at, members)), ...); }, membersOf(step));
    return step;
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

template <typename Step>
void Trace::addMembers(const Step& step)
{
    std::apply(
        [this](const auto&... members) {
            const std::size_t bytes = (sizeof(Length) + ... + packedSize(members));
            std::byte* at = pack(extend(placeInList<Step>(), bytes), static_cast<Length>(bytes));
            ((at = pack(at, members)), ...);
        },
        membersOf(step));
}

void Trace::add(const NameFound& found)
{
    addMembers(found);
}

void Trace::add(const HintApplied& applied)
{
    addMembers(applied);
}

template <>
NameFound unpacked<NameFound>(const std::byte* bytes)
{
    return unpackedMembers<NameFound>(bytes);
}

template <>
HintApplied unpacked<HintApplied>(const std::byte* bytes)
{
    return unpackedMembers<HintApplied>(bytes);
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
