// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/policy_report.h"
#include "core/explain/policy_summary.h"
#include "core/explain/report_markdown.h"
#include "core/io/documents/policy_json.h"
#include "core/policy/members.h"
#include "core/recipes/code_gaps.h"
#include "tests/core/io/documents/each_leaf.h"
#include "tests/core/io/documents/every_member.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;

/// Every member of a policy is seen by everything that shows, compares and writes policies: the members are
/// those of policy files, so a new one needs no line here.
class TstMemberLaw : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyMemberIsSeen();
    void theOrderDecidesToo();
};

void TstMemberLaw::everyMemberIsSeen()
{
    const Policy base = test::policyWithEverything();
    const QJsonObject document = io::policyToJson(base);
    const std::string shown = reportMarkdown(policyReport(base, {}));
    QStringList unseen;
    int seen = 0;
    test::eachOtherValue(document, [&](const QString& path, const Policy& there) {
        ++seen;
        if (!(io::policyDraftFromJson(io::policyToJson(there)).value() == there)) {
            unseen += path + QStringLiteral(": the JSON does not come back");
        }
        if (differencesOf(membersOf(base), membersOf(there)).empty()) {
            return; // a text for people
        }
        if (reportMarkdown(policyReport(there, {})) == shown) {
            unseen += path + QStringLiteral(": show");
        }
        const std::vector<PolicyDifference> differences = differencesBetween(base, there);
        const bool isNamed = std::ranges::any_of(
            differences, [](const PolicyDifference& one) { return one.here != one.there; });
        if (!isNamed) {
            unseen += path + QStringLiteral(": diff");
        }
        // A rule's id is a name: what the rule does is the same.
        if (codeGaps(there, base).empty() && !path.endsWith(QLatin1String(".id"))) {
            unseen += path + QStringLiteral(": code");
        }
    });
    for (const QString& one : unseen) {
        qInfo("%s", qPrintable(one));
    }
    QVERIFY(unseen.isEmpty());
    QVERIFY2(seen > 150, qPrintable(QString::number(seen)));
}

/// Of rules the first match decides, of hints the first that can be read.
void TstMemberLaw::theOrderDecidesToo()
{
    const Policy base = test::policyWithEverything();
    Policy rules = base;
    std::swap(rules.rules.at(0), rules.rules.at(1));
    QCOMPARE(differenceText(differencesBetween(base, rules).at(0)),
             std::string("order of rules: full, open → open, full"));
    QVERIFY(reportMarkdown(policyReport(base, {})) != reportMarkdown(policyReport(rules, {})));
    Policy hints = base;
    std::swap(hints.hints.at(0), hints.hints.at(1));
    QCOMPARE(differenceText(differencesBetween(base, hints).at(0)),
             std::string("order of hints: retry-after, x-reset → x-reset, retry-after"));
}

RETRYSCOPE_TEST(TstMemberLaw)
#include "tst_member_law.moc"
