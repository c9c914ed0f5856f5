// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QJsonValue>

/// JSON merge patches (RFC 7386): how a group of a service differs from the general group.
namespace retryscope::io {

/// Applies the patch to the target: merges objects member by member, removes members for null, and replaces
/// everything else.
[[nodiscard]] QJsonValue mergePatch(const QJsonValue& target, const QJsonValue& patch);
/// The smallest patch that turns `from` into `to`.
[[nodiscard]] QJsonObject patchBetween(const QJsonObject& from, const QJsonObject& to);

} // namespace retryscope::io
