// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/affected/affected.h"

#include "core/io/http/pasted_response.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

/// Three attempts of 100 ms before the rules of 2026, five of 50 ms and a quota under them.
Policy affectedPreset(const std::string& id)
{
    Policy policy = plainPolicy();
    policy.id = id;
    policy.backoff = plainBackoff();
    policy.rules.insert(policy.rules.begin(),
                        ruleFor("throttling", {.nameIn = {"SlowDown"}}, ErrorKind::Throttling));
    if (id == "new") {
        policy.attempts.max = 5;
        policy.backoff.base.byDefault = ms(50);
        policy.quota = plainQuota();
        policy.hints = {{.header = "x-amz-retry-after"}};
    } else if (id == "strict") {
        policy.environment =
            EnvironmentHabits{.onBadMode = "refuses to start", .onBadAttempts = "refuses to start"};
    } else if (id == "deaf") {
        policy.environment = EnvironmentHabits{.ignoresAttempts = true};
    } else if (id == "lenient") {
        policy.environment = EnvironmentHabits{.otherMode = "adaptive"};
    }
    return policy;
}

AffectedSources affectedSources()
{
    return {.preset = [](const std::string& id) -> std::optional<Policy> {
                return id == "missing" ? std::nullopt : std::optional(affectedPreset(id));
            },
            .complete = io::completeResponse};
}

Sdk switchingSdk(const std::string& before = "old")
{
    const SdkLine tooOld{.use = SwitchUse::Unread,
                         .defaultBefore = "standard",
                         .defaultAfter = "standard",
                         .modes = {{"standard", {.before = {.policy = before}}}}};
    SdkLine line = tooOld;
    line.from = "2.0";
    line.use = SwitchUse::Read;
    line.modes = {{"standard", {.before = {.policy = before}, .after = {.policy = "new"}}},
                  {"adaptive", {.before = {.policy = "new"}, .after = {.policy = "new"}}}};
    line.notes = {"a note"};
    return {.id = "lab", .title = "Lab", .flagText = FlagText::AnyCase, .lines = {tooOld, line}};
}

/// The same with a release whose default is the new rules; legacy mode keeps the old ones.
Sdk switchedSdk()
{
    Sdk sdk = switchingSdk();
    SdkLine& optIn = sdk.lines.back();
    optIn.defaultBefore = "legacy";
    optIn.modes["legacy"] = {.before = {.policy = "old"}, .after = {.policy = "old"}};
    SdkLine released = optIn;
    released.from = "3.0";
    released.date = "2026-11-10";
    released.use = SwitchUse::Always;
    released.keep = "AWS_RETRY_MODE=legacy";
    released.pin = "Stay below 3.0.";
    released.notes = {"of the release"};
    released.modeNotes = {"of the mode"};
    sdk.lines.push_back(released);
    return sdk;
}

RetrySettings settingsWith(std::map<std::string, std::string> environment)
{
    return resolveRetrySettings({.environment = std::move(environment)});
}

AffectedClient answerFor(const Sdk& sdk, std::map<std::string, std::string> environment = {},
                         const std::string& version = {}, const std::string& service = "s3")
{
    return affectedClient(affectedSources(),
                          {.sdk = &sdk, .version = version, .parts = {}, .toVersion = {}, .service = service},
                          settingsWith(std::move(environment)));
}

} // namespace

/// From settings and version of an SDK to what it does today and under the rules of 2026.
class TstAffected : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bothSidesAreSaidWithAttemptsDelaysAndTokens()
    {
        const Sdk sdk = switchingSdk();
        const AffectedClient client = answerFor(sdk);
        QCOMPARE(client.today.policy, std::string("old"));
        QCOMPARE(client.after->policy, std::string("new"));
        QCOMPARE(client.today.attempts.value_or(0), 3);
        QCOMPARE(client.after->attempts.value_or(0), 5);
        QVERIFY(client.today.plain.firstHigh == ms(100));
        QVERIFY(client.after->plain.firstHigh == ms(50));
        QVERIFY(client.today.plain.longest == ms(300));
        QVERIFY(!client.today.plain.tokens);
        QCOMPARE(client.after->plain.tokens.value_or(0), 5);
        QCOMPARE(client.after->capacity.value_or(0), 500);
        QVERIFY(!client.today.obeysRetryAfter && client.after->obeysRetryAfter);
        QCOMPARE(client.remarks, std::vector<std::string>{"a note"});
        QVERIFY(client.problems.empty());
    }

    void theSwitchOfTheSettingsDecidesToday()
    {
        const Sdk sdk = switchingSdk();
        QCOMPARE(answerFor(sdk, {{"AWS_NEW_RETRIES_2026", "true"}}).today.policy, std::string("new"));
        QCOMPARE(answerFor(sdk, {{"AWS_NEW_RETRIES_2026", "false"}}).after->policy, std::string("old"));
    }

    void aVersionWithoutTheRulesChangesWithTheUpgrade()
    {
        const Sdk sdk = switchingSdk();
        const AffectedClient client = answerFor(sdk, {{"AWS_NEW_RETRIES_2026", "true"}}, "1.9");
        QCOMPARE(client.today.policy, std::string("old"));
        QCOMPARE(client.after->policy, std::string("new"));
        QVERIFY(!client.before);
        QCOMPARE(client.remarks.back(),
                 std::string("AWS_NEW_RETRIES_2026 has no effect: this version does not read it."));
    }

    void aReleaseWithTheNewDefaultLooksBack()
    {
        const Sdk sdk = switchedSdk();
        for (const char* version : {"", "3.0", "3.7"}) {
            const AffectedClient client = answerFor(sdk, {{"AWS_NEW_RETRIES_2026", "false"}}, version);
            QVERIFY(client.before && !client.after);
            QCOMPARE(client.before->policy, std::string("old"));
            QCOMPARE(client.before->mode, std::string("legacy"));
            QCOMPARE(client.today.policy, std::string("new"));
            QVERIFY(client.remarks.back() == "of the mode");
            QVERIFY(std::any_of(client.remarks.begin(), client.remarks.end(), [](const std::string& remark) {
                return remark.find("no longer reads it") != std::string::npos;
            }));
        }
    }

    void anOlderVersionLooksForward()
    {
        const Sdk sdk = switchedSdk();
        const AffectedClient plain = answerFor(sdk, {}, "2.5");
        QCOMPARE(plain.today.policy + " " + plain.after->policy, std::string("old new"));
        // The release ignores the flag, and so does the older version.
        const AffectedClient off = answerFor(sdk, {{"AWS_NEW_RETRIES_2026", "false"}}, "2.5");
        QCOMPARE(off.today.policy + " " + off.after->policy, std::string("old new"));
        const AffectedClient on = answerFor(sdk, {{"AWS_NEW_RETRIES_2026", "true"}}, "2.5");
        QCOMPARE(on.today.policy + " " + on.after->policy, std::string("new new"));
        QVERIFY(!on.isChanged());
    }

    void twoVersionsAreComparedBothWays()
    {
        const Sdk sdk = switchedSdk();
        const auto compared = [&sdk](const char* from, const char* to) {
            return affectedClient(
                affectedSources(),
                {.sdk = &sdk, .version = from, .parts = {}, .toVersion = to, .service = "s3"},
                settingsWith({}));
        };
        const AffectedClient upwards = compared("1.9", "3.0");
        QCOMPARE(upwards.today.policy + " " + upwards.after->policy, std::string("old new"));
        const AffectedClient downwards = compared("3.0", "1.9");
        QCOMPARE(downwards.today.policy + " " + downwards.after->policy, std::string("new old"));
        QVERIFY(!downwards.before);
        QVERIFY(!compared("2.0", "2.5").isChanged()); // without the flag both have the old rules
    }

    void theSettingThatKeepsTheOldRulesIsTried()
    {
        const Sdk sdk = switchedSdk();
        QCOMPARE(answerFor(sdk).keep, std::string("AWS_RETRY_MODE=legacy"));
        QCOMPARE(answerFor(sdk, {}, "2.5").keep, std::string("AWS_RETRY_MODE=legacy"));
        Sdk other = sdk;
        other.lines.back().modes["legacy"].after = {.policy = "new"};
        QVERIFY(answerFor(other).keep.empty()); // it would lead to something else
        QVERIFY(answerFor(sdk, {{"AWS_RETRY_MODE", "legacy"}}).keep.empty());   // nothing changes
        QVERIFY(answerFor(sdk, {{"AWS_RETRY_MODE", "standard"}}).keep.empty()); // the old standard is gone
    }

    void whatTheTwoSidesDecideDifferentlyIsListed()
    {
        AffectedSources sources = affectedSources();
        sources.preset = [](const std::string& id) -> std::optional<Policy> {
            Policy policy = affectedPreset(id);
            if (id == "new") {
                policy.rules.insert(policy.rules.begin(),
                                    ruleFor("bare", {.statusIn = {{429, 429}}}, ErrorKind::Throttling));
            }
            return policy;
        };
        const Sdk sdk = switchedSdk();
        const AffectedClient client = affectedClient(
            sources, {.sdk = &sdk, .version = {}, .parts = {}, .toVersion = {}, .service = "s3"},
            settingsWith({}));
        QCOMPARE(client.verdicts.size(), std::size_t{1});
        QVERIFY(client.verdicts.front() == (ChangedVerdict{"429", "not retried", "retried"}));
    }

    void modeAndAttemptsOfTheSettingsHold()
    {
        const Sdk sdk = switchingSdk();
        const AffectedClient client =
            answerFor(sdk, {{"AWS_RETRY_MODE", "adaptive"}, {"AWS_MAX_ATTEMPTS", "7"}});
        QCOMPARE(client.today.mode, std::string("adaptive"));
        QCOMPARE(client.today.attempts.value_or(0), 7);
        QCOMPARE(answerFor(sdk, {{"AWS_RETRY_MODE", "legacy"}}).remarks.back(),
                 std::string("This SDK has no mode legacy."));
    }

    void aRefusedModeIsAProblemOrWhatTheClientTakesInItsPlace()
    {
        const Sdk strict = switchingSdk("strict");
        const AffectedClient refused = answerFor(strict, {{"AWS_RETRY_MODE", "fast"}});
        QCOMPARE(refused.problems.size(), std::size_t{1});
        QVERIFY(refused.problems.front().ends_with(": this client refuses to start. Correct or remove it."));
        QVERIFY(refused.today == AffectedSide{.settings = SettingsUse::Refused});
        QVERIFY(refused.after == refused.today);
        const AffectedClient unclear = answerFor(switchingSdk(), {{"AWS_RETRY_MODE", "fast"}});
        QVERIFY(unclear.today == AffectedSide{.settings = SettingsUse::NotEstablished});

        const Sdk lenient = switchingSdk("lenient");
        QCOMPARE(answerFor(lenient, {{"AWS_RETRY_MODE", "fast"}}).today.mode, std::string("adaptive"));
        QVERIFY(answerFor(lenient, {{"AWS_RETRY_MODE", "fast"}}).problems.empty());
    }

    void aRefusedNumberOfAttemptsIsOneOnlyWhereItIsRead()
    {
        Sdk sdk = switchingSdk("deaf");
        sdk.lines.back().modes["standard"].after = {.policy = "strict"};
        const AffectedClient client = answerFor(sdk, {{"AWS_MAX_ATTEMPTS", "x"}});
        QVERIFY(client.today.settings == SettingsUse::Taken);
        QCOMPARE(client.today.attempts.value_or(0), 3);
        QVERIFY(client.after == AffectedSide{.settings = SettingsUse::Refused});
        QCOMPARE(client.problems.size(), std::size_t{1});
    }

    void settingsThatAnSdkDoesNotReadChangeNothing()
    {
        Sdk sdk = switchingSdk("strict");
        sdk.readsNoSettings = true;
        const AffectedClient client = answerFor(sdk, {{"AWS_RETRY_MODE", "fast"}, {"AWS_MAX_ATTEMPTS", "9"}});
        QCOMPARE(client.today.mode, std::string("standard"));
        QCOMPARE(client.today.attempts.value_or(0), 3);
        QVERIFY(client.problems.empty());
    }

    void notesAboutTheModeAreForThoseWhoseModeChanges()
    {
        Sdk sdk = switchingSdk();
        sdk.lines.back().modeNotes = {"of the mode"};
        QCOMPARE(answerFor(sdk).remarks, std::vector<std::string>{"a note"});
        sdk.lines.back().defaultAfter = "adaptive";
        QCOMPARE(answerFor(sdk).remarks, (std::vector<std::string>{"a note", "of the mode"}));
        QCOMPARE(answerFor(sdk, {{"AWS_RETRY_MODE", "adaptive"}}).remarks,
                 std::vector<std::string>{"a note"});
    }

    void figuresStandInWhereThereIsNoPreset()
    {
        Sdk sdk = switchingSdk();
        SdkMode& mode = sdk.lines.back().modes["standard"];
        mode.before = {.figures = ModeFigures{.attempts = {{"", 4}, {"dynamodb", 10}},
                                              .delay = {{"", ms(400)}},
                                              .throttlingDelay = ms(900),
                                              .cost = 3,
                                              .source = "a paper"}};
        const AffectedClient client = answerFor(sdk, {}, {}, "dynamodb");
        QVERIFY(client.today.policy.empty());
        QCOMPARE(client.today.attempts.value_or(0), 10);
        QVERIFY(!client.today.plain.firstLow && client.today.plain.firstHigh == ms(400));
        QVERIFY(client.today.throttling.firstHigh == ms(900));
        QCOMPARE(client.today.plain.tokens.value_or(0), 3);
        QCOMPARE(client.today.source, std::string("a paper"));
        QCOMPARE(answerFor(sdk, {{"AWS_MAX_ATTEMPTS", "2"}}).today.attempts.value_or(0), 2);
    }

    void throttlingIsWhatTheServiceSends()
    {
        const Sdk sdk = switchingSdk();
        QCOMPARE(answerFor(sdk).after->throttling.tokens.value_or(0), 5); // SlowDown of S3
        QVERIFY(!answerFor(sdk, {}, {}, "dynamodb")
                     .after->throttling.tokens); // ThrottlingException: unknown to it
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstAffected)

#include "tst_affected.moc"
