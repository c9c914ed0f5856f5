// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/request/headers_editor.h"

#include <QApplication>
#include <QLineEdit>
#include <QTableView>
#include <QVBoxLayout>

using namespace retryscope;
using namespace retryscope::ui;

/// The table of names and values, between two other fields, by keys alone.
class TstFields : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void tabLeavesTheLastEmptyCell();
    void shiftTabLeavesTheFirstCell();
    void aHeaderIsTypedWithoutTheMouse();
    void theTableGrowsWithItsRows();

private:
    void press(Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); }
    void type(const char* text) { QTest::keyClicks(QApplication::focusWidget(), QString::fromLatin1(text)); }
    [[nodiscard]] bool isInEditor() const { return m_editor->isAncestorOf(QApplication::focusWidget()); }
    /// Opens the editor of the cell that is current.
    void openCell(int row, int column)
    {
        m_editor->table()->setFocus();
        m_editor->table()->setCurrentIndex(m_editor->table()->model()->index(row, column));
        if (!isInEditor() || qobject_cast<QLineEdit*>(QApplication::focusWidget()) == nullptr) {
            m_editor->table()->edit(m_editor->table()->currentIndex());
        }
        QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()) != nullptr && isInEditor());
    }

    std::unique_ptr<QWidget> m_window;
    QLineEdit* m_before = nullptr;
    HeadersEditor* m_editor = nullptr;
    QLineEdit* m_after = nullptr;
};

void TstFields::init()
{
    m_window = std::make_unique<QWidget>();
    m_before = new QLineEdit;
    m_editor = new HeadersEditor(QStringLiteral("table"), QStringLiteral("Headers"));
    m_after = new QLineEdit;
    auto* layout = new QVBoxLayout(m_window.get());
    layout->addWidget(m_before);
    layout->addWidget(m_editor);
    layout->addWidget(m_after);
    m_editor->setHeaders({{{"accept", "*/*"}}});
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TstFields::tabLeavesTheLastEmptyCell()
{
    openCell(0, 0);
    press(Qt::Key_Tab);
    QVERIFY(isInEditor());
    press(Qt::Key_Tab); // the empty row
    QVERIFY(isInEditor());
    press(Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), m_after);
    QVERIFY(m_editor->headers() == (Headers{{{"accept", "*/*"}}}));
}

void TstFields::shiftTabLeavesTheFirstCell()
{
    openCell(0, 1);
    press(Qt::Key_Backtab);
    QVERIFY(isInEditor());
    press(Qt::Key_Backtab);
    QCOMPARE(QApplication::focusWidget(), m_before);
}

void TstFields::aHeaderIsTypedWithoutTheMouse()
{
    openCell(1, 0);
    type("x-new");
    press(Qt::Key_Tab);
    type("1");
    press(Qt::Key_Tab);
    QVERIFY(isInEditor());
    press(Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), m_after);
    QVERIFY(m_editor->headers() == (Headers{{{"accept", "*/*"}, {"x-new", "1"}}}));
}

void TstFields::theTableGrowsWithItsRows()
{
    const int before = m_editor->table()->sizeHint().height();
    m_editor->setHeaders({{{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "4"}}});
    QVERIFY(m_editor->table()->sizeHint().height() > before);
    QTRY_COMPARE(m_editor->table()->height(), m_editor->table()->sizeHint().height());
}

RETRYSCOPE_TEST(TstFields)
#include "tst_fields.moc"
