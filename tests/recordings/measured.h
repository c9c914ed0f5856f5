// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/recordings/recording.h"

#include <QJsonObject>

namespace retryscope::test {

/// Tables of tests/data/measured whose rows are scenarios, by file name.
[[nodiscard]] std::map<QString, QJsonObject> measuredTables();
/// The scenario of a row, without what the clients did with it.
[[nodiscard]] Scenario measuredScenario(QJsonObject row);

} // namespace retryscope::test
