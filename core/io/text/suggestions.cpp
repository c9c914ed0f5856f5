// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/text/suggestions.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace retryscope::io {

namespace {

/// Levenshtein distance: how many characters must be added, dropped or exchanged.
qsizetype editDistance(const QString& left, const QString& right)
{
    std::vector<qsizetype> row(static_cast<std::size_t>(right.size()) + 1);
    for (std::size_t column = 0; column < row.size(); ++column) {
        row[column] = static_cast<qsizetype>(column);
    }
    for (qsizetype line = 0; line < left.size(); ++line) {
        qsizetype diagonal = row[0];
        row[0] = line + 1;
        for (std::size_t column = 1; column < row.size(); ++column) {
            const bool isEqual = left[line] == right[static_cast<qsizetype>(column) - 1];
            const qsizetype exchanged = diagonal + (isEqual ? 0 : 1);
            diagonal = row[column];
            row[column] = std::min({exchanged, row[column] + 1, row[column - 1] + 1});
        }
    }
    return row.back();
}

constexpr qsizetype kMostNamed = 24;

} // namespace

QStringList namesCalled(const QString& wanted, const QStringList& names)
{
    // What people call a client whose name in its own releases is another one.
    static const std::vector<std::pair<QString, QString>> kCalled{
        {QStringLiteral("boto"), QStringLiteral("botocore")},
        {QStringLiteral("aws-cli"), QStringLiteral("botocore")},
        {QStringLiteral("awscli"), QStringLiteral("botocore")},
        {QStringLiteral("python"), QStringLiteral("botocore")},
        {QStringLiteral("javascript"), QStringLiteral("jsv")},
        {QStringLiteral("node"), QStringLiteral("jsv")},
        {QStringLiteral("golang"), QStringLiteral("go-")},
        {QStringLiteral("c++"), QStringLiteral("cpp-")}};
    QStringList called;
    for (const auto& [nickname, prefix] : kCalled) {
        if (called.isEmpty() && wanted.toLower().contains(nickname)) {
            std::copy_if(names.begin(), names.end(), std::back_inserter(called),
                         [&start = prefix](const QString& name) { return name.startsWith(start); });
        }
    }
    return called;
}

QStringList closestNames(const QString& wanted, const QStringList& names)
{
    constexpr std::size_t kMost = 3;
    const QString text = wanted.toLower();
    std::vector<std::pair<qsizetype, QString>> close;
    for (const QString& name : names) {
        const bool isPart = text.size() > 2 && name.toLower().contains(text);
        const qsizetype distance = isPart ? 0 : editDistance(text, name.toLower());
        if (distance <= std::max<qsizetype>(2, text.size() / 3)) {
            close.emplace_back(distance, name);
        }
    }
    std::sort(close.begin(), close.end());
    QStringList result;
    for (std::size_t i = 0; i < std::min(close.size(), kMost); ++i) {
        result.append(close[i].second);
    }
    return result;
}

QString suggestionFor(const QString& wanted, const QStringList& names)
{
    const QString separator = QStringLiteral(", ");
    if (const QStringList called = namesCalled(wanted, names); !called.isEmpty()) {
        return QStringLiteral("did you mean %1?").arg(called.join(separator));
    }
    if (const QStringList close = closestNames(wanted, names); !close.isEmpty()) {
        return QStringLiteral("did you mean %1?").arg(close.join(separator));
    }
    if (names.isEmpty()) {
        return QStringLiteral("there are none");
    }
    const QString all = QStringLiteral("there are: %1").arg(names.mid(0, kMostNamed).join(separator));
    return names.size() <= kMostNamed ? all
                                      : all + QStringLiteral(" and %1 more").arg(names.size() - kMostNamed);
}

} // namespace retryscope::io
