// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/json/json_patch.h"

namespace retryscope::io {

QJsonValue mergePatch(const QJsonValue& target, const QJsonValue& patch)
{
    if (!patch.isObject()) {
        return patch;
    }
    QJsonObject result = target.toObject();
    const QJsonObject changes = patch.toObject();
    for (auto change = changes.begin(); change != changes.end(); ++change) {
        if (change.value().isNull()) {
            result.remove(change.key());
        } else {
            result.insert(change.key(), mergePatch(result.value(change.key()), change.value()));
        }
    }
    return result;
}

QJsonObject patchBetween(const QJsonObject& from, const QJsonObject& to)
{
    QJsonObject patch;
    for (auto member = from.begin(); member != from.end(); ++member) {
        if (!to.contains(member.key())) {
            patch.insert(member.key(), QJsonValue::Null);
        }
    }
    for (auto member = to.begin(); member != to.end(); ++member) {
        const QJsonValue before = from.value(member.key());
        if (before == member.value()) {
            continue;
        }
        const bool areObjects = before.isObject() && member.value().isObject();
        patch.insert(member.key(), areObjects ? patchBetween(before.toObject(), member.value().toObject())
                                              : QJsonValue(member.value()));
    }
    return patch;
}

} // namespace retryscope::io
