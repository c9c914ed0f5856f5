// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/incurable_error.h"

#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

const std::vector<IncurableErrors>& known()
{
    static const std::vector<IncurableErrors> errors{
        {.names = {"ConditionFailed"},
         .prefixes = {},
         .because = "a condition is not met",
         .source = "a guide"},
        {.names = {}, .prefixes = {"Client."}, .because = "the request is wrong", .source = "another"},
        {.names = {"insufficient_quota"},
         .prefixes = {},
         .members = {"code", "type"},
         .because = "the credit is spent",
         .source = "an API"},
        {.names = {},
         .prefixes = {},
         .members = {"quotaId"},
         .contains = {"PerDay"},
         .because = "the quota of the day is spent",
         .source = "an API"}};
    return errors;
}

std::string nameIn(const AttemptFacts& facts)
{
    const std::optional<IncurableError> error = incurableErrorIn(known(), facts);
    return error ? error->name : std::string();
}

} // namespace

class TstIncurableError : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aListedNameOfA4xxIsFoundWithItsSource()
    {
        const IncurableError expected{
            .name = "ConditionFailed", .because = "a condition is not met", .source = "a guide"};
        QVERIFY(incurableErrorIn(known(), jsonError(400, "com.amazonaws#ConditionFailed")) == expected);
        QCOMPARE(nameIn(xmlError(409, "ConditionFailed")), std::string("ConditionFailed"));
    }

    void onlyTheClientsErrorsAreBeyondCure()
    {
        QCOMPARE(nameIn(xmlError(500, "ConditionFailed")), std::string()); // the server is at fault
        QCOMPARE(nameIn(xmlError(200, "ConditionFailed")), std::string());
        QCOMPARE(nameIn(response(400)), std::string());
        QCOMPARE(nameIn(xmlError(400, "SlowDown")), std::string());
        QCOMPARE(nameIn(faulty(FaultKind::ReadTimeout)), std::string());
        AttemptFacts cut = xmlError(400, "ConditionFailed");
        cut.fault = Fault{.kind = FaultKind::ResponseTruncated, .detail = {}};
        QCOMPARE(nameIn(cut), std::string());
    }

    /// Of APIs whose errors have no one name: a code beside a type, a quota in the details.
    void aSpentQuotaIsFoundInItsMember()
    {
        const std::string code = "json:error/code";
        const std::string quota = "json:error/details/0/violations/0/quotaId";
        const std::string spent = "insufficient_quota";
        QCOMPARE(nameIn(jsonMembers(429, {{"json:error/type", "x"}, {code, spent}})), spent);
        QCOMPARE(nameIn(jsonMembers(429, {{"json:error/type", spent}})), spent);
        QCOMPARE(nameIn(jsonMembers(429, {{"json:error/message", spent}})), std::string());
        QCOMPARE(nameIn(jsonMembers(429, {{code, "rate_limit_exceeded"}})), std::string());
        QCOMPARE(nameIn(jsonMembers(503, {{code, spent}})), std::string()); // the server is at fault
        QCOMPARE(nameIn(jsonMembers(429, {{quota, "RequestsPerDay"}})), std::string("RequestsPerDay"));
        QCOMPARE(nameIn(jsonMembers(429, {{quota, "RequestsPerMinute"}})), std::string());
    }

    void soapSendsClientErrorsWithA500()
    {
        QCOMPARE(nameIn(xmlError(500, "Client.InvalidParameterValue")),
                 std::string("Client.InvalidParameterValue"));
        QCOMPARE(nameIn(xmlError(503, "Client.RequestLimitExceeded")), std::string()); // it asks to slow down
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstIncurableError)
#include "tst_incurable_error.moc"
