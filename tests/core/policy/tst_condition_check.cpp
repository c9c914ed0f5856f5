// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/condition_check.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <functional>
#include <string>
#include <vector>

namespace retryscope::test {

using Ask = std::function<void(Condition&)>;

/// Asks one thing and another of the same kind, as `statusIn` 500 and 501.
struct Part
{
    const char* name;
    Ask one;
    Ask both; ///< wider for a list of which one has to hold; narrower for one of which all have to
    bool isAll = false;
};

class TstConditionCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachPartNarrows_data()
    {
        QTest::addColumn<Part>("part");
        for (const Part& part : parts()) {
            QTest::newRow(part.name) << part;
        }
    }

    /// What asks for nothing covers what asks for something, and not the other way round.
    void eachPartNarrows()
    {
        QFETCH(Part, part);
        Condition one;
        part.one(one);
        Condition both;
        part.both(both);
        const Condition none;
        QVERIFY(covers(none, one));
        QVERIFY(!covers(one, none));
        QVERIFY(covers(one, one));
        QCOMPARE(covers(both, one), !part.isAll);
        QCOMPARE(covers(one, both), part.isAll);
    }

    void eachYesOrNoNarrows_data()
    {
        QTest::addColumn<Ask>("yes");
        QTest::addColumn<Ask>("no");
        const auto row = [](const char* name, auto Condition::*member, auto yes, auto no) {
            QTest::newRow(name) << Ask([=](Condition& when) { when.*member = yes; })
                                << Ask([=](Condition& when) { when.*member = no; });
        };
        row("nameIs", &Condition::nameIs, NameIs::Absent, NameIs::Empty);
        row("idempotent", &Condition::idempotent, true, false);
        row("hinted", &Condition::hinted, true, false);
        row("serverClockOff", &Condition::serverClockOff, true, false);
        row("crc32Mismatch", &Condition::crc32Mismatch, true, false);
        row("partDone", &Condition::partDone, true, false);
        row("valueAt", &Condition::valueAt, ValueAt{"json:a", {"b"}}, ValueAt{"json:a", {"c"}});
    }

    void eachYesOrNoNarrows()
    {
        QFETCH(Ask, yes);
        QFETCH(Ask, no);
        Condition one;
        yes(one);
        Condition other;
        no(other);
        QVERIFY(covers({}, one));
        QVERIFY(!covers(one, {}));
        QVERIFY(covers(one, one));
        QVERIFY(!covers(one, other));
    }

    void statusesAreCoveredRangeByRange()
    {
        const auto in = [](std::vector<StatusRange> ranges) {
            return Condition{.statusIn = std::move(ranges)};
        };
        QVERIFY(covers(in({{500, 599}}), in({{503, 503}})));
        QVERIFY(covers(in({{400, 404}, {500, 599}}), in({{503, 504}, {404, 404}})));
        QVERIFY(!covers(in({{500, 599}}), in({{499, 503}})));
        QVERIFY(!covers(in({{500, 599}}), in({{503, 600}})));
        QVERIFY(!covers(in({{500, 599}}), in({{503, 503}, {429, 429}})));
    }

    void aListThatIsLeftToBeFilledCoversNothing()
    {
        const Condition empty{.nameMustBeListed = true};
        QVERIFY(!covers(empty, empty));
        QVERIFY(!covers(empty, {.nameIn = {"a"}}));
        QVERIFY(covers({.nameIn = {"a"}, .nameMustBeListed = true}, {.nameIn = {"a"}}));
    }

    void whatNoHeaderCanBeIsIdle_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<bool>("isIdle");
        QTest::newRow("within") << std::string("5") << 1.0 << 9.0 << false;
        QTest::newRow("at the lower end") << std::string(" 1 ") << 1.0 << 9.0 << false;
        QTest::newRow("at the upper end") << std::string("9") << 1.0 << 9.0 << false;
        QTest::newRow("below") << std::string("0.9") << 1.0 << 9.0 << true;
        QTest::newRow("above") << std::string("9.1") << 1.0 << 9.0 << true;
        QTest::newRow("no number") << std::string("x") << -1.0 << 9.0 << true;
        QTest::newRow("a number and more") << std::string("5s") << 1.0 << 9.0 << true;
    }

    void whatNoHeaderCanBeIsIdle()
    {
        QFETCH(std::string, text);
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(bool, isIdle);
        const auto isIdleWith = [&](std::optional<double> least, std::optional<double> most) {
            return idlenessOf(
                       {.headerValues = {{.header = "x", .textIn = {text}, .from = least, .to = most}}},
                       false)
                .has_value();
        };
        QCOMPARE(isIdleWith(from, to), isIdle);
        QVERIFY(!isIdleWith({}, {}));
        QCOMPARE(isIdleWith(from, {}) || isIdleWith({}, to), isIdle);
    }

    void onlyWhatIsAlwaysIdempotentIsIdleWithoutIdempotence()
    {
        const auto isIdle = [](std::optional<bool> idempotent, std::vector<std::string> methods) {
            return idlenessOf({.methodIn = std::move(methods), .idempotent = idempotent}, false).has_value();
        };
        QVERIFY(isIdle(false, {"GET", "PUT"}));
        QVERIFY(!isIdle(false, {"GET", "POST"}));
        QVERIFY(!isIdle(false, {}));
        QVERIFY(!isIdle(true, {"GET"}));
        QVERIFY(!isIdle({}, {"GET"}));
    }

private:
    template <typename Value>
    static Part listed(const char* name, std::vector<Value> Condition::*member, Value one, Value other,
                       bool isAll = false)
    {
        return {.name = name,
                .one = [=](Condition& when) { when.*member = {one}; },
                .both =
                    [=](Condition& when) {
                        when.*member = {one, other};
                    },
                .isAll = isAll};
    }
    static Part texts(const char* name, std::vector<std::string> Condition::*member, bool isAll = false)
    {
        return listed(name, member, std::string("a"), std::string("b"), isAll);
    }
    static std::vector<Part> parts()
    {
        return {listed("statusIn", &Condition::statusIn, StatusRange{500, 500}, StatusRange{501, 501}),
                texts("nameIn", &Condition::nameIn),
                texts("namePrefixIn", &Condition::namePrefixIn),
                texts("nameHas", &Condition::nameHas),
                listed("bodyIs", &Condition::bodyIs, BodyState::Absent, BodyState::Parsed),
                texts("lacks", &Condition::lacks, true),
                texts("methodIn", &Condition::methodIn),
                listed("jsonIs", &Condition::jsonIs, JsonShape::Object, JsonShape::Array),
                listed("faultIn", &Condition::faultIn, FaultKind::ReadTimeout, FaultKind::ConnectTimeout),
                texts("protocolIn", &Condition::protocolIn),
                texts("serviceIn", &Condition::serviceIn),
                texts("operationIn", &Condition::operationIn),
                texts("operationNotIn", &Condition::operationNotIn, true),
                texts("messageHas", &Condition::messageHas),
                texts("bodyHas", &Condition::bodyHas),
                listed("headerValues", &Condition::headerValues, HeaderValue{.header = "a", .textIn = {"b"}},
                       HeaderValue{.header = "c", .textIn = {"d"}}, true),
                texts("afterRules", &Condition::afterRules),
                texts("headerIn", &Condition::headerIn)};
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstConditionCheck)

#include "tst_condition_check.moc"
