// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/met_errors.h"

#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

/// Retries SlowDown by name, 5xx by status, and knows NoSuchKey as permanent.
Policy namingPolicy()
{
    Policy policy = plainPolicy();
    policy.rules.insert(policy.rules.begin(),
                        {ruleFor("slow", {.nameIn = {"SlowDown"}}, ErrorKind::Throttling),
                         ruleFor("gone", {.nameIn = {"NoSuchKey"}}, ErrorKind::Permanent)});
    return policy;
}

std::vector<MetError> metBy(const std::vector<AttemptFacts>& responses, int calls = 1)
{
    RunOptions options;
    options.spec.service = "s3";
    options.calls = calls;
    return metErrorsIn(runOf(namingPolicy(), responses, options));
}

} // namespace

class TstMetErrors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRecordWithoutAPolicyHasNone() { QVERIFY(metErrorsIn(RunRecord{}).empty()); }

    void whatIsRetriedByNameIsNoneToMap()
    {
        QVERIFY(metBy({xmlError(503, "SlowDown"), response(200)}).empty());
    }

    /// What has not come, or not whole, bears no name to map; without one the status tells failures apart.
    void onlyWholeResponsesAreMet()
    {
        AttemptFacts cut = xmlError(429, "429");
        cut.fault = Fault{.kind = FaultKind::ResponseTruncated, .detail = {}};
        QVERIFY(metBy({cut, response(200)}).empty());
        QVERIFY(metBy({faulty(FaultKind::ConnectionReset), response(200)}).empty());
        const std::vector<MetError> met = metBy({response(404), response(403), response(404)}, 3);
        QCOMPARE(met.size(), std::size_t{2});
        QCOMPARE(met[0].status, 404);
        QCOMPARE(met[0].count, 2);
        QCOMPARE(met[1].status, 403);
    }

    void aSuccessIsNoneToMap() { QVERIFY(metBy({response(200)}).empty()); }

    void anUnknownNameThatEndsTheCallIsMet()
    {
        QVERIFY(metBy({xmlError(429, "429")}) ==
                (std::vector<MetError>{
                    {.name = "429", .status = 429, .count = 1, .isKnown = false, .isRetried = false}}));
    }

    void anUnknownNameIsMetAlsoWhereItsStatusIsRetried()
    {
        QVERIFY(metBy({xmlError(503, "Busy"), xmlError(503, "Busy"), response(200)}) ==
                (std::vector<MetError>{
                    {.name = "Busy", .status = 503, .count = 2, .isKnown = false, .isRetried = true}}));
    }

    void aKnownNameThatEndsTheCallIsMetAsKnown()
    {
        QVERIFY(metBy({xmlError(404, "NoSuchKey")}) ==
                (std::vector<MetError>{
                    {.name = "NoSuchKey", .status = 404, .count = 1, .isKnown = true, .isRetried = false}}));
    }

    void withoutANameTheStatusIsMet()
    {
        const std::vector<MetError> met = metBy({response(418), response(403), response(418)}, 3);
        QVERIFY(met == (std::vector<MetError>{{.status = 418, .count = 2}, {.status = 403, .count = 1}}));
    }

    void aFaultHasNothingToMap() { QVERIFY(metBy({faulty(FaultKind::ConnectionReset)}).empty()); }

    void aKnownNameThatOnlyRanOutOfAttemptsIsNotMet() { QVERIFY(metBy({xmlError(503, "SlowDown")}).empty()); }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstMetErrors)
#include "tst_met_errors.moc"
