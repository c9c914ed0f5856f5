// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/situation.h"
#include "core/decide/server_hints.h"
#include "core/explain/brief_reason.h"
#include "core/explain/explain.h"
#include "core/explain/hint_text.h"
#include "core/explain/units.h"
#include "core/io/files/library.h"
#include "core/io/http/pasted_response.h"
#include "core/policy/resolve.h"
#include "tests/support/strict_main.h"

using namespace retryscope;

namespace {

struct JudgedOnce
{
    Situation situation;
    Decision decision;

    [[nodiscard]] QString why() const
    {
        return QString::fromStdString(whySentence(situation.policy, situation.facts, decision, 1));
    }
    [[nodiscard]] QString hint() const
    {
        return QString::fromStdString(hintSentences(
            serverHintsOf(situation.policy, situation.facts, decision, situation.clock.wallTime).front()));
    }
    [[nodiscard]] QString trace() const
    {
        QString text;
        for (const Sentence& sentence : explain(situation.policy, situation.facts, decision, 1).sentences) {
            text += QString::fromStdString(sentence.text) + QLatin1Char('\n');
        }
        return text;
    }
};

JudgedOnce judgedBy(const char* preset, int status, std::initializer_list<Header> headers)
{
    Response response{.status = status, .reason = {}, .headers = {}, .body = {}};
    for (const Header& header : headers) {
        response.headers.add(header.name, header.value);
    }
    io::completeResponse(response);
    GivenAttempt given;
    given.facts.response = std::make_shared<const Response>(std::move(response));
    const Policy policy = io::Library().policy(QString::fromLatin1(preset)).value();
    Situation situation = situationUnder(resolve(policy, given.spec), given);
    Decision decision = decisionIn(situation);
    return {std::move(situation), std::move(decision)};
}

} // namespace

/// The reasons of clients that are not AWS's, in their own words.
class TstOtherClients : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void gRpcFailsByItsStatusAndNotByThatOfHttp()
    {
        QVERIFY(judgedBy("grpc-a6-retry-throttling", 200, {{"grpc-status", "14"}})
                    .why()
                    .startsWith(QStringLiteral("Retried after 100 ms: this client counts grpc-status 14, "
                                               "UNAVAILABLE as transient (rule ")));
        QVERIFY(judgedBy("grpc-a6-retry-throttling", 503, {{"grpc-status", "99"}})
                    .why()
                    .contains(QStringLiteral("this client counts 503, grpc-status 99 as permanent")));
        QCOMPARE(judgedBy("grpc-a6-retry-throttling", 200, {{"grpc-status", "0"}}).why(),
                 QStringLiteral("grpc-status 0, OK is a success."));
    }

    void aDelayThatWasNotDrawnIsAWindow()
    {
        const JudgedOnce drawn = judgedBy("openai-js-6.49.0-default", 503, {});
        QVERIFY2(drawn.why().startsWith(QStringLiteral(
                     "Retried after a random delay from 375 to 500 ms: this client counts 503")),
                 qPrintable(drawn.why()));
        QVERIFY(QString::fromStdString(
                    briefReason(drawn.situation.policy, drawn.situation.facts, drawn.decision, 1))
                    .contains(QStringLiteral("Retried after 375 to 500 ms")));
        Situation run = drawn.situation;
        run.draw = 0.5;
        const Decision decision = decisionIn(run);
        QCOMPARE(
            QString::fromStdString(whySentence(run.policy, run.facts, decision, 1))
                .section(QLatin1Char(':'), 0, 0),
            QStringLiteral("Retried after %1").arg(QString::fromStdString(durationText(decision.delay))));
        QVERIFY(!undrawnWindow(decision).has_value());
    }

    void jitterOnTopOfAHintBoundsNothing()
    {
        const JudgedOnce judged =
            judgedBy("axios-retry-4.5.0-exponential-delay", 503, {{"Retry-After", "20"}});
        QVERIFY2(judged.why().startsWith(QStringLiteral("Retried after a random delay from 20 to 24 s: ")),
                 qPrintable(judged.why()));
        QCOMPARE(
            judged.hint(),
            QStringLiteral("Retry-After: 20 (seconds) asks for 20 s. This client obeys and adds jitter."));
    }

    void aHintBelowZeroAsksForNothing()
    {
        const JudgedOnce judged = judgedBy("openai-js-6.49.0-default", 503, {{"Retry-After", "-5"}});
        QCOMPARE(judged.hint(),
                 QStringLiteral("Retry-After: -5 is below 0 and counts as 0 ms. This client obeys."));
        QVERIFY(judged.trace().contains(
            QStringLiteral("-5 (seconds or a date) is below 0 and counts as 0 ms. The client obeys")));
    }

    void theModelApisHaveNoRuleFor529()
    {
        for (const char* preset : {"openai-js-6.49.0-default", "anthropic-js-1.12.0-default"}) {
            const JudgedOnce judged = judgedBy(preset, 529, {});
            QVERIFY2(
                judged.why().contains(QStringLiteral("rule server-statuses: the status is 500 or above")),
                qPrintable(judged.why()));
        }
    }

    /// Istio 1.24.0, change notes: a 503 left the default.
    void istioDecidesByItsVersion()
    {
        QVERIFY(judgedBy("istio-default", 503, {}).decision.verdict == Verdict::Stop);
        QVERIFY(judgedBy("istio-1.23-default", 503, {}).decision.verdict == Verdict::Retry);
        for (const char* preset : {"istio-default", "istio-1.23-default"}) {
            QVERIFY(judgedBy(preset, 200, {{"grpc-status", "14"}}).decision.verdict == Verdict::Retry);
        }
    }
};

RETRYSCOPE_TEST(TstOtherClients)
#include "tst_other_clients.moc"
