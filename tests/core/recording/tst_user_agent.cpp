// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/user_agent.h"

#include "core/io/files/library.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

/// What programs say of themselves, held against what presets say of theirs.
class TstUserAgent : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Documents are no programs; every other preset says how its program names itself.
    void everyClientSaysWhichUserAgentsAreIts()
    {
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            const Policy policy = library.policy(entry.id).value();
            QVERIFY2(policy.userAgents.empty() == (evidenceOf(policy) == EvidenceLevel::Document),
                     policy.id.c_str());
        }
    }

    void aUserAgentIsHeldAgainstAPreset_data()
    {
        QTest::addColumn<QString>("agent");
        QTest::addColumn<QString>("preset");
        QTest::addColumn<int>("match");
        QTest::addColumn<QString>("said"); // version and mode
        const auto row = [](const char* name, const char* agent, const char* preset, AgentMatch match,
                            const char* said) {
            QTest::newRow(name) << QString::fromLatin1(agent) << QString::fromLatin1(preset)
                                << static_cast<int>(match) << QString::fromLatin1(said);
        };
        constexpr const char* kBoto = "botocore-1.29.27-standard";
        constexpr const char* kJs = "jsv3-3.1169.0-standard";
        row("boto3 of Debian", "Boto3/1.26.27 Python/3.11.2 Linux/6.1 Botocore/1.29.27", kBoto,
            AgentMatch::Own, "1.29.27 ");
        row("boto3 of 2026",
            "Boto3/1.43.67 md/Botocore#1.43.67 ua/2.1 os/linux#6.1 lang/python#3.11 m/Z,b,D "
            "cfg/retry-mode#legacy",
            kBoto, AgentMatch::Own, "1.43.67 legacy");
        row("CLI", "aws-cli/2.9.19 Python/3.11.2 command/s3.ls", kBoto, AgentMatch::Own, " ");
        row("JavaScript 3",
            "aws-sdk-js/3.1169.0 ua/2.1 os/linux lang/js md/nodejs#20 api/s3#3.1169.0 m/N,E,e", kJs,
            AgentMatch::Own, "3.1169.0 standard");
        row("JavaScript 2 is not 3", "aws-sdk-js/2.1693.0 callback", kJs, AgentMatch::Other, " ");
        row("JavaScript 2", "aws-sdk-nodejs/2.1693.0 linux/v20 promise", "jsv2-2.1693.0-default",
            AgentMatch::Own, "2.1693.0 ");
        row("Java", "aws-sdk-java/2.25.1 Linux/6.1 cfg/retry-mode/standard", "java-v2-standard",
            AgentMatch::Own, "2.25.1 standard");
        row("a blank inside the name", "OpenAI/JS 6.49.0", "openai-js-6.49.0-default", AgentMatch::Own,
            "6.49.0 ");
        row("curl", "curl/7.88.1", "curl-retry-3", AgentMatch::Own, "7.88.1 ");
        row("a version that goes on", "curl/8.11.0rc1 (x)", "curl-retry-3", AgentMatch::Own, "8.11.0 ");
        row("another program", "GuzzleHttp/7", "curl-retry-3", AgentMatch::Other, " ");
        row("no version", "curl/ x", "curl-retry-3", AgentMatch::Other, " ");
        row("a whole word", "node", "ky-1.14.3-default", AgentMatch::Shared, " ");
        row("part of a word", "node-fetch/1.0", "ky-1.14.3-default", AgentMatch::Other, " ");
        row("behind a proxy", "GuzzleHttp/7", "nginx-proxy-next-upstream-default", AgentMatch::Any, " ");
        row("silence", "", "curl-retry-3", AgentMatch::Unknown, " ");
        row("a document", "curl/8", "sdk-reference-standard", AgentMatch::Unknown, " ");
        row("adaptive", "aws-sdk-js/3.1169.0 m/N,F", kJs, AgentMatch::Own, "3.1169.0 adaptive");
        row("features without a mode", "aws-sdk-js/3.1169.0 m/N,Z,", kJs, AgentMatch::Own, "3.1169.0 ");
        row("two modes", "Boto3/1.1 Botocore/1.2.3 cfg/retry-mode#legacy cfg/retry-mode#standard", kBoto,
            AgentMatch::Own, "1.2.3 legacy");
        row("no mode behind its name", "Botocore/1.2.3 cfg/retry-mode", kBoto, AgentMatch::Own, "1.2.3 ");
        QTest::newRow("hostile") << QString(5000, u'/') << QString::fromLatin1(kBoto)
                                 << static_cast<int>(AgentMatch::Other) << QStringLiteral(" ");
    }
    void aUserAgentIsHeldAgainstAPreset()
    {
        QFETCH(QString, agent);
        QFETCH(QString, preset);
        QFETCH(int, match);
        QFETCH(QString, said);
        const Policy policy = io::Library().policy(preset).value();
        const AgentClaim claim = claimOf(policy, agent.toStdString());
        QCOMPARE(static_cast<int>(claim.match), match);
        QCOMPARE(QString::fromStdString(claim.version + " " + modeSaidBy(agent.toStdString())), said);
    }

    /// A policy from a stranger may say anything there.
    void oddPatternsMatchNothing()
    {
        for (const char* pattern : {"{version}", "{version 3}", "{version", "curl/{version", " ", "/"}) {
            Policy policy;
            policy.userAgents = {pattern};
            const AgentMatch match = claimOf(policy, "curl/8.1 x").match;
            QVERIFY2(match == AgentMatch::Other || match == AgentMatch::Own, pattern);
        }
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstUserAgent)

#include "tst_user_agent.moc"
