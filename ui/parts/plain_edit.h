// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMimeData>
#include <QPlainTextEdit>

namespace retryscope::ui {

/// A QPlainTextEdit that takes text alone from the clipboard. Qt 6.4 looks at the first format of what is
/// pasted without asking whether there is one, and ends the program where the owner of the clipboard has
/// gone.
class PlainEdit : public QPlainTextEdit
{
public:
    using QPlainTextEdit::QPlainTextEdit;

protected:
    void insertFromMimeData(const QMimeData* source) final
    {
        if (!source->text().isEmpty()) {
            insertPasted(source);
        }
    }
    /// source has text.
    virtual void insertPasted(const QMimeData* source) { QPlainTextEdit::insertFromMimeData(source); }
};

} // namespace retryscope::ui
