// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/text/suggestions.h"

#include "core/io/text/name_match.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

namespace retryscope::io {

namespace {

/// How many characters must be added, dropped, exchanged or swapped with their neighbour (optimal string
/// alignment): `explian` is one step from `explain`.
qsizetype editDistance(const QString& left, const QString& right)
{
    const auto width = static_cast<std::size_t>(right.size()) + 1;
    std::vector<qsizetype> beforeLast(width);
    std::vector<qsizetype> last(width);
    std::vector<qsizetype> row(width);
    std::iota(row.begin(), row.end(), 0);
    for (qsizetype line = 1; line <= left.size(); ++line) {
        std::swap(beforeLast, last);
        std::swap(last, row);
        row[0] = line;
        for (std::size_t column = 1; column < width; ++column) {
            const QChar here = right[static_cast<qsizetype>(column) - 1];
            const qsizetype exchanged = last[column - 1] + (left[line - 1] == here ? 0 : 1);
            row[column] = std::min({exchanged, last[column] + 1, row[column - 1] + 1});
            const bool isSwapped = line > 1 && column > 1 && left[line - 2] == here &&
                                   left[line - 1] == right[static_cast<qsizetype>(column) - 2];
            if (isSwapped) {
                row[column] = std::min(row[column], beforeLast[column - 2] + 1);
            }
        }
    }
    return row.back();
}

/// The names that are spelled nearly so, nearest first: all that are no more than one step further off than
/// the nearest. One letter of three may be wrong, at least two, but of a name of two or three letters one.
QStringList namesSpelledLike(const QString& wanted, const QStringList& names)
{
    constexpr qsizetype kShort = 3;
    const QString text = wanted.toLower();
    const qsizetype allowed =
        text.size() <= kShort ? text.size() / 2 : std::max<qsizetype>(2, text.size() / 3);
    std::vector<std::pair<qsizetype, QString>> close;
    for (const QString& name : names) {
        if (std::abs(name.size() - text.size()) > allowed) {
            continue;
        }
        if (const qsizetype distance = editDistance(text, name.toLower()); distance <= allowed) {
            close.emplace_back(distance, name);
        }
    }
    std::sort(close.begin(), close.end());
    QStringList result;
    for (const auto& [distance, name] : close) {
        if (distance <= close.front().first + 1) {
            result.append(name);
        }
    }
    return result;
}

/// Names whose beginning is spelled nearly like the wanted one, which might be the beginning of a name.
QStringList namesBeginningLike(const QString& wanted, const QStringList& names)
{
    constexpr qsizetype kFewestLetters = 5;
    const QString text = wanted.toLower();
    std::vector<std::pair<qsizetype, QString>> close;
    for (const QString& name : names) {
        if (text.size() < kFewestLetters || name.size() <= text.size()) {
            continue;
        }
        qsizetype distance = text.size();
        for (const qsizetype length :
             {text.size() - 1, text.size(), text.size() + 1}) { // a letter more or less
            distance = std::min(distance, editDistance(text, name.left(length).toLower()));
        }
        if (distance <= text.size() / 4) {
            close.emplace_back(distance, name);
        }
    }
    std::sort(close.begin(), close.end());
    QStringList result;
    for (const auto& [distance, name] : close) {
        if (distance == close.front().first) {
            result.append(name);
        }
    }
    return result;
}

/// Those that it begins or names a part of, best first, with how well they fit.
std::vector<std::pair<NameMatch, QString>> namesFound(const QString& wanted, const QStringList& names)
{
    constexpr qsizetype kFewestLetters = 2; // less is in every other name
    std::vector<std::pair<NameMatch, QString>> found;
    for (const QString& name : names) {
        const NameMatch match = wanted.size() >= kFewestLetters ? nameMatch(wanted, {name}) : NameMatch::None;
        // Two letters are somewhere in every other name.
        if (match < NameMatch::InName || (match == NameMatch::InName && wanted.size() > kFewestLetters)) {
            found.emplace_back(match, name);
        }
    }
    std::ranges::stable_sort(found, {}, [](const auto& one) { // a short name has fewer words too many
        return std::pair(one.first, one.first < NameMatch::InName ? one.second.size() : 0);
    });
    return found;
}

/// `attempts.maxElapsed` -> attempts, max, elapsed
QStringList pathWordsOf(const QString& path)
{
    QString text;
    for (const QChar letter : path) {
        text += letter.isUpper() ? QLatin1Char('.') + QString(letter.toLower()) : QString(letter);
    }
    return text.split(QLatin1Char('.'), Qt::SkipEmptyParts);
}

/// Letters in which each wanted word differs from the most similar word of the path, and the words of the
/// path that nobody asked for.
qsizetype distanceOf(const QStringList& wanted, const QStringList& path)
{
    qsizetype distance = std::max<qsizetype>(0, path.size() - wanted.size());
    for (const QString& word : wanted) {
        qsizetype nearest = word.size();
        for (const QString& other : path) {
            nearest = std::min(nearest, editDistance(word, other));
        }
        distance += 2 * nearest;
    }
    return distance;
}

constexpr qsizetype kMostNamed = 24;

} // namespace

QStringList closestNames(const QString& wanted, const QStringList& names)
{
    constexpr qsizetype kMost = 3;
    const std::vector<std::pair<NameMatch, QString>> found = namesFound(wanted, names);
    const auto inside = std::ranges::find(found, NameMatch::InName, &std::pair<NameMatch, QString>::first);
    QStringList close;
    const auto add = [&close](auto from, auto to) {
        std::for_each(from, to, [&close](const auto& match) { close += match.second; });
    };
    add(found.begin(), inside);
    close += namesSpelledLike(wanted, names);
    add(inside, found.end());
    if (close.isEmpty()) {
        close = namesBeginningLike(wanted, names);
    }
    close.removeDuplicates();
    return close.mid(0, kMost);
}

QString nearestText(const QString& wanted, const QStringList& names)
{
    const QStringList meant = closestNames(wanted, names);
    return meant.isEmpty() ? QString()
                           : QStringLiteral("did you mean %1?").arg(meant.join(QStringLiteral(", ")));
}

QString allowedText(const QString& wanted, const QStringList& names)
{
    const QString nearest = nearestText(wanted, names);
    constexpr qsizetype kShortList = 12; // beside a suggestion a longer one is in the way
    const QString all = QStringLiteral("allowed: ") + names.join(QStringLiteral(", "));
    return nearest.isEmpty() ? all : names.size() <= kShortList ? nearest + QLatin1Char(' ') + all : nearest;
}

QString suggestionFor(const QString& wanted, const QStringList& names)
{
    const QString separator = QStringLiteral(", ");
    if (const QString nearest = nearestText(wanted, names); !nearest.isEmpty()) {
        return nearest;
    }
    if (names.isEmpty()) {
        return QStringLiteral("none exist");
    }
    const QString all = QStringLiteral("available: %1").arg(names.mid(0, kMostNamed).join(separator));
    return names.size() <= kMostNamed ? all
                                      : all + QStringLiteral(" and %1 more").arg(names.size() - kMostNamed);
}

QStringList nearestPaths(const QString& wanted, const QStringList& paths)
{
    constexpr std::size_t kMost = 3;
    constexpr qsizetype kMostWords = 8; // comparing takes time, and no path has more
    const QStringList words = pathWordsOf(wanted).mid(0, kMostWords);
    std::vector<std::pair<qsizetype, QString>> ranked; // how far off
    for (const QString& path : paths) {
        ranked.emplace_back(distanceOf(words, pathWordsOf(path)), path);
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& one, const auto& other) { return one.first < other.first; });
    ranked.resize(std::min(ranked.size(), kMost));
    QStringList names;
    for (const auto& [distance, path] : ranked) {
        names.append(path);
    }
    return names;
}

} // namespace retryscope::io
