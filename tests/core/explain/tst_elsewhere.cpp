// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/elsewhere.h"

#include "core/explain/what_if_text.h"
#include "core/simulate/simulate.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

VerdictRow row(std::string client, std::string version, std::string mode, Verdict verdict)
{
    VerdictRow row;
    row.title = client + ", " + version + ", " + mode + " mode (from source)";
    row.client = std::move(client);
    row.mode = std::move(mode);
    row.verdict = verdict;
    return row;
}

} // namespace

class TstElsewhere : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClientWhosePresetsAgreeHasOneLine()
    {
        const std::vector<ElsewhereLine> lines = elsewhereOf({row("Go", "sdk 1", "standard", Verdict::Stop),
                                                              row("Java", "sdk 2", "legacy", Verdict::Retry),
                                                              row("Go", "sdk 2", "standard", Verdict::Stop)});
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(lines[0].who, std::string("Go"));
        QVERIFY(lines[0].verdict == Verdict::Stop);
        QCOMPARE(lines[0].titles.size(), std::size_t{2});
        QCOMPARE(lines[1].who, std::string("Java"));
    }

    void modesTellApartWhatDoesNotAgree()
    {
        const std::vector<ElsewhereLine> lines = elsewhereOf(
            {row("Python", "a", "legacy", Verdict::Retry), row("Python", "a", "standard", Verdict::Stop),
             row("Python", "b", "legacy", Verdict::Retry), row("Python", "b", "adaptive", Verdict::Stop)});
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(lines[0].who, std::string("Python: legacy"));
        QCOMPARE(lines[1].who, std::string("Python: standard; adaptive"));
    }

    void titlesTellApartWhatHasTheSameMode()
    {
        const std::vector<ElsewhereLine> lines = elsewhereOf(
            {row("C++", "1.8", "standard", Verdict::Retry), row("C++", "1.11", "standard", Verdict::Stop)});
        QCOMPARE(lines[0].who, std::string("C++: 1.8, standard mode"));
        QCOMPARE(lines[1].who, std::string("C++: 1.11, standard mode"));
    }

    void documentsAreNoClients() { QVERIFY(elsewhereOf({row("document", "1", "", Verdict::Stop)}).empty()); }

    void aPolicyThatMakesNoDifferenceIsSaidToMakeNone()
    {
        const RunRecord record = runOf(plainPolicy(), {response(404)});
        QCOMPARE(whatIfText(record, record), std::string("1 attempt as before; the call would still fail."));
    }

    void whatWouldChangeIsCounted()
    {
        const RunRecord before =
            runOf(plainPolicy(), {response(503), response(503), response(503), response(200)});
        Policy policy = plainPolicy();
        policy.attempts.max = 5;
        const RunRecord repeated = whatIf(before, policy, BeyondRecord::RepeatLast);
        QCOMPARE(
            whatIfText(before, repeated),
            std::string("3 attempts would become 5; the call would still fail. Beyond what was recorded the "
                        "last answer is repeated."));
        const RunRecord succeeded = whatIf(before, policy, BeyondRecord::Succeed);
        QVERIFY(whatIfText(before, succeeded)
                    .starts_with("3 attempts would become 4; the call would succeed instead of failing."));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstElsewhere)

#include "tst_elsewhere.moc"
