// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/effect_text.h"

#include "core/explain/explain.h"
#include "core/explain/redirect_text.h"

#include "core/explain/stop_text.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <set>
#include <string_view>

namespace retryscope::test {

/// Whether a request may have been carried out, whose fault it was, and what redirects are here.
class TstEffectText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theEffectIsSaid()
    {
        QCOMPARE(effectText({.processing = Processing::NeverSent}), std::string("never sent"));
        QCOMPARE(effectText({.processing = Processing::RefusedUnprocessed}),
                 std::string("refused, not processed"));
        QCOMPARE(effectText({.processing = Processing::PartlyDone}), std::string("partly done"));
        PossibleEffect effect{.repeating = Repeating::Harmless, .reason = "GET changes nothing"};
        QCOMPARE(effectText(effect), std::string("possibly done; GET changes nothing"));
        QCOMPARE(effectSentence(effect, ResponderKind::Origin),
                 std::string("The server might already have processed the request. Sending it again does "
                             "no harm: GET changes nothing."));
        effect = {.repeating = Repeating::Protected, .reason = "Idempotency-Key tells"};
        QCOMPARE(effectSentence(effect, ResponderKind::Origin),
                 std::string(
                     "The server might already have processed the request. If so, Idempotency-Key tells."));
        effect.repeating = Repeating::MayRepeat;
        QCOMPARE(effectSentence(effect, ResponderKind::Origin),
                 std::string("The server might already have processed the request, and a retry might "
                             "process it twice: Idempotency-Key tells."));
        effect.processing = Processing::RefusedUnprocessed;
        QVERIFY(effectSentence(effect, ResponderKind::Unknown).starts_with("Probably not processed"));
        QVERIFY(effectSentence(effect, ResponderKind::Origin).starts_with("Not processed"));
    }

    void theErrorTypeFollowsStatusAndName_data()
    {
        QTest::addColumn<AttemptFacts>("facts");
        QTest::addColumn<QString>("type");
        QTest::newRow("nothing") << AttemptFacts{} << QString();
        QTest::newRow("fault") << faulty(FaultKind::ReadTimeout)
                               << QStringLiteral(": unknown, because no complete response arrived");
        QTest::newRow("success") << response(200) << QString();
        QTest::newRow("beyond") << response(600) << QString();
        QTest::newRow("429") << response(429)
                             << QStringLiteral(" by status: client error (4xx). The request itself");
        QTest::newRow("400, throttled")
            << jsonError(400, "ThrottlingException")
            << QStringLiteral(" by status: client error (4xx). The request itself might be correct");
        QTest::newRow("404") << response(404) << QStringLiteral(": client error, the request is at fault");
        QTest::newRow("500") << response(500) << QStringLiteral(": service error, the server is at fault");
        QTest::newRow("500 of the client")
            << xmlError(500, "Client.InvalidParameterValue")
            << QStringLiteral(": service error by its status, client error by its name");
        QTest::newRow("400 of the server")
            << xmlError(400, "Server.Busy")
            << QStringLiteral(": client error by its status, service error by its name");
    }
    void theErrorTypeFollowsStatusAndName()
    {
        QFETCH(AttemptFacts, facts);
        QFETCH(QString, type);
        const QString said = QString::fromStdString(errorTypeSentence({}, facts, ErrorKind::Permanent));
        QCOMPARE(said.isEmpty(), type.isEmpty());
        QVERIFY2(type.isEmpty() || said.startsWith(QStringLiteral("Error type") + type), qPrintable(said));
    }

    void whatTheClientCountsAsPassingIsNoFaultOfTheRequest()
    {
        QCOMPARE(errorTypeSentence({}, xmlError(400, "RequestTimeout"), ErrorKind::Transient),
                 std::string("Error type by status: client error (4xx). This client counts the error as "
                             "transient, not as a mistake in the request."));
        QCOMPARE(errorTypeSentence({}, xmlError(400, "RequestTimeout"), ErrorKind::Permanent),
                 std::string("Error type: client error, the request is at fault."));
    }

    void theClassIsNamedOfAClientThatHasIt()
    {
        Policy policy;
        policy.document = "a document";
        policy.errorClasses = ErrorClasses{
            .responded = "AwsServiceException", .unanswered = "SdkClientException", .source = "s"};
        QCOMPARE(errorTypeSentence(policy, response(404), ErrorKind::Permanent),
                 std::string("Error type: client error, the request is at fault (AwsServiceException)."));
        QCOMPARE(
            errorTypeSentence(policy, faulty(FaultKind::ReadTimeout), ErrorKind::Timeout),
            std::string("Error type: unknown, because no complete response arrived (SdkClientException)."));
    }

    void whatNoRetryCuresIsSaidWithItsSource()
    {
        QCOMPARE(
            incurableSentence({.name = "Bad", .because = "the request is not valid", .source = "A guide"}),
            std::string("A retry cannot help with Bad: the request is not valid (A guide)."));
    }

    void onlyClientsOfAwsDivideErrorsSo()
    {
        Policy policy;
        policy.reading["generic"] = {};
        QVERIFY(!dividesErrorTypes(policy));
        policy.document = "a guide";
        QVERIFY(dividesErrorTypes(policy));
        policy.document.clear();
        policy.reading["rest-xml"] = {};
        QVERIFY(dividesErrorTypes(policy));
    }

    void aRedirectSaysWhetherThisClientFollows()
    {
        const auto sentence = [](std::optional<RedirectSpec> redirects, const AttemptFacts& facts,
                                 const char* method = "GET") {
            Policy policy = plainPolicy();
            policy.redirects = std::move(redirects);
            return redirectSentence(resolve(policy, {.method = method}), facts);
        };
        const AttemptFacts moved = response(302, {Header{"Location", "http://u:p@h/x"}});
        const RedirectSpec follows{
            .follows = {{301, 302}}, .most = 20, .changesMethod = {{302, 302}}, .source = "s"};
        QCOMPARE(
            sentence(std::nullopt, moved),
            std::string("302 is a redirect to http://h/x. It is unknown whether this client follows it."));
        QCOMPARE(sentence(RedirectSpec{.source = "s"}, moved),
                 std::string("302 is a redirect to http://h/x. This client does not follow it."));
        QVERIFY(sentence(follows, moved).find("This client follows up to 20 redirects in a row") !=
                std::string::npos);
        QVERIFY(sentence(follows, moved, "POST").find("makes a GET of the POST") != std::string::npos);
        QVERIFY(
            sentence(follows, response(307, {Header{"Location", "/x"}})).ends_with("does not follow it."));
        QCOMPARE(sentence(follows, response(302)), std::string()); // it leads nowhere
        QCOMPARE(sentence(follows, response(304, {Header{"Location", "/x"}})), std::string());
        QCOMPARE(sentence(follows, faulty(FaultKind::ReadTimeout)), std::string());
    }

    /// As the wire notes it, and as the hops of an imported file show it.
    void aLoopOfRedirectsIsCalledOne()
    {
        const ResolvedPolicy policy = resolve(plainPolicy(), {});
        WireFacts noted;
        noted.notes = {std::string(kRedirectLoopNote) + ", since …"};
        WireFacts hopped;
        hopped.hops = {Hop{.url = "http://h/a", .location = "/b"},
                       Hop{.url = "http://h/b", .location = "/a"}};
        for (const auto& [wire, location, isLoop] :
             {std::tuple(noted, "/b", true), std::tuple(hopped, "/b", true),
              std::tuple(hopped, "/c", false)}) {
            AttemptFacts facts = response(302, {Header{"Location", location}});
            facts.wire = std::make_shared<const WireFacts>(wire);
            QCOMPARE(isRedirectLoop(facts), isLoop);
            QCOMPARE(outcomeLabel(policy, facts), std::string(isLoop ? "302 (redirect loop)" : "302"));
            QCOMPARE(redirectSentence(policy, facts).find("the redirects are a loop") != std::string::npos,
                     isLoop);
            QCOMPARE(redirectAdvice(facts).find("Follow") == std::string::npos, isLoop);
        }
    }

    void everyTokenOfAPollHasItsWords()
    {
        std::set<std::string_view> said;
        for (const auto& [token, word] : EnumWords<PollToken>::kWords) {
            said.insert(pollTokenText(token));
        }
        QCOMPARE(said.size(), EnumWords<PollToken>::kWords.size());
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstEffectText)
#include "tst_effect_text.moc"
