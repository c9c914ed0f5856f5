// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/call_bounds.h"
#include "ui/parts/table_model.h"

#include <optional>

namespace retryscope::ui {

/// An attempt of a call with the shortest and longest delays and times that the random draws allow.
struct AttemptBoundsRow
{
    int number = 0; ///< from 1
    AttemptBounds attempt;
    std::optional<Duration> deadline; ///< the caller's, since the start of the call
};

/// The attempts of a call, and whether each ends before the caller's deadline.
class AttemptBoundsModel : public TableModel<AttemptBoundsRow>
{
    Q_OBJECT
public:
    enum Column { Number, DelayBefore, Begins, Ends, InTime };

    explicit AttemptBoundsModel(QObject* parent = nullptr);

    void display(const CallBounds& bounds);
};

} // namespace retryscope::ui
