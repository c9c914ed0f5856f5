// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/inference.h"

#include "core/explain/inference_text.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_json.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/files/library.h"
#include "core/recording/call_grouping.h"
#include "core/recording/client_following.h"
#include "core/recording/measured_policy.h"
#include "core/simulate/simulate.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <QFile>

#include <array>
#include <numeric>

namespace retryscope::test {

namespace {

const std::vector<Policy>& presets()
{
    static const std::vector<Policy> all = [] {
        std::vector<Policy> policies;
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            policies.push_back(library.policy(entry.id).value());
        }
        return policies;
    }();
    return all;
}

const Policy& preset(const std::string& id)
{
    return *std::find_if(presets().begin(), presets().end(),
                         [&](const Policy& policy) { return policy.id == id; });
}

/// Calls that meet every sort of failure; the quota is used, and does not run dry.
Scenario failures()
{
    return io::scenarioFromJson(R"({"format": "retryscope.scenario/1", "id": "failures", "title": "failures",
        "service": "s3", "calls": [
        {"times": 8, "steps": [{"status": 503, "body": "<Error><Code>SlowDown</Code></Error>"}, {"status": 200}]},
        {"times": 6, "steps": [{"status": 500, "body": "<Error><Code>InternalError</Code></Error>"},
                               {"status": 500}, {"status": 200}]},
        {"times": 4, "steps": [{"status": 429}, {"status": 200}]},
        {"times": 2, "steps": [{"status": 404, "body": "<Error><Code>NoSuchKey</Code></Error>"}]},
        {"times": 2, "steps": [{"status": 503}]},
        {"times": 1, "steps": [{"status": 200}]}]})",
                                QStringLiteral("failures"))
        .value();
}

RunRecord recordOf(const Policy& policy, std::uint64_t seed)
{
    RunHeader header;
    header.spec.service = "s3";
    header.spec.url = "http://127.0.0.1/b/k";
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
    header.seed = seed;
    header.callsPerClient = 23;
    return simulate(header, failures());
}

/// Calls that all fail, under a client with this limit of time and so many attempts.
InferredClient outage(std::optional<Duration> maxElapsed, int attempts, int calls, std::uint64_t seed,
                      std::optional<QuotaSpec> quota = {})
{
    Policy policy = plainPolicy();
    policy.backoff = plainBackoff();
    policy.backoff.jitter = Jitter::Full;
    policy.backoff.cap = ms(400);
    policy.attempts.max = attempts;
    policy.attempts.maxElapsed = maxElapsed;
    policy.quota = std::move(quota);
    RunHeader header;
    header.policy = std::make_shared<const ResolvedPolicy>(resolved(policy));
    header.seed = seed;
    header.callsPerClient = calls;
    const Scenario scenario = io::scenarioFromJson(
                                  R"({"format": "retryscope.scenario/1", "id": "outage", "title": "outage",
                                      "steps": [{"status": 503, "delayMs": 20}]})",
                                  QStringLiteral("outage"))
                                  .value();
    return inferClients(simulate(header, scenario), {}).front();
}

struct AnnouncingCall
{
    int max; ///< 0: announces none
    int status;
    int attempts;
    std::string userAgent = "Boto3/1.43.67";
};

/// Calls of one user agent, ten seconds apart, as a recorder saw them.
RunRecord announcing(const std::vector<AnnouncingCall>& calls)
{
    RunRecord record(recordedHeader(WallTime{1767225600000}));
    for (std::size_t index = 0; index < calls.size(); ++index) {
        CallRecord call;
        call.call = static_cast<int>(index) + 1;
        call.start = Instant{ms(10'000 * static_cast<int>(index))};
        const bool succeeds = calls[index].status < 300;
        call.verdict = succeeds ? CallVerdict::Succeeded : CallVerdict::Failed;
        call.source = CallSource{.confidence = 1, .userAgent = calls[index].userAgent};
        for (int number = 1; number <= calls[index].attempts; ++number) {
            AttemptRecord attempt;
            attempt.attempt = number;
            attempt.isRunning = false;
            attempt.start = call.start + ms(500 * number);
            attempt.end = attempt.start + ms(1);
            attempt.facts = response(calls[index].status);
            auto wire = std::make_shared<WireFacts>();
            if (calls[index].max > 0) {
                Headers sent;
                sent.add("amz-sdk-request",
                         "attempt=" + std::to_string(number) + "; max=" + std::to_string(calls[index].max));
                wire->sentHeaders = std::move(sent);
            }
            attempt.facts.wire = std::move(wire);
            attempt.decision.verdict = succeeds ? Verdict::Succeed : Verdict::Stop;
            call.end = attempt.end;
            call.attempts.push_back(std::move(attempt));
        }
        record.adopt(std::move(call));
    }
    return record;
}

/// One call of curl --retry 3 that is responded to like this.
RunRecord underCurl(const char* steps)
{
    RunHeader header;
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(preset("curl-retry-3"), header.spec));
    const QByteArray scenario =
        QByteArray(R"({"format": "retryscope.scenario/1", "id": "s", "title": "s", "steps": [)") + steps +
        "]}";
    return simulate(header, io::scenarioFromJson(scenario, QStringLiteral("s")).value());
}

/// What this policy does, as the recorder sees it from a client with this user agent.
RunRecord recordedWith(const Policy& policy, const std::string& agent)
{
    RunRecord recorded(recordedHeader(WallTime{1767225600000}));
    const RunRecord made = recordOf(policy, 2);
    for (CallRecord call : made.calls()) {
        call.source = CallSource{.confidence = 1, .userAgent = agent};
        recorded.adopt(std::move(call));
    }
    recorded.noteWatchedUntil(recorded.end() + std::chrono::minutes{1});
    return recorded;
}

const PresetFit& fitNamed(const InferredClient& client, const std::string& id)
{
    return *std::find_if(client.fits.begin(), client.fits.end(),
                         [&](const PresetFit& fit) { return fit.policy == id; });
}

double agreed(const PresetFit& fit, FitQuestion question)
{
    return fit.checks[static_cast<std::size_t>(question)].agreed;
}

int asked(const PresetFit& fit, FitQuestion question)
{
    return fit.checks[static_cast<std::size_t>(question)].asked;
}

} // namespace

class TstInference : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    /// The same calls give the same candidates before and after it.
    void stoppingAddsNoEvidence()
    {
        CallGrouping grouping(recordedHeader(WallTime{1767225600000}));
        int connection = 0;
        const auto call = [&](int begin, const std::vector<int>& waits, int last) {
            ++connection;
            int when = begin;
            for (std::size_t index = 0; index <= waits.size(); ++index) {
                SeenRequest seen;
                seen.at = Instant{ms(when)};
                seen.peer = "127.0.0.1";
                seen.connection = connection;
                seen.method = "GET";
                seen.url = "http://127.0.0.1:8899/b/k";
                seen.headers.add("User-Agent", "curl/7.88.1");
                const SeenAttempt attempt = grouping.begin(seen);
                AttemptFacts facts = response(index < waits.size() ? 503 : last);
                auto wire = std::make_shared<WireFacts>();
                wire->sentHeaders = seen.headers;
                wire->connection = connection;
                facts.wire = std::move(wire);
                grouping.end(attempt, Instant{ms(when + 1)}, std::move(facts));
                when += index < waits.size() ? waits[index] : 0;
            }
            grouping.endConnection(connection, Instant{ms(when + 3)}, true);
        };
        call(0, {1000}, 200);
        call(5000, {1000, 2000, 4000}, 503);
        call(25'000, {1000}, 503); // it may go on
        const auto candidates = [&grouping] {
            const InferredClient client = inferClients(grouping.record(), presets()).front();
            QStringList lines{QString::number(client.named)};
            for (const PresetFit& fit : client.fits) {
                lines += QStringLiteral("%1 %2").arg(QString::fromStdString(fit.policy)).arg(fit.evidence);
            }
            return lines;
        };
        grouping.settle(Instant{ms(27'000)});
        const QStringList before = candidates();
        grouping.finish(Instant{ms(27'000)});
        QCOMPARE(candidates(), before);
    }

private Q_SLOTS:
    void callsThatEndAtTheSameTimeTellOfALimit()
    {
        for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
            const InferredClient client = outage(ms(5000), 1000, 12, seed);
            QVERIFY(client.seen.timeLimit.has_value());
            QVERIFY(client.seen.timeLimit->atLeast < ms(5000) && client.seen.timeLimit->atLeast > ms(4500));
            QVERIFY(client.seen.timeLimit->atMost >= ms(4900) && client.seen.timeLimit->atMost < ms(5500));
            QVERIFY(client.seen.timeLimit->fewest < client.seen.timeLimit->most);
            QVERIFY(!client.seen.isMaxKnown);
            const std::string said = activitySentences(client.seen);
            QVERIFY2(said.find("calls ended at the same time, after ") != std::string::npos, said.c_str());
            QVERIFY(said.find("empty retry quota") == std::string::npos);
        }
    }

    void whatElseEndsCallsIsNoLimitOfTime()
    {
        for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
            QVERIFY(!outage(std::nullopt, 12, 12, seed).seen.timeLimit); // attempts, and all the same number
            QVERIFY(!outage(ms(5000), 6, 12, seed).seen.timeLimit);      // these come first
            QVERIFY(!outage(ms(5000), 1000, 2, seed).seen.timeLimit);    // too few calls
            QuotaSpec quota = plainQuota(); // 500 tokens, 5 for each retry: the last of 12 calls get none
            QVERIFY(!outage(std::nullopt, 10, 12, seed, quota).seen.timeLimit);
            quota.capacity = 97;
            QVERIFY(!outage(std::nullopt, 10, 12, seed, quota).seen.timeLimit);
        }
        for (const Policy& policy : presets()) {
            QVERIFY2(!inferClients(recordOf(policy, 7), {}).front().seen.timeLimit, policy.id.c_str());
        }
    }

    /// What a preset did is explained by that preset, and by no other better.
    void everyPresetKnowsItself()
    {
        int alone = 0;
        for (const Policy& policy : presets()) {
            const std::vector<InferredClient> clients = inferClients(recordOf(policy, 7), presets());
            QCOMPARE(clients.size(), std::size_t{1});
            const InferredClient& client = clients.front();
            const PresetFit& own = fitNamed(client, policy.id);
            QVERIFY2(
                own.score > 0.99,
                qPrintable(QStringLiteral("%1: %2").arg(QString::fromStdString(policy.id)).arg(own.score)));
            // How much of a wait its limiter made does not show: without its name the other modes fit as
            // well.
            if (policy.limiter) {
                continue;
            }
            QVERIFY2(client.fits.front().evidence <= own.evidence + 3, policy.id.c_str());
            const auto end = client.fits.begin() + static_cast<std::ptrdiff_t>(client.named);
            const bool isNamed = std::any_of(client.fits.begin(), end, [&policy](const PresetFit& fit) {
                return fit.policy == policy.id;
            });
            // Who never retries, and has no name, may be anybody.
            const bool isNamable = evidenceOf(policy) != EvidenceLevel::Document && client.seen.retried > 0;
            QVERIFY2(isNamed == isNamable, policy.id.c_str());
            alone += client.naming() == Naming::Known ? 1 : 0;
        }
        // Without a user agent two versions of a client, or two modes, may be alike.
        QVERIFY2(alone >= 10, qPrintable(QString::number(alone)));
    }

    void standardIsToldFromLegacyAndWhyIsSaid()
    {
        const std::vector<InferredClient> clients =
            inferClients(recordOf(preset("botocore-1.43.67-standard"), 3), presets());
        const PresetFit& legacy = fitNamed(clients.front(), "botocore-1.43.67-legacy");
        QVERIFY(legacy.score < 0.95);
        const FitCheck& check = legacy.checks[static_cast<std::size_t>(FitQuestion::NotRetried)];
        QVERIFY(check.agreed < check.asked);
        QVERIFY(!check.differences.empty());
    }

    void aCheckIsARowThatSaysWhatDiffers()
    {
        const std::vector<InferredClient> clients =
            inferClients(recordOf(preset("botocore-1.43.67-standard"), 3), presets());
        const PresetFit& legacy = fitNamed(clients.front(), "botocore-1.43.67-legacy");
        const CheckText differs = checkText(legacy.checks[static_cast<std::size_t>(FitQuestion::NotRetried)]);
        QCOMPARE(differs.question, std::string("Not retried"));
        QVERIFY(!differs.agrees);
        QVERIFY2(differs.preset.find("but the preset retries") != std::string::npos, differs.preset.c_str());
        const PresetFit& own = fitNamed(clients.front(), "botocore-1.43.67-standard");
        const FitCheck& retried = own.checks[static_cast<std::size_t>(FitQuestion::Retried)];
        const std::string count = std::to_string(retried.asked);
        QVERIFY(checkText(retried) == (CheckText{"Retried", count + " of " + count + " like the preset",
                                                 count + " of " + count, true}));
    }

    void theBackoffIsEstimated()
    {
        const std::vector<InferredClient> full =
            inferClients(recordOf(preset("botocore-1.43.67-standard"), 3), {});
        const BackoffEstimate& drawn = full.front().seen.backoff;
        QVERIFY(drawn.jitter == std::optional(Jitter::Full));
        const double base = toMilliseconds(drawn.base.value_or(Duration::zero()));
        QVERIFY2(base > 700 && base < 1300, qPrintable(QString::number(base)));
        const std::vector<InferredClient> fixed = inferClients(recordOf(preset("curl-retry-3"), 3), {});
        const BackoffEstimate& listed = fixed.front().seen.backoff;
        QVERIFY(listed.jitter == std::optional(Jitter::None));
        QCOMPARE(listed.base, OptionalDuration(ms(1000)));
        QVERIFY(listed.growth.has_value());
        QVERIFY(listed.growth->low <= 2.0 && listed.growth->high >= 2.0);
        QVERIFY(fixed.front().fits.empty());
    }

    /// All waits at the very beginning of a window are not what that window gives.
    void crowdedWaitsSpeakAgainstAWindow()
    {
        Policy quick = preset("botocore-1.43.67-standard");
        quick.id = "quick";
        quick.backoff.base.byDefault = ms(80);
        quick.backoff.base.byKind.clear();
        quick.backoff.cap = ms(80);
        const std::vector<InferredClient> clients =
            inferClients(recordOf(quick, 5), {preset("botocore-1.43.67-standard"), quick});
        QCOMPARE(clients.front().fits.front().policy, std::string("quick"));
        const PresetFit& slow = clients.front().fits[1];
        QCOMPARE(agreed(slow, FitQuestion::Delays), static_cast<double>(asked(slow, FitQuestion::Delays)));
        QCOMPARE(agreed(slow, FitQuestion::Spread), 0.0);
    }

    void clientsAreToldApartByTheirUserAgent()
    {
        RunRecord record = recordOf(preset("curl-retry-3"), 1);
        RunRecord both(record.header());
        for (const RunRecord& part : {record, recordOf(preset("go-v2-1.17.1-standard"), 2)}) {
            const bool isFirst = both.isEmpty();
            for (CallRecord call : part.calls()) {
                call.client = isFirst ? 1 : 2;
                call.source = CallSource{
                    .confidence = 1, .userAgent = isFirst ? "curl/7.88.1" : "aws-sdk-go-v2/1.17.1 os/linux"};
                both.adopt(std::move(call));
            }
        }
        const std::vector<InferredClient> clients = inferClients(both, presets());
        QCOMPARE(clients.size(), std::size_t{2});
        QCOMPARE(clients[0].fits.front().policy, std::string("curl-retry-3"));
        QCOMPARE(clients[1].fits.front().policy, std::string("go-v2-1.17.1-standard"));
        QCOMPARE(clients[0].seen.calls, 23);
    }

    /// One program with two configurations.
    void clientsAreToldApartByWhatTheyAnnounce()
    {
        const std::vector<InferredClient> clients =
            inferClients(announcing({{5, 503, 3}, {3, 503, 2}, {5, 503, 3}}), presets());
        QCOMPARE(clients.size(), std::size_t{2});
        QCOMPARE(clients[0].seen.declaredMax, std::optional(5));
        QCOMPARE(clients[0].seen.calls, 2);
        QCOMPARE(clients[1].seen.declaredMax, std::optional(3));
        QCOMPARE(clientText(clients[0]), std::string("Boto3/1.43.67, announces max=5"));
        QCOMPARE(clientText(clients[1]), std::string("Boto3/1.43.67, announces max=3"));
        const RunRecord record = announcing({{5, 503, 1}, {3, 503, 1}});
        QVERIFY(isCallOf(clients[0], record.callAt(0)));
        QVERIFY(!isCallOf(clients[0], record.callAt(1)));
        // botocore's legacy mode announces its attempts from the second one on.
        const std::vector<InferredClient> legacy =
            inferClients(announcing({{5, 503, 2}, {0, 200, 1}}), presets());
        QCOMPARE(legacy.size(), std::size_t{1});
        QCOMPARE(legacy[0].seen.calls, 2);
        QCOMPARE(clientText(legacy[0]), std::string("Boto3/1.43.67"));
    }

    void theBusiestOfVeryManyClientsAreLookedAt()
    {
        std::vector<AnnouncingCall> calls;
        for (std::size_t client = 0; client < kMostInferred + 20; ++client) {
            for (std::size_t call = 0; call < (client < 20 ? 1U : 2U); ++call) {
                calls.push_back({3, 503, 2, "agent-" + std::to_string(client)});
            }
        }
        const RunRecord record = announcing(calls);
        QCOMPARE(clientsIn(record), kMostInferred + 20);
        const std::vector<InferredClient> clients = inferClients(record, {});
        QCOMPARE(clients.size(), kMostInferred);
        QCOMPARE(clients.front().userAgent, std::string("agent-20"));
        QCOMPARE(clients.back().userAgent, std::string("agent-119"));
    }

    void howOftenItWouldRetryIsNotToldFromCallsThatSucceeded()
    {
        const std::vector<InferredClient> clients =
            inferClients(underCurl(R"({"status": 503}, {"status": 503}, {"status": 200})"), presets());
        QVERIFY(!clients.front().seen.isMaxKnown);
        const std::string activity = activitySentences(clients.front().seen);
        QVERIFY2(activity.find("at least 2 retries") != std::string::npos, activity.c_str());
        QVERIFY(inferClients(recordOf(preset("curl-retry-3"), 1), presets()).front().seen.isMaxKnown);
    }

    /// The longer a client was watched, the more is known: where the recording went on, it gave up.
    void whatCameAfterTheLastAttemptIsKnownWhereTheRecordingWentOn()
    {
        const auto seenUntil = [](Instant end) {
            RunRecord record = announcing({{0, 503, 3}});
            record.noteWatchedUntil(end);
            return inferClients(record, {preset("curl-retry-3")}).front();
        };
        const InferredClient cut = seenUntil(Instant{});
        QVERIFY(!cut.seen.isMaxKnown);
        QVERIFY(activitySentences(cut.seen).find("it never gave up during the recording") !=
                std::string::npos);
        const InferredClient whole = seenUntil(Instant{ms(60'000)});
        QVERIFY(whole.seen.isMaxKnown);
        QCOMPARE(asked(whole.fits.front(), FitQuestion::NotRetried), 1);
        QCOMPARE(asked(cut.fits.front(), FitQuestion::NotRetried), 0);
    }

    /// One failure and one delay fit many presets: all of them are named, and what would tell them apart.
    void littleEvidenceNamesAllThatFit()
    {
        std::vector<Policy> alike;
        for (const char* id : {"curl-retry-3", "curl-retry-4", "curl-retry-5"}) {
            alike.push_back(preset("curl-retry-3"));
            alike.back().id = id;
            alike.back().shortName = id;
        }
        alike.back().attempts.max = 5;
        const std::vector<InferredClient> clients =
            inferClients(underCurl(R"({"status": 503}, {"status": 200})"), alike);
        const InferredClient& client = clients.front();
        QVERIFY2(client.fits.front().score < 0.98, qPrintable(QString::number(client.fits.front().score)));
        QVERIFY(client.naming() == Naming::Tied);
        QCOMPARE(client.named, std::size_t{3});
        const std::string headline = fitHeadline(client);
        for (const PresetFit& fit : client.fits) {
            QVERIFY2(headline.find(fit.name) != std::string::npos, headline.c_str());
        }
        QVERIFY2(headline.find("(from 1 failure and 1 delay)") != std::string::npos, headline.c_str());
        QCOMPARE(fitRemarks(client),
                 std::vector<std::string>{"To tell them apart, record a call that fails until the client "
                                          "gives up. Let the calls finish before you stop the recording."});
    }

    /// botocore in standard mode, set to four attempts, of a version between those that were recorded.
    void attemptsAreASettingAndTheNameComesBeforeStatistics()
    {
        const char* agent =
            "Boto3/1.43.11 md/Botocore#1.43.11 ua/2.1 cfg/retry-mode#standard Botocore/1.43.11";
        RunRecord named(recordedHeader(WallTime{1767225600000}));
        const RunRecord made = recordOf(withAttempts(preset("botocore-1.43.67-standard"), 4), 2);
        for (CallRecord call : made.calls()) {
            call.source = CallSource{.confidence = 1, .userAgent = agent};
            named.adopt(std::move(call));
        }
        named.noteWatchedUntil(named.end() + std::chrono::minutes{1});
        const InferredClient client = inferClients(named, presets()).front();
        QVERIFY(client.named > 0);
        for (std::size_t index = 0; index < client.named; ++index) {
            const std::string& id = client.fits[index].policy;
            QVERIFY2(id.starts_with("botocore-") && id.find("-standard") != std::string::npos, id.c_str());
            QCOMPARE(client.fits[index].attempts, std::optional(4));
        }
        QVERIFY(fitHeadline(client).find("set to 4 attempts") != std::string::npos);
        QCOMPARE(client.saidVersion, std::string("1.43.11"));
        QVERIFY(client.isNewer == (client.recordedVersion == "1.29.27"));
        QVERIFY(client.between);
        QCOMPARE(client.between->older.id, std::string("botocore-1.29.27-standard"));
        QCOMPARE(client.between->newer.id, std::string("botocore-1.43.67-standard"));
        const std::string remark = fitRemarks(client).back();
        QVERIFY2(
            remark.starts_with(
                "The client reports version 1.43.11, which is between the recorded 1.29.27 and 1.43.67. "),
            remark.c_str());
    }

    /// Wget with --retry-on-http-error: its name alone does not make it the preset, which retries no 503.
    /// The client package names itself; @smithy/core, which decides, is another package.
    void whatWasSeenWinsOverTheVersionInTheUserAgent()
    {
        const auto named = [](const char* rules, const char* agent) {
            return inferClients(recordedWith(preset(rules), agent), presets()).front();
        };
        const char* const old = "aws-sdk-js/3.1050.0 ua/2.1 api/s3#3.1050.0";
        const InferredClient newCore = named("jsv3-3.1169.0-standard", old);
        const auto isNamed = [&newCore](const char* id) {
            const auto end = newCore.fits.begin() + static_cast<std::ptrdiff_t>(newCore.named);
            return std::find_if(newCore.fits.begin(), end,
                                [id](const PresetFit& fit) { return fit.policy == id; }) != end;
        };
        QVERIFY(isNamed("jsv3-3.1169.0-standard"));
        QVERIFY(!isNamed("jsv3-3.1050.0-standard"));
        const InferredClient oldCore = named("jsv3-3.1050.0-standard", old);
        QCOMPARE(oldCore.fits.front().policy, std::string("jsv3-3.1050.0-standard"));
    }

    void aReleaseThatNobodyReadIsTheOptInOrLater()
    {
        const Policy released = preset("botocore-1.44.0-standard");
        const char* const steady = "Boto3/%1 md/Botocore#%1 cfg/retry-mode#standard Botocore/%1";
        const auto inferred = [&](const char* version) {
            const QString agent =
                version == nullptr ? QString() : QString::fromLatin1(steady).arg(QLatin1String(version));
            return inferClients(recordedWith(released, agent.toStdString()), presets()).front();
        };
        const InferredClient later = inferred("1.44.3");
        QCOMPARE(later.fits.front().policy, released.id);
        QCOMPARE(later.naming(), Naming::Known);
        const InferredClient earlier = inferred("1.43.67");
        QCOMPARE(earlier.fits.front().policy, std::string("botocore-1.43.67-standard-newretries"));
        const InferredClient nameless = inferred(nullptr);
        QCOMPARE(nameless.naming(), Naming::Tied);
        QVERIFY(fitRemarks(later).empty() || fitRemarks(later).front().find("opt-in") == std::string::npos);
        InferredClient pair = nameless; // these two alone, whatever other clients behave alike
        std::erase_if(pair.fits, [](const PresetFit& fit) {
            return fit.policy != "botocore-1.44.0-standard" &&
                   fit.policy != "botocore-1.43.67-standard-newretries";
        });
        pair.named = pair.fits.size();
        QCOMPARE(pair.named, std::size_t{2});
        QCOMPARE(fitRemarks(pair).front(),
                 std::string("The version is 1.44.0 or later, or an earlier one with the opt-in "
                             "AWS_NEW_RETRIES_2026=true."));
    }

    void aModeWithoutAPresetOfTheNewestVersionStays()
    {
        const InferredClient client =
            inferClients(
                recordedWith(preset("botocore-1.43.67-legacy"),
                             "Boto3/1.44.2 md/Botocore#1.44.2 cfg/retry-mode#legacy Botocore/1.44.2"),
                presets())
                .front();
        QCOMPARE(client.fits.front().policy, std::string("botocore-1.43.67-legacy"));
        QVERIFY(client.named > 0);
    }

    void oneWhoDoesNotAsThePresetIsNotNamed()
    {
        RunRecord record = announcing({{0, 503, 2, "Wget/1.21.3"}});
        record.noteWatchedUntil(record.end() + std::chrono::minutes{1});
        const InferredClient client = inferClients(record, presets()).front();
        QVERIFY2(client.naming() == Naming::Unknown, client.fits.front().policy.c_str());
    }

    /// What calls itself something else is not this client, whether a preset knows it or not.
    void aForeignUserAgentRulesAPresetOut()
    {
        for (const char* agent : {"GuzzleHttp/7", "aria2/1.36.0", "Debian APT-HTTP/1.3", "Faraday v1.1.0"}) {
            RunRecord record = recordOf(preset("curl-retry-3"), 4);
            RunRecord named(recordedHeader(WallTime{1767225600000}));
            for (CallRecord call : record.calls()) {
                call.source = CallSource{.confidence = 1, .userAgent = agent};
                named.adopt(std::move(call));
            }
            const InferredClient client = inferClients(named, presets()).front();
            QVERIFY2(client.naming() == Naming::Unknown, agent);
            QVERIFY(fitHeadline(client).starts_with("No preset matches this client. Measured: at least 4 "
                                                    "attempts, delays of 1 s, 2 s and 4 s, no jitter"));
        }
        // Its own name and the same calls: known.
        RunRecord own(recordedHeader(WallTime{1767225600000}));
        const RunRecord made = recordOf(preset("curl-retry-3"), 4);
        for (CallRecord call : made.calls()) {
            call.source = CallSource{.confidence = 1, .userAgent = "curl/7.88.1"};
            own.adopt(std::move(call));
        }
        const InferredClient curl = inferClients(own, presets()).front();
        QVERIFY(curl.named == 1 || curl.named == 2); // with --retry-all-errors the same failures are retried
        QCOMPARE(curl.fits.front().policy, std::string("curl-retry-3"));
    }

    /// Waits of 1 and 2 s, then 1 s where that was asked for and 4 s would have come.
    void whetherAHintWasObeyedIsMeasured()
    {
        const auto obeyed = [](Duration wait, const char* asked) {
            RunRecord record(recordedHeader(WallTime{1767225600000}));
            CallRecord call = announcing({{0, 503, 4}}).callAt(0);
            Instant at = call.start;
            const std::array<Duration, 3> waits{ms(1000), ms(2000), wait};
            for (std::size_t number = 0; number < 4; ++number) {
                call.attempts[number].start = at;
                call.attempts[number].end = at + ms(1);
                at += ms(1) + (number < 3 ? waits[number] : ms(0));
            }
            call.attempts[2].facts = response(503, {{"Retry-After", asked}});
            record.adopt(std::move(call));
            const std::vector<SeenHint> hints = inferClients(record, {}).front().seen.hints;
            return hints.empty() ? std::string("none") : std::string(wordOf(hints.front().obeyed));
        };
        QCOMPARE(obeyed(ms(1010), "1"), std::string("yes"));
        QCOMPARE(obeyed(ms(4000), "7"), std::string("no"));
        QCOMPARE(obeyed(ms(4000), "4"), std::string("unknown")); // its own wait would have been as long
        QCOMPARE(obeyed(ms(4000), "1"), std::string("unknown")); // the longer of both, or not read
        QCOMPARE(obeyed(ms(1000), "soon"), std::string("none"));
    }

    /// From two delays no growth can be told, from many between which bounds it lies.
    void growthHasItsBounds()
    {
        RunRecord two = recordOf(preset("botocore-1.43.67-standard"), 3);
        RunRecord few(two.header());
        few.adopt(two.calls()[8]); // two retries
        QVERIFY(!inferClients(few, {}).front().seen.backoff.growth);
        QVERIFY(!inferClients(few, {}).front().seen.backoff.jitter);
        int within = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const BackoffEstimate all =
                inferClients(recordOf(preset("botocore-1.43.67-standard"), seed), {}).front().seen.backoff;
            QVERIFY(all.growth.has_value());
            within += all.growth->low < 2 && all.growth->high > 2 ? 1 : 0;
        }
        QVERIFY2(within >= 15, qPrintable(QString::number(within))); // nine times in ten
    }

    /// One call is enough to see delays that double: drawn ones do not.
    void delaysThatGrowEvenlyHaveNoJitter()
    {
        const auto backoffOf = [](const std::vector<int>& waits) {
            RunRecord record(recordedHeader(WallTime{1767225600000}));
            CallRecord call = announcing({{0, 503, static_cast<int>(waits.size()) + 1}}).callAt(0);
            Instant at = call.start;
            for (std::size_t number = 0; number < call.attempts.size(); ++number) {
                call.attempts[number].start = at;
                call.attempts[number].end = at + ms(1);
                at += ms(1) + (number < waits.size() ? ms(waits[number]) : ms(0));
            }
            record.adopt(std::move(call));
            return inferClients(record, {}).front().seen.backoff;
        };
        const BackoffEstimate doubling = backoffOf({1002, 2004, 4003, 8005, 16003});
        QVERIFY(doubling.jitter == std::optional(Jitter::None));
        QVERIFY(doubling.growth && doubling.growth->low < 2.01 && doubling.growth->high > 1.99);
        QVERIFY(!backoffOf({302, 951, 1100, 6003, 9000}).jitter);
        const std::string text = backoffSentence(backoffOf({302, 951, 1100, 6003, 9000}));
        QVERIFY2(text.find("9 s") != std::string::npos, text.c_str());
    }

    /// What cannot be told is taken as it does least harm.
    void whatWasNotMeasuredDoesLeastHarm()
    {
        RunRecord record(recordedHeader(WallTime{1767225600000}));
        CallRecord call = announcing({{0, 503, 2}}).callAt(0);
        call.attempts[0].facts = response(503, {{"Retry-After", "1"}});
        call.attempts[1].start = call.attempts[0].end + ms(1005);
        record.adopt(std::move(call));
        const InferredClient client = inferClients(record, {}).front();
        QVERIFY(client.seen.hints.front().obeyed == Obeyed::Unknown);
        const Policy measured = measuredPolicy(record, client, "measured");
        QCOMPARE(measured.hints.size(), std::size_t{1});
        QVERIFY2(measured.hints.front().source.starts_with("not measured"),
                 measured.hints.front().source.c_str());
        QVERIFY(measured.backoff.delays == std::vector<Duration>{std::chrono::seconds{1}});
        QVERIFY2(measured.backoff.source.starts_with("not measured"), measured.backoff.source.c_str());
    }

    /// A policy of its own: each call makes as many requests under it.
    void whatWasMeasuredDecidesAsTheClientDid()
    {
        for (const char* id : {"curl-retry-3", "got-14.6.6-default", "ruby-legacy",
                               "urllib3-1.26-retry-default", "octokit-plugin-retry-8.1.1-default"}) {
            const RunRecord record = recordOf(preset(id), 11);
            const InferredClient client = inferClients(record, {}).front();
            const Policy measured = measuredPolicy(record, client, "measured");
            QVERIFY2(
                io::policyFromJson(io::documentBytes(io::policyToJson(measured)), QStringLiteral("measured")),
                id);
            std::vector<int> calls(record.calls().size());
            std::iota(calls.begin(), calls.end(), 0);
            follow(record, calls, measured, [&](const FollowedAttempt& one) {
                QVERIFY2((one.verdict == Verdict::Retry) == one.isRetried, id);
            });
            QVERIFY(measured.otherwiseSource.starts_with("not measured"));
        }
    }

    /// A request that came to nothing known, a client that announces thousands of attempts, a server that
    /// names thousands of errors: what is measured is a policy that can be read again.
    void whatIsMeasuredOfAnOddRecordIsAPolicy()
    {
        RunRecord record(recordedHeader(WallTime{1767225600000}));
        CallRecord call = announcing({{9999, 503, 3}}).callAt(0);
        call.attempts[0].facts.response.reset(); // neither a response nor a fault
        record.adopt(std::move(call));
        for (int number = 0; number < 5000; ++number) {
            CallRecord named = announcing({{9999, 503, number % 2 == 0 ? 1 : 2}}).callAt(0);
            named.call = number + 2;
            ParsedBody body;
            body.fields = {
                {.place = "xml:Error/Code", .text = std::string(300, 'x') + std::to_string(number)}};
            if (number % 3 == 0) {
                body.fields.front().text = "E" + std::to_string(number);
            }
            named.attempts[0].facts = responseWith(503, body);
            record.adopt(std::move(named));
        }
        const InferredClient client = inferClients(record, {}).front();
        const Policy measured = measuredPolicy(record, client, "measured");
        const io::Result<Policy> read =
            io::policyFromJson(io::documentBytes(io::policyToJson(measured)), QStringLiteral("measured"));
        QVERIFY2(read, read ? "" : qPrintable(read.error().text()));
    }

    /// What another client did is none of its calls; one that announces nothing may be any of its own.
    void aCallIsThatOfTheClientItNames()
    {
        const std::vector<InferredClient> clients =
            inferClients(announcing({{5, 503, 1}, {3, 503, 1}, {0, 503, 1, "curl/8"}}), {});
        QCOMPARE(clients.size(), std::size_t{3});
        const RunRecord others = announcing({{5, 503, 1, "curl/8"}, {0, 503, 1}, {4, 503, 1}});
        QVERIFY(!isCallOf(clients[0], others.callAt(0)));
        QVERIFY(isCallOf(clients[0], others.callAt(1)));
        QVERIFY(!isCallOf(clients[0], others.callAt(2)));
        QVERIFY(isCallOf(clients[2], others.callAt(0))); // the only one of its user agent
    }

    /// Without a source the header that it sent names it; a call without an attempt is nobody's.
    void aRunOfOursIsReadByItsHeaders()
    {
        RunRecord record(recordedHeader(WallTime{1767225600000}));
        CallRecord call = announcing({{0, 503, 1, ""}}).callAt(0);
        auto wire = std::make_shared<WireFacts>();
        Headers sent;
        sent.add("User-Agent", "curl/8.11.0");
        wire->sentHeaders = std::move(sent);
        call.attempts.front().facts.wire = std::move(wire);
        record.adopt(std::move(call));
        CallRecord unsent;
        unsent.call = 2;
        record.adopt(std::move(unsent));
        const std::vector<InferredClient> clients = inferClients(record, {});
        QCOMPARE(clients.size(), std::size_t{1});
        QCOMPARE(clients.front().userAgent, std::string("curl/8.11.0"));
        QCOMPARE(clients.front().seen.calls, 1);
        QVERIFY(!isCallOf(clients.front(), record.callAt(1)));
    }

    /// Below the client somebody sends again: a proxy, or a layer of it that counts no attempts.
    void whatWasSentAgainBelowTheClientIsCounted()
    {
        RunRecord record(recordedHeader(WallTime{1767225600000}));
        CallRecord call = announcing({{3, 503, 3}}).callAt(0);
        call.attempts[1].facts.wire = call.attempts[0].facts.wire; // both say that they are the first
        auto countless = std::make_shared<WireFacts>();
        Headers sent;
        sent.add("amz-sdk-request", "max=3");
        countless->sentHeaders = std::move(sent);
        call.attempts[2].facts.wire = std::move(countless);
        record.adopt(std::move(call));
        QCOMPARE(inferClients(record, {}).front().seen.resent, 1);
        QCOMPARE(inferClients(announcing({{3, 503, 3}}), {}).front().seen.resent, 0);
    }

    /// Such a wait is the server's. One that began before the end is none.
    void waitsThatTheServerAskedForSayNothingOfTheBackoff()
    {
        const auto waitsWith = [](const char* header) {
            RunRecord record(recordedHeader(WallTime{1767225600000}));
            CallRecord call = announcing({{0, 503, 3}}).callAt(0);
            call.attempts[0].facts = response(503, {{header, "1"}});
            record.adopt(std::move(call));
            return inferClients(record, {}).front().seen.backoff.waits;
        };
        QCOMPARE(waitsWith("X-Other").size(), std::size_t{2});
        for (const char* header : {"Retry-After", "x-amz-retry-after", "retry-after-ms"}) {
            const std::vector<SeenWaits> waits = waitsWith(header);
            QCOMPARE(waits.size(), std::size_t{1});
            QCOMPARE(waits.front().retry, 2);
        }
        RunRecord hedged(recordedHeader(WallTime{1767225600000}));
        CallRecord call = announcing({{0, 503, 2}}).callAt(0);
        call.attempts[0].end = call.attempts[1].start + ms(1);
        call.attempts[0].facts = faulty(FaultKind::ReadTimeout);
        hedged.adopt(std::move(call));
        QVERIFY(inferClients(hedged, {plainPolicy()}).front().seen.backoff.waits.empty());
    }

    /// The first retry of each is missing: what the backoff begins with cannot be told.
    void withoutFirstWaitsThereIsNoBase()
    {
        RunRecord record(recordedHeader(WallTime{1767225600000}));
        for (int number = 1; number <= 6; ++number) {
            CallRecord call = announcing({{0, 503, 3}}).callAt(0);
            call.call = number;
            call.attempts[0].facts = response(503, {{"Retry-After", "1"}});
            record.adopt(std::move(call));
        }
        const BackoffEstimate backoff = inferClients(record, {}).front().seen.backoff;
        QVERIFY(backoff.jitter == std::optional(Jitter::None));
        QVERIFY(!backoff.base);
    }

    void aFailureWithoutAResponseIsNamedByItsFault()
    {
        RunRecord record(recordedHeader(WallTime{1767225600000}));
        CallRecord call = announcing({{0, 503, 3}}).callAt(0);
        call.attempts[0].facts = faulty(FaultKind::ConnectionReset);
        call.attempts[1].facts = {};
        record.adopt(std::move(call));
        Policy quitter = plainPolicy();
        quitter.rules.clear();
        const InferredClient client = inferClients(record, {quitter}).front();
        const FitCheck& retried = client.fits.front().checks[static_cast<std::size_t>(FitQuestion::Retried)];
        QCOMPARE(retried.differences.front().outcome, std::string("connectionReset"));
        QVERIFY(againstTexts(client.fits.front())
                    .front()
                    .starts_with("call 1, attempt 1: retried after the connection was reset"));
    }

    void aUserAgentInPartThatOfAPresetCountsInPart_data()
    {
        QTest::addColumn<QString>("agent");
        QTest::addColumn<QString>("version"); // of the preset
        QTest::addColumn<QString>("mode");
        QTest::addColumn<double>("agreed");
        const auto row = [](const char* name, const char* agent, const char* version, const char* mode,
                            double agreed) {
            QTest::newRow(name) << QString::fromLatin1(agent) << QString::fromLatin1(version)
                                << QString::fromLatin1(mode) << agreed;
        };
        // Half for the program, three tenths for its version, two tenths for its mode; what one of them does
        // not say is left out.
        const char* agent = "Boto3/1 Botocore/1.43.67 cfg/retry-mode#standard";
        row("all alike", agent, "1.43.67", "standard", 1);
        row("another program", "curl/8", "1.43.67", "standard", 0);
        row("another mode", agent, "1.43.67", "legacy", 0.8);
        row("another version", agent, "1.33.0", "standard", 0.85);
        row("preset without a version", agent, "", "standard", 1);
        row("preset without a mode", agent, "1.43.67", "", 1);
        row("no version said", "aws-cli/2.9.19", "1.43.67", "standard", 1);
    }
    void aUserAgentInPartThatOfAPresetCountsInPart()
    {
        QFETCH(QString, agent);
        QFETCH(QString, version);
        QFETCH(QString, mode);
        QFETCH(double, agreed);
        Policy policy = plainPolicy();
        policy.userAgents = {"botocore/{version}", "aws-cli/{program}"};
        policy.version = version.toStdString();
        policy.mode = mode.toStdString();
        const InferredClient client =
            inferClients(announcing({{0, 503, 2, agent.toStdString()}}), {policy}).front();
        const FitCheck& check = client.fits.front().check(FitQuestion::UserAgent);
        QCOMPARE(check.asked, 1);
        QVERIFY2(std::abs(check.agreed - agreed) < 1e-9, qPrintable(QString::number(check.agreed)));
        QCOMPARE(check.differences.empty(), check.agreed >= 1);
    }

    void aSearchThatIsStoppedReturnsWhatIsThere()
    {
        int asked = 0;
        const std::vector<InferredClient> clients = inferClients(
            underCurl(R"({"status": 503}, {"status": 200})"), presets(), [&asked] { return ++asked > 2; });
        QCOMPARE(clients.size(), std::size_t{1});
        QCOMPARE(clients.front().fits.size(), std::size_t{2});
        QCOMPARE(clients.front().seen.failures, 1);
    }

    void withoutAFailureNothingFits()
    {
        RunHeader header;
        header.policy = std::make_shared<const ResolvedPolicy>(resolve(preset("curl-retry-3"), header.spec));
        Scenario fine;
        fine.steps.push_back(EndpointStep{});
        const std::vector<InferredClient> clients = inferClients(simulate(header, fine), presets());
        QCOMPARE(clients.front().seen.failures, 0);
        QVERIFY(clients.front().naming() == Naming::Unknown);
    }

    /// boto3 of Debian 12 in standard mode, eight calls through the recorder.
    void aRealRecordIsNamed()
    {
        QFile file(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/records/boto3-standard.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const RunRecord record = io::recordFromJson(file.readAll(), QStringLiteral("record")).value();
        const std::vector<InferredClient> clients = inferClients(record, presets());
        QCOMPARE(clients.size(), std::size_t{1});
        QCOMPARE(clients.front().fits.front().policy, std::string("botocore-1.29.27-standard"));
        // It does not name its mode.
        QVERIFY(clients.front().named >= 1 && clients.front().named <= 3);
        QCOMPARE(clients.front().seen.failures, 16);
    }

    void anEmptyRecordHasNoClients() { QVERIFY(inferClients(RunRecord(), presets()).empty()); }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstInference)

#include "tst_inference.moc"
