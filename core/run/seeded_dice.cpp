// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/seeded_dice.h"

namespace retryscope {

namespace {

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every bit of the input reaches
/// every bit of the output.
constexpr std::uint64_t mixed(std::uint64_t value)
{
    value += 0x9e3779b97f4a7c15ULL;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31U);
}

} // namespace

std::uint64_t seededBits(std::uint64_t seed, int client, int call, int attempt)
{
    std::uint64_t state = mixed(seed);
    for (const int part : {client, call, attempt}) {
        state = mixed(state ^ static_cast<std::uint64_t>(part));
    }
    return state;
}

double seededDraw(std::uint64_t seed, int client, int call, int attempt)
{
    constexpr double kUnit = 1.0 / 9007199254740992.0; // 2^-53: the spacing of doubles in [0.5, 1)
    return static_cast<double>(seededBits(seed, client, call, attempt) >> 11U) * kUnit;
}

double SeededDice::draw(int client, int call, int attempt) const
{
    return seededDraw(m_seed, client, call, attempt);
}

} // namespace retryscope
