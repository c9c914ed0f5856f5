// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/other_protocols.h"

#include "core/explain/protocol_text.h"
#include "core/io/files/library.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

Situation judgedOf(const char* service, AttemptFacts facts)
{
    const GivenAttempt given{.spec = {.url = "http://localhost/", .service = service},
                             .facts = std::move(facts)};
    const Policy policy = io::Library().policy(QStringLiteral("botocore-1.29.27-standard")).value();
    return situationUnder(resolve(policy, given.spec), given);
}

} // namespace

class TstOtherProtocols : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Lambda's throttling: the name stands in a header, which no other protocol of this client reads.
    void saysWhereTheProtocolDecides()
    {
        const Situation lambda =
            judgedOf("lambda", response(429, {{"x-amzn-errortype", "TooManyRequestsException"}}));
        QVERIFY(decisionIn(lambda).verdict == Verdict::Retry);
        QCOMPARE(protocolSentence(lambda),
                 std::string("This client reads the response as rest-json. With rest-xml, query, ec2 or json "
                             "the verdict would be stop instead."));
    }

    /// A client that reads all responses alike has no other protocol.
    void aClientOfOneReadingHasNoOther()
    {
        const ResolvedPolicy policy = resolve(plainPolicy(), {.service = "s3"});
        QVERIFY(policy.policy.reading.size() < 2);
        const Situation situation = situationUnder(policy, {.facts = response(400), .attempt = 1});
        QVERIFY(verdictsInOtherProtocols(situation).empty());
    }

    void saysNothingWhereItDoesNot()
    {
        QVERIFY(verdictsInOtherProtocols(judgedOf("s3", response(503))).empty());
        QVERIFY(protocolSentence(judgedOf("s3", response(503))).empty());
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstOtherProtocols)
#include "tst_other_protocols.moc"
