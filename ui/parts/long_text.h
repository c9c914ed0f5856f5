// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

QT_BEGIN_NAMESPACE
class QFrame;
class QLabel;
class QPushButton;
QT_END_NAMESPACE

namespace retryscope::ui {

/// A text of any length, of which no more than a part is laid out at once: Qt lays a text out in the thread
/// of the window, some 100 ms for 250 KiB and minutes for 16 MiB. A longer text is held whole, its first part
/// is shown, and a line beneath says how much that is and shows the next part. It cannot be edited then, only
/// cleared or replaced. Wraps lines as wrapLongWordsAnywhere() does.
class LongText : public QPlainTextEdit
{
    Q_OBJECT
public:
    /// What is shown at once at most, in characters and in lines; texts within both can be edited. Fewer of
    /// those that change between directions of writing, or stack marks.
    static constexpr qsizetype kPart = qsizetype{64} * 1024;
    static constexpr qsizetype kPartLines = 8000;
    /// More than this, in characters, is not taken from the clipboard; as much as a pasted request may have.
    static constexpr qsizetype kMostPasted = qsizetype{1024} * 1024;

    explicit LongText(QWidget* parent = nullptr);

    /// Says textChanged(), as setPlainText() does.
    void setText(const QString& text);
    /// The same as by the user's hand: the document counts as modified.
    void take(const QString& text);
    /// True for a text that would be shown in part.
    [[nodiscard]] static bool isTooLong(QStringView text);
    /// Whole, however much of it is shown.
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isShownWhole() const { return m_shown == m_whole.size(); }
    /// The document is no more than a picture of the text: to change that, take() another.
    [[nodiscard]] bool isHeld() const { return !m_whole.isEmpty(); }
    /// What is shown in part cannot be edited, either.
    void setReadOnly(bool isReadOnly);
    /// Takes what the clipboard holds in place of the selection, or of a text that is shown in part.
    void paste();
    void showMore();

Q_SIGNALS:
    /// More of the text is shown than before.
    void moreShown();

protected:
    /// Room at the left edge that a subclass paints on.
    void setLeftMargin(int width);
    /// The text itself: all of it where all that is shown is selected, without the breaks of showMore(). What
    /// is read-only is foreign, and leaves without its secrets.
    [[nodiscard]] QMimeData* createMimeDataFromSelection() const override;
    void insertFromMimeData(const QMimeData* source) override;
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
