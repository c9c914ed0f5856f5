// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/request/headers_editor.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QSignalSpy>
#include <QTableView>

using namespace retryscope;
using namespace retryscope::ui;

class TstHeadersEditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void typingIntoTheLastRowAddsAHeader();
    void anEmptyTextAddsNothing();
    void lineBreaksNeverGetIntoAHeader();
    void removingTellsTheUserEdited();
    void theEmptyRowCannotBeRemoved();
    void aHeaderWhoseNameIsClearedGoes();
};

void TstHeadersEditor::typingIntoTheLastRowAddsAHeader()
{
    HeadersEditor editor({}, {});
    EditableTable<Header>& model = editor.rows();
    const QAbstractItemModelTester tester(&model);
    editor.setHeaders({{{"accept", "*/*"}}});
    const QSignalSpy edited(&editor, &HeadersEditor::edited);

    QVERIFY(model.setData(model.index(1, 0), QStringLiteral("x-new"), Qt::EditRole));
    QVERIFY(model.setData(model.index(1, 1), QStringLiteral("1"), Qt::EditRole));

    QCOMPARE(editor.headers(), (Headers{{{"accept", "*/*"}, {"x-new", "1"}}}));
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(edited.count(), 2);
}

void TstHeadersEditor::anEmptyTextAddsNothing()
{
    HeadersEditor editor({}, {});
    EditableTable<Header>& model = editor.rows();
    const QAbstractItemModelTester tester(&model);

    QVERIFY(!model.setData(model.index(0, 0), QStringLiteral("  "), Qt::EditRole));

    QCOMPARE(editor.headers(), Headers{});
}

void TstHeadersEditor::lineBreaksNeverGetIntoAHeader()
{
    HeadersEditor editor({}, {});
    EditableTable<Header>& model = editor.rows();
    editor.setHeaders({{{"accept", ""}}});

    model.setData(model.index(0, 1), QStringLiteral("a\r\nx-evil: b"), Qt::EditRole);

    QCOMPARE(editor.headers(), (Headers{{{"accept", "a x-evil: b"}}}));
}

void TstHeadersEditor::removingTellsTheUserEdited()
{
    HeadersEditor editor({}, {});
    EditableTable<Header>& model = editor.rows();
    const QAbstractItemModelTester tester(&model);
    editor.setHeaders({{{"a", "1"}, {"b", "2"}}});
    const QSignalSpy edited(&editor, &HeadersEditor::edited);

    QVERIFY(model.removeRows(0, 1));

    QCOMPARE(editor.headers(), (Headers{{{"b", "2"}}}));
    QCOMPARE(edited.count(), 1);
}

void TstHeadersEditor::theEmptyRowCannotBeRemoved()
{
    HeadersEditor editor({}, {});
    editor.setHeaders({{{"a", "1"}}});
    QTableView& table = *editor.table();
    QAction* remove = table.actions().last();

    table.setCurrentIndex(table.model()->index(1, 0));
    remove->trigger();
    QCOMPARE(table.model()->rowCount(), 2);
    table.setCurrentIndex(table.model()->index(0, 0));
    remove->trigger();
    QCOMPARE(editor.headers(), Headers{});
}

void TstHeadersEditor::aHeaderWhoseNameIsClearedGoes()
{
    HeadersEditor editor({}, {});
    editor.setHeaders({{{"a", "1"}, {"b", "2"}}});

    QVERIFY(editor.rows().setData(editor.rows().index(0, 0), QString(), Qt::EditRole));

    QTRY_COMPARE(editor.headers(), (Headers{{{"b", "2"}}}));
}

RETRYSCOPE_TEST(TstHeadersEditor)
#include "tst_headers_editor.moc"
