// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/copy_on_write.h"
#include "core/facts/optional_duration.h"
#include "core/facts/shared.h"

#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <string>
#include <utility>

namespace retryscope::test {

class TstShared : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void copiesAreTheSameObject()
    {
        const Shared<std::string> body = std::string("a body");
        const Shared<std::string> copy = body;
        QCOMPARE(&*copy, &*body);
        QCOMPARE(copy->size(), std::size_t{6});
        const std::string& text = copy;
        QCOMPARE(text, std::string("a body"));
    }

    void equalityIsThatOfTheValues()
    {
        const Shared<std::string> one = "one";
        QVERIFY(one == Shared<std::string>("one"));
        QVERIFY(one != Shared<std::string>("two"));
        QVERIFY(one != Shared<std::string>());
        QVERIFY(Shared<std::string>("") == Shared<std::string>());
        QVERIFY(Shared<std::string>()->empty());
    }

    void anEditedCopyIsItsOwn()
    {
        CopyOnWrite<std::string> first;
        QVERIFY(first->empty());
        first.edit() = "shared";
        const CopyOnWrite<std::string> second = first;
        QCOMPARE(&*second, &*first);
        first.edit() += " no more";
        QCOMPARE(*second, std::string("shared"));
        QCOMPARE(*first, std::string("shared no more"));
        const std::string* alone = &*first;
        first.edit() += "!";
        QCOMPARE(&*first, alone);
        const CopyOnWrite<std::string> moved = std::move(first);
        QCOMPARE(*moved, std::string("shared no more!"));
    }

    void anAbsentDurationIsNoDuration()
    {
        OptionalDuration duration;
        QVERIFY(!duration);
        QVERIFY(duration == std::nullopt);
        QCOMPARE(duration.value_or(ms(3)), ms(3));
        QVERIFY(!std::optional<Duration>(duration));
        QVERIFY(duration != Duration::zero());
        duration = ms(5);
        QVERIFY(duration.has_value());
        QCOMPARE(*duration, ms(5));
        QVERIFY(std::optional<Duration>(duration) == ms(5));
        QCOMPARE(duration.emplace(), Duration::zero());
        QVERIFY(duration);
        duration.reset();
        QVERIFY(!duration.has_value());
        QVERIFY(!OptionalDuration(std::optional<Duration>()));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstShared)

#include "tst_shared.moc"
