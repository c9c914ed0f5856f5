// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace retryscope {

/// An immutable value shared by all copies, so that many attempts can hold the same one. A default value only
/// costs the pointer. Equality compares values.
template <typename T>
class Shared
{
public:
    Shared() = default;
    // NOLINTBEGIN(bugprone-forwarding-reference-overload, google-explicit-constructor): `requires` tells
    template <typename From>
    requires std::convertible_to<From, T> &&
        (!std::same_as<std::remove_cvref_t<From>, Shared>)Shared(From&& from)
    {
        T value(std::forward<From>(from));
        if (!(value == defaultValue())) {
            m_value = std::make_shared<const T>(std::move(value));
        }
    }
    // NOLINTEND(bugprone-forwarding-reference-overload, google-explicit-constructor)

    [[nodiscard]] const T& operator*() const { return m_value ? *m_value : defaultValue(); }
    [[nodiscard]] const T* operator->() const { return &**this; }
    // NOLINTNEXTLINE(google-explicit-constructor): reads like a T
    [[nodiscard]] operator const T&() const { return **this; }
    /// Never nullptr; what it points to lives as long as any such pointer.
    [[nodiscard]] std::shared_ptr<const T> pointer() const
    {
        return m_value ? m_value : std::shared_ptr<const T>(std::shared_ptr<const T>(), &defaultValue());
    }

    friend bool operator==(const Shared& left, const Shared& right)
    {
        return left.m_value == right.m_value || *left == *right;
    }

private:
    static const T& defaultValue()
    {
        static const T value{};
        return value;
    }

    std::shared_ptr<const T> m_value; ///< nullptr: the default value
};

} // namespace retryscope
