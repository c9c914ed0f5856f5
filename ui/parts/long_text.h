// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/plain_edit.h"

QT_BEGIN_NAMESPACE
class QFrame;
class QLabel;
class QPushButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// A text of any length that lays out only a part at once: Qt lays out text in the window's thread, about 100
/// ms for 250 KiB and minutes for 16 MiB. Keeps a longer text whole and shows its first part; a line below
/// says how much is shown and loads the next part. The user can then only clear or replace the text. Wraps
/// lines like wrapLongWordsAnywhere().
class LongText : public PlainEdit
{
    Q_OBJECT
public:
    /// Most characters and lines shown at once; texts within both limits can be edited. The limit is lower
    /// for texts with mixed writing directions or stacked marks.
    static constexpr qsizetype kPart = qsizetype{64} * 1024;
    static constexpr qsizetype kPartLines = 8000;
    /// Most characters taken from the clipboard; the same limit as for a pasted request.
    static constexpr qsizetype kMostPasted = qsizetype{1024} * 1024;

    explicit LongText(QWidget* parent = nullptr);

    /// Emits textChanged(), like setPlainText().
    void setText(const QString& text);
    /// Like setText(), but the document counts as modified by the user.
    void take(const QString& text);
    /// True for a text that would be shown only in part.
    [[nodiscard]] static bool isTooLong(QStringView text);
    /// The whole text, however much of it is shown.
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isShownWhole() const { return m_shown == m_whole.size(); }
    /// True if the document shows only a part of the text; use take() to change the text.
    [[nodiscard]] bool isHeld() const { return !m_whole.isEmpty(); }
    /// Makes the text read-only; a text shown in part is always read-only.
    void setReadOnly(bool isReadOnly);
    /// Replaces the selection, or a text shown in part, with the clipboard's contents.
    void paste();
    void showMore();

Q_SIGNALS:
    /// More of the text is now shown.
    void moreShown();

protected:
    /// Reserves a margin on the left for a subclass to paint on.
    void setLeftMargin(int width);
    /// The selected text without the breaks of showMore(); the whole text if everything shown is selected.
    /// Read-only text is foreign, so its secrets are redacted.
    [[nodiscard]] QMimeData* createMimeDataFromSelection() const override;
    void insertPasted(const QMimeData* source) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QString selectedText() const;
    void lock(bool isLocked);
    void onContentsChange(int removed, int added);
    void displayFoot(const QString& problem = {});
    void placeFoot();

    QFrame* m_foot;
    QLabel* m_note;
    QPushButton* m_more;
    QPushButton* m_clear;
    QList<int> m_breaks;   ///< where in the document showMore() broke a line
    QString m_whole;       ///< empty while the text is the document's
    qsizetype m_shown = 0; ///< characters of m_whole
    int m_revision = 0;    ///< of the document, when it was filled from m_whole
    int m_leftMargin = 0;
    bool m_isReadOnly = false;
    bool m_isDisplaying = false;
};

} // namespace retryscope::ui
