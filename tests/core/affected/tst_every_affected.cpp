// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The texts on the rules of 2026, for every SDK, service and setting, read as labels and sentences.

#include "core/affected/affected.h"
#include "core/affected/affected_text.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/files/affected_sources.h"
#include "core/io/files/library.h"
#include "core/policy/retry_settings.h"
#include "tests/support/sentences.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

RetrySettings settingsOf(const char* mode, const char* attempts, const char* newRetries)
{
    RetrySettingsInput input;
    const auto set = [&input](const char* name, const char* value) {
        if (*value != '\0') {
            input.environment[name] = value;
        }
    };
    set("AWS_RETRY_MODE", mode);
    set("AWS_MAX_ATTEMPTS", attempts);
    set("AWS_NEW_RETRIES_2026", newRetries);
    return resolveRetrySettings(input);
}

} // namespace

class TstEveryAffected : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everySettingOfEverySdk()
    {
        Flaws flaws;
        const io::Library library;
        const AffectedSources sources = io::affectedSources(library);
        const std::vector<RetrySettings> all = {
            settingsOf("", "", ""),           settingsOf("legacy", "", "false"),
            settingsOf("standard", "7", "1"), settingsOf("adaptive", "0", "true"),
            settingsOf("Standard", "x", "?"), settingsOf("nonsense", "-1", "TRUE"),
            settingsOf("default", "1", "0")};
        for (const Sdk& sdk : io::builtInSdks()) {
            for (const char* service : {"s3", "dynamodb", "dynamodb-streams", "ec2", "sqs", "generic", ""}) {
                for (const RetrySettings& settings : all) {
                    AffectedQuestion question{
                        .sdk = &sdk, .version = {}, .parts = {}, .toVersion = {}, .service = service};
                    for (const SdkLine& line : sdk.lines) {
                        question.version = line.from;
                        checkAffected(flaws, affectedClient(sources, question, settings), settings);
                    }
                    question.version.clear();
                    checkAffected(flaws, affectedClient(sources, question, settings), settings);
                    if (QTest::currentTestFailed()) {
                        return;
                    }
                }
            }
        }
        flaws.verify();
    }

private:
    static void checkAffected(Flaws& flaws, const AffectedClient& client, const RetrySettings& settings)
    {
        flaws.label("affected", sdkText(client));
        flaws.label("affected", sideText(client.left()));
        flaws.label("affected", sideText(client.right()));
        flaws.label("affected", sideTitle(client, true));
        flaws.label("affected", sideTitle(client, false));
        flaws.label("affected", standingText(client));
        for (const std::string& said : changesOf(client)) {
            flaws.label("affected", said);
        }
        for (const std::string& said : keepAlsoOf(client)) {
            flaws.label("affected", said);
        }
        for (const std::string& said : refusalsIn({client}, settings)) {
            flaws.label("affected", said);
        }
        QVERIFY(!cellsOf(client).mode.empty());
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstEveryAffected)
#include "tst_every_affected.moc"
