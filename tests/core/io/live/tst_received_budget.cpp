// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/live/received_budget.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;

namespace {

/// An attempt with so many redirects, each with a body and headers of these sizes.
AttemptJudged redirected(int hops, std::size_t body, std::size_t headers)
{
    WireFacts wire;
    for (int number = 0; number < hops; ++number) {
        Hop hop;
        hop.url = "http://127.0.0.1/" + std::to_string(number);
        hop.location = "/" + std::string(headers, 'l');
        hop.response.status = 302;
        hop.response.body = std::string(body, 'b');
        hop.response.bodyBytes = static_cast<std::int64_t>(body);
        hop.response.headers.add("X-Long", std::string(headers, 'h'));
        wire.hops.push_back(std::move(hop));
    }
    AttemptJudged judged;
    judged.facts.wire = std::make_shared<const WireFacts>(std::move(wire));
    return judged;
}

std::size_t heldBy(const AttemptJudged& judged)
{
    std::size_t bytes = 0;
    for (const Hop& hop : judged.facts.wire->hops) {
        bytes += hop.response.body.size() + hop.location.size();
        for (const Header& header : hop.response.headers.entries) {
            bytes += header.value.size();
        }
    }
    return bytes;
}

} // namespace

/// What redirects bring counts as what a response brings.
class TstReceivedBudget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bodiesOfRedirectsCount()
    {
        constexpr std::size_t kBody = std::size_t{60} * 1024;
        io::ReceivedBudget budget;
        budget.setBodyLimit(std::int64_t{10 * kBody});
        AttemptJudged judged = redirected(20, kBody, 10);
        budget.keepWithin(judged);
        int kept = 0;
        for (const Hop& hop : judged.facts.wire->hops) {
            kept += hop.response.body.empty() ? 0 : 1;
            QCOMPARE(hop.response.bodyBytes, static_cast<std::int64_t>(kBody));
            QCOMPARE(hop.response.bodySha256.empty(), !hop.response.body.empty());
        }
        QCOMPARE(kept, 10);
    }

    /// However many attempts there are.
    void headersOfRedirectsCount()
    {
        constexpr std::size_t kHeaders = std::size_t{120} * 1024;
        constexpr std::size_t kLimit = std::size_t{256} * 1024 * 1024;
        io::ReceivedBudget budget;
        std::size_t held = 0;
        for (int attempt = 0; attempt < 100; ++attempt) { // 480 MB
            AttemptJudged judged = redirected(20, 0, kHeaders);
            budget.keepWithin(judged);
            held += heldBy(judged);
        }
        QVERIFY2(held < kLimit + kLimit / 10, qPrintable(QString::number(held)));
        AttemptJudged judged = redirected(2, 0, 100);
        const WireFacts before = *judged.facts.wire;
        io::ReceivedBudget().keepWithin(judged);
        QVERIFY(*judged.facts.wire == before); // what is small stays as it is
    }
};

RETRYSCOPE_TEST(TstReceivedBudget)
#include "tst_received_budget.moc"
