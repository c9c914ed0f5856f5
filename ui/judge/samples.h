// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"

#include <QString>

#include <functional>
#include <vector>

QT_BEGIN_NAMESPACE
class QMenu;
class QWidget;
QT_END_NAMESPACE

namespace retryscope::ui {

/// A ready-made response to judge.
struct Sample
{
    QString name; ///< of the template it is made from
    QString title;
    GivenAttempt given;
};

/// The responses that people ask about most. First comes the best known: a proxy's 429 whose error name is
/// “429”.
[[nodiscard]] const std::vector<Sample>& famousSamples();

/// Menu with the best-known samples, then all others grouped by who sends them.
[[nodiscard]] QMenu* makeSamplesMenu(QWidget* parent, const std::function<void(const Sample&)>& chosen);

} // namespace retryscope::ui
