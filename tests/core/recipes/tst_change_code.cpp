// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/change_text.h"
#include "core/io/files/library.h"
#include "core/io/files/recipe_files.h"
#include "core/io/http/pasted_response.h"
#include "core/policy/resolve.h"
#include "core/recipes/change_code.h"
#include "tests/support/strict_main.h"

#include <algorithm>

using namespace retryscope;

namespace {

Situation situationOf(const char* preset, int status, std::initializer_list<Header> headers,
                      const char* body = "", const char* method = "GET")
{
    Response response{.status = status, .reason = {}, .headers = {}, .body = body};
    for (const Header& header : headers) {
        response.headers.add(header.name, header.value);
    }
    io::completeResponse(response);
    GivenAttempt given;
    given.spec.method = method;
    given.facts.response = std::make_shared<const Response>(std::move(response));
    const Policy policy = io::Library().policy(QString::fromLatin1(preset)).value();
    return situationUnder(resolve(policy, given.spec), given);
}

std::vector<OfferedChange> offered(const Situation& situation)
{
    return offeredChangesOf(io::clientRecipes(), {}, situation);
}

const OfferedChange* find(const std::vector<OfferedChange>& changes, const char* text)
{
    const auto found = std::find_if(changes.begin(), changes.end(), [text](const OfferedChange& change) {
        return changeText(change.reversing.change) == text;
    });
    return found == changes.end() ? nullptr : &*found;
}

} // namespace

/// What whoever owns a client is told to change can be changed.
class TstChangeCode : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClientThatReadsNoNamesIsNotToldAboutThem()
    {
        const Situation situation =
            situationOf("openai-js-6.49.0-default", 429, {{"x-should-retry", "false"}},
                        R"({"error":{"code":"insufficient_quota","message":"x"}})");
        const std::vector<OfferedChange> changes = offered(situation);
        for (const OfferedChange& change : changes) {
            QVERIFY(!std::holds_alternative<NameMapped>(change.reversing.change));
        }
        QCOMPARE(changeText(changes.front().reversing.change),
                 std::string("Respond without the header x-should-retry"));
        QVERIFY(find(changes, "Respond with the header x-should-retry: true") != nullptr);
        const OfferedChange* status = find(changes, "Map status 429 to throttling");
        QVERIFY(status != nullptr && status->code->way == CodeWay::Handler);
    }

    void fewerAttemptsAreASetting()
    {
        const std::vector<OfferedChange> changes = offered(situationOf("openai-js-6.49.0-default", 503, {}));
        const OfferedChange* fewer = find(changes, "Allow 1 attempt instead of 3");
        QVERIFY(fewer != nullptr && fewer->code->way == CodeWay::Setting);
        QVERIFY(fewer->isPossible() == true);
        QVERIFY(fewer->code->snippets.front().text.find("maxRetries: 0,") != std::string::npos);
    }

    void gRpcIsSpokenOfInItsStatuses()
    {
        const std::vector<OfferedChange> changes =
            offered(situationOf("grpc-a6-retry-throttling", 200, {{"grpc-status", "14"}}));
        const OfferedChange* mapped = find(changes, "Map grpc-status 14 (UNAVAILABLE) to permanent");
        QVERIFY(mapped != nullptr && mapped->code->way == CodeWay::Setting);
        QVERIFY(find(changes, "Respond with grpc-status 3 (INVALID_ARGUMENT) instead of 14") != nullptr);
        QVERIFY(find(changes, "Allow 1 attempt instead of 4")->code->way == CodeWay::Setting);
        const std::vector<OfferedChange> back =
            offered(situationOf("grpc-a6-retry-throttling", 200, {{"grpc-status", "3"}}));
        QVERIFY(find(back, "Respond with grpc-status 14 (UNAVAILABLE) instead of 3") != nullptr);
        QVERIFY(find(back, "Map grpc-status 3 (INVALID_ARGUMENT) to transient") != nullptr);
    }

    void whatTheClientCannotBeMadeToComesLast()
    {
        // Nothing can be taken from curl's list of statuses.
        const std::vector<OfferedChange> changes = offered(situationOf("curl-retry-3", 503, {}));
        QCOMPARE(changeText(changes.back().reversing.change), std::string("Map status 503 to permanent"));
        QVERIFY(changes.back().isPossible() == false);
        QVERIFY(std::all_of(changes.begin(), changes.end() - 1,
                            [](const OfferedChange& change) { return change.isPossible() == true; }));
        // nginx has a word for 502, and none for 418.
        QVERIFY(find(offered(situationOf("nginx-proxy-next-upstream-default", 502, {})),
                     "Map status 502 to transient")
                    ->isPossible() == true);
        QVERIFY(find(offered(situationOf("nginx-proxy-next-upstream-default", 418, {})),
                     "Map status 418 to transient")
                    ->isPossible() == false);
    }

    /// A list of statuses behind a filter of methods does nothing for a POST; the method is what stops it.
    void aListBehindTheMethodsIsNoChange_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("setting");
        QTest::newRow("urllib3-2-retry-default") << 503 << "allowed_methods=[";
        QTest::newRow("got-14.6.6-default") << 503 << "methods: [";
        QTest::newRow("ky-1.14.3-default") << 503 << "methods: [";
        QTest::newRow("undici-7.30.2-retry-agent") << 503 << "methods: [";
        QTest::newRow("gaxios-7.3.1-retry-true") << 429 << "httpMethodsToRetry: [";
        QTest::newRow("axios-retry-4.5.0-default") << 503 << "\"POST\"].includes(method)";
    }
    void aListBehindTheMethodsIsNoChange()
    {
        QFETCH(int, status);
        QFETCH(QString, setting);
        const std::vector<OfferedChange> changes =
            offered(situationOf(QTest::currentDataTag(), status, {{"Retry-After", "1"}}, "", "POST"));
        for (const OfferedChange& change : changes) {
            QVERIFY(!std::holds_alternative<StatusMapped>(change.reversing.change));
        }
        const OfferedChange* method = find(changes, "Retry POST requests as well");
        QVERIFY(method != nullptr && method->isPossible() == true);
        const QString code = QString::fromStdString(method->code->snippets.front().text);
        QVERIFY2(code.contains(setting) && code.contains(QStringLiteral("POST"), Qt::CaseInsensitive),
                 qPrintable(code));
    }

    /// Where the status is not in the list either, it takes both.
    void theListAndTheMethodTogetherAreAPair()
    {
        const Situation situation = situationOf("urllib3-2-retry-default", 503, {}, "", "POST");
        const std::vector<OfferedPair> pairs = offeredPairsOf(io::clientRecipes(), {}, situation);
        QVERIFY(!pairs.empty());
        const Change& first = pairs.front().first.reversing.change;
        QVERIFY(std::holds_alternative<StatusMapped>(first) || std::holds_alternative<MethodRetried>(first));
        QVERIFY(pairs.front().second.reversing.verdictAfter == Verdict::Retry);
        const Situation get = situationOf("urllib3-2-retry-default", 503, {});
        const std::vector<OfferedChange> changes = offered(get);
        const OfferedChange* status = find(changes, "Map status 503 to transient");
        QVERIFY(status != nullptr && status->code->way == CodeWay::Setting);
    }

    /// Alone or with another change, and whatever prints it.
    void aChangeHasOneOwner()
    {
        Situation situation = situationOf("botocore-1.43.67-standard", 429, {});
        const std::vector<OfferedChange> changes = offered(situation);
        const OfferedChange* alone = find(changes, "Map status 429 to throttling");
        QVERIFY(alone != nullptr);
        situation.request.attemptsCounted = 2; // of 3: it was the last one
        const std::vector<OfferedPair> pairs = offeredPairsOf(io::clientRecipes(), {}, situation);
        QVERIFY(!pairs.empty());
        QCOMPARE(ownerText(*alone), std::string("client code, a handler"));
        for (const OfferedPair& pair : pairs) {
            const std::string text = pairText(pair);
            if (text.find("Map status 429 to throttling (") != std::string::npos) {
                QVERIFY2(text.find("Map status 429 to throttling (owner: client code, a handler)") !=
                             std::string::npos,
                         text.c_str());
            }
        }
    }

    void theReferenceNamesItsSettingForAttempts()
    {
        const std::vector<OfferedChange> changes = offered(situationOf("sdk-reference-standard", 503, {}));
        const OfferedChange* fewer = find(changes, "Allow 1 attempt instead of 3");
        QVERIFY(fewer != nullptr && fewer->code->way == CodeWay::Setting);
        QCOMPARE(ownerText(*fewer), std::string("client settings"));
        const std::vector<OfferedChange> more = offered(situationOf("sdk-reference-standard", 418, {}));
        const OfferedChange* status = find(more, "Map status 418 to transient");
        QVERIFY(status != nullptr && status->isPossible() == false);
        QCOMPARE(ownerText(*status), std::string("not configurable"));
    }

    void ofAStrangerItIsNotKnown()
    {
        Situation situation = situationOf("curl-retry-3", 404, {});
        situation.policy.policy.family = "somebody-elses";
        const std::vector<OfferedChange> changes = offered(situation);
        const OfferedChange* status = find(changes, "Map status 404 to transient");
        QVERIFY(status != nullptr && !status->isPossible().has_value());
    }
};

RETRYSCOPE_TEST(TstChangeCode)
#include "tst_change_code.moc"
