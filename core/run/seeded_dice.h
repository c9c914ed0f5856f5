// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/ports.h"

#include <cstdint>

namespace retryscope {

/// Mixes seed, client, call and attempt; equal inputs give equal bits on every machine.
[[nodiscard]] std::uint64_t seededBits(std::uint64_t seed, int client, int call, int attempt);
/// The same as a number in [0, 1).
[[nodiscard]] double seededDraw(std::uint64_t seed, int client, int call, int attempt);

class SeededDice final : public Dice
{
public:
    explicit SeededDice(std::uint64_t seed) : m_seed(seed) {}
    [[nodiscard]] double draw(int client, int call, int attempt) const override;

private:
    std::uint64_t m_seed;
};

} // namespace retryscope
