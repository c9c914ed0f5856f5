// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace retryscope::test;

namespace {

/// Words, joined by blanks; `'…'` keeps blanks inside of one.
QStringList wordsOf(const QString& line)
{
    QStringList words;
    QString word;
    bool isQuoted = false;
    for (const QChar letter : line) {
        if (letter == QLatin1Char('\'')) {
            isQuoted = !isQuoted;
        } else if (letter == QLatin1Char(' ') && !isQuoted) {
            words += word;
            word.clear();
        } else {
            word += letter;
        }
    }
    return words << word;
}

/// What the program prints on a terminal of 80 columns, with single blanks.
QString answerTo(const QString& line, int expectedExit = 0)
{
    const ProgramResult result = runProgram(wordsOf(line));
    if (result.exitCode != expectedExit) {
        qFatal("%s: exit %d: %s", qPrintable(line), result.exitCode, result.errors.constData());
    }
    return QString::fromUtf8(result.output).simplified();
}

QJsonObject jsonOf(const QString& line)
{
    return runProgram(wordsOf(line + QStringLiteral(" --format json"))).json();
}

} // namespace

/// Questions that people asked in real threads, answered by the program alone: one function for each, with
/// what must be said.
class TstFifteenQuestions : public QObject
{
    Q_OBJECT

private:
    void contains(const QString& text, const char* part)
    {
        const QString wanted = QString::fromUtf8(part);
        QVERIFY2(text.contains(wanted), qPrintable(QStringLiteral("“%1” is not in: %2").arg(wanted, text)));
    }

    QString fileOf(const char* name, const QByteArray& content)
    {
        const QString path = m_folder.filePath(QString::fromLatin1(name));
        if (!writeFile(path, content)) {
            qFatal("cannot write %s", name);
        }
        return path;
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    /// “C++ 1.11 never retries 429 named 429”: who can change it, with what code, and what happens then?
    void q01TheNameDecides()
    {
        const QString question =
            QStringLiteral("explain --policy cpp-1.11.332-default --service s3 --status 429 --body "
                           "<Error><Code>429</Code></Error>");
        const QString brief = answerTo(question + QStringLiteral(" --brief"));
        contains(brief, "Each of these changes turns the verdict into retry (smallest first).");
        contains(brief, "owner: client code, a class code: retryscope-cli policies code cpp-1.11.332-default "
                        "--map 429=throttling");
        contains(brief,
                 "Respond without a body then retry (transient), at once; scope: every client, the whole "
                 "response; owner: server or proxy");
        contains(answerTo(question), "class RetryMore : public Aws::Client::DefaultRetryStrategy");
        const QJsonObject flip = jsonOf(question)[u"flips"][0].toObject();
        QCOMPARE(flip[u"kindAfter"].toString(), QStringLiteral("throttling"));
        QCOMPARE(flip[u"code"][u"way"].toString(), QStringLiteral("class"));
        QVERIFY(flip[u"code"][u"snippets"][0][u"text"].toString().contains(QStringLiteral("RetryMore")));
    }

    /// “Which clients retry TooManyRequests from MinIO?”: the few that read no name are named.
    void q02TheFewAreNamed()
    {
        const QString grid = answerTo(QStringLiteral(
            "explain --service s3 --status 429 --body <Error><Code>TooManyRequests</Code></Error>"));
        contains(grid, "Error name: none for 61; TooManyRequests (xml:Error/Code) for 65");
    }

    /// “Where does the client give up by itself, and when does it retry again?”
    void q04TheClientRefusesNotTheServer()
    {
        const QString run = QStringLiteral("simulate --scenario always-503 --calls 300 --seed 1 --policy ");
        const QString go = answerTo(run + QStringLiteral("go-v2-1.17.1-standard"), 1);
        contains(go, "The client stops retrying in call 51: 0 tokens are left, and a retry costs 5.");
        contains(go, "The quota is full again after 500 calls that succeed at the first attempt. Time alone "
                     "gives nothing back.");
        contains(go, "500 → 0"); // at 80 columns too
        contains(answerTo(run + QStringLiteral("jsv3-3.1169.0-standard"), 1),
                 "The client stops retrying in call 18, after attempt 2: 10 tokens are left, and a retry "
                 "costs 14.");
        contains(answerTo(run + QStringLiteral("jsv3-3.705.0-standard"), 1),
                 "The retry quota (token bucket) of 500 tokens starts full for every call of this client, so "
                 "many calls cannot exhaust it.");
    }

    /// What failed calls took is lost to Go's adaptive mode (aws-sdk-go-v2#3550).
    void q04ABucketThatNothingFillsStaysEmpty()
    {
        const QString run = QStringLiteral("simulate --scenario sdk-quota-runs-dry --calls 100 --policy ");
        contains(answerTo(run + QStringLiteral("go-v2-1.17.1-adaptive"), 1),
                 "At the end 0 of 500 tokens are left. The quota is never full again.");
        contains(answerTo(run + QStringLiteral("go-v2-newretries-adaptive"), 1),
                 "At the end 10 of 500 tokens are left. The quota is never full again.");
        contains(answerTo(QStringLiteral("policies show go-v2-1.17.1-adaptive")),
                 "a success gives back what the last retry of the call cost, and nothing without a retry");
    }

    /// A cut 200 is a success with one urllib3 only.
    void q06AVerdictNamesItsCondition()
    {
        const QString said =
            QStringLiteral("with urllib3 1.26; with urllib3 2 botocore raises ConnectionClosedError");
        for (const char* line :
             {"explain --status 200 --fault responseTruncated --policy botocore-1.43.67-standard",
              "explain --status 200 --fault responseTruncated --policy botocore-1.43.67-standard --brief",
              "policies show botocore-1.43.67-standard"}) {
            const QString answer = answerTo(QString::fromLatin1(line)).simplified();
            QVERIFY2(answer.contains(said), qPrintable(answer));
        }
    }

    /// At the last attempt, with an empty quota, two changes are needed.
    void q04TwoChangesAtOnce()
    {
        const QString record = m_folder.filePath(QStringLiteral("quota.json"));
        answerTo(QStringLiteral(
                     "simulate --scenario always-503 --calls 51 --seed 1 --policy go-v2-1.17.1-standard "
                     "--output ") +
                     record,
                 1);
        const QString at50 =
            answerTo(QStringLiteral("explain --policy record --brief --call 50 --record ") + record);
        contains(at50, "No single change reverses this decision; two together would:");
        contains(at50, "Allow 4 attempts instead of 3 (owner: client settings). Wait for 5 more tokens");
        const QString at51 = answerTo(QStringLiteral("explain --policy record --call 51 --record ") + record);
        contains(at51, "The client itself stops here, not the server. Each success gives back 1 token");
    }

    /// “502 with an HTML page”: that its tags are open decides.
    void q06TheSyntaxOfAPageDecides()
    {
        const QString client = QStringLiteral(" --policy jsv3-3.705.0-standard --service s3 --brief");
        contains(answerTo(QStringLiteral("explain --template nginx-502-html") + client), "stop (permanent)");
        contains(answerTo(QStringLiteral("explain --template nginx-502-html") + client),
                 "The body is neither well-formed XML nor JSON. Closed tags would change the verdict to");
        contains(
            answerTo(QStringLiteral("explain --status 502 --body <html><hr/></html>") + client),
            "The body is well-formed XML. An unclosed tag would change the verdict to stop (permanent).");
        contains(answerTo(QStringLiteral(
                     "explain --template nginx-502-html --policy jsv3-3.705.0-standard --service s3")),
                 "(the body cannot be parsed (");
    }

    /// “Retry-After: 277403”: who sleeps for three days, who cuts it, who does not look?
    void q07ThreeDays()
    {
        const QString question = QStringLiteral("explain --status 503 --header 'Retry-After: 277403'");
        const QString differences = answerTo(question + QStringLiteral(" --only-differences"));
        for (const char* who :
             {"curl-retry-3 retry 3 days 5 h ! obeyed", "java-v2-legacy retry 3 days 5 h ! obeyed",
              "changed to 5 s", "treat the server's delay hint differently from most",
              "Retry-After: 277403 (seconds) asks for 3 days 5 h",
              "! the delay can be longer than one minute"}) {
            contains(differences, who);
        }
        contains(answerTo(question + QStringLiteral(" --policy botocore-1.43.67-standard --brief")),
                 "Retry-After: 277403 (seconds) asks for 3 days 5 h. This client does not read this header.");
        contains(answerTo(question + QStringLiteral(" --policy jsv3-3.705.0-standard --brief")),
                 "This client reads only a date in this header, so the hint has no effect.");
        contains(answerTo(question + QStringLiteral(" --policy curl-retry-3 --brief")),
                 "The delay is 3 days 5 h, and the caller waits that long.");
    }

    /// The same in JSON, as the contract has it.
    void q07EveryHintIsInTheRows()
    {
        const QJsonObject document = jsonOf(
            QStringLiteral("explain --status 503 --header 'Retry-After: 7' --policy curl-retry-3 --policy "
                           "botocore-1.43.67-standard --policy jsv3-3.1169.0-standard"));
        const auto hint = [&document](int row) {
            return document[u"rows"][row][u"hints"][0].toObject();
        };
        for (int row = 0; row < 3; ++row) {
            QCOMPARE(hint(row)[u"header"].toString(), QStringLiteral("Retry-After"));
            QCOMPARE(hint(row)[u"value"].toString(), QStringLiteral("7"));
            QCOMPARE(hint(row)[u"asksForMs"].toDouble(), 7000.0);
        }
        QCOMPARE(hint(0)[u"use"].toString(), QStringLiteral("obeyed"));
        QCOMPARE(hint(0)[u"appliedMs"].toDouble(), 7000.0);
        QCOMPARE(hint(1)[u"use"].toString(), QStringLiteral("ignored"));
        QVERIFY(hint(1)[u"appliedMs"].isNull());
        QCOMPARE(hint(2)[u"use"].toString(), QStringLiteral("bounded"));
        QCOMPARE(hint(2)[u"appliedMs"].toDouble(), 5000.0);
        const QJsonObject told = jsonOf(QStringLiteral(
            "explain --status 503 --header 'x-should-retry: false' --policy botocore-1.43.67-standard"));
        QVERIFY(told[u"rows"][0][u"hints"][0][u"asksForMs"].isNull());
    }

    /// “Retry-After: 1500 or x-amz-retry-after: 1500?”: the units are written, and the bounds explained.
    void q08TheUnitsAreWritten()
    {
        const QString client = QStringLiteral(" --service s3 --policy jsv3-3.1169.0-standard");
        const QString seconds =
            answerTo(QStringLiteral("explain --status 503 --header 'Retry-After: 1500'") + client);
        contains(seconds, "Retry-After: 1500 (seconds) asks for 25 min. This client waits 5 s: at least its "
                          "own delay, and at most 5 seconds longer.");
        contains(answerTo(QStringLiteral("explain --status 503 --header 'x-amz-retry-after: 1500'") + client),
                 "x-amz-retry-after: 1500 (milliseconds) asks for 1.5 s. This client obeys.");
        const QString shown = answerTo(QStringLiteral("policies show jsv3-3.1169.0-standard"));
        contains(shown, "retry-after, in seconds or a date: no shorter than the client's own delay and at "
                        "most 5 seconds longer");
        contains(shown, "x-amz-retry-after, in milliseconds");
    }

    /// “BatchWriteItem left items over”: who looks at them?
    void q12WhatIsLeftUndoneIsTheCallersWork()
    {
        contains(answerTo(QStringLiteral(
                     "explain --status 200 --service dynamodb --operation BatchWriteItem --policy "
                     "botocore-1.43.67-standard --body "
                     "{\"UnprocessedItems\":{\"T\":[{\"PutRequest\":{}}]}}")),
                 "200 is a success, although the server did not process 1 item: the caller must send the "
                 "rest again.");
    }

    /// “What took the time, and what if the answer had been another?” of a record.
    void q13ARecordIsReadToTheLastGap()
    {
        const QString record = m_folder.filePath(QStringLiteral("run.json"));
        const QString report = answerTo(
            QStringLiteral(
                "run --scenario s3-mixed-then-429 --policy cpp-1.11.332-default --seed 1 --output ") +
                record,
            1);
        contains(report, "wait for first byte");
        contains(report, "in Retryscope");
        contains(report, "after attempt 2: 50 ms delay");
        const QString question =
            QStringLiteral("explain --attempt 3 --policy record --brief --record %1").arg(record);
        contains(answerTo(question), "stop (permanent)");
        contains(answerTo(question), "Attempt 3 of call 1: ");
        contains(answerTo(question), "Before this attempt: ");
        contains(answerTo(question), "after attempt 2: 50 ms delay");
        contains(answerTo(question + QStringLiteral(" --body ''")), "retry (transient), delay 100 ms");
        contains(answerTo(question + QStringLiteral(" --body ''")), "What if: no body");
        contains(answerTo(question + QStringLiteral(" --status 503 --body ''")), "status 503 instead of 429");
        const QString times =
            QString::fromUtf8(runProgram({QStringLiteral("convert"), record, QStringLiteral("--to"),
                                          QStringLiteral("markdown")})
                                  .output);
        contains(times, " after attempt 2: 50 ms delay");
    }

    /// A record that says two things is refused with the place; one of an older program gets a warning.
    void q13AnEditedRecordIsNotBelieved()
    {
        const QString path = m_folder.filePath(QStringLiteral("edited.json"));
        answerTo(
            QStringLiteral("simulate --scenario s3-mixed-then-429 --policy cpp-1.11.332-default --seed 1 "
                           "--output ") +
                path,
            1);
        const QByteArray content = contentOf(path);
        QByteArray edited = content;
        edited.replace("<Code>429</Code>", "<Code>777</Code>");
        const ProgramResult refused = runProgram({QStringLiteral("replay"), fileOf("two-things.json", edited),
                                                  QStringLiteral("--policy"), QStringLiteral("all")});
        QCOMPARE(refused.exitCode, 3);
        QVERIFY2(refused.errors.contains("calls[0].attempts[2].parsed: this contradicts the body next to it"),
                 refused.errors);
        QByteArray old = content;
        old.replace("\"retryscope 0.1.0", "\"retryscope 0.0.1");
        const ProgramResult warned = runProgram({QStringLiteral("replay"), fileOf("old.json", old),
                                                 QStringLiteral("--policy"), QStringLiteral("record")});
        QVERIFY2(warned.errors.contains("an older version"), warned.errors);
    }

    /// “Adaptive mode at 20 requests a second”: a server that throttles by rate, and what the limiter does.
    void q15ThrottledByRate()
    {
        const QString adaptive = answerTo(QStringLiteral(
            "simulate --scenario s3-rate-limit --policy botocore-1.43.67-adaptive --calls 60 --seed 1"));
        contains(adaptive, "The send rate has no limit until the first throttling response, in call");
        contains(adaptive, "The client had not measured a rate by then, because its first window of 500 ms "
                           "was not over. So it allows the minimum, 0.5 per second");
        contains(adaptive,
                 "instead of 0.7 × the measured rate. Later it allows at most 2 × the measured rate.");
        const QString shown = answerTo(QStringLiteral("policies show botocore-1.43.67-adaptive"));
        contains(shown, "0.7 × the measured rate");
        const QString short3 = answerTo(QStringLiteral(
            "simulate --scenario throttling-storm --policy botocore-1.43.67-adaptive --calls 3 --seed 1"));
        contains(short3, "No throttling response arrived, so the send rate had no limit.");
    }
};

RETRYSCOPE_TEST(TstFifteenQuestions)
#include "tst_fifteen_questions.moc"
