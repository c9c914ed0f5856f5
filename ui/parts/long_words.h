// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

QT_BEGIN_NAMESPACE
class QPlainTextEdit;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Longest word, in characters, that is not broken.
inline constexpr qsizetype kLongestWrappedWord = 2000;

/// Length, in characters, of the longest stretch without a space or line break.
[[nodiscard]] qsizetype longestWordIn(QStringView text);

/// Wraps lines at words, or anywhere while the text has a word longer than `kLongestWrappedWord`: Qt's time
/// for wrapping at words grows with the square of the longest word (4 s for 100,000 characters), and a server
/// can send such a word. The text itself stays unchanged.
void wrapLongWordsAnywhere(QPlainTextEdit* edit);

/// The text with invisible break points in words that might be too long for a narrow panel.
[[nodiscard]] QString breakable(const QString& text);
/// The text in which no line ends between a number and its unit.
[[nodiscard]] QString withUnitsKept(QString text);

} // namespace retryscope::ui
