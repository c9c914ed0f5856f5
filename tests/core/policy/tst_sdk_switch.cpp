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

QString inForce(SwitchUse use, const char* mode, std::optional<bool> isOn, bool hasSwitched)
{
    const Sdk sdk = example();
    SdkLine line = sdk.lines.front();
    line.use = use;
    const RulesInForce rules = rulesInForce(
        line, mode == nullptr ? std::nullopt : std::optional<std::string>(mode), isOn, hasSwitched);
    return QString::fromStdString(rules.mode + " " + (rules.rules == nullptr ? "none" : rules.rules->policy));
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

    void theLineOfAVersionIsTheLastThatBeganByThen()
    {
        const Sdk sdk = example();
        QCOMPARE(lineOf(sdk, "3.8").use, SwitchUse::Unread);
        QCOMPARE(lineOf(sdk, "3.9.0").use, SwitchUse::Read);
        QCOMPARE(lineOf(sdk, "3.10.1").use, SwitchUse::Read);
        QCOMPARE(lineOf(sdk, "3.10.2").use, SwitchUse::Always);
        QCOMPARE(lineOf(sdk, "").use, SwitchUse::Always);
    }

    void whatIsNoNumberInAVersionCountsAsZero()
    {
        QVERIFY(isNoLater("1.x", "1.0") && isNoLater("1.0", "1.x"));
        QVERIFY(isNoLater("1..2", "1.0.2") && isNoLater("1.0.2", "1..2"));
        QVERIFY(isNoLater("1.2b", "1.0") && isNoLater("1.b2", "1.0"));
        QVERIFY(isNoLater("1.:", "1.0") && isNoLater("1./", "1.0"));
        QVERIFY(!isNoLater("99999999", "1"));
        QVERIFY(isNoLater("999999999", "1")); // nine digits are no number of a version
        QVERIFY(isNoLater("99999999999999999999", "1"));
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
        QVERIFY(meansYes(sdk, "TRUE") && meansYes(sdk, "true") && !meansYes(sdk, "1") && !meansYes(sdk, ""));
        sdk.needsExactTrue = true;
        QVERIFY(meansYes(sdk, "true") && !meansYes(sdk, "True"));
    }

    void theVariableChoosesWhereBothRulesAreThere()
    {
        QCOMPARE(inForce(SwitchUse::Read, nullptr, std::nullopt, false), QStringLiteral("legacy old-legacy"));
        QCOMPARE(inForce(SwitchUse::Read, nullptr, std::nullopt, true),
                 QStringLiteral("standard new-standard"));
        QCOMPARE(inForce(SwitchUse::Read, nullptr, true, false), QStringLiteral("standard new-standard"));
        QCOMPARE(inForce(SwitchUse::Read, nullptr, false, true), QStringLiteral("legacy old-legacy"));
        QCOMPARE(inForce(SwitchUse::Read, "standard", false, true), QStringLiteral("standard old-standard"));
        QCOMPARE(inForce(SwitchUse::Read, "legacy", true, true), QStringLiteral("legacy old-legacy"));
    }

    void elsewhereItHasNoEffect()
    {
        QCOMPARE(inForce(SwitchUse::Unread, nullptr, true, true), QStringLiteral("legacy old-legacy"));
        QCOMPARE(inForce(SwitchUse::Always, nullptr, false, false), QStringLiteral("standard new-standard"));
        QCOMPARE(inForce(SwitchUse::Always, "adaptive", false, false), QStringLiteral("adaptive none"));
    }

    void aPresetIsFoundInTheNewestLineThatHasIt()
    {
        const Sdks sdks{example()};
        const std::optional<SdkPlace> old = placeOf(sdks, "old-standard");
        QVERIFY(old && old->mode == "standard" && !old->isAfter && old->line->use == SwitchUse::Always);
        const std::optional<SdkPlace> fresh = placeOf(sdks, "new-standard");
        QVERIFY(fresh && fresh->isAfter);
        QVERIFY(!placeOf(sdks, "old-legacy")->isAfter);
        QVERIFY(!placeOf(sdks, "curl"));
        Sdk borrower = example();
        borrower.id = "borrower";
        Sdk owner = example();
        owner.id = "old";
        QCOMPARE(placeOf({borrower, owner}, "old-standard")->sdk->id, std::string("old"));
        QCOMPARE(placeOf({borrower, owner}, "new-standard")->sdk->id, std::string("borrower"));
        QVERIFY(placeOf({owner}, "old-standard")->line->use == SwitchUse::Always);
        Sdk unfinished = example();
        unfinished.id = "new";
        for (SdkLine& line : unfinished.lines) {
            line.modes.clear();
        }
        QCOMPARE(placeOf({unfinished, borrower}, "new-standard")->sdk->id, std::string("borrower"));
    }
};

RETRYSCOPE_TEST(TstSdkSwitch)
#include "tst_sdk_switch.moc"
