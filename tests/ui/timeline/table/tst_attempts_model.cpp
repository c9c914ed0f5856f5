// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/attempt_columns.h"
#include "core/io/text/utf8.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"
#include "tests/ui/timeline/timeline_records.h"
#include "ui/timeline/rows/attempt_texts.h"
#include "ui/timeline/table/attempts_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QSortFilterProxyModel>

using namespace retryscope;
using namespace retryscope::ui;
using Tester = QAbstractItemModelTester;

namespace {

/// The usual columns of the model as text: cells by `|`, rows by line.
QString textOf(const QAbstractItemModel& model)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < AttemptsModel::kFirstOptional; ++column) {
            cells << model.index(row, column).data().toString();
        }
        lines << cells.join(QStringLiteral(" | "));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

class TstAttemptsModel : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void attemptsReadAsATable()
    {
        const RunRecord record = test::threeAttempts();
        AttemptsModel model;
        const Tester tester(&model, Tester::FailureReportingMode::QtTest);
        model.attach(&record);
        QCOMPARE(
            textOf(model),
            QStringLiteral("1 | 0 ms | 38.2 ms | 503 | SlowDown | throttling | Retry | 412 ms | 500 → 495\n"
                           "2 | 450 ms | 21 ms | reset | — | transient | Retry | 1.19 s | 495 → 490\n"
                           "3 | 1.66 s | 44.1 ms | 429 | 429 | permanent | Stop | — | —"));
    }

    void everyColumnOfTheTableIsShown()
    {
        const RunRecord record = test::threeAttempts();
        AttemptsModel model;
        model.attach(&record);
        const AttemptColumns columns = columnsIn(&AttemptColumn::table);
        QCOMPARE(model.columnCount(), static_cast<int>(columns.size()));
        for (int column = 0; column < model.columnCount(); ++column) {
            const AttemptColumn& expected = *columns[static_cast<std::size_t>(column)];
            QCOMPARE(model.headerData(column, Qt::Horizontal).toString(), toQString(expected.table.title));
            QCOMPARE(model.headerData(column, Qt::Horizontal, CellRole::ColumnId).toString(),
                     toQString(expected.id));
            QVERIFY(!model.index(0, column).data().toString().isEmpty());
        }
    }

    void everythingThatTheChartDrawsIsAText()
    {
        RunRecord record = test::threeAttempts();
        AttemptsModel model;
        model.attach(&record);
        const auto cell = [&model](int row, AttemptsModel::Column column) {
            return model.index(row, column).data().toString();
        };
        QCOMPARE(cell(0, AttemptsModel::Window), QStringLiteral("0 to 1 s"));
        QCOMPARE(cell(2, AttemptsModel::Window), QStringLiteral("—"));
        QCOMPARE(cell(0, AttemptsModel::Hint), QStringLiteral("—"));
        const AttemptRecord& first = record.calls().front().attempts.front();
        QCOMPARE(cell(0, AttemptsModel::Wait),
                 first.facts.phases.wait ? textOf(*first.facts.phases.wait) : QStringLiteral("—"));
        QCOMPARE(cell(0, AttemptsModel::MeasuredDelay),
                 first.actualDelay ? textOf(*first.actualDelay) : QStringLiteral("—"));
        QSet<QString> ids;
        for (int column = 0; column < model.columnCount(); ++column) {
            QVERIFY(!model.headerData(column, Qt::Horizontal).toString().isEmpty());
            ids.insert(model.headerData(column, Qt::Horizontal, CellRole::ColumnId).toString());
        }
        QCOMPARE(ids.size(), AttemptsModel::ColumnCount);
    }

    void whatTheCurvesSayIsATextToo()
    {
        test::RecordWriter writer(0, 1, 3);
        for (int call = 1; call <= 3; ++call) { // 0 to 900, 600 to 1500, 1200 …
            writer.beginCall((call - 1) * 600, 1, call);
            writer.beginAttempt((call - 1) * 600);
            if (call < 3) {
                writer.succeed((call - 1) * 600 + 550);
            }
        }
        AttemptsModel model;
        model.attach(&writer.record());
        const auto cell = [&model](int row, AttemptsModel::Column column) {
            return model.index(row, column).data().toString();
        };
        QCOMPARE(cell(0, AttemptsModel::InFlight), QStringLiteral("1"));
        QCOMPARE(cell(2, AttemptsModel::LastSecond), QStringLiteral("2"));
        QCOMPARE(cell(0, AttemptsModel::SendRate), QStringLiteral("—"));

        const Place place = writer.place();
        writer.succeed(2100);
        model.onRecorded(place);
        QCOMPARE(cell(2, AttemptsModel::InFlight), QStringLiteral("1"));

        Policy policy = test::plainPolicy();
        policy.limiter = test::plainLimiter();
        const RunRecord limited = test::runOf(policy, {test::response(429), test::response(200)});
        model.attach(&limited);
        QVERIFY2(cell(0, AttemptsModel::SendRate).contains(QStringLiteral("per second measured")),
                 qPrintable(cell(0, AttemptsModel::SendRate)));
    }

    void rowsArriveAndAreCompletedWhileTheRunGoesOn()
    {
        test::RecordWriter writer;
        AttemptsModel model;
        const Tester tester(&model, Tester::FailureReportingMode::QtTest);
        model.attach(&writer.record());
        const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        const auto tell = [&] {
            model.onRecorded(writer.place());
        };

        writer.beginCall(0);
        tell();
        QCOMPARE(model.rowCount(), 0);
        writer.beginAttempt(0);
        tell();
        QCOMPARE(textOf(model), QStringLiteral("1 | 0 ms | … | … |  |  | … | — | —"));
        writer.retryAfter(30, 503, "SlowDown", 50, 100);
        tell();
        writer.endDelay(51);
        tell();
        writer.beginAttempt(81);
        tell();
        writer.succeed(100);
        tell();

        QCOMPARE(textOf(model),
                 QStringLiteral("1 | 0 ms | 30 ms | 503 | SlowDown | throttling | Retry | 50 ms | 500 → 495\n"
                                "2 | 81 ms | 19 ms | 200 | — | — | Succeed | — | 495 → 500"));
        QCOMPARE(inserted.count(), 2);
        QCOMPARE(changed.count(), 2);
        QCOMPARE(reset.count(), 0);
    }

    void callsAndClientsAreNumberedOnlyWhenThereAreSeveral()
    {
        test::RecordWriter calls(500, 1, 2);
        calls.beginCall(0, 1, 2);
        calls.beginAttempt(0);
        AttemptsModel model;
        model.attach(&calls.record());
        QCOMPARE(model.index(0, AttemptsModel::Number).data().toString(), QStringLiteral("2.1"));

        test::RecordWriter clients(500, 3, 1);
        clients.beginCall(0, 3, 1);
        clients.beginAttempt(0);
        model.attach(&clients.record());
        QCOMPARE(model.index(0, AttemptsModel::Number).data().toString(), QStringLiteral("3/1.1"));
    }

    void replacedRecordGivesAllRowsInTheOrderInWhichTheyBegan()
    {
        test::RecordWriter writer(500, 2, 1);
        writer.beginCall(0, 1);
        writer.beginAttempt(0);
        writer.retryAfter(10, 503, "SlowDown", 40, 40);
        writer.beginAttempt(50);
        writer.succeed(60);
        writer.beginCall(5, 2);
        writer.beginAttempt(5);
        writer.succeed(20);

        AttemptsModel model;
        const Tester tester(&model, Tester::FailureReportingMode::QtTest);
        model.attach(&writer.record());

        QVERIFY(model.placeAt(0) == (Place{0, 0}));
        QVERIFY(model.placeAt(1) == (Place{1, 0}));
        QVERIFY(model.placeAt(2) == (Place{0, 1}));
        QCOMPARE(model.rowOf({0, 1}), 2);
        QCOMPARE(model.index(1, 0).data(AttemptsModel::CallIndexRole).toInt(), 1);
        QCOMPARE(model.index(2, 0).data(AttemptsModel::AttemptIndexRole).toInt(), 1);
    }

    void theWidestNumberIsKnownWithoutMeasuringAll()
    {
        test::RecordWriter writer(0, 120, 40);
        for (const auto& [client, call] : {std::pair{1, 1}, std::pair{120, 40}}) {
            writer.beginCall(0, client, call);
            for (int attempt = 1; attempt <= 11; ++attempt) {
                writer.beginAttempt(attempt);
                writer.stop(attempt, 400, "Bad");
            }
        }
        AttemptsModel model;
        model.attach(&writer.record());

        const QString widest =
            model.headerData(AttemptsModel::Number, Qt::Horizontal, CellRole::WidestText).toString();
        QCOMPARE(widest, QStringLiteral("888/88.88"));
        for (int row = 0; row < model.rowCount(); ++row) {
            QVERIFY(model.index(row, AttemptsModel::Number).data().toString().size() <= widest.size());
        }
    }

    void numbersSortAsNumbersThroughAProxy()
    {
        const RunRecord record = test::threeAttempts();
        AttemptsModel model;
        model.attach(&record);
        QSortFilterProxyModel proxy;
        const Tester tester(&proxy, Tester::FailureReportingMode::QtTest);
        proxy.setSourceModel(&model);
        proxy.setSortRole(CellRole::Sort);

        proxy.sort(AttemptsModel::Took);

        QCOMPARE(proxy.index(0, AttemptsModel::Took).data().toString(), QStringLiteral("21 ms"));
        QCOMPARE(proxy.index(2, AttemptsModel::Took).data().toString(), QStringLiteral("44.1 ms"));
        QCOMPARE(indexOfAttempt(&proxy, {0, 1}).row(), 0);
        QCOMPARE(indexOfAttempt(&model, {0, 1}).row(), 1);
        QVERIFY(!indexOfAttempt(&model, {4, 0}).isValid());
        QVERIFY(!indexOfAttempt(nullptr, {0, 0}).isValid());
    }

    void everyAttemptOfALongRunHasItsRow()
    {
        const RunRecord record = test::manyAttempts(100'000);
        AttemptsModel model;
        model.attach(&record);
        QCOMPARE(model.rowCount(), 100'000);
        for (int row = 0; row < model.rowCount(); ++row) {
            const Place place = model.placeAt(row);
            QCOMPARE(model.rowOf(place), row);
        }
    }

    void numbersStandAtTheRightAndTitlesExplainThemselves()
    {
        const RunRecord record = test::threeAttempts();
        AttemptsModel model;
        model.attach(&record);
        const auto alignment = [&model](int column) {
            return model.index(0, column).data(Qt::TextAlignmentRole).value<Qt::Alignment>();
        };
        QVERIFY(alignment(AttemptsModel::Number).testFlag(Qt::AlignRight));
        QVERIFY(alignment(AttemptsModel::Took).testFlag(Qt::AlignRight));
        QVERIFY(alignment(AttemptsModel::Name).testFlag(Qt::AlignLeft));
        for (int column = 0; column < AttemptsModel::kFirstOptional; ++column) {
            QVERIFY(model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).value<Qt::Alignment>() ==
                    alignment(column));
            const QString title = model.headerData(column, Qt::Horizontal).toString();
            QVERIFY2(!model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty(),
                     qPrintable(title));
            QVERIFY2(title.front().isUpper() || title == QStringLiteral("#"), qPrintable(title));
        }
    }

    void detachedModelIsEmpty()
    {
        const RunRecord record = test::threeAttempts();
        AttemptsModel model;
        const Tester tester(&model, Tester::FailureReportingMode::QtTest);
        model.attach(&record);
        model.attach(nullptr);
        QCOMPARE(model.rowCount(), 0);
        model.onRecorded({0, 0});
        QCOMPARE(model.rowCount(), 0);
    }

    void screenReadersGetOneLinePerAttemptAndTooltipsAllNumbers()
    {
        const RunRecord record = test::threeAttempts();
        AttemptsModel model;
        model.attach(&record);
        QCOMPARE(model.index(0, 0).data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral(
                     "Attempt 1, 503, SlowDown, ↻ Retry, delay 412 ms of 0 to 1 s, started at 0 ms, took "
                     "38.2 ms"));
        const QString card = model.index(0, 3).data(Qt::ToolTipRole).toString();
        for (const char* expected : {"38.2 ms", "412 ms", "0 to 1 s", "500 → 495", "Wait for first byte"}) {
            QVERIFY2(card.contains(QString::fromUtf8(expected)), qPrintable(card));
        }
    }

    void namesFromTheServerCannotInjectMarkup()
    {
        test::RecordWriter writer;
        writer.beginCall(0);
        writer.beginAttempt(0);
        writer.stop(1, 400, "<img src=x>");
        AttemptsModel model;
        model.attach(&writer.record());
        const QString card = model.index(0, 0).data(Qt::ToolTipRole).toString();
        QVERIFY(!card.contains(QStringLiteral("<img")));
        QVERIFY(card.contains(QStringLiteral("&lt;img")));
    }
};

RETRYSCOPE_TEST(TstAttemptsModel)
#include "tst_attempts_model.moc"
