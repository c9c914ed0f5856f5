// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope {

/// Finds many texts in another text at once, in time proportional to its length, independent of the number of
/// texts. Source: Aho, Corasick, Efficient string matching, 1975.
class TextSearch
{
public:
    /// An empty one is nowhere.
    explicit TextSearch(std::span<const std::string> texts = {});

    /// A stretch of a text.
    struct Piece
    {
        std::size_t begin;
        std::size_t end;
        bool operator==(const Piece&) const = default;
    };

    /// Their positions from the left; overlapping ones are merged.
    [[nodiscard]] std::vector<Piece> piecesIn(std::string_view text) const;
    /// For each of the texts, in their order, whether it stands there.
    [[nodiscard]] std::vector<bool> foundIn(std::string_view text) const;
    /// How many bytes at the end of the text are the beginning of one of them, at most.
    [[nodiscard]] std::size_t beginningAtEnd(std::string_view text) const;

private:
    using Index = std::uint32_t;

    /// Where a beginning of texts has been read.
    struct Node
    {
        Index firstChild = 0; ///< 0: none; the root is nobody's child
        Index sibling = 0;    ///< the next child of the same node
        Index shorter = 0;    ///< of the longest end of this beginning that is one, too
        Index depth = 0;      ///< bytes read
        Index found = 0;      ///< the longest text that ends here, in bytes
        char letter = '\0';
    };

    [[nodiscard]] Index childOf(Index node, char letter) const;
    [[nodiscard]] Index next(Index node, char letter) const;
    [[nodiscard]] Index add(std::string_view text);
    void link();

    std::vector<Node> m_nodes;
    std::vector<Index> m_ends;        ///< of each text
    std::vector<Index> m_byDepth;     ///< all nodes, the shortest beginnings first
    std::array<Index, 256> m_first{}; ///< children of the root, at which most bytes are looked up
};

} // namespace retryscope
