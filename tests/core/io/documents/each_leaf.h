// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/policy_json.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QString>
#include <QTest>

#include <functional>

namespace retryscope::test {

/// Other values for a leaf, the likeliest to be valid first. problem: what reading the last one said.
inline QJsonValue anotherValue(const QJsonValue& value, int attempt, const QString& problem)
{
    if (value.isBool()) {
        return attempt == 0 ? QJsonValue(!value.toBool()) : QJsonValue();
    }
    if (value.isDouble()) {
        const double number = value.toDouble();
        const double others[] = {number + 1, number - 1, number / 2, number * 3};
        return attempt < 4 ? QJsonValue(others[attempt]) : QJsonValue();
    }
    const QString text = value.toString();
    static const QRegularExpression duration(QStringLiteral("^([0-9.]+)(ms|s|m|h)$"));
    if (const auto match = duration.match(text); match.hasMatch()) {
        return attempt == 0
                   ? QJsonValue(QString::number(match.captured(1).toDouble() * 2 + 1) + match.captured(2))
                   : QJsonValue();
    }
    if (attempt == 0) {
        return text + QStringLiteral("x");
    }
    static const QRegularExpression word(QStringLiteral("\"([A-Za-z0-9]+)\""));
    auto matches = word.globalMatch(problem.mid(problem.indexOf(QStringLiteral("expected"))));
    for (int index = 1; matches.hasNext(); ++index) {
        const QString candidate = matches.next().captured(1);
        if (candidate == text) {
            continue;
        }
        if (attempt <= index) {
            return candidate;
        }
    }
    return attempt < 4 ? QJsonValue(QStringLiteral("%1").arg(500 + attempt)) : QJsonValue();
}

using LeafChange = std::function<void(const QString& path, const QJsonValue& leaf,
                                      const std::function<QJsonObject(const QJsonValue&)>& with)>;

/// Calls `change` for every leaf; `with` gives the whole document with another value there.
inline void eachLeaf(const QJsonValue& value, const QString& path,
                     const std::function<QJsonObject(const QJsonValue&)>& with, const LeafChange& change)
{
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto member = object.begin(); member != object.end(); ++member) {
            const QString key = member.key();
            const bool isConstant =
                key == QLatin1String("format") ||
                (key == QLatin1String("type") && !path.endsWith(QLatin1String("backoff")));
            if (isConstant || member.value().isNull()) { // null: a service has none of it
                continue;
            }
            eachLeaf(
                member.value(), path.isEmpty() ? key : path + QLatin1Char('.') + key,
                [&with, object, key](const QJsonValue& inner) {
                    QJsonObject changed = object;
                    changed.insert(key, inner);
                    return with(changed);
                },
                change);
        }
    } else if (value.isArray()) {
        const QJsonArray array = value.toArray();
        for (qsizetype index = 0; index < array.size(); ++index) {
            eachLeaf(
                array.at(index), path + QLatin1Char('.') + QString::number(index),
                [&with, array, index](const QJsonValue& inner) {
                    QJsonArray changed = array;
                    changed.replace(index, inner);
                    return with(changed);
                },
                change);
        }
    } else {
        change(path, value, with);
    }
}

/// Calls `see` with the policy of this document for every leaf, with a second valid value there. A leaf
/// without one fails the test.
inline void eachOtherValue(const QJsonObject& document,
                           const std::function<void(const QString& path, const Policy& there)>& see)
{
    eachLeaf(
        document, {}, [](const QJsonValue& whole) { return whole.toObject(); },
        [&](const QString& path, const QJsonValue& leaf, const auto& with) {
            QString problem;
            for (int attempt = 0;; ++attempt) {
                const QJsonValue other = anotherValue(leaf, attempt, problem);
                QVERIFY2(!other.isNull(),
                         qPrintable(path + QStringLiteral(": no second valid value: ") + problem));
                const io::Result<Policy> changed = io::policyDraftFromJson(with(other));
                if (changed) {
                    see(path, changed.value());
                    return;
                }
                problem = changed.error().message;
            }
        });
}

} // namespace retryscope::test
