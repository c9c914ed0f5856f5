// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/timeline/timeline_records.h"
#include "ui/timeline/table/attempt_filter.h"
#include "ui/timeline/table/attempts_model.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QTableView>

#include <functional>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

/// Two calls: one of three attempts that stops, and one that succeeds at once.
void writeTwoCalls(test::RecordWriter& writer, const std::function<void()>& tell)
{
    writer.beginCall(0, 1, 1);
    tell();
    writer.beginAttempt(0);
    tell();
    writer.retryAfter(30, 503, "SlowDown", 50, 100);
    tell();
    writer.endDelay(50);
    tell();
    writer.beginAttempt(80);
    tell();
    writer.retryAfterFault(90, FaultKind::ConnectionReset, 50, 100);
    tell();
    writer.endDelay(50);
    tell();
    writer.beginAttempt(140);
    tell();
    writer.stop(150, 400, "BadRequest");
    tell();
    writer.beginCall(150, 1, 2);
    tell();
    writer.beginAttempt(150);
    tell();
    writer.succeed(160);
    tell();
}

class Filtered
{
public:
    Filtered() : filter(model), tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest)
    {
        table.setModel(&filter);
        table.show();
        model.attach(&writer.record());
    }

    void run()
    {
        writeTwoCalls(writer, [this] {
            const Place place = writer.place();
            model.onRecorded({place.call, place.attempt < 0 ? lastOf(place.call) : place.attempt});
        });
    }

    [[nodiscard]] int lastOf(int call) const
    {
        return static_cast<int>(writer.record().calls()[static_cast<std::size_t>(call)].attempts.size()) - 1;
    }

    [[nodiscard]] QStringList numbers() const
    {
        QStringList numbers;
        for (int row = 0; row < filter.rowCount(); ++row) {
            numbers << filter.index(row, AttemptsModel::Number).data().toString();
        }
        return numbers;
    }

    test::RecordWriter writer{500, 1, 2};
    AttemptsModel model;
    AttemptFilter filter;
    QAbstractItemModelTester tester;
    QTableView table;
};

} // namespace

class TstAttemptFilter : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void withoutWordsEveryAttemptIsShown()
    {
        Filtered filtered;
        filtered.run();
        QCOMPARE(filtered.numbers().join(u' '), QStringLiteral("1.1 1.2 1.3 2.1"));
        QVERIFY(!filtered.filter.isActive());
        QCOMPARE(filtered.table.verticalHeader()->count(), 4); // the view counts along
        QCOMPARE(filtered.filter.headerData(0, Qt::Horizontal).toString(), QStringLiteral("#"));
    }

    void wordsAndChoicesNarrowDown_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("choice");
        QTest::addColumn<QString>("numbers");
        const auto row = [](const char* name, const char* words, AttemptFilter::Choice choice,
                            const char* numbers) {
            QTest::newRow(name) << QString::fromUtf8(words) << static_cast<int>(choice)
                                << QString::fromUtf8(numbers);
        };
        using Choice = AttemptFilter::Choice;
        row("a status", "503", Choice::All, "1.1");
        row("a name, in any case", "slowdown", Choice::All, "1.1");
        row("a fault", "reset", Choice::All, "1.2");
        row("a verdict", "stop", Choice::All, "1.3");
        row("two words", "retry reset", Choice::All, "1.2");
        row("a call's or attempt's number", "2", Choice::All, "1.2 2.1");
        row("the number of one attempt", "#2.1", Choice::All, "2.1");
        row("longer than", ">45ms", Choice::All, "1.1 1.2"); // their delays
        row("with blanks", "> 0.045 s", Choice::All, "1.1 1.2");
        row("not shorter than", "took>=30ms", Choice::All, "1.1");
        row("shorter than", "<20ms", Choice::All, "1.3 2.1");
        row("a delay", "delay<=50ms 503", Choice::All, "1.1");
        row("nothing fits", "teapot", Choice::All, "");
        row("failed", "", Choice::Failed, "1.1 1.2 1.3");
        row("retried", "", Choice::Retried, "1.1 1.2");
        row("throttled", "", Choice::Throttled, "1.1");
        row("words within a choice", "400", Choice::Failed, "1.3");
    }

    void wordsAndChoicesNarrowDown()
    {
        QFETCH(QString, words);
        QFETCH(int, choice);
        QFETCH(QString, numbers);
        Filtered before; // filtered while the attempts arrive
        before.filter.setWords(words);
        before.filter.setChoice(static_cast<AttemptFilter::Choice>(choice));
        before.run();
        Filtered after; // filtered at the end
        after.run();
        after.filter.setWords(words);
        after.filter.setChoice(static_cast<AttemptFilter::Choice>(choice));
        QCOMPARE(before.numbers().join(u' '), numbers);
        QCOMPARE(after.numbers().join(u' '), numbers);
        after.filter.setWords({});
        after.filter.setChoice(AttemptFilter::Choice::All);
        QCOMPARE(after.filter.rowCount(), 4);
    }

    void attemptsAreFoundThroughTheFilter()
    {
        Filtered filtered;
        filtered.run();
        filtered.filter.setWords(QStringLiteral("reset"));
        QCOMPARE(indexOfAttempt(&filtered.filter, {0, 1}).row(), 0);
        QVERIFY(!indexOfAttempt(&filtered.filter, {0, 0}).isValid());
    }

    void wordsStayForTheNextRecord()
    {
        Filtered filtered;
        filtered.run();
        filtered.filter.setWords(QStringLiteral("503"));
        const RunRecord other = test::manyAttempts(20);
        filtered.model.attach(&other);
        QCOMPARE(filtered.filter.rowCount(), 19);
        filtered.model.attach(nullptr);
        QCOMPARE(filtered.filter.rowCount(), 0);
    }
};

RETRYSCOPE_TEST(TstAttemptFilter)
#include "tst_attempt_filter.moc"
