// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace retryscope {

enum class Tone { Plain, Good, Warning, Bad, Faint, Strong };

/// A text that is drawn in one tone.
struct Toned
{
    std::string text;
    Tone tone = Tone::Plain;
};

/// What may happen to a column when the table is wider than there is room.
enum class WhenNarrow {
    Keep,
    Shorten, ///< ends in `…`: for texts from outside, however long
    Fold,    ///< wraps onto further lines of its column instead of being cut
    Drop,
    DropFirst, ///< dropped before the Drop columns
};

struct ReportColumn
{
    std::string title;
    WhenNarrow whenNarrow = WhenNarrow::Keep;
    int readable = 20;     ///< minimum width, in characters, before other columns are dropped
    bool isNumber = false; ///< aligned at the right in the window
};

/// Columns of text. Empty columns are omitted.
struct ReportTable
{
    std::vector<ReportColumn> columns;
    /// Each with a cell per column. A row of a single cell is a line across all columns.
    std::vector<std::vector<Toned>> rows;

    void add(std::vector<Toned> cells) { rows.push_back(std::move(cells)); }
    void addLine(std::string text) { rows.push_back({{std::move(text), Tone::Faint}}); }
};

/// A paragraph: the lead as it is, then the text, which wraps.
struct ReportText
{
    std::vector<Toned> lead;
    Toned text;
    int indent = 0; ///< characters before the first line
    int hang = 0;   ///< and before the others

    // What made it, for renderers without columns of characters: field(), item() or detail(), else say().
    [[nodiscard]] bool isField() const { return !lead.empty() && hang > 0; }
    [[nodiscard]] bool isItem() const { return indent > 0 && !isDetail(); }
    [[nodiscard]] bool isDetail() const;
    /// The lead without the blanks that fill it up to a column.
    [[nodiscard]] std::vector<Toned> plainLead() const;
};

/// Lines that never wrap, each of texts side by side: code, and drawings made of characters.
using ReportLines = std::vector<std::vector<Toned>>;

/// The lines are what title() makes.
[[nodiscard]] bool isTitle(const ReportLines& lines);
/// The lines are what gap() makes.
[[nodiscard]] bool isGap(const ReportLines& lines);
/// Indices of the columns that a row fills; the others are omitted.
[[nodiscard]] std::vector<std::size_t> filledColumns(const ReportTable& table);

/// What a command or a page says, without how it is drawn.
class Report
{
public:
    using Part = std::variant<ReportText, ReportTable, ReportLines>;

    Report() = default;
    explicit Report(ReportTable table) { add(std::move(table)); }

    /// A paragraph; nothing when it is empty.
    void say(std::string text, Tone tone = Tone::Plain);
    void say(const std::vector<std::string>& texts, Tone tone = Tone::Plain);
    /// What belongs to the line above, further right; nothing when it is empty.
    void item(std::string text, Tone tone = Tone::Plain);
    void item(const std::vector<std::string>& texts, Tone tone = Tone::Plain);
    /// And what belongs to an item.
    void detail(std::string text, Tone tone = Tone::Plain);
    /// A line that names what follows.
    void title(std::string text);
    /// The same after an empty line.
    void section(std::string text);
    /// `name: text`
    void headline(std::string name, std::string text);
    /// `attempts  3`: the texts of fields with the same column stand one below the other. Nothing when the
    /// text is empty. source: below it; may be empty.
    void field(std::string name, std::string text, int column, std::string source = {});
    void gap();
    void add(ReportTable table) { m_parts.emplace_back(std::move(table)); }
    void add(ReportText text) { m_parts.emplace_back(std::move(text)); }
    void add(ReportLines lines) { m_parts.emplace_back(std::move(lines)); }
    /// Each line of the text, which may hold line ends.
    void code(const std::string& text, int indent = 0, Tone tone = Tone::Plain);
    void append(Report more);

    [[nodiscard]] const std::vector<Part>& parts() const { return m_parts; }
    [[nodiscard]] bool isEmpty() const { return m_parts.empty(); }

private:
    std::vector<Part> m_parts;
};

} // namespace retryscope
