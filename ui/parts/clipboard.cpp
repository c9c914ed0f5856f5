// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/clipboard.h"

#include "core/io/text/utf8.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QThreadPool>

#include <cstdint>
#include <utility>

namespace retryscope::ui {

void copyWithoutSecrets(const QString& text, const RunHeader& header)
{
    copyWithoutSecrets(text, std::make_shared<const io::AttemptRedactor>(header));
}

QMimeData* selectionWithoutSecrets(const QString& selected)
{
    auto* copied = new QMimeData;
    copied->setText(toQString(io::redactedText(fromQString(selected))));
    return copied;
}

void copyWithoutSecrets(const QString& text, SharedRedactor redactor)
{
    constexpr qsizetype kSmall = 1024 * 1024; // characters that are searched in a moment
    static std::uint64_t latest = 0;          // a text that was copied after another one stays
    const std::uint64_t mine = ++latest;
    if (text.size() <= kSmall) {
        QGuiApplication::clipboard()->setText(toQString(redactor->withoutSecrets(fromQString(text))));
        return;
    }
    QThreadPool::globalInstance()->start([text, redactor = std::move(redactor), mine] {
        QString shown = toQString(redactor->withoutSecrets(fromQString(text)));
        QMetaObject::invokeMethod(
            qGuiApp,
            [shown = std::move(shown), mine] {
                if (mine == latest) {
                    QGuiApplication::clipboard()->setText(shown);
                }
            },
            Qt::QueuedConnection);
    });
}

} // namespace retryscope::ui
