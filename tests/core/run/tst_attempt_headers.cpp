// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/attempt_headers.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

const WallTime kSent{1795353255000}; // 2026-11-22T13:14:15Z

/// The value of the only header that this template makes.
std::string filled(const AttemptHeader& header, int attempt, const RequestState& request = {})
{
    Policy policy = plainPolicy();
    policy.attemptHeaders = {header};
    const Headers headers = attemptHeadersFor(
        policy, request, {.attempt = attempt, .callId = "the-call", .readTimeout = ms(60'000), .now = kSent});
    return headers.entries.size() == 1 && headers.entries.front().name == header.name
               ? headers.entries.front().value
               : std::string("no header");
}

} // namespace

class TstAttemptHeaders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachPlaceholderIsFilled()
    {
        const AttemptHeader header{.name = "x", .first = "{attempt} {retry} {max} {callId} end"};
        QCOMPARE(filled(header, 2), std::string("2 1 3 the-call end"));
    }

    void whatIsNotKnownStaysAsItIs()
    {
        QCOMPARE(filled({.name = "x", .first = "{ttl} {other} {{attempt}"}, 1),
                 std::string("{ttl} {other} {1"));
    }

    void laterAttemptsHaveATemplateOfTheirOwn()
    {
        AttemptHeader header{.name = "x", .first = "first"};
        QCOMPARE(filled(header, 2), std::string("first"));
        header.later = "later";
        QCOMPARE(filled(header, 1), std::string("first"));
        QCOMPARE(filled(header, 2), std::string("later"));
        const RequestState told{.serverAhead = ms(5000)};
        QCOMPARE(filled(header, 2, told), std::string("later"));
        header.laterWithTtl = "ttl={ttl}";
        QCOMPARE(filled(header, 2), std::string("later"));
        QCOMPARE(filled(header, 1, told), std::string("first"));
        QCOMPARE(filled(header, 2, told), std::string("ttl=20261122T131520Z"));
    }

    void aUuidIsMadeOfBothDraws()
    {
        constexpr double kScale = 281474976710656.0; // 2^48
        QCOMPARE(uuidFrom(0x123456789abc / kScale, 0x0fedcba98765 / kScale),
                 std::string("12345678-9abc-4765-aa98-cba95de859d5"));
        QCOMPARE(uuidFrom(0, 0), std::string("00000000-0000-4000-a000-000000000000"));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstAttemptHeaders)

#include "tst_attempt_headers.moc"
