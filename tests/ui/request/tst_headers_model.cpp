// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/request/headers_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace retryscope;
using namespace retryscope::ui;

class TstHeadersModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void typingIntoTheLastRowAddsAHeader();
    void anEmptyTextAddsNothing();
    void lineBreaksNeverGetIntoAHeader();
    void removingTellsTheUserEdited();
    void theEmptyRowCannotBeRemoved();
};

void TstHeadersModel::typingIntoTheLastRowAddsAHeader()
{
    HeadersModel model;
    const QAbstractItemModelTester tester(&model);
    model.setHeaders({{{"accept", "*/*"}}});
    const QSignalSpy edited(&model, &HeadersModel::edited);

    QVERIFY(model.setData(model.index(1, HeadersModel::Name), QStringLiteral("x-new"), Qt::EditRole));
    QVERIFY(model.setData(model.index(1, HeadersModel::Value), QStringLiteral("1"), Qt::EditRole));

    QCOMPARE(model.headers(), (Headers{{{"accept", "*/*"}, {"x-new", "1"}}}));
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(edited.count(), 2);
}

void TstHeadersModel::anEmptyTextAddsNothing()
{
    HeadersModel model;
    const QAbstractItemModelTester tester(&model);

    QVERIFY(!model.setData(model.index(0, HeadersModel::Name), QStringLiteral("  "), Qt::EditRole));

    QCOMPARE(model.headers(), Headers{});
}

void TstHeadersModel::lineBreaksNeverGetIntoAHeader()
{
    HeadersModel model;
    model.setHeaders({{{"accept", ""}}});

    model.setData(model.index(0, HeadersModel::Value), QStringLiteral("a\r\nx-evil: b"), Qt::EditRole);

    QCOMPARE(model.headers(), (Headers{{{"accept", "a x-evil: b"}}}));
}

void TstHeadersModel::removingTellsTheUserEdited()
{
    HeadersModel model;
    const QAbstractItemModelTester tester(&model);
    model.setHeaders({{{"a", "1"}, {"b", "2"}}});
    const QSignalSpy edited(&model, &HeadersModel::edited);

    QVERIFY(model.removeRows(0, 1));

    QCOMPARE(model.headers(), (Headers{{{"b", "2"}}}));
    QCOMPARE(edited.count(), 1);
}

void TstHeadersModel::theEmptyRowCannotBeRemoved()
{
    HeadersModel model;
    model.setHeaders({{{"a", "1"}}});

    QVERIFY(!model.removeRows(1, 1));
}

RETRYSCOPE_TEST(TstHeadersModel)
#include "tst_headers_model.moc"
