// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <algorithm>
#include <ctime>

namespace retryscope::test {

/// Does the work with so much, and with sixteen times as much: that takes about sixteen times as long where
/// each piece is looked at a few times, and 256 times where each meets each other. Empty when it is in
/// proportion, else both times. Of processor time, so that other programs do not count; whatever is faster
/// than a fifth of a millisecond is not told apart.
template <typename Work>
[[nodiscard]] QString outOfProportion(qsizetype few, Work work)
{
    constexpr double kShortest = 2e-4;
    constexpr double kMost = 80;
    const auto secondsFor = [&work](qsizetype size) {
        const std::clock_t start = std::clock();
        work(size);
        return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    };
    double small = secondsFor(few);
    for (int turn = 0; turn < 2; ++turn) {
        small = std::min(small, secondsFor(few));
    }
    const double large = secondsFor(16 * few);
    return large < kMost * std::max(small, kShortest)
               ? QString()
               : QStringLiteral("%1 s, then %2 s").arg(small).arg(large);
}

} // namespace retryscope::test
