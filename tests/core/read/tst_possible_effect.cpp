// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/possible_effect.h"

#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

QString wordsOf(const RequestSpec& request, const AttemptFacts& facts, ErrorKind kind)
{
    const std::optional<PossibleEffect> effect = possibleEffectOf(request, facts, kind);
    return effect ? QStringLiteral("%1 %2").arg(QString::fromUtf8(wordOf(effect->processing).data()),
                                                QString::fromUtf8(wordOf(effect->repeating).data()))
                  : QStringLiteral("none");
}

RequestSpec requestWith(const char* method)
{
    return {.method = method};
}

} // namespace

class TstPossibleEffect : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatNeverLeftWasNotDone_data()
    {
        QTest::addColumn<int>("kind");
        for (const FaultKind kind :
             {FaultKind::HostNotFound, FaultKind::ConnectionRefused, FaultKind::Unreachable,
              FaultKind::ConnectTimeout, FaultKind::TlsFailed}) {
            QTest::newRow(toString(kind).data()) << static_cast<int>(kind);
        }
    }
    void whatNeverLeftWasNotDone()
    {
        QFETCH(int, kind);
        QCOMPARE(wordsOf(requestWith("POST"), faulty(static_cast<FaultKind>(kind)), ErrorKind::Transient),
                 QStringLiteral("neverSent harmless"));
    }

    void whatWasSentUnseenBeforeMayHaveBeenDone()
    {
        AttemptFacts facts = faulty(FaultKind::ConnectionRefused);
        facts.hiddenSends = 1; // over a kept connection that died; the new one was refused
        QCOMPARE(wordsOf(requestWith("POST"), facts, ErrorKind::Transient),
                 QStringLiteral("ambiguous mayRepeat"));
        facts = response(409);
        QCOMPARE(wordsOf(requestWith("POST"), facts, ErrorKind::Permanent),
                 QStringLiteral("refusedUnprocessed harmless"));
        facts.hiddenSends = 1; // which may be why there is a conflict
        QCOMPARE(wordsOf(requestWith("POST"), facts, ErrorKind::Permanent),
                 QStringLiteral("ambiguous mayRepeat"));
    }

    void aConnectionThatFailedBeforeAByteWasWrittenSentNothing()
    {
        AttemptFacts facts = faulty(FaultKind::ConnectionReset);
        facts.wire = std::make_shared<const WireFacts>();
        QCOMPARE(wordsOf(requestWith("POST"), facts, ErrorKind::Transient),
                 QStringLiteral("neverSent harmless"));
        auto wire = std::make_shared<WireFacts>();
        wire->rawSentBytes = 80;
        facts.wire = wire;
        QCOMPARE(wordsOf(requestWith("POST"), facts, ErrorKind::Transient),
                 QStringLiteral("ambiguous mayRepeat"));
    }

    void whatARefusalSaysWasNotDone_data()
    {
        QTest::addColumn<AttemptFacts>("facts");
        QTest::addColumn<QString>("words");
        const QString refused = QStringLiteral("refusedUnprocessed harmless");
        const QString ambiguous = QStringLiteral("ambiguous mayRepeat");
        for (const int status : {307, 400, 408, 429, 501, 505}) {
            QTest::newRow(qPrintable(QString::number(status))) << response(status) << refused;
        }
        for (const int status : {302, 303, 500, 502, 503, 504}) {
            QTest::newRow(qPrintable(QString::number(status))) << response(status) << ambiguous;
        }
        QTest::newRow("503, XML, a throttling name") << xmlError(503, "SlowDown") << refused;
        QTest::newRow("503, SOAP's prefix") << xmlError(503, "Server.RequestLimitExceeded") << refused;
        QTest::newRow("500, SOAP's fault of the client")
            << xmlError(500, "Client.InvalidParameterValue") << refused;
        QTest::newRow("500, JSON, with its namespace")
            << jsonError(500, "com.amazonaws.dynamodb.v20120810#ThrottlingException") << refused;
        QTest::newRow("503, header") << response(503, {{"x-amzn-errortype",
                                                        "ThrottlingException:http://internal/"}})
                                     << refused;
        QTest::newRow("503, another name") << xmlError(503, "ServiceUnavailable") << ambiguous;
        QTest::newRow("503 with Retry-After") << response(503, {{"Retry-After", "5"}}) << ambiguous;
        QTest::newRow("200 with a failure inside") << xmlError(200, "SlowDown") << ambiguous;
    }
    void whatARefusalSaysWasNotDone()
    {
        QFETCH(AttemptFacts, facts);
        for (const ErrorKind kind : {ErrorKind::Throttling, ErrorKind::Server, ErrorKind::Permanent}) {
            QTEST(wordsOf(requestWith("POST"), facts, kind), "words"); // whoever looks
        }
    }

    void ofABatchThatCameBackInPartSomethingWasDone()
    {
        QCOMPARE(wordsOf(requestWith("POST"), partDone("{}", 1), ErrorKind::PartDone),
                 QStringLiteral("partlyDone harmless"));
        // Also for a client that takes it for a success.
        QCOMPARE(wordsOf(requestWith("POST"), partDone("{}", 1), ErrorKind::None),
                 QStringLiteral("partlyDone harmless"));
        QCOMPARE(wordsOf(requestWith("POST"), response(200), ErrorKind::None), QStringLiteral("none"));
    }

    void methodKeyAndOperationSayWhetherTwiceIsHarmless()
    {
        const AttemptFacts lost = faulty(FaultKind::ReadTimeout);
        const auto words = [&lost](const RequestSpec& request) {
            return wordsOf(request, lost, ErrorKind::Timeout);
        };
        for (const char* method : {"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"}) {
            QCOMPARE(words(requestWith(method)), QStringLiteral("ambiguous harmless"));
        }
        QCOMPARE(words(requestWith("POST")), QStringLiteral("ambiguous mayRepeat"));
        QCOMPARE(words(requestWith("PATCH")), QStringLiteral("ambiguous mayRepeat"));
        RequestSpec keyed = requestWith("POST");
        keyed.headers.add("idempotency-key", "1");
        QCOMPARE(words(keyed), QStringLiteral("ambiguous protected"));
        RequestSpec token = requestWith("POST");
        token.body = R"({"ClientRequestToken":"1"})";
        QCOMPARE(words(token), QStringLiteral("ambiguous protected"));
        RequestSpec read = requestWith("POST");
        read.operation = "GetItem";
        QCOMPARE(words(read), QStringLiteral("ambiguous harmless"));
        read.operation = "PutItem";
        QCOMPARE(words(read), QStringLiteral("ambiguous mayRepeat"));
    }

    void nothingIsSaidOfWhatDidNotFail()
    {
        QCOMPARE(wordsOf(requestWith("POST"), response(200), ErrorKind::None), QStringLiteral("none"));
        QCOMPARE(wordsOf(requestWith("GET"), response(200), ErrorKind::NotReady), QStringLiteral("none"));
        QCOMPARE(wordsOf(requestWith("GET"), {}, ErrorKind::Transient), QStringLiteral("none"));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstPossibleEffect)
#include "tst_possible_effect.moc"
