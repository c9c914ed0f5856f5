// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"
#include "core/io/text/result.h"
#include "core/simulate/bounds.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace retryscope::cli {

/// How to parse the value of an option. The rule applies even if the option has no effect on the command.
struct ValueRule
{
    using Check = std::function<void(const QString& option, const QString& value)>; ///< throws an io::Error

    Check check;     ///< checks the text only; empty: any text is valid
    Check readFiles; ///< checks the files that the value names; commands that use the option read the files
                     ///< themselves
    std::function<QString(const QString& option, const QString& value)>
        remark;            ///< a warning about a suspicious value;
                           ///< empty: none
    bool isOutput = false; ///< names a file that the command writes
    QStringList choices;   ///< all valid values, the default first; empty: the value is not a choice
    std::function<QStringList()> names = {}; ///< values to offer beside files: the built-in ids; empty: none
};

/// The names of a list such as `run simulate`. list: Latin-1.
[[nodiscard]] QStringList namesIn(const char* list);
/// A whole number.
[[nodiscard]] ValueRule numberFrom(qint64 lowest, qint64 highest);
/// Above 0: `10s`, `250ms`, or a bare number of milliseconds.
[[nodiscard]] ValueRule timeValue();
/// `p50=20ms,p99=800ms`; each time as in timeValue().
[[nodiscard]] ValueRule latencyValue();
[[nodiscard]] ValueRule layerValue();
[[nodiscard]] ValueRule oneOf(const QStringList& choices);
[[nodiscard]] ValueRule address();
[[nodiscard]] ValueRule listenAddress();
[[nodiscard]] ValueRule header();
[[nodiscard]] ValueRule followHeader();
[[nodiscard]] ValueRule textOrFileName();
[[nodiscard]] ValueRule inputFile();
[[nodiscard]] ValueRule outputFile();
[[nodiscard]] ValueRule certificateFile();
[[nodiscard]] ValueRule keyFile();
[[nodiscard]] ValueRule proxyAddress();
[[nodiscard]] ValueRule policyName();
[[nodiscard]] ValueRule policySetting();
[[nodiscard]] ValueRule scenarioName();
[[nodiscard]] ValueRule benchName();
[[nodiscard]] ValueRule behavioursName();
/// A protocol that every policy knows. A policy can define more.
[[nodiscard]] ValueRule protocolName();
/// Any text; the known services are offered.
[[nodiscard]] ValueRule serviceName();
[[nodiscard]] ValueRule secretName();
/// A rule with this check and nothing else.
[[nodiscard]] ValueRule readBy(ValueRule::Check check);

/// A time with a unit, or a bare number of milliseconds.
struct TimeValue
{
    Duration duration{0};
    bool isBare = false; ///< without a unit
};
[[nodiscard]] std::optional<TimeValue> timeFrom(QStringView text);
/// `p50=20ms,p99=0.8s`, in any order.
[[nodiscard]] LatencySpread latencyFrom(const QString& text);
/// A warning if a bare number of a few milliseconds probably means seconds; otherwise empty.
[[nodiscard]] QString remarkOnTime(const QString& option, QStringView text);

/// The valid forms of a time, for messages.
inline constexpr char16_t kTimeForms[] =
    u"a time above 0 such as 10s, 250ms or 2min; a bare number means milliseconds";

} // namespace retryscope::cli
