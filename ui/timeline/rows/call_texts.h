// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "ui/parts/verdict_sign.h"

#include <QString>

namespace retryscope::ui {

/// The timeline's texts about a whole call.
class CallTexts
{
public:
    /// The record must outlive the object; call: index into its calls().
    CallTexts(const RunRecord& record, int call);

    /// `2`; `4/2` when there are several clients too.
    [[nodiscard]] QString number() const;
    /// `3 attempts`
    [[nodiscard]] QString attempts() const;
    /// With its mark: `✓ Done`, `✕ Failed`, `✕ Stopped`; `…` while it runs.
    [[nodiscard]] QString verdict() const;
    /// `Done`, `Failed`, `Stopped`; `Running` while it runs.
    [[nodiscard]] QString outcomeWord() const;
    [[nodiscard]] Sign sign() const;
    /// One line for screen readers.
    [[nodiscard]] QString summary() const;

    [[nodiscard]] const CallRecord& call() const { return m_call; }

private:
    const RunRecord& m_record;
    const CallRecord& m_call;
};

} // namespace retryscope::ui
