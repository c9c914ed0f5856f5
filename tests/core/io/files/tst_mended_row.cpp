// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/bench_files.h"
#include "core/io/files/mended_row.h"
#include "core/io/http/pasted_response.h"
#include "tests/support/strict_main.h"

#include <QTest>

#include <memory>

using namespace retryscope;
using namespace retryscope::io;

namespace {

AttemptFacts mendedSide(int status, std::string body, Headers headers = {})
{
    Response response{.status = status, .headers = std::move(headers), .body = std::move(body)};
    completeResponse(response);
    return {.response = std::make_shared<const Response>(std::move(response))};
}

BenchRow rowOf(AttemptFacts origin, AttemptFacts client)
{
    BenchRow row;
    row.origin = std::move(origin);
    row.client = std::move(client);
    row.arrivals = 1;
    return row;
}

const std::string kSlowBody = "<Error><Code>SlowDown</Code></Error>";

} // namespace

class TstMendedRow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsHandedOnIsTheOriginsResponse();
    void aHeaderComesBackAlone();
    void aStatusComesBackAlone();
    void aPageIsKnownAsFarAsTheRemedyWritesIt();
    void whatIsWaitedForComesThrough();
    void whatIsNotSentAgainReachesTheOriginOnce();
    void whatNobodySawIsNotMadeUp();
    void everyRemedyOfTheShippedBenchesCanBeAsked();
};

void TstMendedRow::whatIsHandedOnIsTheOriginsResponse()
{
    const BenchRow row =
        rowOf(mendedSide(503, kSlowBody), mendedSide(429, "<Error><Code>429</Code></Error>"));

    QCOMPARE(mendedRow(row, BoxEffect::OwnPage, {})->client, row.origin);
}

void TstMendedRow::aHeaderComesBackAlone()
{
    BenchRow row = rowOf(mendedSide(503, kSlowBody, {{{"Retry-After", "2"}, {"X-Other", "1"}}}),
                         mendedSide(503, "else"));
    row.lostHeaders = {"X-Other", "Retry-After"};

    const Response mended = *mendedRow(row, BoxEffect::HeadersLost, {})->client.response;

    QCOMPARE(*mended.headers.find("retry-after"), std::string("2"));
    QVERIFY(!mended.headers.contains("x-other")); // the remedy names one
    QCOMPARE(mended.body, std::string("else"));
}

void TstMendedRow::aStatusComesBackAlone()
{
    const BenchRow row = rowOf(mendedSide(503, kSlowBody), mendedSide(500, kSlowBody));
    QCOMPARE(mendedRow(row, BoxEffect::StatusChanged, {})->client.response->status, 503);
}

void TstMendedRow::aPageIsKnownAsFarAsTheRemedyWritesIt()
{
    BenchRow row = rowOf({}, mendedSide(502, "<html>502</html>", {{{"Content-Type", "text/html"}}}));
    row.origin.fault = Fault{.kind = FaultKind::ConnectionReset, .detail = {}};
    const auto remedyOf = [&row](const char* box) {
        return boxRemedy(boxKindOf(box), BoxEffect::OwnPageForFault, row, "127.0.0.1:9000");
    };

    const Response mended = *mendedRow(row, BoxEffect::OwnPageForFault, remedyOf("nginx"))->client.response;

    QCOMPARE(mended.status, 502);
    QCOMPARE(mended.body, std::string("<Error><Code>ServiceUnavailable</Code></Error>"));
    QCOMPARE(*mended.headers.find("retry-after"), std::string("1"));
    QVERIFY(mended.parsed.isXml);
    QVERIFY(!mendedRow(row, BoxEffect::OwnPageForFault, remedyOf("squid")));
}

void TstMendedRow::whatIsWaitedForComesThrough()
{
    const BenchRow row = rowOf(mendedSide(200, "{}"), mendedSide(504, "page"));
    QCOMPARE(mendedRow(row, BoxEffect::GaveUp, {})->client.response->status, 200);
}

void TstMendedRow::whatIsNotSentAgainReachesTheOriginOnce()
{
    BenchRow row = rowOf(mendedSide(503, kSlowBody), mendedSide(503, kSlowBody));
    row.arrivals = 3;
    QCOMPARE(mendedRow(row, BoxEffect::ResentUnsafe, {})->arrivals, 1);
}

void TstMendedRow::whatNobodySawIsNotMadeUp()
{
    BenchRow row = rowOf(mendedSide(503, kSlowBody), {});
    row.client.fault = Fault{.kind = FaultKind::ReadTimeout, .detail = {}};
    QVERIFY(!mendedRow(row, BoxEffect::HeldBack, {}));
    QVERIFY(!mendedRow(row, BoxEffect::StatusChanged, {}));
    QVERIFY(!mendedRow(rowOf({}, {}), BoxEffect::OwnPage, {}));
}

void TstMendedRow::everyRemedyOfTheShippedBenchesCanBeAsked()
{
    int told = 0;
    for (const QString& name : benchNames()) {
        const Bench bench = benchNamed(name).value();
        const BoxKind& kind = boxKindOf(bench.boxName);
        for (const BenchRow& row : bench.rows) {
            for (const BoxEffect effect : effectsIn(row)) {
                const auto mended = mendedRow(row, effect, boxRemedy(kind, effect, row, bench.listen));
                told += mended ? 1 : 0;
                QVERIFY(!mended || mended->id == row.id);
            }
        }
    }
    QVERIFY(told > 50);
}

RETRYSCOPE_TEST(TstMendedRow)
#include "tst_mended_row.moc"
