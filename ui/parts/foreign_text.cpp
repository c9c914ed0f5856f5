// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/foreign_text.h"

#include "core/io/text/utf8.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTextDocument>

namespace retryscope::ui {

QString shortened(const QString& text, qsizetype most)
{
    constexpr qsizetype kNote = 24; // characters: it must not be longer than what it hides
    if (text.size() <= most + kNote) {
        return text;
    }
    const qsizetype kept = text.at(most - 1).isHighSurrogate() ? most - 1 : most;
    return QCoreApplication::translate("ForeignText", "%1… (%2 more characters)")
        .arg(text.left(kept), QLocale().toString(text.size() - kept));
}

QString shortened(std::string_view utf8, qsizetype most)
{
    constexpr qsizetype kLongestCharacter = 4; // bytes
    const auto enough = static_cast<std::size_t>(kLongestCharacter * (most + 1));
    if (utf8.size() <= enough) {
        return shortened(toQString(utf8), most);
    }
    const QString start = toQString(utf8.substr(0, enough));
    const qsizetype kept = start.at(most - 1).isHighSurrogate() ? most - 1 : most;
    return QCoreApplication::translate("ForeignText", "%1… (%2 bytes in total)")
        .arg(start.left(kept), QLocale().toString(static_cast<qulonglong>(utf8.size())));
}

QString plainToolTip(const QString& text)
{
    const QString tip = shortened(text);
    return Qt::mightBeRichText(tip) ? Qt::convertFromPlainText(tip, Qt::WhiteSpaceNormal) : tip;
}

} // namespace retryscope::ui
