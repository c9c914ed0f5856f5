// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/policy_report.h"
#include "core/explain/policy_summary.h"
#include "core/explain/report_markdown.h"
#include "core/io/documents/policy_json.h"
#include "core/policy/members.h"
#include "core/recipes/code_gaps.h"
#include "tests/core/io/documents/every_member.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

#include <functional>

using namespace retryscope;

namespace {

/// Other values for a leaf, the likeliest to be valid first. problem: what reading the last one said.
QJsonValue anotherValue(const QJsonValue& value, int attempt, const QString& problem)
{
    if (value.isBool()) {
        return attempt == 0 ? QJsonValue(!value.toBool()) : QJsonValue();
    }
    if (value.isDouble()) {
        const double number = value.toDouble();
        const double others[] = {number + 1, number - 1, number / 2, number * 3};
        return attempt < 4 ? QJsonValue(others[attempt]) : QJsonValue();
    }
    const QString text = value.toString();
    static const QRegularExpression duration(QStringLiteral("^([0-9.]+)(ms|s|m|h)$"));
    if (const auto match = duration.match(text); match.hasMatch()) {
        return attempt == 0
                   ? QJsonValue(QString::number(match.captured(1).toDouble() * 2 + 1) + match.captured(2))
                   : QJsonValue();
    }
    if (attempt == 0) {
        return text + QStringLiteral("x");
    }
    static const QRegularExpression word(QStringLiteral("\"([A-Za-z0-9]+)\""));
    auto matches = word.globalMatch(problem.mid(problem.indexOf(QStringLiteral("expected"))));
    for (int index = 1; matches.hasNext(); ++index) {
        const QString candidate = matches.next().captured(1);
        if (candidate == text) {
            continue;
        }
        if (attempt <= index) {
            return candidate;
        }
    }
    return attempt < 4 ? QJsonValue(QStringLiteral("%1").arg(500 + attempt)) : QJsonValue();
}

using Change = std::function<void(const QString& path, const QJsonValue& leaf,
                                  const std::function<QJsonObject(const QJsonValue&)>& with)>;

/// Calls `change` for every leaf; `with` gives the whole document with another value there.
void eachLeaf(const QJsonValue& value, const QString& path,
              const std::function<QJsonObject(const QJsonValue&)>& with, const Change& change)
{
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto member = object.begin(); member != object.end(); ++member) {
            const QString key = member.key();
            const bool isConstant =
                key == QLatin1String("format") ||
                (key == QLatin1String("type") && !path.endsWith(QLatin1String("backoff")));
            if (isConstant || member.value().isNull()) { // null: a service has none of it
                continue;
            }
            eachLeaf(
                member.value(), path.isEmpty() ? key : path + QLatin1Char('.') + key,
                [&with, object, key](const QJsonValue& inner) {
                    QJsonObject changed = object;
                    changed.insert(key, inner);
                    return with(changed);
                },
                change);
        }
    } else if (value.isArray()) {
        const QJsonArray array = value.toArray();
        for (qsizetype index = 0; index < array.size(); ++index) {
            eachLeaf(
                array.at(index), path + QLatin1Char('.') + QString::number(index),
                [&with, array, index](const QJsonValue& inner) {
                    QJsonArray changed = array;
                    changed.replace(index, inner);
                    return with(changed);
                },
                change);
        }
    } else {
        change(path, value, with);
    }
}

} // namespace

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
    eachLeaf(
        document, {}, [](const QJsonValue& whole) { return whole.toObject(); },
        [&](const QString& path, const QJsonValue& leaf, const auto& with) {
            QString problem;
            for (int attempt = 0;; ++attempt) {
                const QJsonValue other = anotherValue(leaf, attempt, problem);
                if (other.isNull()) {
                    unseen += path + QStringLiteral(": no second valid value (") + problem + QLatin1Char(')');
                    return;
                }
                const QJsonObject changedDocument = with(other);
                const io::Result<Policy> changed = io::policyDraftFromJson(changedDocument);
                if (!changed) {
                    problem = changed.error().message;
                    continue;
                }
                ++seen;
                const Policy& there = changed.value();
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
                return;
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
             std::string("order of rules: full, open instead of open, full"));
    QVERIFY(reportMarkdown(policyReport(base, {})) != reportMarkdown(policyReport(rules, {})));
    Policy hints = base;
    std::swap(hints.hints.at(0), hints.hints.at(1));
    QCOMPARE(differenceText(differencesBetween(base, hints).at(0)),
             std::string("order of hints: retry-after, x-reset instead of x-reset, retry-after"));
}

RETRYSCOPE_TEST(TstMemberLaw)
#include "tst_member_law.moc"
