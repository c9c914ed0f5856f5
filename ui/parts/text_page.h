// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QTextBrowser>
#include <QVariant>

namespace retryscope::ui {

/// A read-only page of formatted text that follows no links and loads no pictures: an ordinary QTextBrowser
/// would read `![](file:///dev/zero)` from a policy's title to the end. Foreign text is escaped earlier; this
/// is a second line of defence.
class TextPage : public QTextBrowser
{
public:
    explicit TextPage(QWidget* parent = nullptr) : QTextBrowser(parent) { setOpenLinks(false); }
    /// Returns an empty but valid value: for a null value, Qt opens the file itself.
    QVariant loadResource(int type, const QUrl& /*name*/) override
    {
        return type == QTextDocument::ImageResource ? QVariant(QImage(1, 1, QImage::Format_ARGB32))
                                                    : QVariant(QByteArray(""));
    }
};

} // namespace retryscope::ui
