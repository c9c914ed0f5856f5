// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <utility>

namespace retryscope {

/// A value whose copies share it until one of them is edited, so that a copy for another thread costs as much
/// as a pointer. Each thread needs an object of its own.
template <typename T>
class CopyOnWrite
{
public:
    [[nodiscard]] const T& operator*() const { return m_value ? *m_value : defaultValue(); }
    [[nodiscard]] const T* operator->() const { return &**this; }

    /// The value of this object alone. The reference is valid until this object is copied.
    [[nodiscard]] T& edit()
    {
        if (!m_value) {
            m_value = std::make_shared<T>();
        } else if (m_value.use_count() > 1) {
            m_value = std::make_shared<T>(*m_value);
        } else {
            // What another thread read from its copy, which is gone now, comes before the change.
            std::atomic_thread_fence(std::memory_order_acquire);
        }
        return *m_value;
    }

private:
    static const T& defaultValue()
    {
        static const T value{};
        return value;
    }

    std::shared_ptr<T> m_value; ///< nullptr: the default value
};

} // namespace retryscope
