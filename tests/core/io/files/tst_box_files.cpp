// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/behaviour_files.h"
#include "core/io/files/box_files.h"
#include "core/io/text/utf8.h"
#include "tests/support/strict_main.h"

#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace retryscope;
using namespace retryscope::io;

class TstBoxFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theTimeToGiveUpFollowsFromWhatTheClientWaited()
    {
        BenchRow row;
        row.took = std::chrono::milliseconds{10'012};
        const auto codeOf = [&row](const char* box) {
            return boxRemedy(boxKindOf(box), BoxEffect::HeldBack, row, "127.0.0.1:9000").code;
        };
        // HAProxy makes 4 attempts unless it is told otherwise: 4 × 2 s is less than the 10 s.
        QVERIFY(codeOf("haproxy").find("timeout server 2s\n") != std::string::npos);
        QVERIFY(codeOf("haproxy").find("(retries + 1) × timeout server must stay below the client's time "
                                       "limit, here 10 s") != std::string::npos);
        row.took = std::chrono::seconds{3};
        QVERIFY(codeOf("haproxy").find("timeout server 1s\n") != std::string::npos);
        QVERIFY(codeOf("apache").find("ProxyTimeout 1\n") != std::string::npos);
    }

    void aBoxIsKnownByItsOwnPage()
    {
        QCOMPARE(
            boxOfPage("<html><body><h1>502 Bad Gateway</h1>\nThe server returned an invalid or incomplete "
                      "response.\n</body></html>"),
            std::string("haproxy"));
        QCOMPARE(boxOfPage("<html>Bad Gateway</html>"), std::string());
    }

    void everyBoxHasARemedyForEachEffect();
    void everyConfigurationIsFilledIn();
    void namesNginxWhateverItCallsItself();
    void fillsARemedyInForItsRow();
    void namesTheStatusThatTheBoxReplaced();
    void theStatusShowsTheCause();
    void complainsAboutAnUnknownInstruction();
    void everyBehaviourIsReadAndNoneTwice();
    void anUnknownSetIsRefusedWithThoseThereAre();
};

void TstBoxFiles::everyBoxHasARemedyForEachEffect()
{
    QCOMPARE(boxNames().join(QLatin1Char(' ')),
             QStringLiteral("apache caddy envoy haproxy lighttpd nginx squid trafficserver varnish"));
    BenchRow row;
    row.lostHeaders = {"Retry-After"};
    const QRegularExpression place(QStringLiteral("\\{(listen|port|status|originStatus|header)\\w*\\}"));
    for (const BoxKind& kind : boxKinds()) {
        for (const auto& [effect, word] : EnumWords<BoxEffect>::kWords) {
            QVERIFY2(kind.remedies.contains(effect),
                     qPrintable(toQString(kind.name + ' ' + std::string(word))));
            const BoxRemedy remedy = boxRemedy(kind, effect, row, "127.0.0.1:9000");
            QVERIFY(!remedy.title.empty());
            QVERIFY2(!toQString(remedy.title + remedy.code).contains(place), remedy.code.c_str());
            QVERIFY(kind.name == "other" || !remedy.code.empty());
        }
    }
}

void TstBoxFiles::everyConfigurationIsFilledIn()
{
    for (const BoxKind& kind : boxKinds()) {
        const QString config = toQString(boxConfig(kind, QStringLiteral("10.0.0.1"), 9000, 8080));
        if (kind.name == "other") {
            QVERIFY(config.isEmpty());
            continue;
        }
        QVERIFY2(config.contains(QStringLiteral("8080")) && config.contains(QStringLiteral("10.0.0.1")) &&
                     config.contains(QStringLiteral("9000")),
                 kind.name.c_str());
        QVERIFY2(!config.contains(QStringLiteral("{listen")) && !config.contains(QStringLiteral("{port")),
                 kind.name.c_str());
    }
}

void TstBoxFiles::namesNginxWhateverItCallsItself()
{
    QCOMPARE(toQString(boxKindOf("nginx").name), QStringLiteral("nginx"));
    QCOMPARE(toQString(boxKindOf("OpenResty").name), QStringLiteral("nginx"));
    QCOMPARE(toQString(boxKindOf("Apache").name), QStringLiteral("apache"));
    QCOMPARE(toQString(boxKindOf("CloudFront").name), QStringLiteral("other"));
    QCOMPARE(toQString(boxKindOf("").name), QStringLiteral("other"));
}

void TstBoxFiles::fillsARemedyInForItsRow()
{
    BenchRow row;
    row.lostHeaders = {"Via", "X-Amz-Id-2", "Retry-After"};

    const BoxRemedy remedy = boxRemedy(boxKindOf("nginx"), BoxEffect::HeadersLost, row, "127.0.0.1:9000");

    QCOMPARE(toQString(remedy.title), QStringLiteral("Pass Retry-After on")); // what says most
    QVERIFY(toQString(remedy.code).contains(QStringLiteral("$upstream_http_retry_after")));
}

void TstBoxFiles::namesTheStatusThatTheBoxReplaced()
{
    BenchRow row;
    row.origin.response = std::make_shared<const Response>(Response{.status = 503});
    row.client.response = std::make_shared<const Response>(Response{.status = 429});

    const BoxRemedy remedy = boxRemedy(boxKindOf("nginx"), BoxEffect::OwnPage, row, "127.0.0.1:9000");

    QVERIFY2(remedy.code.find("error_page for 503") != std::string::npos, remedy.code.c_str());
}

/// A remedy names its cause only where the probe saw it.
void TstBoxFiles::theStatusShowsTheCause()
{
    const auto remedyFor = [](const char* box, int status) {
        BenchRow row;
        if (status > 0) {
            row.client.response = std::make_shared<const Response>(Response{.status = status});
        }
        return boxRemedy(boxKindOf(box), BoxEffect::NotForwarded, row, "127.0.0.1:9000");
    };
    QVERIFY(remedyFor("nginx", 413).code.starts_with("client_max_body_size"));
    QVERIFY(remedyFor("nginx", 413).code.find("large_client_header_buffers") == std::string::npos);
    QVERIFY(remedyFor("nginx", 400).code.starts_with("large_client_header_buffers"));
    for (const BoxKind& kind : boxKinds()) {
        const std::string all = remedyFor(kind.name.c_str(), 418).code;
        QVERIFY2(all.find("# 413: ") != std::string::npos || all.find("# 403") != std::string::npos ||
                     all.find("# 401, 403") != std::string::npos,
                 kind.name.c_str());
        QCOMPARE(remedyFor(kind.name.c_str(), 0).code, all);
        QVERIFY(remedyFor(kind.name.c_str(), 403).title != remedyFor(kind.name.c_str(), 418).title);
    }
    QVERIFY(!boxKindFromText("%remedy not-forwarded 4x\n", QStringLiteral("a")).ok());
}

void TstBoxFiles::complainsAboutAnUnknownInstruction()
{
    QVERIFY(boxKindFromText("%title x\n%config\nlisten\n", QStringLiteral("a")).ok());
    for (const char* bad : {"%titel x\n", "%remedy nothing\n", "%remedy\n"}) {
        const Result<BoxKind> kind = boxKindFromText(QByteArray("%# comment\n") + bad, QStringLiteral("a"));
        QVERIFY(!kind.ok());
        QVERIFY(kind.error().text().startsWith(QStringLiteral("boxes/a, line 2: ")));
    }
}

void TstBoxFiles::everyBehaviourIsReadAndNoneTwice()
{
    std::size_t sum = 0;
    for (const QString& name : behaviourNames()) {
        const Result<Scenario> set = behavioursNamed(name);
        QVERIFY2(set.ok(), set.ok() ? "" : qPrintable(set.error().text()));
        std::set<std::string> ids;
        for (const EndpointStep& step : set.value().steps) {
            QVERIFY2(!step.id.empty() && !step.title.empty() && ids.insert(step.id).second, step.id.c_str());
        }
        sum += name == QLatin1String(kAllBehaviours) ? 0 : ids.size();
        if (name == QLatin1String(kAllBehaviours)) {
            QCOMPARE(ids.size(), sum);
            QVERIFY(sum >= 100);
        }
    }
}

void TstBoxFiles::anUnknownSetIsRefusedWithThoseThereAre()
{
    const Result<Scenario> set = behavioursNamed(QStringLiteral("xyz"));

    QVERIFY(!set.ok() && set.error().kind == Error::Kind::BadUsage);
    QVERIFY(set.error().message.contains(QStringLiteral("common, aws, rare, all")));
    QVERIFY(!behavioursNamed(QStringLiteral("./no-such-file.json")).ok());
}

RETRYSCOPE_TEST(TstBoxFiles)
#include "tst_box_files.moc"
