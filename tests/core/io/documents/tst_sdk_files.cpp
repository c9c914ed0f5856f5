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
                            const bool isNew = preset.family.ends_with("-newretries");
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
            R"({"format":"retryscope.sdk/1","id":"a","title":"A","lines":[{"switch":"maybe"}]})",
            QStringLiteral("a.json"));
        QVERIFY(!sdk);
        QVERIFY2(sdk.error().text().contains(QStringLiteral("lines[0].switch")),
                 qPrintable(sdk.error().text()));
    }
};

RETRYSCOPE_TEST(TstSdkFiles)
#include "tst_sdk_files.moc"
