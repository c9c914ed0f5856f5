// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QTextBrowser>
#include <QVariant>

namespace retryscope::ui {

/// A page of formatted text to read. It follows no link and reads no picture, whatever stands in it: in an
/// ordinary QTextBrowser `![](file:///dev/zero)` of a policy's title would be read to the end. Text of others
/// is escaped before it gets here; this is for what is forgotten.
class TextPage : public QTextBrowser
{
public:
    explicit TextPage(QWidget* parent = nullptr) : QTextBrowser(parent) { setOpenLinks(false); }
    /// Something, though nothing is in it: for a null value Qt opens the file itself.
    QVariant loadResource(int type, const QUrl& /*name*/) override
    {
        return type == QTextDocument::ImageResource ? QVariant(QImage(1, 1, QImage::Format_ARGB32))
                                                    : QVariant(QByteArray(""));
    }
};

} // namespace retryscope::ui
