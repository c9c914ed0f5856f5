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
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("throttling");
        QTest::addColumn<QString>("words");
        QTest::newRow("400") << 400 << false << "refusedUnprocessed harmless";
        QTest::newRow("408") << 408 << false << "refusedUnprocessed harmless";
        QTest::newRow("429") << 429 << true << "refusedUnprocessed harmless";
        QTest::newRow("503, a throttling name") << 503 << true << "refusedUnprocessed harmless";
        QTest::newRow("501") << 501 << false << "refusedUnprocessed harmless";
        QTest::newRow("307") << 307 << false << "refusedUnprocessed harmless";
        QTest::newRow("500") << 500 << false << "ambiguous mayRepeat";
        QTest::newRow("502") << 502 << false << "ambiguous mayRepeat";
        QTest::newRow("503") << 503 << false << "ambiguous mayRepeat";
        QTest::newRow("504") << 504 << false << "ambiguous mayRepeat";
    }
    void whatARefusalSaysWasNotDone()
    {
        QFETCH(int, status);
        QFETCH(bool, throttling);
        QTEST(wordsOf(requestWith("POST"), response(status),
                      throttling ? ErrorKind::Throttling : ErrorKind::Server),
              "words");
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
