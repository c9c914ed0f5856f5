// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whatever is offered under every preset for every built-in response and some odd ones is offered once.

#include "core/change/reversing_changes.h"
#include "core/explain/change_text.h"
#include "core/io/documents/step_templates.h"
#include "core/io/files/library.h"
#include "core/io/http/error_body.h"
#include "core/policy/resolve.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <set>

namespace retryscope::test {

namespace {

std::vector<AttemptFacts> manyResponses()
{
    std::vector<AttemptFacts> all;
    for (const int status : {200, 301, 400, 404, 408, 409, 413, 421, 429, 500, 502, 503, 504}) {
        for (const std::vector<Header>& headers : std::vector<std::vector<Header>>{
                 {},
                 {{"Retry-After", "0"}},
                 {{"retry-after", "3600"}},
                 {{"Retry-After", "120"}, {"retry-after-ms", "120000"}},
                 {{"Stripe-Should-Retry", "true"}},
                 {{"stripe-should-retry", "false"}},
                 {{"x-should-retry", "true"}},
                 {{"X-RateLimit-Reset", "9999999999"}, {"x-ratelimit-remaining", "0"}},
                 {{"grpc-status", "14"}, {"grpc-retry-pushback-ms", "60000"}}}) {
            all.push_back(response(status, headers));
        }
        all.push_back(xmlError(status, "SlowDown"));
        all.push_back(jsonError(status, "ThrottlingException"));
        all.push_back(jsonError(status, "Unheard"));
    }
    for (const auto& word : EnumWords<FaultKind>::kWords) {
        all.push_back(faulty(word.first));
    }
    return all;
}

} // namespace

class TstEveryRemedy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noRemedyIsOfferedTwice_data()
    {
        QTest::addColumn<QString>("id");
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            QTest::newRow(qPrintable(entry.id)) << entry.id;
        }
    }
    void noRemedyIsOfferedTwice()
    {
        QFETCH(QString, id);
        const Policy policy = io::Library().policy(id).value();
        for (const char* method : {"GET", "POST"}) {
            RequestSpec spec;
            spec.method = method;
            spec.url = "https://h/";
            const ResolvedPolicy resolved = resolve(policy, spec);
            for (const AttemptFacts& facts : manyResponses()) {
                const Situation situation = situationUnder(resolved, {.spec = spec, .facts = facts});
                std::set<std::string> texts;
                for (const ReversingChange& reversing : reversingChangesOf(situation)) {
                    const std::string text = changeText(reversing.change);
                    QVERIFY2(texts.insert(text).second, text.c_str());
                }
                for (const ReversingChange& shortening : shorteningChangesOf(situation)) {
                    const std::string text = changeText(shortening.change);
                    QVERIFY2(texts.insert(text).second, text.c_str());
                }
            }
        }
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstEveryRemedy)
#include "tst_every_remedy.moc"
