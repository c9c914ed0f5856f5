// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>

namespace retryscope {

/// A value that usually equals its default and then only takes the space of a pointer. Copies are deep;
/// equality compares values. Use Shared if many objects hold the same value.
template <typename T>
class Rare
{
public:
    Rare() = default;
    ~Rare() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): reads like a member of type T
    Rare(T value) { set(std::move(value)); }
    Rare(const Rare& other) { set(T(*other)); }
    Rare(Rare&&) noexcept = default;
    Rare& operator=(Rare other) noexcept
    {
        m_value = std::move(other.m_value);
        return *this;
    }

    [[nodiscard]] const T& operator*() const { return m_value ? *m_value : defaultValue(); }
    [[nodiscard]] const T* operator->() const { return &**this; }

    /// Changes the value in its place.
    template <typename Change>
    void edit(Change change)
    {
        if (!m_value) {
            m_value = std::make_unique<T>();
        }
        change(*m_value);
        if (*m_value == defaultValue()) {
            m_value.reset();
        }
    }

    friend bool operator==(const Rare& left, const Rare& right) { return *left == *right; }

private:
    static const T& defaultValue()
    {
        static const T value{};
        return value;
    }
    void set(T value)
    {
        if (!(value == defaultValue())) {
            m_value = std::make_unique<T>(std::move(value));
        }
    }

    std::unique_ptr<T> m_value; ///< nullptr: the default value
};

} // namespace retryscope
