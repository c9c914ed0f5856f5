// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

QT_BEGIN_NAMESPACE
class QPlainTextEdit;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Longer words, in characters, are wrapped anywhere.
inline constexpr qsizetype kLongestWrappedWord = 2000;

/// Length of the longest run without a blank or a line break, in characters.
[[nodiscard]] qsizetype longestWordIn(QStringView text);

/// Wraps lines at words, and anywhere while the text holds a word beyond `kLongestWrappedWord`: Qt's time for
/// wrapping at words grows with the square of the longest one (4 s for 100,000 characters), and a server may
/// send such a word. The text itself stays as it is, to be selected and copied whole.
void wrapLongWordsAnywhere(QPlainTextEdit* edit);

/// With places to break, which are not seen, in words that a panel may be too narrow for.
[[nodiscard]] QString breakable(const QString& text);

} // namespace retryscope::ui
