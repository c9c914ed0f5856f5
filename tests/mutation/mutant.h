// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <type_traits>
#include <utility>

/// What the copies of the engine's sources call in place of their operators, constants and rules
/// (mutants.py). Each does what stood there unless its mutant is on.
namespace mutant {

constexpr std::size_t kMost = 16384;

/// Those that were asked for, written at the end to the file that RETRYSCOPE_MUTANTS_REACHED names: one byte
/// each.
class Reached
{
public:
    Reached() = default;
    Reached(const Reached&) = delete;
    Reached& operator=(const Reached&) = delete;
    ~Reached()
    {
        const char* name = std::getenv("RETRYSCOPE_MUTANTS_REACHED");
        std::FILE* file = name != nullptr ? std::fopen(name, "wb") : nullptr;
        if (file != nullptr) {
            std::fwrite(m_bytes.data(), 1, m_bytes.size(), file);
            std::fclose(file);
        }
    }
    void note(int number) { m_bytes[static_cast<std::size_t>(number)] = 1; }

private:
    std::array<char, kMost> m_bytes{};
};

/// RETRYSCOPE_MUTANT, read once; 0: none.
inline bool isOn(int number)
{
    static const int on = [] {
        const char* text = std::getenv("RETRYSCOPE_MUTANT");
        return text != nullptr ? std::atoi(text) : 0;
    }();
    static Reached reached;
    reached.note(number);
    return on == number;
}

inline bool condition(int number, bool holds)
{
    return isOn(number) ? !holds : holds;
}

inline bool negation(int number, bool holds)
{
    return isOn(number) ? holds : !holds;
}

template <typename A, typename B>
bool less(int number, const A& a, const B& b)
{
    return isOn(number) ? a <= b : isOn(number + 1) ? a >= b : a < b;
}

template <typename A, typename B>
bool lessOrEqual(int number, const A& a, const B& b)
{
    return isOn(number) ? a < b : isOn(number + 1) ? a > b : a <= b;
}

template <typename A, typename B>
bool greater(int number, const A& a, const B& b)
{
    return isOn(number) ? a >= b : isOn(number + 1) ? a <= b : a > b;
}

template <typename A, typename B>
bool greaterOrEqual(int number, const A& a, const B& b)
{
    return isOn(number) ? a > b : isOn(number + 1) ? a < b : a >= b;
}

template <typename A, typename B>
bool equal(int number, const A& a, const B& b)
{
    return isOn(number) ? !(a == b) : a == b;
}

template <typename A, typename B>
bool unequal(int number, const A& a, const B& b)
{
    return isOn(number) ? a == b : !(a == b);
}

/// Where there is no difference (a date and a duration have one, two texts have none): in the other order.
template <typename A, typename B>
auto sum(int number, const A& a, const B& b)
{
    using Result = decltype(a + b);
    if constexpr (requires { static_cast<Result>(a - b); }) {
        return isOn(number) ? static_cast<Result>(a - b) : a + b;
    } else {
        return isOn(number) ? static_cast<Result>(b + a) : a + b;
    }
}

template <typename A, typename B>
auto difference(int number, const A& a, const B& b)
{
    using Result = decltype(a - b);
    if constexpr (requires { static_cast<Result>(a + b); }) {
        return isOn(number) ? static_cast<Result>(a + b) : a - b;
    } else {
        return isOn(number) ? static_cast<Result>(b - a) : a - b;
    }
}

/// What cannot be divided, as a number by a duration, is doubled.
template <typename A, typename B>
auto product(int number, const A& a, const B& b)
{
    using Result = decltype(a * b);
    if constexpr (requires { static_cast<Result>(a / b); }) {
        return isOn(number) ? static_cast<Result>(a / b) : a * b;
    } else {
        return isOn(number) ? static_cast<Result>(a * b + a * b) : a * b;
    }
}

template <typename A, typename B>
auto quotient(int number, const A& a, const B& b)
{
    using Result = decltype(a / b);
    if constexpr (requires { static_cast<Result>(a * b); }) {
        return isOn(number) ? static_cast<Result>(a * b) : a / b;
    } else {
        return isOn(number) ? static_cast<Result>(a / b + a / b) : a / b;
    }
}

template <typename A, typename B>
auto bitsOfBoth(int number, const A& a, const B& b)
{
    return isOn(number) ? a | b : a & b;
}

template <typename A, typename B>
auto shiftedUp(int number, const A& a, const B& b)
{
    return isOn(number) ? a >> b : a << b;
}

template <typename A, typename B>
auto shiftedDown(int number, const A& a, const B& b)
{
    return isOn(number) ? a << b : a >> b;
}

/// Truth turns around, whole numbers are one more, others (and durations) twice as much, 1 for 0.
template <typename T>
T constant(int number, T value)
{
    if (!isOn(number)) {
        return value;
    }
    if constexpr (std::is_same_v<T, bool>) {
        return !value;
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(value + 1);
    } else if constexpr (std::is_floating_point_v<T>) {
        return value == 0 ? T{1} : 2 * value;
    } else {
        return value + value;
    }
}

/// The enumerator before; the second for the first.
template <typename T>
T neighbour(int number, T value)
{
    const auto place = static_cast<int>(value);
    return isOn(number) ? static_cast<T>(place == 0 ? 1 : place - 1) : value;
}

template <typename T>
T smaller(int number, std::type_identity_t<T> a, std::type_identity_t<T> b)
{
    return isOn(number) ? std::max(a, b) : std::min(a, b);
}

template <typename T>
T smaller(int number, const T& a, const T& b)
{
    return isOn(number) ? std::max(a, b) : std::min(a, b);
}

template <typename T>
T larger(int number, const T& a, const T& b)
{
    return isOn(number) ? std::min(a, b) : std::max(a, b);
}

template <typename From, typename To, typename Test>
bool anyOf(int number, From from, To to, Test test)
{
    return isOn(number) ? std::all_of(from, to, test) : std::any_of(from, to, test);
}

template <typename From, typename To, typename Test>
bool allOf(int number, From from, To to, Test test)
{
    return isOn(number) ? std::any_of(from, to, test) : std::all_of(from, to, test);
}

template <typename From, typename To, typename Test>
bool noneOf(int number, From from, To to, Test test)
{
    return isOn(number) ? std::any_of(from, to, test) : std::none_of(from, to, test);
}

} // namespace mutant
