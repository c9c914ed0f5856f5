// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/attempt_columns.h"
#include "core/explain/escape.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <set>

using namespace retryscope;

namespace {

template <typename Spot>
int placesIn(Spot AttemptColumn::*view)
{
    return static_cast<int>(std::ranges::count_if(
        attemptColumns(), [view](const AttemptColumn& column) { return (column.*view).place > 0; }));
}

/// Places 1 … n, each taken once, each with a title.
template <typename Spot>
bool isComplete(Spot AttemptColumn::*view)
{
    const AttemptColumns columns = columnsIn(view);
    const bool isFilled = std::ranges::all_of(columns, [view](const AttemptColumn* column) {
        return column != nullptr && (column->*view).title != nullptr;
    });
    return isFilled && static_cast<int>(columns.size()) == placesIn(view);
}

template <typename Spot>
bool hasTexts(Spot AttemptColumn::*view)
{
    return std::ranges::all_of(columnsIn(view), [view](const AttemptColumn* column) {
        return (column->*view).text != nullptr || column->value != nullptr;
    });
}

/// Asks every column for everything it knows; sanitizers and a missing check for nullptr would speak up.
void readAll(const AttemptContext& at)
{
    for (const AttemptColumn& column : attemptColumns()) {
        if (column.value != nullptr) {
            static_cast<void>(cellText(column.value(at)));
        }
        if (column.table.sortBy != nullptr) {
            static_cast<void>(column.table.sortBy(at));
        }
    }
    for (const AttemptColumn* column : columnsIn(&AttemptColumn::table)) {
        static_cast<void>(cellText(*column, &AttemptColumn::table, at));
    }
    for (const AttemptColumn* column : columnsIn(&AttemptColumn::card)) {
        static_cast<void>(cellText(*column, &AttemptColumn::card, at));
    }
}

std::string csvCell(std::string_view text)
{
    std::string line;
    appendCsvCell(line, text);
    return line;
}

} // namespace

class TstAttemptColumns : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    /// `Retry-After: DATE` in a response without a Date counts from our clock, which the record holds.
    void aDateWithoutADateCountsFromTheClockOfTheRecord()
    {
        using namespace retryscope::test;
        Policy policy = plainPolicy();
        policy.hints = {{.header = "retry-after", .unit = HintUnit::SecondsOrDate}};
        RunHeader header;
        header.policy = std::make_shared<const ResolvedPolicy>(resolved(policy));
        header.startedAt = WallTime{std::chrono::seconds{784'111'777 - 40}}; // Sun, 06 Nov 1994 08:48:57
        AttemptRecord attempt;
        attempt.isRunning = false;
        attempt.end = Instant{std::chrono::seconds{1}};
        attempt.facts = response(503, {{"Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT"}});
        attempt.decision.verdict = Verdict::Retry;
        const CallRecord call;
        const std::optional<ServerHint> hint =
            words::foremostHint({.header = header, .call = call, .attempt = attempt});
        QVERIFY(hint);
        QVERIFY(hint->asked == std::chrono::seconds{39});
    }

    /// A recorder sees neither what a client took a failure for nor why it gave up.
    void whatARecorderCannotKnowIsLeftEmpty()
    {
        using namespace retryscope::test;
        RunHeader header;
        header.isRecorded = true;
        header.policy = std::make_shared<const ResolvedPolicy>(resolved(plainPolicy()));
        AttemptRecord attempt;
        attempt.isRunning = false;
        attempt.facts = response(503);
        attempt.decision.verdict = Verdict::Stop;
        attempt.decision.stopReason = StopReason::AttemptsExhausted;
        attempt.decision.trace.add(ClientObserved{.isRetried = false});
        const CallRecord call;
        const AttemptContext at{.header = header, .call = call, .attempt = attempt};
        for (const AttemptColumn& column : attemptColumns()) {
            if (column.id == "kind" || column.id == "stopReason") {
                QCOMPARE(cellText(column.value(at)), std::string());
                QVERIFY(column.csv.place > 0);
            }
        }
    }

    /// Source of what is no UTF-8: RFC 3629, sections 3 and 4.
    void whatIsNoTextBecomesAReplacement()
    {
        const auto replaced = [](const char* bytes) {
            return QString::fromStdString(oneLine(bytes));
        };
        const QString sign(QChar::ReplacementCharacter);
        QCOMPARE(replaced("a\xf5z"), u'a' + sign + u'z');                  // begins nothing
        QCOMPARE(replaced("a\xe2\x82"), u'a' + sign + sign);               // cut
        QCOMPARE(replaced("a\xe2\x82z"), u'a' + sign + sign + u'z');       // cut within
        QCOMPARE(replaced("\xe0\x80\x80"), sign + sign + sign);            // overlong
        QCOMPARE(replaced("\xed\xa0\x80"), sign + sign + sign);            // half of a pair
        QCOMPARE(replaced("\xf4\x90\x80\x80"), sign + sign + sign + sign); // beyond the last character
        QCOMPARE(replaced("\xef\xbf\xbd"), sign);
        QCOMPARE(replaced("a\x7f\xe2\x80\xa8\xe2\x80\xa9z"), QStringLiteral("a   z"));
        QCOMPARE(replaced("\xf0\x9f\x98\x80"), QString::fromUtf8("\xf0\x9f\x98\x80"));
        QCOMPARE(csvCell("-1.5"), std::string("-1.5"));
        QCOMPARE(csvCell("-1.5x"), std::string("'-1.5x"));
        QCOMPARE(csvCell("=x"), std::string("'=x"));
    }

    void everyColumnHasAnIdOfItsOwn()
    {
        std::set<std::string_view> ids;
        for (const AttemptColumn& column : attemptColumns()) {
            QVERIFY2(ids.insert(column.id).second, std::string(column.id).c_str());
        }
    }

    void everyPlaceOfAViewIsTakenOnce()
    {
        QVERIFY(isComplete(&AttemptColumn::table));
        QVERIFY(isComplete(&AttemptColumn::card));
        QVERIFY(isComplete(&AttemptColumn::report));
        QVERIFY(isComplete(&AttemptColumn::csv));
    }

    void everyShownColumnHasSomethingToShow()
    {
        QVERIFY(hasTexts(&AttemptColumn::table));
        QVERIFY(hasTexts(&AttemptColumn::card));
        QVERIFY(hasTexts(&AttemptColumn::report));
        for (const AttemptColumn* column : columnsIn(&AttemptColumn::csv)) {
            QVERIFY2(column->value != nullptr, column->csv.title);
        }
    }

    void noColumnStandsNowhere()
    {
        for (const AttemptColumn& column : attemptColumns()) {
            const int places =
                column.table.place + column.card.place + column.report.place + column.csv.place;
            QVERIFY2(places > 0, std::string(column.id).c_str());
        }
    }

    void anAttemptOfWhichNothingIsKnownHasCellsToo()
    {
        RunHeader header;
        header.policy = std::make_shared<const ResolvedPolicy>(test::resolved(test::plainPolicy()));
        const CallRecord call;
        const AttemptRecord attempt;
        const AttemptContext at{.header = header, .call = call, .attempt = attempt};

        readAll(at);

        QCOMPARE(words::took(at), std::string("…"));
        QCOMPARE(words::response(at), std::string("no response yet"));
        QVERIFY(words::why(at).empty());
    }

    void onlyAShareOfTimeThatIsWorthALineIsOurOwn()
    {
        RunHeader header;
        const CallRecord call;
        AttemptRecord attempt;
        attempt.isRunning = false;
        attempt.end = attempt.start + std::chrono::milliseconds{100};
        const AttemptContext at{.header = header, .call = call, .attempt = attempt};
        const auto own = [&at] {
            const auto column = std::ranges::find(attemptColumns(), "ownTime", &AttemptColumn::id);
            return cellText(*column, &AttemptColumn::card, at);
        };
        QCOMPARE(own(), std::string()); // no phases are known

        attempt.facts.phases.wait = std::chrono::milliseconds{60};
        QCOMPARE(own(), std::string("40 ms"));
        attempt.facts.phases.receive = std::chrono::milliseconds{35};
        QCOMPARE(own(), std::string());
    }

    void tokensAreWrittenInThreeForms()
    {
        const QuotaEntry paid{.before = 500, .cost = 5, .after = 495};
        QCOMPARE(tokensText(paid, TokensForm::Words), std::string("500 → 495"));
        QCOMPARE(tokensText(paid, TokensForm::Signs), std::string("500 → 495"));
        QCOMPARE(tokensText(paid, TokensForm::Sum), std::string("500 - 5 = 495"));
        const QuotaEntry refused{.before = 4, .cost = 5, .after = 4, .refused = true};
        QCOMPARE(tokensText(refused, TokensForm::Words), std::string("4, needs 5"));
        QCOMPARE(tokensText(refused, TokensForm::Signs), std::string("4 < 5"));
        QCOMPARE(tokensText(refused, TokensForm::Sum), std::string("4, needs 5"));
    }

    void aDelayIsWrittenWithWhatItWasDrawnFrom()
    {
        using std::chrono::milliseconds;
        Decision decision{.verdict = Verdict::Retry, .delay = milliseconds{412}};
        QCOMPARE(delayText(decision, DelayForm::Of), std::string());
        decision.window = DelayWindow{milliseconds{0}, milliseconds{1000}};
        QCOMPARE(delayText(decision, DelayForm::Of), std::string("412 ms of 0 to 1 s"));
        QCOMPARE(delayText(decision, DelayForm::InParentheses), std::string("412 ms (0 to 1 s)"));
        decision.window = DelayWindow{milliseconds{412}, milliseconds{412}};
        QCOMPARE(delayText(decision, DelayForm::Of), std::string("412 ms"));
        decision.delay = {};
        decision.window = DelayWindow{};
        QCOMPARE(delayText(decision, DelayForm::Of), std::string("at once"));
        decision.verdict = Verdict::Stop;
        QCOMPARE(delayText(decision, DelayForm::Of), std::string("0 ms"));
    }

    void onlyWhatWouldBreakARowIsQuoted()
    {
        QCOMPARE(csvCell("plain; text"), std::string("plain; text"));
        QCOMPARE(csvCell("a,b"), std::string("\"a,b\""));
        QCOMPARE(csvCell("say \"no\""), std::string("\"say \"\"no\"\"\""));
        QCOMPARE(csvCell("two\nlines"), std::string("\"two\nlines\""));
        QCOMPARE(csvCell("two\rlines"), std::string("\"two\rlines\""));
        QCOMPARE(csvCell(""), std::string());
    }

    void whatIsPastedOrPrintedIsPlain()
    {
        QCOMPARE(tableCell("=1+1"), std::string("'=1+1"));
        QCOMPARE(tableCell("a\tb\nc"), std::string("a b c"));
        QCOMPARE(tableCell("-12.5"), std::string("-12.5"));
        QCOMPARE(plainLines("a\tb\r\nc\x1b[31m\x07"), std::string("a\tb\r\nc [31m "));
        QCOMPARE(QString::fromStdString(plainLines("\xc2\x9b \xe2\x80\xae \xff")),
                 QString::fromUtf8("\uFFFD \uFFFD \uFFFD"));
    }

    void noCellStartsAFormula_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("cell");
        QTest::newRow("=") << "=1+1"
                           << "'=1+1";
        QTest::newRow("command") << "=cmd|' /C calc'!A0"
                                 << "'=cmd|' /C calc'!A0";
        QTest::newRow("quoted") << "=HYPERLINK(\"http://x\",1)"
                                << "\"'=HYPERLINK(\"\"http://x\"\",1)\"";
        QTest::newRow("+") << "+A1"
                           << "'+A1";
        QTest::newRow("-") << "-A1"
                           << "'-A1";
        QTest::newRow("@") << "@SUM(A1)"
                           << "'@SUM(A1)";
        QTest::newRow("tab") << "\t1"
                             << "'\t1";
        QTest::newRow("carriage return") << "\r1"
                                         << "\"'\r1\"";
        QTest::newRow("behind blanks") << " \n =1"
                                       << "\"' \n =1\"";
        QTest::newRow("full width") << QString::fromUtf8("\uff1d1+1") << QString::fromUtf8("'\uff1d1+1");
        QTest::newRow("two signs") << "+-1.5e3"
                                   << "'+-1.5e3";
        QTest::newRow("a name") << "-inf"
                                << "'-inf";
        QTest::newRow("a number") << "-12.5"
                                  << "-12.5";
        QTest::newRow("a signed number") << "+3"
                                         << "+3";
        QTest::newRow("within") << "a=1"
                                << "a=1";
        QTest::newRow("two signs") << "--1"
                                   << "'--1";
    }
    void noCellStartsAFormula()
    {
        QFETCH(QString, text);
        QFETCH(QString, cell);
        QCOMPARE(QString::fromStdString(csvCell(text.toStdString())), cell);
    }

    void markdownMeansNothingInEscapedText()
    {
        QCOMPARE(markdownEscaped("a|b*c", "|"), std::string("a\\|b*c"));
        QCOMPARE(markdownEscaped("a|b*c", "|*"), std::string("a\\|b\\*c"));
    }
};

RETRYSCOPE_TEST(TstAttemptColumns)
#include "tst_attempt_columns.moc"
