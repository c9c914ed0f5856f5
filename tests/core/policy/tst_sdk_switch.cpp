// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/sdk_switch.h"

#include "tests/support/strict_main.h"

using namespace retryscope;

namespace {

Sdk example()
{
    const SdkMode legacy{.before = {.policy = "old-legacy", .figures = {}},
                         .after = {.policy = "old-legacy", .figures = {}}};
    const SdkMode standard{.before = {.policy = "old-standard", .figures = {}},
                           .after = {.policy = "new-standard", .figures = {}}};
    const auto line = [&](const char* from, SwitchUse use) {
        return SdkLine{.from = from,
                       .use = use,
                       .defaultBefore = "legacy",
                       .defaultAfter = "standard",
                       .modes = {{"legacy", legacy}, {"standard", standard}},
                       .notes = {},
                       .source = "the test"};
    };
    return {.id = "example",
            .title = "Example",
            .names = {"sample"},
            .lines = {line("", SwitchUse::Unread), line("3.9", SwitchUse::Read),
                      line("3.10.2", SwitchUse::Always)}};
}

QString inForce(SwitchUse use, const char* mode, std::optional<bool> isOn)
{
    const Sdk sdk = example();
    SdkLine line = sdk.lines.front();
    line.use = use;
    const RulesInForce rules = rulesInForce(
        line, mode == nullptr ? std::nullopt : std::optional<std::string>(mode), hasNewRules(line, isOn));
    return QString::fromStdString(rules.mode + " " + (rules.rules == nullptr ? "none" : rules.rules->policy));
}

/// A core decides with the client, and an old core with a new client is a line of its own.
Sdk sdkOfTwoParts()
{
    Sdk sdk = example();
    sdk.parts = {
        {.name = "@core", .lookUp = "look", .services = {}, .assumed = {{"", "1.9"}, {"3.10.2", "2.1"}}},
        {.name = "module", .lookUp = "look", .services = {"dynamodb"}, .assumed = {{"", "5"}}}};
    SdkLine mixed = sdk.lines.front();
    mixed.from = "3.10.2";
    mixed.parts = {{"@core", {.from = {}, .below = "2"}}};
    sdk.lines.push_back(mixed);
    SdkLine ofService = sdk.lines.back();
    ofService.parts = {{"module", {.from = {}, .below = "5"}}};
    ofService.services = {"dynamodb"};
    ofService.use = SwitchUse::NotEstablished;
    sdk.lines.push_back(ofService);
    return sdk;
}

EffectiveSetting flagSetTo(const char* text)
{
    return {.name = "new_retries_2026", .value = text, .origin = "AWS_NEW_RETRIES_2026"};
}

} // namespace

class TstSdkSwitch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void versionsAreComparedNumberByNumber()
    {
        QVERIFY(isNoLater("3.9", "3.10"));
        QVERIFY(!isNoLater("3.10", "3.9"));
        QVERIFY(isNoLater("3.9", "3.9"));
        QVERIFY(isNoLater("", "0.1"));
    }

    void theLineOfAVersionIsTheLastThatMatches()
    {
        const Sdk sdk = example();
        const auto useOf = [&sdk](const char* version) {
            return lineOf(sdk, {.version = version}).use;
        };
        QCOMPARE(useOf("3.8"), SwitchUse::Unread);
        QCOMPARE(useOf("3.9.0"), SwitchUse::Read);
        QCOMPARE(useOf("3.10.1"), SwitchUse::Read);
        QCOMPARE(useOf("3.10.2"), SwitchUse::Always);
        QCOMPARE(useOf(""), SwitchUse::Always);
        QCOMPARE(defaultLineOf(sdk)->from, std::string("3.10.2"));
        QCOMPARE(optInLineOf(sdk)->from, std::string("3.9"));
    }

    void aLineEndsWhereItSays()
    {
        Sdk sdk = example();
        sdk.lines.back().below = "3.11";
        QCOMPARE(lineOf(sdk, {.version = "3.10.9"}).use, SwitchUse::Always);
        QCOMPARE(lineOf(sdk, {.version = "3.11.0"}).use, SwitchUse::Read);
        QCOMPARE(lineOf(sdk, {.version = ""}).use, SwitchUse::Read);
    }

    void otherPackagesDecideGivenOrAssumed()
    {
        const Sdk sdk = sdkOfTwoParts();
        const auto useOf = [&sdk](const char* version, const PartVersions& parts, const char* service = "") {
            return lineOf(sdk, {.version = version, .parts = parts, .service = service}).use;
        };
        QCOMPARE(useOf("3.10.2", {}), SwitchUse::Always);
        QCOMPARE(useOf("3.10.2", {{"@core", "1.9.9"}}), SwitchUse::Unread);
        QCOMPARE(useOf("3.10.2", {{"@core", "2"}}), SwitchUse::Always);
        QCOMPARE(useOf("", {}), SwitchUse::Always);
        QCOMPARE(useOf("3.10.2", {{"module", "4"}}, "dynamodb"), SwitchUse::NotEstablished);
        QCOMPARE(useOf("3.10.2", {{"module", "4"}}, "s3"), SwitchUse::Always);
        QCOMPARE(useOf("3.10.2", {}, "dynamodb"), SwitchUse::Always);
        QCOMPARE(partsOf(sdk, {.version = "3.9", .parts = {}, .service = "s3"}),
                 (PartVersions{{"@core", "1.9"}}));
        QCOMPARE(partsOf(sdk, {.version = "3.11", .parts = {}, .service = "dynamodb"}),
                 (PartVersions{{"@core", "2.1"}, {"module", "5"}}));
        QVERIFY(findPart(sdk, "@CORE") == &sdk.parts.front());
        QVERIFY(findPart(sdk, "other") == nullptr);
        QCOMPARE(defaultLineOf(sdk)->from, std::string("3.10.2"));
    }

    void aVersionIsNumbersBetweenDotsOrHyphens()
    {
        for (const char* version : {"1", "1.44.0", "4.0.103.0", "2026-01-12", "3.0.0-rc1", "1.2.3+build"}) {
            QVERIFY2(isVersion(version), version);
        }
        for (const char* text : {"", "x", "v1", ".1", "-1", "1 2", "1/2", "1.2.3.4.5.6", "newest",
                                 "1.2.3456789012345678901234567890123456789"}) {
            QVERIFY2(!isVersion(text), text);
        }
        QVERIFY(isNoLater("2026-01-12", "2026-11-10") && !isNoLater("2026-11-17", "2026-11-10"));
        QVERIFY(isNoLater("1.x", "1.0"));
        QVERIFY(!isNoLater("999999999", "99999999")); // nine digits are more than any number
    }

    void twoSdksMayShareANameAndHaveOtherVersions()
    {
        Sdk first = example();
        first.versions.below = "2";
        Sdk second = example();
        second.id = "second";
        second.versions.from = "2";
        const Sdks sdks{first, second};
        QCOMPARE(findSdk(sdks, "sample", "1.9")->id, std::string("example"));
        QCOMPARE(findSdk(sdks, "sample", "2.0")->id, std::string("second"));
        QCOMPARE(findSdk(sdks, "sample")->id, std::string("second"));
        QCOMPARE(findSdk(sdks, "example")->id, std::string("example"));
    }

    void anSdkIsKnownByItsOtherNamesToo()
    {
        Sdk twice = example();
        twice.names = {"one", "two"};
        QVERIFY(findSdk({twice}, "one") != nullptr && findSdk({twice}, "two") != nullptr);
        const Sdks sdks{example()};
        QVERIFY(findSdk(sdks, "Example") != nullptr);
        QVERIFY(findSdk(sdks, "SAMPLE") != nullptr);
        QVERIFY(findSdk(sdks, "other") == nullptr);
    }

    void whatMeansYesDiffersBySdk()
    {
        Sdk sdk = example();
        QVERIFY(meansYes(sdk, "true") == true && meansYes(sdk, "false") == false);
        QVERIFY(!meansYes(sdk, "TRUE") && !meansYes(sdk, "1"));
        sdk.flagText = FlagText::AnyCase;
        QVERIFY(meansYes(sdk, "TRUE") == true && meansYes(sdk, "1") == false && meansYes(sdk, "") == false);
        sdk.flagText = FlagText::Exact;
        QVERIFY(meansYes(sdk, "true") == true && meansYes(sdk, "True") == false);
    }

    void whoeverWroteSomethingElseIsTold()
    {
        Sdk sdk = example();
        SdkLine line = sdk.lines[1];
        QVERIFY(flagRemark(sdk, line, {}).empty());
        QVERIFY(flagRemark(sdk, line, flagSetTo("true")).empty());
        QCOMPARE(
            flagRemark(sdk, line, flagSetTo("1")),
            std::string("AWS_NEW_RETRIES_2026 is \"1\". Retryscope does not know whether this SDK takes that "
                        "for yes. Write true."));
        sdk.flagText = FlagText::Exact;
        for (const char* text : {"1", "yes", "TRUE", "on"}) {
            QVERIFY2(flagRemark(sdk, line, flagSetTo(text)).find("does not take for yes") !=
                         std::string::npos,
                     text);
        }
        QVERIFY(flagRemark(sdk, line, flagSetTo("false")).empty());
        sdk.flagText = FlagText::AnyCase;
        QVERIFY(flagRemark(sdk, line, flagSetTo("TRUE")).empty());
        line.use = SwitchUse::Unread;
        QVERIFY(flagRemark(sdk, line, flagSetTo("true")).find("no effect") != std::string::npos);
        line.use = SwitchUse::Always;
        QVERIFY(flagRemark(sdk, line, flagSetTo("false")).find("no longer reads it") != std::string::npos);
        line.use = SwitchUse::NotEstablished;
        QVERIFY(flagRemark(sdk, line, flagSetTo("true")).find("does not know") != std::string::npos);
    }

    void theVariableChoosesWhereBothRulesAreThere()
    {
        QCOMPARE(inForce(SwitchUse::Read, nullptr, std::nullopt), QStringLiteral("legacy old-legacy"));
        QCOMPARE(inForce(SwitchUse::Read, nullptr, true), QStringLiteral("standard new-standard"));
        QCOMPARE(inForce(SwitchUse::Read, nullptr, false), QStringLiteral("legacy old-legacy"));
        QCOMPARE(inForce(SwitchUse::Read, "standard", false), QStringLiteral("standard old-standard"));
        QCOMPARE(inForce(SwitchUse::Read, "legacy", true), QStringLiteral("legacy old-legacy"));
    }

    void elsewhereItHasNoEffect()
    {
        QCOMPARE(inForce(SwitchUse::Unread, nullptr, true), QStringLiteral("legacy old-legacy"));
        QCOMPARE(inForce(SwitchUse::NotEstablished, nullptr, true), QStringLiteral("legacy old-legacy"));
        QCOMPARE(inForce(SwitchUse::Always, nullptr, false), QStringLiteral("standard new-standard"));
        QCOMPARE(inForce(SwitchUse::Always, "adaptive", false), QStringLiteral("adaptive none"));
    }

    void aPresetIsFoundWhereItIsInForce()
    {
        const Sdks sdks{example()};
        const std::optional<SdkPlace> old = placeOf(sdks, "old-standard");
        QVERIFY(old && old->mode == "standard" && !old->isAfter && old->line->use == SwitchUse::Read);
        const std::optional<SdkPlace> fresh = placeOf(sdks, "new-standard");
        QVERIFY(fresh && fresh->isAfter && fresh->line->use == SwitchUse::Read);
        QVERIFY(!placeOf(sdks, "old-legacy")->isAfter);
        QVERIFY(!placeOf(sdks, "curl"));
        Sdk borrower = example();
        borrower.id = "borrower";
        Sdk owner = example();
        owner.id = "old";
        QCOMPARE(placeOf({borrower, owner}, "old-standard")->sdk->id, std::string("old"));
        QCOMPARE(placeOf({borrower, owner}, "new-standard")->sdk->id, std::string("borrower"));
        Sdk unfinished = example();
        unfinished.id = "new";
        for (SdkLine& line : unfinished.lines) {
            line.modes.clear();
        }
        QCOMPARE(placeOf({unfinished, borrower}, "new-standard")->sdk->id, std::string("borrower"));
    }

    void theVersionInThePresetsNameDecidesTheLine()
    {
        Sdk sdk = example();
        for (SdkLine& line : sdk.lines) {
            line.modes["standard"] = {.before = {.policy = "example-3.8-standard"},
                                      .after = {.policy = "example-3.10.2-standard"}};
        }
        const auto useOf = [&sdk](const char* id) {
            return placeOf({sdk}, id)->line->use;
        };
        QCOMPARE(useOf("example-3.8-standard"), SwitchUse::Unread);
        QCOMPARE(useOf("example-3.10.2-standard"), SwitchUse::Always);
    }
};

RETRYSCOPE_TEST(TstSdkSwitch)
#include "tst_sdk_switch.moc"
