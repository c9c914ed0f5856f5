// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/text_search.h"

#include <algorithm>

namespace retryscope {

TextSearch::TextSearch(std::span<const std::string> texts) : m_nodes(1)
{
    m_ends.reserve(texts.size());
    for (const std::string& text : texts) {
        m_ends.push_back(add(text));
    }
    link();
}

TextSearch::Index TextSearch::childOf(Index node, char letter) const
{
    if (node == 0) {
        return m_first[static_cast<unsigned char>(letter)];
    }
    Index child = m_nodes[node].firstChild;
    while (child != 0 && m_nodes[child].letter != letter) {
        child = m_nodes[child].sibling;
    }
    return child;
}

TextSearch::Index TextSearch::add(std::string_view text)
{
    Index node = 0;
    for (const char letter : text) {
        Index child = childOf(node, letter);
        if (child == 0) {
            child = static_cast<Index>(m_nodes.size());
            m_nodes.push_back({.firstChild = 0,
                               .sibling = m_nodes[node].firstChild,
                               .shorter = 0,
                               .depth = m_nodes[node].depth + 1,
                               .found = 0,
                               .letter = letter});
            m_nodes[node].firstChild = child;
            if (node == 0) {
                m_first[static_cast<unsigned char>(letter)] = child;
            }
        }
        node = child;
    }
    m_nodes[node].found = m_nodes[node].depth;
    return node;
}

/// Each node after those that are shorter.
void TextSearch::link()
{
    m_byDepth = {0};
    m_byDepth.reserve(m_nodes.size());
    for (std::size_t done = 0; done < m_byDepth.size(); ++done) {
        const Index node = m_byDepth[done];
        for (Index child = m_nodes[node].firstChild; child != 0; child = m_nodes[child].sibling) {
            m_nodes[child].shorter = node == 0 ? 0 : next(m_nodes[node].shorter, m_nodes[child].letter);
            m_nodes[child].found = std::max(m_nodes[child].found, m_nodes[m_nodes[child].shorter].found);
            m_byDepth.push_back(child);
        }
    }
}

TextSearch::Index TextSearch::next(Index node, char letter) const
{
    Index child = childOf(node, letter);
    while (child == 0 && node != 0) {
        node = m_nodes[node].shorter;
        child = childOf(node, letter);
    }
    return child;
}

std::vector<TextSearch::Piece> TextSearch::piecesIn(std::string_view text) const
{
    std::vector<Piece> pieces;
    Index node = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        node = next(node, text[at]);
        const std::size_t length = m_nodes[node].found;
        if (length == 0) {
            continue;
        }
        Piece piece{at + 1 - length, at + 1};
        while (!pieces.empty() && piece.begin < pieces.back().end) {
            piece.begin = std::min(piece.begin, pieces.back().begin);
            pieces.pop_back();
        }
        pieces.push_back(piece);
    }
    return pieces;
}

std::vector<bool> TextSearch::foundIn(std::string_view text) const
{
    std::vector<bool> wasAt(m_nodes.size());
    Index node = 0;
    for (const char letter : text) {
        node = next(node, letter);
        wasAt[node] = true;
    }
    for (auto longer = m_byDepth.rbegin(); longer != m_byDepth.rend(); ++longer) {
        if (wasAt[*longer]) { // what ends with the longer one ends with the shorter one
            wasAt[m_nodes[*longer].shorter] = true;
        }
    }
    std::vector<bool> found;
    for (const Index end : m_ends) {
        found.push_back(end != 0 && wasAt[end]);
    }
    return found;
}

std::size_t TextSearch::beginningAtEnd(std::string_view text) const
{
    Index node = 0;
    for (const char letter : text) {
        node = next(node, letter);
    }
    return m_nodes[node].depth;
}

} // namespace retryscope
