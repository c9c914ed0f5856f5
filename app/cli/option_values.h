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

/// How the value of an option is read: the same way where the option has an effect and where it has none.
struct ValueRule
{
    using Check = std::function<std::optional<io::Error>(const QString& option, const QString& value)>;

    Check check;     ///< of the text alone; empty: any text will do
    Check readFiles; ///< of the files that it names; a command that uses the option reads them itself
    std::function<QString(const QString& option, const QString& value)> remark; ///< empty: nothing is odd
    QStringList choices; ///< all there are, the first where the option is not given; empty: not that sort
};

/// A whole number.
[[nodiscard]] ValueRule numberFrom(qint64 lowest, qint64 highest);
/// Above 0: `10s`, `250ms`, or a bare number of milliseconds.
[[nodiscard]] ValueRule timeValue();
/// Every time in it is read like that of timeValue(): `p50=20ms,p99=800ms`.
[[nodiscard]] ValueRule latencyValue();
[[nodiscard]] ValueRule layerValue();
[[nodiscard]] ValueRule oneOf(const QStringList& choices);
[[nodiscard]] ValueRule address();
[[nodiscard]] ValueRule listenAddress();
[[nodiscard]] ValueRule header();
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
/// Of the protocols that every policy knows; a policy may have more.
[[nodiscard]] ValueRule protocolName();
[[nodiscard]] ValueRule secretName();
/// What stands for itself: the option's own reader, asked about this value.
[[nodiscard]] ValueRule readBy(ValueRule::Check check);

/// A time as a value has it: with its unit, or a bare number of milliseconds. Absent where it is neither, or
/// more than 31 years.
struct TimeValue
{
    Duration duration{0};
    bool isBare = false; ///< without a unit
};
[[nodiscard]] std::optional<TimeValue> timeFrom(QStringView text);
/// `p50=20ms,p99=0.8s`, in any order.
[[nodiscard]] io::Result<LatencySpread> latencyFrom(const QString& text);
/// What is odd about it: few milliseconds, where seconds may be meant; else empty.
[[nodiscard]] QString remarkOnTime(const QString& option, QStringView text);

/// What a time may look like, for messages.
inline constexpr char16_t kTimeForms[] = u"a time above 0 such as 10s, 250ms or 2min; a bare number is "
                                         u"milliseconds";

} // namespace retryscope::cli
