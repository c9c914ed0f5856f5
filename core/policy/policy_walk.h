// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/member_range.h"
#include "core/policy/policy_members.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace retryscope {

/// A `Fields` for policy_members.h that goes over values: each member comes to `Derived::field(key, value)`.
template <typename Derived>
class PolicyWalk
{
public:
    static constexpr bool kIsWalk = true;

    template <typename T>
    void required(const char* key, T& value)
    {
        self().field(key, value);
    }
    template <typename T>
    void filled(const char* key, std::vector<T>& values)
    {
        self().field(key, values);
    }
    template <typename T>
    void unless(const T&, const char* key, T& value)
    {
        self().field(key, value);
    }
    void constant(const char*, const char*, const char*) {}
    void range(const MemberRange&) {}
    template <typename T, typename Kind>
    void byKind(const char* key, T& general, std::map<Kind, T>& special)
    {
        self().field(key, general);
        for (auto& [kind, value] : special) {
            self().kind((std::string(key) + '.' + std::string(wordOf(kind))).c_str(), value);
        }
    }
    /// The value for one kind of error.
    template <typename T>
    void kind(const char* key, T& value)
    {
        self().field(key, value);
    }

    /// What `walk` shows stands under this key.
    template <typename Walk>
    void within(const std::string& key, const Walk& walk)
    {
        const std::string before = std::exchange(m_path, joined(key));
        walk();
        m_path = before;
    }

protected:
    [[nodiscard]] std::string joined(const std::string& key) const
    {
        return m_path.empty() ? key : m_path + '.' + key;
    }

    std::string m_path; ///< of the struct that is described

private:
    Derived& self() { return static_cast<Derived&>(*this); }
};

} // namespace retryscope
