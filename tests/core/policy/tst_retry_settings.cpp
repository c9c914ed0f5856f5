// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/retry_settings.h"
#include "tests/support/strict_main.h"

using namespace retryscope;

namespace {

RetrySettingsInput everythingSet()
{
    return {.javaProperties = {{"aws.retryMode", "adaptive"}, {"aws.maxAttempts", "7"}},
            .environment = {{"AWS_RETRY_MODE", "standard"}, {"AWS_MAX_ATTEMPTS", "5"}},
            .profile = {{"retry_mode", "legacy"}, {"max_attempts", "4"}},
            .profileOrigin = "profile work in config"};
}

} // namespace

EffectiveSetting maxAttemptsOf(const QString& value)
{
    return resolveRetrySettings({.environment = {{"AWS_MAX_ATTEMPTS", value.toStdString()}}}).maxAttempts;
}

class TstRetrySettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void javaPropertiesWinOverEverything()
    {
        const RetrySettings settings = resolveRetrySettings(everythingSet());
        QCOMPARE(settings.mode, (EffectiveSetting{"retry_mode", "adaptive", "Java property aws.retryMode"}));
        QCOMPARE(settings.maxAttempts,
                 (EffectiveSetting{"max_attempts", "7", "Java property aws.maxAttempts"}));
        QVERIFY(settings.errors.empty());
    }

    void theEnvironmentWinsOverTheProfile()
    {
        RetrySettingsInput input = everythingSet();
        input.javaProperties.clear();
        const RetrySettings settings = resolveRetrySettings(input);
        QCOMPARE(settings.mode, (EffectiveSetting{"retry_mode", "standard", "AWS_RETRY_MODE"}));
        QCOMPARE(settings.maxAttempts, (EffectiveSetting{"max_attempts", "5", "AWS_MAX_ATTEMPTS"}));
    }

    void theProfileIsAskedLast()
    {
        RetrySettingsInput input = everythingSet();
        input.javaProperties.clear();
        input.environment.clear();
        const RetrySettings settings = resolveRetrySettings(input);
        QCOMPARE(settings.mode,
                 (EffectiveSetting{"retry_mode", "legacy", "retry_mode of profile work in config"}));
        QCOMPARE(settings.maxAttempts,
                 (EffectiveSetting{"max_attempts", "4", "max_attempts of profile work in config"}));
    }

    void thePresetHoldsWhenNobodySetAnything()
    {
        const RetrySettings settings = resolveRetrySettings({});
        QCOMPARE(settings.mode, (EffectiveSetting{"retry_mode", std::nullopt, "the preset"}));
        QCOMPARE(settings.maxAttempts, (EffectiveSetting{"max_attempts", std::nullopt, "the preset"}));
        QVERIFY(settings.errors.empty());
    }

    void modeAndAttemptsMayComeFromDifferentPlaces()
    {
        const RetrySettings settings = resolveRetrySettings(
            {.environment = {{"AWS_MAX_ATTEMPTS", "9"}}, .profile = {{"retry_mode", "adaptive"}}});
        QCOMPARE(settings.mode, (EffectiveSetting{"retry_mode", "adaptive", "retry_mode of the profile"}));
        QCOMPARE(settings.maxAttempts, (EffectiveSetting{"max_attempts", "9", "AWS_MAX_ATTEMPTS"}));
    }

    void anEmptyTextCountsAsNotSet()
    {
        const RetrySettings settings =
            resolveRetrySettings({.environment = {{"AWS_RETRY_MODE", ""}, {"AWS_MAX_ATTEMPTS", ""}},
                                  .profile = {{"retry_mode", "standard"}}});
        QCOMPARE(settings.mode.origin, std::string("retry_mode of the profile"));
        QCOMPARE(settings.maxAttempts.origin, std::string("the preset"));
        QVERIFY(settings.errors.empty());
    }

    void aBadValueIsNamedWithWhatIsAllowed_data()
    {
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* variable, const char* value, const char* allowed) {
            QTest::addRow("%s is %s", variable, value)
                << QString::fromLatin1(variable) << QString::fromLatin1(value)
                << QStringLiteral("%1 is \"%2\"; it must be %3")
                       .arg(QLatin1String(variable), QLatin1String(value), QLatin1String(allowed));
        };
        constexpr const char* kNumbers = "a whole number above 0";
        for (const char* value : {"0", "-1", "1.5", "three", "3 ", " 3", "+3", "0x3", "99999999999"}) {
            row("AWS_MAX_ATTEMPTS", value, kNumbers);
        }
        for (const char* value : {"fast", "Standard", "standard ", "0"}) {
            row("AWS_RETRY_MODE", value, "standard, adaptive or legacy");
        }
    }
    void aBadValueIsNamedWithWhatIsAllowed()
    {
        QFETCH(const QString, variable);
        QFETCH(const QString, value);
        QFETCH(const QString, error);
        const RetrySettings settings =
            resolveRetrySettings({.environment = {{variable.toStdString(), value.toStdString()}},
                                  .profile = {{"retry_mode", "standard"}, {"max_attempts", "3"}}});
        QCOMPARE(settings.errors, std::vector<std::string>{error.toStdString()});
    }

    void aBadValueThatAnotherOneOutranksDoesNotMatter()
    {
        const RetrySettings settings = resolveRetrySettings(
            {.javaProperties = {{"aws.maxAttempts", "2"}}, .environment = {{"AWS_MAX_ATTEMPTS", "none"}}});
        QVERIFY(settings.errors.empty());
        QCOMPARE(settings.maxAttempts.value, std::optional<std::string>("2"));
    }

    void attemptsAreTakenAsTheClientTakesThem_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("attempts"); // 0: the preset's own
        QTest::addColumn<bool>("warns");
        QTest::newRow("a number") << QStringLiteral("5") << 5 << false;
        QTest::newRow("zero") << QStringLiteral("0") << 1 << true;
        QTest::newRow("a word") << QStringLiteral("three") << 0 << true;
    }
    void attemptsAreTakenAsTheClientTakesThem()
    {
        QFETCH(const QString, value);
        QFETCH(const int, attempts);
        QFETCH(const bool, warns);
        const AttemptsChoice choice = attemptsFrom(
            maxAttemptsOf(value), EnvironmentHabits{.ignoresBadAttempts = true, .zeroAttemptsMeanOne = true});
        QCOMPARE(choice.attempts.value_or(0), attempts);
        QCOMPARE(!choice.warning.empty(), warns);
        QVERIFY(choice.error.empty());
    }

    void whatAClientIsNotKnownToTakeIsAnError()
    {
        for (const char* value : {"0", "-1", "three"}) {
            const EffectiveSetting setting = maxAttemptsOf(QString::fromLatin1(value));
            QCOMPARE(attemptsFrom(setting, {}).error, setting.problem);
            QVERIFY(!setting.problem.empty());
        }
        const EnvironmentHabits lenient{.ignoresBadAttempts = true, .zeroAttemptsMeanOne = true};
        QVERIFY(!attemptsFrom(maxAttemptsOf(QStringLiteral("-1")), lenient).error.empty());
    }

    void oneAttemptIsANumberLikeOthers()
    {
        const EffectiveSetting one = maxAttemptsOf(QStringLiteral("1"));
        QVERIFY(one.problem.empty());
        QCOMPARE(attemptsFrom(one, EnvironmentHabits{}).attempts.value_or(0), 1);
    }

    void aClientTakesOnlyWhatItIsKnownToTake()
    {
        const EnvironmentHabits strict{.onBadAttempts = "throws at start"};
        for (const char* value : {"0", "three"}) {
            const AttemptsChoice choice = attemptsFrom(maxAttemptsOf(QString::fromLatin1(value)), strict);
            QVERIFY(!choice.attempts && choice.warning.empty());
            QVERIFY(choice.error.ends_with(": this client throws at start"));
        }
        const EffectiveSetting zero = maxAttemptsOf(QStringLiteral("0"));
        QCOMPARE(attemptsFrom(zero, EnvironmentHabits{}).error, zero.problem);
    }

    void aModeThatDoesNotLookAtAttemptsIgnoresThem()
    {
        const AttemptsChoice choice =
            attemptsFrom(maxAttemptsOf(QStringLiteral("5")), EnvironmentHabits{.ignoresAttempts = true});
        QVERIFY(!choice.attempts);
        QCOMPARE(choice.warning,
                 std::string("AWS_MAX_ATTEMPTS is \"5\"; this client ignores this setting in this mode"));
        const EnvironmentHabits strict{.ignoresAttempts = true, .onBadAttempts = "throws at start"};
        QVERIFY(!attemptsFrom(maxAttemptsOf(QStringLiteral("5")), strict).warning.empty());
        QVERIFY(
            attemptsFrom(maxAttemptsOf(QStringLiteral("five")), strict).error.ends_with("throws at start"));
    }

    void maximumCountsAttemptsWhateverThePolicyCounts()
    {
        Policy requests;
        requests.attempts = {.max = 3, .countsFirst = true, .source = "s"};
        Policy retries;
        retries.attempts = {.max = 3, .countsFirst = false, .source = "s"};
        QCOMPARE(withMaxAttempts(requests, 6).attempts.attempts(), 6);
        QCOMPARE(withMaxAttempts(retries, 6).attempts.attempts(), 6);
        QCOMPARE(withMaxAttempts(retries, 1).attempts.max, 0);
    }

    void maximumHoldsForServicesWithTheirOwnToo()
    {
        Policy policy;
        policy.services["dynamodb"].attempts = AttemptLimit{.max = 10, .countsFirst = true, .source = "s"};
        policy.services["s3"] = {};
        const Policy limited = withMaxAttempts(policy, 2);
        QCOMPARE(limited.services.at("dynamodb").attempts->attempts(), 2);
        QVERIFY(!limited.services.at("s3").attempts.has_value());
    }
};

RETRYSCOPE_TEST(TstRetrySettings)
#include "tst_retry_settings.moc"
