// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"
#include "core/io/text/result.h"

#include <QString>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace retryscope::io {

/// Most bytes of a configuration: people write these files by hand.
inline constexpr qsizetype kMostConfigurationBytes = qsizetype{1} << 20;
/// Deepest nesting of groups and lists.
inline constexpr int kDeepestSetting = 64;
/// Most groups, lists and texts together.
inline constexpr int kMostSettings = 100'000;

/// A value of a configuration in any of the supported languages, with its first line.
struct Setting
{
    enum class Kind {
        Nothing, ///< null, None, or an empty value
        Text,    ///< with or without quotes: a number is a text, too
        Code,    ///< an expression that only the program itself could evaluate; `text` is its source text
        List,
        Group,
    };
    struct Member;

    Kind kind = Kind::Nothing;
    int line = 1;          ///< from 1
    bool isQuoted = false; ///< of a text
    QString text;
    std::vector<Setting> items;  ///< of a list
    std::vector<Member> members; ///< of a group, in their order

    /// The member with one of these names; nullptr: none. Ignores case, `_` and `-`, since files write the
    /// same setting as `maxAttempts`, `max_attempts` or `max-attempts`.
    [[nodiscard]] const Setting* find(std::initializer_list<std::string_view> names) const;
    /// The value at the end of a path of members; nullptr: none.
    [[nodiscard]] const Setting* within(std::initializer_list<std::string_view> path) const;
    /// The text of that value; empty: none.
    [[nodiscard]] QString textWithin(std::initializer_list<std::string_view> path) const;
    [[nodiscard]] std::optional<double> number() const; ///< finite
    [[nodiscard]] std::optional<int> wholeNumber() const;
    [[nodiscard]] std::optional<bool> yes() const;
    /// A number as Python computes with it: True is 1, False is 0; no text in quotes.
    [[nodiscard]] std::optional<double> pythonNumber() const;
    /// The items of a list; of a text or an expression that stands for a list of one, itself.
    [[nodiscard]] std::vector<Setting> listed() const;
    /// The value on one line, with limited length, for reports.
    [[nodiscard]] QString shown() const;
};

struct Setting::Member
{
    QString name;
    int line = 1;
    Setting value;
};

/// `maxAttempts`, `max_attempts` and `MAX-ATTEMPTS` are `maxattempts`.
[[nodiscard]] QString plainName(const QString& name);

/// Parses `0.5s`, `10ms`, `1m30s`, `2h`, and ISO 8601 such as `PT0.5S`. A bare number has the unit `bare`; if
/// that is absent, it is invalid. From 0 to a year.
[[nodiscard]] std::optional<Duration> durationFrom(const QString& text, std::optional<Duration> bare);

/// Parses a protobuf duration as in JSON and YAML: decimal seconds with an `s`, up to nine places (`0.25s`,
/// `1s`, `.5s`). gRPC and Envoy reject anything else: `100ms`, `1m`, `0.1`. From 0 to a year. Source:
/// google/protobuf/duration.proto, JSON Mapping.
[[nodiscard]] std::optional<Duration> protobufDurationFrom(const QString& text);

/// The error for a line: where reading stopped, what was found, and what to do.
[[nodiscard]] Error badLine(const QString& place, int line, const QString& message);

} // namespace retryscope::io
