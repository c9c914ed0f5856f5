// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/condition_text.h"
#include "core/policy/condition_check.h"
#include "core/policy/conditions.h"
#include "core/policy/members.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace retryscope::test {

namespace {

/// Two values that a condition may have.
template <typename Value>
std::pair<Value, Value> samples();
template <>
std::pair<std::string, std::string> samples()
{
    return {"a", "b"};
}
template <>
std::pair<bool, bool> samples()
{
    return {true, false};
}
template <>
std::pair<StatusRange, StatusRange> samples()
{
    return {{500, 500}, {501, 501}};
}
template <>
std::pair<FaultKind, FaultKind> samples()
{
    return {FaultKind::ConnectTimeout, FaultKind::ConnectionRefused};
}
template <>
std::pair<BodyState, BodyState> samples()
{
    return {BodyState::Absent, BodyState::Parsed};
}
template <>
std::pair<JsonShape, JsonShape> samples()
{
    return {JsonShape::Object, JsonShape::Array};
}
template <>
std::pair<NameIs, NameIs> samples()
{
    return {NameIs::Present, NameIs::Empty};
}
template <>
std::pair<HeaderValue, HeaderValue> samples()
{
    return {{.header = "a", .textIn = {"b"}}, {.header = "c", .textIn = {"d"}}};
}
template <>
std::pair<ValueAt, ValueAt> samples()
{
    return {{"json:a", {"b"}}, {"json:a", {"c"}}};
}

template <typename Value>
void put(const ConditionRow<std::vector<Value>>& row, Condition& one, Condition& other, Condition& both)
{
    const auto [first, second] = samples<Value>();
    one.*row.member = {first};
    other.*row.member = {second};
    both.*row.member = {first, second};
}

template <typename Value>
void put(const ConditionRow<std::optional<Value>>& row, Condition& one, Condition& other, Condition& both)
{
    const auto [first, second] = samples<Value>();
    one.*row.member = both.*row.member = first;
    other.*row.member = second;
}

/// A condition that asks for one thing, for another of the same kind, and for both. The second of a condition
/// without a list: none, so `both` is `one`.
struct Part
{
    Condition one;
    Condition other;
    Condition both;
    bool isList = false;
    bool isEach = false; ///< each entry has to hold, so more entries match less
    bool needsResponse = false;
};

std::vector<Part> parts()
{
    std::vector<Part> result;
    anyCondition([&result](const auto& row) {
        Part part{.isEach = row.entries == Entries::EachHolds, .needsResponse = row.needsResponse};
        put(row, part.one, part.other, part.both);
        part.isList = part.one != part.both;
        result.push_back(std::move(part));
        return false;
    });
    return result;
}

} // namespace

class TstConditionCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachPartNarrows_data()
    {
        QTest::addColumn<Part>("part");
        for (const Part& part : parts()) {
            QTest::newRow(conditionText(part.one).c_str()) << part;
        }
    }

    /// What asks for nothing covers what asks for something, and not the other way round.
    void eachPartNarrows()
    {
        QFETCH(Part, part);
        const Condition none;
        QVERIFY(covers(none, part.one));
        QVERIFY(!covers(part.one, none));
        QVERIFY(covers(part.one, part.one));
        QVERIFY(!covers(part.one, part.other));
        if (part.isList) {
            QCOMPARE(covers(part.both, part.one), !part.isEach);
            QCOMPARE(covers(part.one, part.both), part.isEach);
        }
    }

    void eachPartHasASentence_data() { eachPartNarrows_data(); }
    void eachPartHasASentence()
    {
        QFETCH(Part, part);
        QVERIFY(conditionText(part.one) != "always");
        QVERIFY(conditionText(part.one) != conditionText(part.other));
        QVERIFY(!part.isList || conditionText(part.both) != conditionText(part.one));
    }

    void whatNeedsAResponseContradictsAFaultWithoutOne_data() { eachPartNarrows_data(); }
    void whatNeedsAResponseContradictsAFaultWithoutOne()
    {
        QFETCH(Part, part);
        part.one.faultIn = {FaultKind::ConnectionRefused};
        QCOMPARE(contradictionIn(part.one).has_value(), part.needsResponse);
        part.one.faultIn = {FaultKind::ResponseTruncated};
        QVERIFY(!contradictionIn(part.one));
    }

    /// And what it evaluates to agrees with that.
    void noneThatNeedsAResponseHoldsWithoutOne()
    {
        const Policy policy;
        const ResolvedPolicy resolved = resolve(policy, RequestSpec{});
        const AttemptFacts facts = faulty(FaultKind::ConnectionRefused);
        const ErrorName name;
        const std::vector<int> uses;
        const ConditionInput input{resolved, facts, name, 0, std::nullopt, "GET", uses};
        for (const Part& part : parts()) {
            if (part.needsResponse) {
                QVERIFY2(firstMismatch(part.one, input) != Evidence::Matched,
                         conditionText(part.one).c_str());
            }
        }
    }

    /// Each member of a condition has a row: the one of a condition with all of them has every sentence.
    void everyMemberHasARow()
    {
        Condition all;
        anyCondition([&all](const auto& row) {
            Condition other;
            Condition both;
            put(row, all, other, both);
            return false;
        });
        std::set<std::string> names; // that there are
        std::set<std::string> named; // that have a value
        for (const Member& member : membersOf(Rule{.id = "a", .when = all})) {
            if (member.path.starts_with("when.")) {
                const std::string name = member.path.substr(0, member.path.find('.', 5));
                names.insert(name);
                if (!member.value.empty()) {
                    named.insert(name);
                }
            }
        }
        QVERIFY(named == names);
        QCOMPARE(names.size(), std::tuple_size_v<decltype(kConditions)>);
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
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstConditionCheck)

#include "tst_condition_check.moc"
