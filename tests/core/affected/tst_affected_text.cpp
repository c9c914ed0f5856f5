// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/affected/affected_text.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <algorithm>

namespace retryscope::test {

namespace {

AffectedSide affectedSide(const std::string& policy, int attempts, Duration first)
{
    return {.mode = "standard",
            .policy = policy,
            .attempts = attempts,
            .plain = {.firstLow = ms(0), .firstHigh = first, .longest = 3 * first},
            .throttling = {.firstLow = ms(0), .firstHigh = ms(1000), .longest = ms(3000)}};
}

bool hasLine(const std::vector<std::string>& lines, const std::string& line)
{
    return std::find(lines.begin(), lines.end(), line) != lines.end();
}

} // namespace

/// The words of `affected`, on the command line and in the window.
class TstAffectedText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_line.use = SwitchUse::Read;
        m_sdk.id = "lab";
        m_sdk.checkedOn = "2026-11-29";
        m_client = {.sdk = &m_sdk,
                    .line = &m_line,
                    .service = "s3",
                    .today = affectedSide("old", 3, ms(100)),
                    .after = affectedSide("new", 4, ms(50))};
    }

    void whatChangesIsSaidFromTodayToAfter()
    {
        m_client.after->plain.tokens = 14;
        m_client.after->throttling.tokens = 5;
        m_client.after->capacity = 500;
        m_client.after->obeysRetryAfter = true;
        const std::vector<std::string> changes = changesOf(m_client);
        QVERIFY(hasLine(changes, "Attempts: 3 → 4"));
        QVERIFY(hasLine(changes, "First delay: 0 to 100 ms → 0 to 50 ms"));
        QVERIFY(hasLine(changes, "Longest total delay of a call: 300 ms → 150 ms"));
        QVERIFY(hasLine(changes, "Tokens per retry: no quota → 14 of 500, 5 after throttling"));
        QVERIFY(hasLine(changes, "The client obeys x-amz-retry-after, up to 5 seconds above its own delay."));
        QVERIFY(!std::any_of(changes.begin(), changes.end(),
                             [](const std::string& change) { return change.starts_with("Mode"); }));
    }

    void whatTheCallerSeesIsSaid()
    {
        const std::vector<std::string> changes = changesOf(m_client);
        QVERIFY(hasLine(changes,
                        "Last error reaches the caller after at most: 3 attempts and 300 ms of delays → 4 "
                        "attempts and 150 ms of delays"));
        QVERIFY(hasLine(changes,
                        "Last throttling error reaches the caller after at most: 3 attempts and 3 s of "
                        "delays → 4 attempts and 3 s of delays"));
        m_client.after->attempts = 1;
        m_client.verdicts = {{"429", "retried", "not retried"},
                             {"509", "retried", "not retried"},
                             {"501", "not retried", "retried"}};
        const std::vector<std::string> once = changesOf(m_client);
        QVERIFY(hasLine(once,
                        "Last error reaches the caller after at most: 3 attempts and 300 ms of delays → "
                        "1 attempt"));
        QVERIFY(hasLine(once, "The caller gets 429 or 509 without an error name after one attempt."));
        m_client.after->plain.longest = {}; // nothing is said about what is not known
        QVERIFY(!hasLine(changesOf(m_client), once.at(once.size() - 3)));
    }

    void cellsSayOnceWhatIsTheSame()
    {
        m_client.after->plain.tokens = 14;
        const AffectedCells cells = cellsOf(m_client);
        QCOMPARE(cells.mode, std::string("standard"));
        QCOMPARE(cells.attempts, std::string("3 → 4"));
        QCOMPARE(cells.firstDelay, std::string("0 to 100 ms → 0 to 50 ms"));
        QCOMPARE(cells.throttlingDelay, std::string("0 to 1 s"));
        QCOMPARE(cells.tokens, std::string("none → 14"));
    }

    void whatIsNotKnownIsSaidSo()
    {
        m_client.today = {.mode = "standard"};
        QCOMPARE(cellsOf(m_client).attempts, std::string("unknown → 4"));
        QCOMPARE(sideText(m_client.today), std::string("mode standard, no preset: no figures known"));
        QCOMPARE(sideText(*m_client.after), std::string("mode standard, new"));
    }

    void whereNothingChangesOneSentenceSaysSo()
    {
        m_client.after = m_client.today;
        QCOMPARE(changesOf(m_client), std::vector<std::string>{"Nothing changes."});
        QVERIFY(keepAlsoOf(m_client).empty());
    }

    void theRulesStandSinceAVersionAndADate()
    {
        QCOMPARE(standingText(m_client), std::string("This SDK does not get the 2026 rules."));
        m_sdk.lines = {SdkLine{}, SdkLine{.from = "1.43.3", .use = SwitchUse::Read}};
        QCOMPARE(
            standingText(m_client),
            std::string("This version has the opt-in: AWS_NEW_RETRIES_2026=true switches the 2026 rules on. "
                        "The release that makes the 2026 rules the default is not announced. Checked on 29 "
                        "November 2026."));
        m_sdk.lines.push_back(SdkLine{
            .from = "1.44.0", .use = SwitchUse::Always, .date = "2026-11-10", .sure = HowSure::Announced});
        m_line.use = SwitchUse::Always;
        QCOMPARE(
            standingText(m_client),
            std::string("The 2026 rules are the default since 1.44.0 (10 November 2026, announced). "
                        "AWS_NEW_RETRIES_2026 has no effect on this version. Checked on 29 November 2026."));
        m_line.use = SwitchUse::Unread;
        QVERIFY(standingText(m_client).starts_with("This version has only the old rules."));
        m_line.use = SwitchUse::NotEstablished;
        QVERIFY(standingText(m_client).starts_with("Whether this version has the opt-in is not known."));
        QCOMPARE(sideTitle(m_client, true), std::string("Today"));
        QCOMPARE(sideTitle(m_client, false), std::string("After (1.44.0 or later)"));
        m_client.before = m_client.today;
        QCOMPARE(sideTitle(m_client, true), std::string("Before 1.44.0"));
    }

    void aDateIsADayOrAMonth()
    {
        QCOMPARE(dateText("2026-11-09"), std::string("9 November 2026"));
        QCOMPARE(dateText("2026-05"), std::string("May 2026"));
        QCOMPARE(dateText("2026-12-31"), std::string("31 December 2026"));
        QCOMPARE(dateText("soon"), std::string("soon"));
        QCOMPARE(dateText("2026-13"), std::string("2026-13"));
    }

    void whatKeepsTheOldRulesIsASettingOrVersions()
    {
        QVERIFY(keepAlsoOf(m_client).empty()); // backwards: this line has the old rules
        m_line.pin = "Stay below 3.";
        QCOMPARE(keepAlsoOf(m_client),
                 (std::vector<std::string>{"No setting brings the old rules back.", "Stay below 3."}));
        m_line.keepUnknown = "Nobody tried it.";
        QCOMPARE(
            keepAlsoOf(m_client).front(),
            std::string("It is not known whether a setting brings the old rules back. Nobody tried it."));
        m_client.keep = "AWS_RETRY_MODE=legacy";
        QVERIFY(keepAlsoOf(m_client).empty());
    }

    void anAssumedVersionComesWithTheCommandThatShowsIt()
    {
        m_sdk.parts = {{.name = "@core", .lookUp = "npm ls @core", .services = {}, .assumed = {}}};
        m_client.parts = {{"@core", "3.39.0"}};
        QVERIFY(partsText(m_client).front().find("npm ls @core") != std::string::npos);
        m_client.given = m_client.parts;
        QCOMPARE(partsText(m_client).front(), std::string("Counted with @core 3.39.0."));
    }

    void verdictsAndTheReachOfTheQuotaAreChanges()
    {
        m_client.verdicts = {{"429", "retried", "not retried"}};
        m_client.after->plain.tokens = 14;
        m_client.after->capacity = 500;
        const std::vector<std::string> changes = changesOf(m_client);
        QVERIFY(hasLine(changes, "429 without an error name: retried → not retried"));
        QVERIFY(hasLine(changes, "Retries of one client without a success until the quota refuses them: no "
                                 "limit → 35"));
    }

    /// SQS, Step Functions and SWF poll; the others do not.
    void pollingIsSaidWhereOperationsPoll()
    {
        m_client.after->polling = {"ReceiveMessage", "GetActivityTask"};
        const std::size_t without = changesOf(m_client).size();
        m_client.service = "sqs";
        QCOMPARE(changesOf(m_client).size(), without + 1);
        QVERIFY(hasLine(changesOf(m_client), "Operations that poll for work (ReceiveMessage) wait before "
                                             "they fail when only the retry quota prevents a retry."));
        m_client.service = "states"; // as its host is called
        QVERIFY(changesOf(m_client).back().find("(GetActivityTask)") != std::string::npos);
        m_client.service = "s3";
        m_client.after->polling.push_back("WaitForMore"); // of a service that is not known here
        QVERIFY(changesOf(m_client).back().find("(WaitForMore)") != std::string::npos);
    }

    void settingsThatAreRefusedAreAnErrorInsteadOfFigures()
    {
        m_client.today = {.settings = SettingsUse::Refused};
        m_client.after = {.settings = SettingsUse::NotEstablished};
        const AffectedCells cells = cellsOf(m_client);
        QCOMPARE(cells.mode, std::string("error → unknown"));
        QCOMPARE(cells.attempts + cells.firstDelay + cells.throttlingDelay + cells.tokens,
                 std::string("––––"));
        QCOMPARE(sideText(m_client.today),
                 std::string("error: with these settings the client sends nothing"));
        QCOMPARE(changesOf(m_client), std::vector<std::string>{"Correct the setting to see what changes."});
    }

    void aSettingIsSaidWithItsOrigin()
    {
        QCOMPARE(settingText({.name = "retry_mode", .value = "adaptive", .origin = "AWS_RETRY_MODE"}),
                 std::string("adaptive (AWS_RETRY_MODE)"));
        QCOMPARE(settingText({.name = "retry_mode", .value = {}, .origin = "the preset"}),
                 std::string("not set"));
        QCOMPARE(sdkText(m_client), std::string("lab"));
        m_client.version = "1.2";
        QCOMPARE(sdkText(m_client), std::string("lab@1.2"));
    }

private:
    Sdk m_sdk;
    SdkLine m_line;
    AffectedClient m_client;
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstAffectedText)

#include "tst_affected_text.moc"
