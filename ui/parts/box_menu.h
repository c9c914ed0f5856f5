// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/probe/bench.h"

#include <functional>

QT_BEGIN_NAMESPACE
class QPushButton;
class QWidget;
QT_END_NAMESPACE

namespace retryscope::ui {

/// A quiet button whose menu has the boxes that are built in, by name. `chosen` gets the bench, which is only
/// then read.
[[nodiscard]] QPushButton* makeBoxButton(QWidget* parent, const std::function<void(const Bench&)>& chosen);

} // namespace retryscope::ui
