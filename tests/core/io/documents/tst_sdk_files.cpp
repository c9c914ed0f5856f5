// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/sdk_files.h"

#include "core/io/files/library.h"
#include "tests/support/strict_main.h"

#include <QDir>

#include <algorithm>
#include <string>
#include <vector>

using namespace retryscope;

namespace {

/// Its own, and those of the presets that it names, without what tells the rules of 2026.
std::vector<std::string> familiesOf(const Sdk& sdk, const io::Library& library)
{
    std::vector<std::string> families{sdk.id};
    for (const SdkLine& line : sdk.lines) {
        for (const auto& [name, mode] : line.modes) {
            for (const ModeRules* rules : {&mode.before, &mode.after}) {
                if (!rules->policy.empty()) {
                    const std::string family =
                        library.policy(QString::fromStdString(rules->policy)).value().family;
                    families.push_back(family.substr(0, family.rfind("-newretries")));
                }
            }
        }
    }
    return families;
}

} // namespace

class TstSdkFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyBuiltInFileIsRead()
    {
        const QStringList files =
            QDir(QStringLiteral(":/retryscope/sdks")).entryList({QStringLiteral("*.json")});
        QCOMPARE(io::builtInSdks().size(), static_cast<std::size_t>(files.size()));
        QVERIFY(files.size() >= 14);
        for (const Sdk& sdk : io::builtInSdks()) {
            QVERIFY2(files.contains(QString::fromStdString(sdk.id + ".json")), sdk.id.c_str());
            QVERIFY2(std::is_sorted(sdk.lines.begin(), sdk.lines.end(),
                                    [](const SdkLine& one, const SdkLine& other) {
                                        return !isNoLater(other.from, one.from);
                                    }),
                     sdk.id.c_str());
        }
    }

    /// Without them nobody can tell how far to trust a line, or what to do about it.
    void everyLineSaysWhenHowSureAndWhatKeepsTheOldRules()
    {
        static const QRegularExpression date(QStringLiteral("^2\\d{3}-\\d\\d(-\\d\\d)?$"));
        static const QRegularExpression day(QStringLiteral("^2\\d{3}-\\d\\d-\\d\\d$"));
        for (const Sdk& sdk : io::builtInSdks()) {
            QVERIFY2(day.match(QString::fromStdString(sdk.checkedOn)).hasMatch(), sdk.id.c_str());
            for (const SdkLine& line : sdk.lines) {
                const std::string place = sdk.id + " " + line.from;
                QVERIFY2(!line.source.empty(), place.c_str());
                QVERIFY2(line.date.empty() || date.match(QString::fromStdString(line.date)).hasMatch(),
                         place.c_str());
                QVERIFY2(line.use != SwitchUse::Always || !line.keep.empty() || !line.pin.empty(),
                         place.c_str());
                QVERIFY2(line.use != SwitchUse::Always || !line.date.empty(), place.c_str());
                for (const auto& [name, range] : line.parts) {
                    QVERIFY2(findPart(sdk, name) != nullptr, (place + " " + name).c_str());
                }
            }
        }
    }

    /// Source: aws-2026-default of 29 November 2026; the version before each border and the one on it.
    void everyBorderHasItsTwoSides_data()
    {
        QTest::addColumn<QByteArray>("sdk");
        QTest::addColumn<QByteArray>("below");
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<SwitchUse>("before");
        QTest::addColumn<SwitchUse>("after");
        const auto border = [](const char* sdk, const char* below, SwitchUse before, const char* from,
                               SwitchUse after) {
            QTest::addRow("%s %s", sdk, from)
                << QByteArray(sdk) << QByteArray(below) << QByteArray(from) << before << after;
        };
        using enum SwitchUse;
        border("boto3", "1.43.2", Unread, "1.43.3", Read);
        border("boto3", "1.43.99", Read, "1.44.0", Always);
        border("aws-cli", "2.9.19", Unread, "2.36.7", NotEstablished);
        border("aws-cli", "2.39.9", NotEstablished, "2.40.0", Always);
        border("aws-cli", "1.45.54", NotEstablished, "1.45.55", Read);
        border("dotnet", "4.0.3.9", Unread, "4.0.4.0", Read);
        border("dotnet", "4.0.102.9", Read, "4.0.103.0", Always);
        border("powershell", "5.0.201", Unread, "5.0.202", Read);
        border("powershell", "5.0.331", Read, "5.0.332", Always);
        border("jsv3", "3.1047.0", Unread, "3.1048.0", Read);
        border("jsv3", "3.1164.0", Read, "3.1166.0", Always);
        border("php", "3.379.9", Unread, "3.380.0", Read);
        border("php", "3.403.2", Read, "3.403.3", Always);
        border("ruby", "3.247.9", Unread, "3.248.0", Read);
        border("ruby", "3.266.9", Read, "3.267.0", Always);
        border("go", "1.41.9", Unread, "1.42.0", Read);
        border("go", "1.47.9", Read, "1.48.0", Always);
        border("cpp", "1.11.700", Unread, "1.11.850", NotEstablished);
        border("cpp", "1.11.925", NotEstablished, "1.11.926", Always);
        border("rust", "1.0.0", Unread, "1.12.0", NotEstablished);
        border("rust", "1.13.1", NotEstablished, "1.13.2", Always);
        border("swift", "1.8.23", NotEstablished, "1.8.24", Always);
        border("kotlin", "1.6.72", Unread, "1.6.73", Read);
        border("kotlin", "1.9.0", Read, "", Read);
        border("java", "2.43.9", Unread, "2.44.0", Read);
        border("java", "2.99.0", Read, "", Read);
        border("jsv2", "2.1", Unread, "", Unread);
    }
    void everyBorderHasItsTwoSides()
    {
        QFETCH(const QByteArray, sdk);
        QFETCH(const QByteArray, below);
        QFETCH(const QByteArray, from);
        const Sdk* const found = findSdk(io::builtInSdks(), sdk.toStdString(), from.toStdString());
        QVERIFY(found != nullptr);
        QTEST(lineOf(*found, {.version = below.toStdString()}).use, "before");
        QTEST(lineOf(*found, {.version = from.toStdString()}).use, "after");
    }

    void everySideIsAPresetOrSaysWhyNot()
    {
        const io::Library library;
        for (const Sdk& sdk : io::builtInSdks()) {
            for (const SdkLine& line : sdk.lines) {
                QVERIFY2(line.modes.contains(line.defaultBefore), sdk.id.c_str());
                QVERIFY2(line.use == SwitchUse::Unread || line.modes.contains(line.defaultAfter),
                         sdk.id.c_str());
                for (const auto& [name, mode] : line.modes) {
                    for (const ModeRules* rules : {&mode.before, &mode.after}) {
                        const bool isPreset = rules->policy.empty() || rules->figures ||
                                              library.policy(QString::fromStdString(rules->policy)).ok();
                        QVERIFY2(isPreset, (sdk.id + " " + rules->policy).c_str());
                    }
                }
            }
        }
    }

    /// Figures stand only where there is no preset of the SDK's family in that mode, before or after.
    void aPresetIsNamedWhereThereIsOne()
    {
        const io::Library library;
        for (const Sdk& sdk : io::builtInSdks()) {
            for (const SdkLine& line : sdk.lines) {
                for (const auto& [name, mode] : line.modes) {
                    const std::vector<std::string> families = familiesOf(sdk, library);
                    for (const bool isAfter : {false, true}) {
                        const ModeRules& rules = isAfter ? mode.after : mode.before;
                        if (!rules.figures || !rules.policy.empty()) {
                            continue;
                        }
                        for (const io::Library::Entry& entry : library.policyEntries()) {
                            const Policy preset = library.policy(entry.id).value();
                            const std::optional<SdkPlace> place = placeOf(io::builtInSdks(), preset.id);
                            const bool isNew = place && place->isAfter;
                            const std::string family =
                                preset.family.substr(0, preset.family.rfind("-newretries"));
                            const bool isSame = preset.mode == name &&
                                                isNew == (isAfter && name != "legacy") &&
                                                std::ranges::find(families, family) != families.end();
                            QVERIFY2(!isSame, (sdk.id + ", " + name + ": " + preset.id).c_str());
                        }
                    }
                }
            }
        }
    }

    void everyNewRetriesPresetBelongsToAnSdk()
    {
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            if (entry.id.contains(QStringLiteral("newretries"))) {
                const std::optional<SdkPlace> place = placeOf(io::builtInSdks(), entry.id.toStdString());
                QVERIFY2(place && place->isAfter, qPrintable(entry.id));
            }
        }
    }

    void aWrongMemberIsNamed()
    {
        const io::Result<Sdk> sdk = io::sdkFromJson(
            R"({"format":"retryscope.sdk/1","id":"a","title":"A","checkedOn":"2026-11-29","lines":[{"switch":"maybe"}]})",
            QStringLiteral("a.json"));
        QVERIFY(!sdk);
        QVERIFY2(sdk.error().text().contains(QStringLiteral("lines[0].switch")),
                 qPrintable(sdk.error().text()));
    }
};

RETRYSCOPE_TEST(TstSdkFiles)
#include "tst_sdk_files.moc"
