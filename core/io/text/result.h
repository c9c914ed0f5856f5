// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <utility>
#include <variant>

namespace retryscope::io {

/// An input or environment error, with a message for people.
struct Error
{
    enum class Kind {
        BadInput,    ///< the content of a file or text (exit 3)
        BadUsage,    ///< an unknown name or value (exit 2)
        Environment, ///< cannot open, bind, write, look up (exit 4)
    };
    Kind kind = Kind::BadInput;
    QString message;        ///< what happened, the value concerned, and what to do
    QString place;          ///< file, line or JSON path; may be empty
    int line = 0;           ///< of a configuration, from 1; 0: unknown
    bool isRefusal = false; ///< of a configuration, by the client that it is for

    /// `place: message`
    [[nodiscard]] QString text() const
    {
        return place.isEmpty() ? message : place + QStringLiteral(": ") + message;
    }
};

/// A value or an Error.
template <typename T>
class [[nodiscard]] Result
{
public:
    // NOLINTNEXTLINE(google-explicit-constructor): reads like a return of T
    Result(T value) : m_content(std::move(value)) {}
    // NOLINTNEXTLINE(google-explicit-constructor): reads like a return of Error
    Result(Error error) : m_content(std::move(error)) {}

    [[nodiscard]] bool ok() const { return std::holds_alternative<T>(m_content); }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] const T& value() const& { return std::get<T>(m_content); }
    [[nodiscard]] T&& value() && { return std::get<T>(std::move(m_content)); }
    [[nodiscard]] const Error& error() const { return std::get<Error>(m_content); }

private:
    std::variant<T, Error> m_content;
};

struct Done
{
};

} // namespace retryscope::io
