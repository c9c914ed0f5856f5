// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/played_step.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace retryscope::test {

namespace {

/// A response that the fault cut short.
AttemptFacts cutBy(FaultKind kind, int status = 200)
{
    AttemptFacts facts = response(status);
    facts.fault = Fault{kind, {}};
    return facts;
}

AttemptFacts changed(AttemptFacts facts, const std::function<void(Response&)>& change)
{
    Response response = *facts.response;
    change(response);
    facts.response = std::make_shared<const Response>(std::move(response));
    return facts;
}

/// What can become of an attempt, and what makes no difference to whoever plays it.
std::vector<AttemptFacts> outcomes()
{
    std::vector<AttemptFacts> all{
        {},
        response(200),
        response(503),
        response(503, {{"Retry-After", "1"}}),
        response(503, {{"Retry-After", "2"}}),
        response(503, {{"Retry-After", "1"}, {"Server", "a"}}),
        response(503, {{"Server", "a"}, {"Retry-After", "1"}}),
        response(503, {{"Date", "now"}}),
        response(503, {{"date", "later"}, {"Connection", "close"}, {"Content-Length", "3"}}),
        response(503, {{"Retry-After", "1"}, {"Transfer-Encoding", "chunked"}}),
        changed(response(503), [](Response& of) { of.reason = "Slow Down"; }),
        changed(response(503), [](Response& of) { of.body = "<Error/>"; }),
    };
    for (const FaultKind kind : allFaultKinds()) {
        all.push_back(faulty(kind));
        all.push_back(cutBy(kind));
        all.push_back(cutBy(kind, 503));
    }
    return all;
}

} // namespace

class TstPlayedStep : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFaultIsPlayed_data();
    void everyFaultIsPlayed();
    void whatTheServerWritesItselfIsLeftOut();
    void whatIsPlayedAlikeIsToldFromWhatIsNot();
};

void TstPlayedStep::everyFaultIsPlayed_data()
{
    QTest::addColumn<FaultKind>("kind");
    QTest::addColumn<Misbehaviour>("before"); ///< any byte of a response
    QTest::addColumn<Misbehaviour>("within"); ///< one
    const auto row = [](FaultKind kind, Misbehaviour before, Misbehaviour within) {
        QTest::newRow(std::string(toString(kind)).c_str()) << kind << before << within;
    };
    using enum Misbehaviour;
    row(FaultKind::HostNotFound, NoHost, NoHost);
    row(FaultKind::ConnectionRefused, Refuse, Refuse);
    row(FaultKind::Unreachable, NoConnect, NoConnect);
    row(FaultKind::ConnectTimeout, NoConnect, NoConnect);
    row(FaultKind::TlsFailed, TlsFail, TlsFail);
    row(FaultKind::ConnectionReset, Reset, Reset);
    row(FaultKind::ClosedBeforeResponse, Close, Close);
    row(FaultKind::ResponseTruncated, Close, Truncate);
    row(FaultKind::ResponseReset, Reset, TruncateReset);
    row(FaultKind::MalformedResponse, Garbage, Garbage);
    row(FaultKind::ResponseTooLarge, Garbage, Garbage);
    row(FaultKind::ReadTimeout, Hang, Hang);
    row(FaultKind::Cancelled, Hang, Hang);
}

void TstPlayedStep::everyFaultIsPlayed()
{
    QFETCH(FaultKind, kind);
    QFETCH(Misbehaviour, before);
    QFETCH(Misbehaviour, within);
    QVERIFY(stepPlaying(faulty(kind)).fault == before);
    QVERIFY(stepPlaying(cutBy(kind)).fault == within);
    QCOMPARE(stepPlaying(cutBy(kind, 503)).status, 503);
}

void TstPlayedStep::whatTheServerWritesItselfIsLeftOut()
{
    const EndpointStep step = stepPlaying(response(503, {{"DATE", "now"},
                                                         {"Retry-After", "1"},
                                                         {"connection", "close"},
                                                         {"Content-Length", "3"},
                                                         {"Transfer-Encoding", "chunked"},
                                                         {"Dates", "kept"}}));
    QVERIFY(step.headers == (Headers{.entries = {{"Retry-After", "1"}, {"Dates", "kept"}}}));
}

/// playTheSame() is the same question without making the steps.
void TstPlayedStep::whatIsPlayedAlikeIsToldFromWhatIsNot()
{
    const std::vector<AttemptFacts> all = outcomes();
    int alike = 0;
    for (std::size_t one = 0; one < all.size(); ++one) {
        for (std::size_t other = 0; other < all.size(); ++other) {
            const bool isSame = stepPlaying(all[one]) == stepPlaying(all[other]);
            QVERIFY2(playTheSame(all[one], all[other]) == isSame ||
                         !all[one].response != !all[other].response, // one of both says nothing of a status
                     qPrintable(QStringLiteral("%1, %2").arg(one).arg(other)));
            alike += isSame && one != other ? 1 : 0;
        }
    }
    QVERIFY(alike > 0);
}

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstPlayedStep)
#include "tst_played_step.moc"
