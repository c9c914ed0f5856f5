// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/quota_ledger.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

using namespace retryscope;
using namespace retryscope::test;

namespace {

AttemptRecord attemptWith(Trace trace)
{
    AttemptRecord attempt;
    attempt.isRunning = false;
    attempt.decision.trace = std::move(trace);
    return attempt;
}

RunRecord recordUnder(std::optional<QuotaSpec> quota, std::vector<CallRecord> calls,
                      std::vector<ClientState> states = {})
{
    Policy policy = plainPolicy();
    policy.quota = std::move(quota);
    RunHeader header;
    header.policy = std::make_shared<const ResolvedPolicy>(resolved(policy));
    header.startStates = std::move(states);
    RunRecord record(std::move(header));
    for (CallRecord& call : calls) {
        record.adopt(std::move(call));
    }
    return record;
}

using Ledger = std::vector<std::vector<QuotaEntry>>;

} // namespace

class TstQuotaLedger : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void isEmptyWithoutAQuota()
    {
        QVERIFY(quotaLedgerOf(recordUnder(std::nullopt, {{.attempts = {attemptWith({})}}})).empty());
    }

    void anAttemptThatTouchesNothingKeepsTheLevel()
    {
        const RunRecord record = recordUnder(
            plainQuota(), {{.attempts = {attemptWith({QuotaCharged{.cost = 5, .before = 500, .after = 495}}),
                                         attemptWith({})}}});
        QVERIFY(quotaLedgerOf(record) ==
                (Ledger{{{.before = 500, .cost = 5, .after = 495}, {.before = 495, .after = 495}}}));
    }

    void aRefusalNamesThePriceAndTakesNothing()
    {
        const RunRecord record = recordUnder(
            plainQuota(), {{.attempts = {attemptWith(
                                {QuotaCharged{.cost = 5, .before = 3, .after = 3, .granted = false}})}}});
        QVERIFY(quotaLedgerOf(record) == (Ledger{{{.before = 3, .cost = 5, .after = 3, .refused = true}}}));
    }

    void aSuccessGivesBack()
    {
        const RunRecord record = recordUnder(
            plainQuota(),
            {{.attempts = {attemptWith({QuotaReturned{.amount = 5, .before = 490, .after = 495}})}}});
        QVERIFY(quotaLedgerOf(record) == (Ledger{{{.before = 490, .returned = 5, .after = 495}}}));
    }

    void clientsHaveLevelsOfTheirOwnFromTheirStart()
    {
        const RunRecord record = recordUnder(
            plainQuota(),
            {{.client = 1, .attempts = {attemptWith({})}}, {.client = 2, .attempts = {attemptWith({})}}},
            {{.quota = 17}});
        QVERIFY(quotaLedgerOf(record) ==
                (Ledger{{{.before = 17, .after = 17}}, {{.before = 500, .after = 500}}}));
    }

    void aClientStartsWithTheLevelThatThePolicySets()
    {
        QuotaSpec quota = plainQuota();
        quota.start = 0;
        const RunRecord record = recordUnder(
            quota,
            {{.client = 1, .attempts = {attemptWith({})}}, {.client = 2, .attempts = {attemptWith({})}}},
            {{.quota = 17}, {}});
        QVERIFY(quotaLedgerOf(record) ==
                (Ledger{{{.before = 17, .after = 17}}, {{.before = 0, .after = 0}}}));
    }

    void aQuotaPerCallStartsFullEachTime()
    {
        QuotaSpec quota = plainQuota();
        quota.scope = QuotaScope::Call;
        const RunRecord record = recordUnder(
            quota, {{.attempts = {attemptWith({QuotaCharged{.cost = 5, .before = 500, .after = 495}})}},
                    {.call = 2, .attempts = {attemptWith({})}}});
        QVERIFY(quotaLedgerOf(record).back() == (std::vector<QuotaEntry>{{.before = 500, .after = 500}}));
    }
};

RETRYSCOPE_TEST(TstQuotaLedger)
#include "tst_quota_ledger.moc"
