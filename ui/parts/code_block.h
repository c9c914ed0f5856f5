// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace retryscope::ui {

/// A titled block of text to copy into a program, a shell or a file. Grows with its lines, up to 40; long
/// lines wrap.
class CodeBlock : public QWidget
{
    Q_OBJECT
public:
    /// Object names of its parts.
    struct Names
    {
        QString text;
        QString copy;
    };
    CodeBlock(const QString& title, const QString& text, const Names& names, QWidget* parent);

Q_SIGNALS:
    /// Reports a copy to the clipboard.
    void noteFound(const QString& note);
};

} // namespace retryscope::ui
