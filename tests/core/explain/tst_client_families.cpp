// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/other_clients.h"

#include "core/explain/what_if_text.h"
#include "core/simulate/simulate.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

VerdictRow row(std::string client, std::string version, std::string mode, Verdict verdict)
{
    VerdictRow row;
    row.shortName = client + ' ' + version + ' ' + mode;
    row.client = std::move(client);
    row.mode = std::move(mode);
    row.verdict = verdict;
    return row;
}

} // namespace

class TstClientFamilies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachClientIsOneFamilyAndTheLargestComesFirst()
    {
        const std::vector<OtherClientFamily> families = familiesOf(
            {row("Java", "sdk 2", "legacy", Verdict::Retry), row("Go", "sdk 1", "standard", Verdict::Stop),
             row("Go", "sdk 2", "adaptive", Verdict::Retry)});
        QCOMPARE(families.size(), std::size_t{2});
        QCOMPARE(families[0].client, std::string("Go"));
        QCOMPARE(families[0].count(Verdict::Retry), 1);
        QCOMPARE(families[0].count(Verdict::Stop), 1);
        QCOMPARE(families[0].members[0].name, std::string("Go sdk 2 adaptive"));
        QCOMPARE(families[1].client, std::string("Java"));
    }

    void whatDecidedIsTheReason()
    {
        VerdictRow ruled = row("Go", "1", "standard", Verdict::Stop);
        ruled.stopReason = StopReason::NotRetryable;
        ruled.ruleTitle = "neither error table of the SDK lists the exception name";
        VerdictRow single = row("Go", "2", "none", Verdict::Stop);
        single.stopReason = StopReason::AttemptsExhausted;
        const std::vector<OtherClientFamily> families = familiesOf({ruled, single});
        QCOMPARE(families[0].members[0].reason,
                 std::string("neither error table of the SDK lists the exception name"));
        QCOMPARE(families[0].members[1].reason, std::string("no attempts left"));
    }

    /// A rule decides whether an error can be retried at all; what else stops the call is no rule's doing.
    void aRuleIsTheReasonOnlyWhereItForbidsTheRetry()
    {
        const auto reasonOf = [](StopReason stop) {
            VerdictRow stopped = row("Go", "1", "standard", Verdict::Stop);
            stopped.stopReason = stop;
            stopped.ruleTitle = "a server error";
            return familiesOf({stopped})[0].members[0].reason;
        };
        QCOMPARE(reasonOf(StopReason::NotRetryable), std::string("a server error"));
        QCOMPARE(reasonOf(StopReason::AttemptsExhausted), std::string("no attempts left"));
        QCOMPARE(reasonOf(StopReason::QuotaExhausted), std::string("retry quota too low"));
        QCOMPARE(reasonOf(StopReason::BodyNotReplayable), std::string("body cannot be sent again"));
        QCOMPARE(reasonOf(StopReason::DeadlineExceeded), std::string("deadline exceeded"));
        QCOMPARE(reasonOf(StopReason::NoSendToken), std::string("no send token"));
        VerdictRow retried = row("Go", "1", "standard", Verdict::Retry);
        retried.ruleTitle = "a server error";
        QCOMPARE(familiesOf({retried})[0].members[0].reason, std::string("a server error"));
    }

    void documentsComeLast()
    {
        const std::vector<OtherClientFamily> families =
            familiesOf({row("document", "1", "", Verdict::Stop), row("document", "2", "", Verdict::Stop),
                        row("Go", "1", "", Verdict::Stop)});
        QCOMPARE(families.back().client, std::string("document"));
    }

    void aPolicyThatMakesNoDifferenceIsSaidToMakeNone()
    {
        const RunRecord record = runOf(plainPolicy(), {response(404)});
        QCOMPARE(whatIfText(record, record),
                 std::string("1 attempt as before, and the call would still fail."));
    }

    void whatWouldChangeIsCounted()
    {
        const RunRecord before =
            runOf(plainPolicy(), {response(503), response(503), response(503), response(200)});
        Policy policy = plainPolicy();
        policy.attempts.max = 5;
        const RunRecord repeated = whatIf(before, policy, BeyondRecord::RepeatLast);
        QCOMPARE(whatIfText(before, repeated),
                 std::string("3 attempts would become 5, and the call would still fail. For attempts that "
                             "were not recorded, the last response is repeated."));
        const RunRecord succeeded = whatIf(before, policy, BeyondRecord::Succeed);
        QVERIFY(
            whatIfText(before, succeeded)
                .starts_with("3 attempts would become 4, and the call would succeed instead of failing."));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstClientFamilies)

#include "tst_client_families.moc"
