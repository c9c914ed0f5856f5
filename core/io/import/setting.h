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

/// A configuration is no longer than this, in bytes: such files are written by people.
inline constexpr qsizetype kMostConfigurationBytes = qsizetype{1} << 20;
/// Groups and lists stand in one another no deeper than this.
inline constexpr int kDeepestSetting = 64;
/// And there are no more of them, texts included.
inline constexpr int kMostSettings = 100'000;

/// A value of somebody's configuration, whichever language it is written in, with the line where it begins.
struct Setting
{
    enum class Kind {
        Nothing, ///< null, None, or an empty value
        Text,    ///< with or without quotes: a number is a text, too
        Code,    ///< an expression that only the program itself could evaluate; `text` is how it reads
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

    /// The member with one of these names, nullptr: there is none. Case, `_` and `-` do not count, since the
    /// same setting is `maxAttempts`, `max_attempts` and `max-attempts` in different files.
    [[nodiscard]] const Setting* find(std::initializer_list<std::string_view> names) const;
    [[nodiscard]] std::optional<double> number() const; ///< finite
    [[nodiscard]] std::optional<int> wholeNumber() const;
    [[nodiscard]] std::optional<bool> yes() const;
    /// The value on one line and bounded, as it may stand in a report.
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

/// `0.5s`, `10ms`, `1m30s`, `2h`, and ISO 8601 as `PT0.5S`; a bare number counts in `bare`, absent where none
/// is meant. From 0 to a year.
[[nodiscard]] std::optional<Duration> durationFrom(const QString& text, std::optional<Duration> bare);

/// A duration as protobuf writes it in JSON, and in YAML: decimal seconds with an `s`, up to nine places
/// (`0.25s`, `1s`, `.5s`). gRPC and Envoy refuse all else: `100ms`, `1m`, `0.1`. From 0 to a year. Source:
/// google/protobuf/duration.proto, JSON Mapping.
[[nodiscard]] std::optional<Duration> protobufDurationFrom(const QString& text);

/// Where reading stopped: the line, what stands there, and what to do.
[[nodiscard]] Error badLine(const QString& place, int line, const QString& message);

} // namespace retryscope::io
