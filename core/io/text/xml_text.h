// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace retryscope::io {

/// A text whose characters XML 1.0 allows; the others, with which no reader would take the document, become
/// blanks.
[[nodiscard]] inline QString forXml(QString text)
{
    for (QChar& character : text) {
        const char16_t code = character.unicode();
        if ((code < 0x20 && code != '\t') || code >= 0xFFFE) {
            character = QLatin1Char(' ');
        }
    }
    return text;
}

} // namespace retryscope::io
