// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/format/sdk_files.h"

#include "core/io/files/library.h"
#include "tests/support/strict_main.h"

#include <QDir>

using namespace retryscope;

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
