// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/explanation/reasons_view.h"
#include "ui/judge/judged_presets.h"

namespace retryscope::ui {

/// Explains why one preset decides as it does about a response.
class VerdictPanel : public ReasonsView
{
    Q_OBJECT
public:
    explicit VerdictPanel(QWidget* parent = nullptr);

    void display(const JudgedPreset& preset, int attempt);
    void clear();
};

} // namespace retryscope::ui
