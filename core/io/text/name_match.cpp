// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/text/name_match.h"

#include <algorithm>

namespace retryscope::io {

namespace {

/// Lower-case words of letters, digits and the signs of `1.43` and `C++`.
QStringList typedWordsOf(const QString& text)
{
    QString plain = text.toCaseFolded();
    for (QChar& sign : plain) {
        const bool isPart = sign.isLetterOrNumber() || sign == QLatin1Char('.') || sign == QLatin1Char('+') ||
                            sign == QLatin1Char('#') || sign.isMark();
        if (!isPart) {
            sign = QLatin1Char(' ');
        }
    }
    return plain.split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

bool beginsAWord(const QStringList& words, const QString& typed)
{
    return std::any_of(words.begin(), words.end(),
                       [&typed](const QString& word) { return word.startsWith(typed); });
}

bool isInAWord(const QStringList& words, const QString& typed)
{
    return std::any_of(words.begin(), words.end(),
                       [&typed](const QString& word) { return word.contains(typed); });
}

template <typename Fits>
bool each(const QStringList& typed, const QStringList& words, Fits fits)
{
    return std::all_of(typed.begin(), typed.end(), [&](const QString& word) { return fits(words, word); });
}

NameMatch matchOfName(const QStringList& typed, const QStringList& name)
{
    if (typed == name) {
        return NameMatch::Exact;
    }
    const bool isStart = typed.size() <= name.size() &&
                         std::equal(typed.begin(), typed.end() - 1, name.begin()) &&
                         name[typed.size() - 1].startsWith(typed.last());
    return isStart && name[typed.size() - 1] == typed.last() ? NameMatch::Words
           : isStart                                         ? NameMatch::Start
           : each(typed, name, &beginsAWord)                 ? NameMatch::WordStart
           : each(typed, name, &isInAWord)                   ? NameMatch::InName
                                                             : NameMatch::None;
}

} // namespace

NameMatch nameMatch(const QString& typed, const QStringList& names, const QString& rest)
{
    const QStringList wanted = typedWordsOf(typed);
    if (wanted.isEmpty()) {
        // Signs alone, such as `>`, are looked for as they are.
        const QString signs = typed.trimmed();
        return signs.isEmpty() || (names.join(QLatin1Char(' ')) + rest).contains(signs) ? NameMatch::Anywhere
                                                                                        : NameMatch::None;
    }
    NameMatch best = NameMatch::None;
    QStringList all;
    for (const QString& name : names) {
        const QStringList words = typedWordsOf(name);
        best = std::min(best, matchOfName(wanted, words));
        all += words;
    }
    if (best != NameMatch::None) {
        return best;
    }
    all += typedWordsOf(rest);
    return each(wanted, all, &beginsAWord) ? NameMatch::NearStart
           : each(wanted, all, &isInAWord) ? NameMatch::Anywhere
                                           : NameMatch::None;
}

} // namespace retryscope::io
