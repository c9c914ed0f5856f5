// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/line_difference.h"

#include <algorithm>
#include <cstdint>

namespace retryscope::ui {

namespace {

/// Lengths of the longest common sequences of lines from each pair of places on.
class CommonLines
{
public:
    CommonLines(const QStringList& left, const QStringList& right, qsizetype begin)
        : m_left(left)
        , m_right(right)
        , m_begin(begin)
        , m_rows(std::min(left.size() - begin, kMostMatched))
        , m_columns(std::min(right.size() - begin, kMostMatched))
        , m_lengths(static_cast<std::size_t>((m_rows + 1) * (m_columns + 1)), 0)
    {
        for (qsizetype row = m_rows - 1; row >= 0; --row) {
            for (qsizetype column = m_columns - 1; column >= 0; --column) {
                at(row, column) = isEqual(row, column)
                                      ? static_cast<std::uint16_t>(at(row + 1, column + 1) + 1)
                                      : std::max(at(row + 1, column), at(row, column + 1));
            }
        }
    }
    [[nodiscard]] qsizetype rows() const { return m_rows; }
    [[nodiscard]] qsizetype columns() const { return m_columns; }
    [[nodiscard]] bool isEqual(qsizetype row, qsizetype column) const
    {
        return m_left[m_begin + row] == m_right[m_begin + column];
    }
    [[nodiscard]] std::uint16_t& at(qsizetype row, qsizetype column)
    {
        return m_lengths[static_cast<std::size_t>(row * (m_columns + 1) + column)];
    }

private:
    const QStringList& m_left;
    const QStringList& m_right;
    qsizetype m_begin;
    qsizetype m_rows;
    qsizetype m_columns;
    std::vector<std::uint16_t> m_lengths;
};

/// Puts lines that differ beside each other, with fillers where one text has fewer.
class Aligner
{
public:
    void addSame(const QString& line)
    {
        flush();
        m_texts.left.push_back({line, LineMark::Same});
        m_texts.right.push_back({line, LineMark::Same});
    }
    void addLeft(const QString& line) { m_left += line; }
    void addRight(const QString& line) { m_right += line; }
    AlignedTexts take()
    {
        flush();
        return std::move(m_texts);
    }

private:
    void flush()
    {
        const qsizetype lines = std::max(m_left.size(), m_right.size());
        const auto put = [lines](std::vector<AlignedLine>& side, QStringList& held) {
            for (qsizetype i = 0; i < lines; ++i) {
                side.push_back(i < held.size() ? AlignedLine{held[i], LineMark::Other}
                                               : AlignedLine{{}, LineMark::Filler});
            }
            held.clear();
        };
        put(m_texts.left, m_left);
        put(m_texts.right, m_right);
    }

    AlignedTexts m_texts;
    QStringList m_left; ///< since the last equal line
    QStringList m_right;
};

} // namespace

AlignedTexts alignedLines(const QStringList& left, const QStringList& right)
{
    Aligner aligner;
    const qsizetype shorter = std::min(left.size(), right.size());
    qsizetype begin = 0;
    while (begin < shorter && left[begin] == right[begin]) {
        aligner.addSame(left[begin++]);
    }
    CommonLines common(left, right, begin);
    qsizetype row = 0;
    qsizetype column = 0;
    while (row < common.rows() && column < common.columns()) {
        if (common.isEqual(row, column)) {
            aligner.addSame(left[begin + row]);
            ++row;
            ++column;
        } else if (common.at(row + 1, column) >= common.at(row, column + 1)) {
            aligner.addLeft(left[begin + row++]);
        } else {
            aligner.addRight(right[begin + column++]);
        }
    }
    qsizetype leftAt = begin + row;
    qsizetype rightAt = begin + column;
    for (; leftAt < left.size() && rightAt < right.size(); ++leftAt, ++rightAt) {
        if (left[leftAt] == right[rightAt]) {
            aligner.addSame(left[leftAt]);
        } else {
            aligner.addLeft(left[leftAt]);
            aligner.addRight(right[rightAt]);
        }
    }
    for (; leftAt < left.size(); ++leftAt) {
        aligner.addLeft(left[leftAt]);
    }
    for (; rightAt < right.size(); ++rightAt) {
        aligner.addRight(right[rightAt]);
    }
    return aligner.take();
}

} // namespace retryscope::ui
