// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/attempt_words.h"
#include "core/explain/report.h"
#include "core/read/spans.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace retryscope {

/// The exact value of a cell; nothing where it does not apply.
using CellValue = std::variant<std::monostate, bool, std::int64_t, double, Duration, std::string>;
using CellText = std::string (*)(const AttemptContext& at);
using CellNumber = std::optional<double> (*)(const AttemptContext& at);

// Where a view shows a column. place: from 1, counted from the left (on the card from the top); 0 hides the
// column. title: the view's name for it. text: nullptr shows the value in words.

/// The table of the window.
struct TableSpot
{
    int place = 0;
    const char* title = nullptr;
    CellText text = nullptr;
    CellNumber sortBy = nullptr; ///< nullptr: by the text; absent numbers come last
    const char* whenEmpty = "—"; ///< stands where there is no text
    bool needsLoad = false;      ///< AttemptContext::load must be there
    const char* about = nullptr; ///< one sentence that explains the title
    WhenNarrow whenNarrow = WhenNarrow::Keep;
};

/// The card beside the mouse. Lines without text are left out.
struct CardSpot
{
    int place = 0;
    const char* title = nullptr; ///< `%1` is replaced by the name of the hint's header
    CellText text = nullptr;
    std::optional<SpanKind> span{}; ///< the span whose length this line shows
    int group = 1;                  ///< a rule is drawn between groups
};

/// The report of a record: on the command line, and as Markdown.
struct ReportSpot
{
    int place = 0;
    const char* title = nullptr;
    CellText text = nullptr;
    WhenNarrow whenNarrow = WhenNarrow::Keep;
};

/// CSV: always the exact value. Other programs read these files, so add columns at the end and never move or
/// rename one.
struct CsvSpot
{
    int place = 0;
    const char* title = nullptr;
};

/// One fact about an attempt, and how each view shows it.
struct AttemptColumn
{
    std::string_view id; ///< unique; no translation changes it
    /// nullptr: every view that shows the column has a text of its own.
    CellValue (*value)(const AttemptContext& at) = nullptr;
    TableSpot table{};
    CardSpot card{};
    ReportSpot report{};
    CsvSpot csv{};
};

/// Every column. All views read this list; add a row here for a new field.
[[nodiscard]] std::span<const AttemptColumn> attemptColumns();

/// The value with its unit: `412 ms`, `503`, `yes`; empty for nothing.
[[nodiscard]] std::string cellText(const CellValue& value);
/// The cell as this view writes it.
template <typename Spot>
[[nodiscard]] std::string cellText(const AttemptColumn& column, Spot AttemptColumn::*view,
                                   const AttemptContext& at)
{
    const CellText text = (column.*view).text;
    return text != nullptr ? text(at) : cellText(column.value(at));
}

using AttemptColumns = std::vector<const AttemptColumn*>;
/// The columns of a view, in its order: `columnsIn(&AttemptColumn::csv)`.
template <typename Spot>
[[nodiscard]] AttemptColumns columnsIn(Spot AttemptColumn::*view)
{
    AttemptColumns columns;
    for (const AttemptColumn& column : attemptColumns()) {
        const auto place = static_cast<std::size_t>((column.*view).place);
        columns.resize(std::max(columns.size(), place));
        if (place > 0) {
            columns[place - 1] = &column;
        }
    }
    return columns;
}

} // namespace retryscope
