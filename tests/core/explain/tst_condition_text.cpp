// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/condition_text.h"
#include "core/explain/phrases.h"

#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

QString said(const Condition& when)
{
    return QString::fromStdString(conditionText(when));
}

/// What is said of a policy's first rule, with this condition, after it was tried on a response.
QString evidence(const Condition& when, const AttemptFacts& facts, std::optional<Evidence> unmet = {},
                 const RequestSpec& spec = {.method = "PUT", .service = "s3", .protocol = "rest-xml"})
{
    Policy policy = plainPolicy();
    policy.rules = {ruleFor("rule", when, ErrorKind::Transient)};
    policy.reading["generic"] = {.messagePlaces = {{NameSource::Xml, "Error/Message"}}};
    const RuleTried tried{
        .rule = 0, .matched = !unmet.has_value(), .evidence = unmet.value_or(Evidence::Matched)};
    return QString::fromStdString(evidenceText(resolved(policy, spec), facts, {}, tried));
}

} // namespace

/// Conditions of rules, and what stood where they looked.
class TstConditionText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyConditionIsSaid()
    {
        QCOMPARE(said({}), QStringLiteral("always"));
        QCOMPARE(said({.statusIn = {{429, 429}, {500, 599}, {400, 403}}}),
                 QStringLiteral("the status is 429, 5xx or 400-403"));
        QCOMPARE(said({.statusIn = {{400, 498}}}), QStringLiteral("the status is 400-498"));
        QCOMPARE(said({.nameMustBeListed = true}), QStringLiteral("the error name is in an empty list"));
        QCOMPARE(said({.bodyIs = {BodyState::Unparseable, BodyState::Parsed}}),
                 QStringLiteral("there is a body"));
        QCOMPARE(said({.bodyIs = {BodyState::Absent, BodyState::Unparseable}}),
                 QStringLiteral("there is no body or the body cannot be parsed"));
        QCOMPARE(said({.bodyIs = {BodyState::Parsed, BodyState::Absent}}),
                 QStringLiteral("the body can be parsed or there is no body"));
        QCOMPARE(said({.jsonIs = {JsonShape::Object, JsonShape::Array, JsonShape::Scalar}}),
                 QStringLiteral("the JSON is an object, a list or a single value"));
        QCOMPARE(said({.nameIs = NameIs::Empty}), QStringLiteral("the error name is empty"));
        QCOMPARE(said({.nameIs = NameIs::Absent}), QStringLiteral("no error name was found"));
        QCOMPARE(said({.nameIs = NameIs::Present}), QStringLiteral("an error name was found"));
        QCOMPARE(said({.valueAt = ValueAt{.place = "json:state", .textIn = {"busy"}}}),
                 QStringLiteral("the text at json:state is busy"));
        QCOMPARE(said({.valueAt = ValueAt{.place = "body", .textIn = {"a", "b"}}}),
                 QStringLiteral("the body is a or b"));
        QCOMPARE(said({.serverClockOff = true}), QStringLiteral("the clocks of client and server differ"));
        QCOMPARE(said({.serverClockOff = false}), QStringLiteral("the clocks of client and server agree"));
        QCOMPARE(said({.crc32Mismatch = true}), QStringLiteral("the checksum does not match"));
        QCOMPARE(said({.crc32Mismatch = false}), QStringLiteral("the checksum matches"));
        QCOMPARE(said({.partDone = true}), QStringLiteral("the server did not process the whole batch"));
        QCOMPARE(said({.partDone = false}), QStringLiteral("the server processed the whole batch"));
    }

    void headersThatHoldNumbersAreSaid()
    {
        const auto header = [](const HeaderValue& value) {
            return said({.headerValues = {value}});
        };
        QCOMPARE(header({.header = "x", .textIn = {"no", "never"}}),
                 QStringLiteral("the header x is “no” or “never”"));
        QCOMPARE(header({.header = "x", .from = 1, .to = 1}), QStringLiteral("the header x is the number 1"));
        QCOMPARE(header({.header = "x", .from = 1}),
                 QStringLiteral("the header x is a number of at least 1"));
        QCOMPARE(header({.header = "x", .to = 60}), QStringLiteral("the header x is a number of at most 60"));
        QCOMPARE(header({.header = "x", .from = 0.5, .to = 60}),
                 QStringLiteral("the header x is a number from 0.5 to 60"));
        QCOMPARE(header({.header = "x", .textIn = {"no"}, .to = 60}),
                 QStringLiteral("the header x is “no” and a number of at most 60"));
        QCOMPARE(said({.idempotent = true}), QStringLiteral("the request is idempotent"));
        QCOMPARE(said({.idempotent = false}), QStringLiteral("the request is not idempotent"));
    }

    void wordsThatAreNoneStay()
    {
        QCOMPARE(capitalised(""), std::string());
        QCOMPARE(capitalised("503 is"), std::string("503 is"));
        QCOMPARE(capitalised("{name}"), std::string("{name}"));
        QCOMPARE(capitalised("the"), std::string("The"));
    }

    void whatMatchedIsSaid()
    {
        AttemptFacts empty = response(503);
        QCOMPARE(evidence({.statusIn = {{500, 599}}, .faultIn = {FaultKind::ReadTimeout}}, empty),
                 QStringLiteral("the status is 503"));
        QCOMPARE(evidence({.methodIn = {"PUT"}, .headerIn = {"a", "b"}}, empty),
                 QStringLiteral("the response has the header a or b, and the method is PUT"));
        QCOMPARE(evidence({.bodyIs = {BodyState::Absent}}, empty), QStringLiteral("there is no body"));
        QCOMPARE(evidence({.bodyIs = {BodyState::Absent}}, faulty(FaultKind::ReadTimeout)),
                 QStringLiteral("there is no body"));
        const AttemptFacts list =
            responseWith(200, {.isEmpty = false, .isJson = true, .jsonShape = JsonShape::Array});
        QCOMPARE(evidence({.jsonIs = {JsonShape::Array, JsonShape::Object}}, list),
                 QStringLiteral("the JSON is a list"));
        QCOMPARE(evidence({.jsonIs = {JsonShape::Array}}, faulty(FaultKind::ReadTimeout)),
                 QStringLiteral("the JSON is a list"));
        QCOMPARE(evidence({.nameIs = NameIs::Absent}, empty), QStringLiteral("there is no error name"));
        QCOMPARE(evidence({.idempotent = true}, empty), QStringLiteral("the request is idempotent (PUT)"));
        QCOMPARE(evidence({.bodyHas = {"busy", "<b>"}}, empty),
                 QStringLiteral("the body contains “busy” or “<b>”"));
        QCOMPARE(
            evidence({.headerValues = {{.header = "x-wait", .from = 1}}}, response(503, {{"X-Wait", "7"}})),
            QStringLiteral("the header x-wait is “7”"));
        QCOMPARE(evidence({.hinted = true}, empty),
                 QStringLiteral("the response has a delay hint that this client can read"));
    }

    void aHintThatShouldBeThereOrNotIsSaid()
    {
        const AttemptFacts none = faulty(FaultKind::ReadTimeout);
        QCOMPARE(evidence({.hinted = true}, response(503), Evidence::Hint),
                 QStringLiteral("the response has no delay hint that this client can read"));
        QCOMPARE(evidence({.hinted = false}, response(503), Evidence::Hint),
                 QStringLiteral("the response has a delay hint that this client can read"));
        QCOMPARE(evidence({.hinted = true}, none, Evidence::Hint),
                 QStringLiteral("no HTTP response arrived"));
        QCOMPARE(evidence({.afterRules = {"a"}}, none, Evidence::Before),
                 QStringLiteral("no earlier attempt of this call ended by that rule"));
    }

    void whatDidNotMatchIsSaid_data()
    {
        QTest::addColumn<Evidence>("unmet");
        QTest::addColumn<QString>("seen");
        QTest::addColumn<QString>("withoutResponse");
        const QString none = QStringLiteral("no HTTP response arrived");
        const auto row = [](const char* name, Evidence unmet, const char* seen, const QString& without) {
            QTest::newRow(name) << unmet << QString::fromUtf8(seen) << without;
        };
        row("fault", Evidence::Fault, "an HTTP response arrived",
            QStringLiteral("no byte came within the read timeout"));
        row("status", Evidence::Status, "the status is 503", none);
        row("message", Evidence::Message, "the message is “Slow down”",
            QStringLiteral("the error has no message"));
        row("body", Evidence::Body, "the body can be parsed", none);
        row("header", Evidence::Header, "the response has no such header", none);
        const auto either = [&row](const char* name, Evidence unmet, const char* seen) {
            row(name, unmet, seen, QString::fromUtf8(seen));
        };
        either("uses", Evidence::Uses,
               "the rule matches, but can match only once per call, and has already done so");
        either("service", Evidence::Service, "the service is s3");
        either("operation", Evidence::Operation, "the operation is unknown");
        either("clock", Evidence::Clock, "the response has no Date header that can be compared");
        row("checksum", Evidence::Crc32, "the checksum matches, or the response has none", none);
        row("batch", Evidence::PartDone, "the response lists no unprocessed items", none);
        either("method", Evidence::Method, "the method is PUT");
        row("value", Evidence::Value, "the body has text at xml:Error/Message", none);
    }
    void whatDidNotMatchIsSaid()
    {
        QFETCH(Evidence, unmet);
        QFETCH(QString, seen);
        QFETCH(QString, withoutResponse);
        const AttemptFacts facts = responseWith(
            503, {.isEmpty = false, .isXml = true, .fields = {{"xml:Error/Message", "Slow down"}}});
        const Condition asked{
            .lacks = {"xml:Error/Message"}, .headerIn = {"x-a"}, .crc32Mismatch = true, .partDone = true};
        QCOMPARE(evidence(asked, facts, unmet), seen);
        QCOMPARE(evidence(asked, faulty(FaultKind::ReadTimeout), unmet), withoutResponse);
    }

    void aValueThatIsAnotherOneIsQuoted()
    {
        const Condition state{.valueAt = ValueAt{.place = "json:state", .textIn = {"busy"}}};
        const Condition whole{.valueAt = ValueAt{.place = "body", .textIn = {"busy"}}};
        const AttemptFacts idle = responseWith(
            200, {.isEmpty = false, .isJson = true, .text = "idle", .fields = {{"json:state", "idle"}}});
        QCOMPARE(evidence(state, idle, Evidence::Value), QStringLiteral("the text at json:state is “idle”"));
        QCOMPARE(evidence(whole, idle, Evidence::Value), QStringLiteral("the body is “idle”"));
        QCOMPARE(evidence(whole, response(200), Evidence::Value),
                 QStringLiteral("the body is empty or longer than 64 bytes"));
        QCOMPARE(evidence(state, response(200), Evidence::Value),
                 QStringLiteral("the body has no text at json:state"));
        QCOMPARE(evidence(state, faulty(FaultKind::ReadTimeout), Evidence::Value),
                 QStringLiteral("no HTTP response arrived"));
        QCOMPARE(evidence({}, response(200), Evidence::Operation, {.operation = "GetItem"}),
                 QStringLiteral("the operation is GetItem"));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstConditionText)
#include "tst_condition_text.moc"
