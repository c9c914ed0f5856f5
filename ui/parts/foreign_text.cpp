// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/foreign_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTextDocument>

namespace retryscope::ui {

QString shortened(const QString& text, qsizetype most)
{
    if (text.size() <= most) {
        return text;
    }
    const qsizetype kept = text.at(most - 1).isHighSurrogate() ? most - 1 : most;
    return QCoreApplication::translate("ForeignText", "%1… (%2 more characters)")
        .arg(text.left(kept), QLocale().toString(text.size() - kept));
}

QString plainToolTip(const QString& text)
{
    const QString tip = shortened(text);
    return Qt::mightBeRichText(tip) ? Qt::convertFromPlainText(tip, Qt::WhiteSpaceNormal) : tip;
}

} // namespace retryscope::ui
