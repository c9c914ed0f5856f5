// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The benches of real proxies that come with the program: judged again they say what they said, and whatever
// is said about them reads as a sentence.

#include "core/explain/bench_text.h"
#include "core/io/documents/bench_json.h"
#include "core/io/files/library.h"
#include "core/probe/bench_difference.h"
#include "core/probe/bench_verdicts.h"
#include "tests/support/sentences.h"
#include "tests/support/strict_main.h"

#include <QDateTime>
#include <QDir>
#include <QFile>

#include <map>
#include <string>

namespace retryscope::test {

namespace {

QDir folder()
{
    return QDir(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/resources/proxies"));
}

/// Read once.
const Bench& benchNamed(const QString& file)
{
    static std::map<QString, Bench> read;
    const auto [found, isNew] = read.try_emplace(file);
    QFile json(folder().filePath(file));
    if (isNew && json.open(QIODevice::ReadOnly)) {
        found->second = io::benchFromJson(json.readAll(), file).value();
    }
    return found->second;
}

/// Read once: every row of every bench has a verdict of each of a dozen.
const Policy& policyNamed(const std::string& id)
{
    static std::map<std::string, Policy> read;
    const auto [found, isNew] = read.try_emplace(id);
    if (isNew) {
        found->second = io::Library().policy(QString::fromStdString(id)).value();
    }
    return found->second;
}

/// When the bench was made; a wish such as `Retry-After: DATE` counts from there.
std::optional<WallTime> timeOf(const Bench& bench)
{
    const QDateTime time = QDateTime::fromString(QString::fromStdString(bench.startedAt), Qt::ISODateWithMs);
    return time.isValid() ? std::optional(WallTime(time.toMSecsSinceEpoch())) : std::nullopt;
}

} // namespace

class TstKeptBenches : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(folder().entryList({QStringLiteral("*.json")}).size() >= 18); }

    void eachIsJudgedAsItWas_data() { files(); }
    void eachIsJudgedAsItWas()
    {
        QFETCH(QString, file);
        const Bench& bench = benchNamed(file);
        QVERIFY(!bench.rows.empty());
        for (const BenchRow& row : bench.rows) {
            for (const BenchVerdict& kept : row.verdicts) {
                const BenchVerdict now = benchVerdictOf(policyNamed(kept.policy), row, timeOf(bench));
                const std::string where = row.id + ", " + kept.policy;
                QVERIFY2(now.direct.verdict == kept.direct.verdict, where.c_str());
                QVERIFY2(now.direct.rule == kept.direct.rule, where.c_str());
                QVERIFY2(now.through.verdict == kept.through.verdict, where.c_str());
                QVERIFY2(now.through.rule == kept.through.rule, where.c_str());
                QVERIFY2(now.through.errorName == kept.through.errorName, where.c_str());
                QVERIFY2(now.through.requests == kept.through.requests, where.c_str());
            }
        }
    }

    void whatIsSaidReadsAsASentence_data() { files(); }
    void whatIsSaidReadsAsASentence()
    {
        QFETCH(QString, file);
        const Bench& bench = benchNamed(file);
        RETRYSCOPE_VERIFY_TEXT(flawOfSentence, benchHeadline(bench), std::string("headline"));
        const std::string totals = benchTotals(bench);
        QVERIFY2(totals.empty() || flawOf(totals).empty(), totals.c_str());
        for (const BenchRow& row : bench.rows) {
            RETRYSCOPE_VERIFY_TEXT(flawOf, rowSentence(row), row.id);
            QVERIFY2(rowSentence(row).ends_with('.'), row.id.c_str());
            for (const std::string& said : flipSentences(row)) {
                RETRYSCOPE_VERIFY_TEXT(flawOfSentence, said, row.id);
            }
            for (const std::string& said : {delaySentence(row), arrivalSentence(row), endSentence(row)}) {
                QVERIFY2(said.empty() || flawOfSentence(said).empty(), (row.id + ": " + said).c_str());
            }
            QVERIFY(!sideCell(row.origin).empty() && !sideCell(row.client).empty());
        }
        QVERIFY(benchAsMarkdown(bench).ends_with("\n"));
        QVERIFY(benchAsCsv(bench).ends_with("\n"));
    }

    void eachDiffersFromTheOthersAndNotFromItself_data() { files(); }
    void eachDiffersFromTheOthersAndNotFromItself()
    {
        QFETCH(QString, file);
        const Bench& bench = benchNamed(file);
        QVERIFY(differencesOf(bench, bench).empty());
        QVERIFY(progressOf(bench, bench) == BenchProgress());
        for (const BenchRow& row : bench.rows) {
            if (!row.client.response) {
                continue;
            }
            const std::vector<Likeness> like = behavioursLike(bench, row.client);
            const bool isFound = std::ranges::any_of(
                like, [&](const Likeness& found) { return bench.rows[found.row].id == row.id; });
            QVERIFY2(isFound, row.id.c_str());
        }
        for (const QString& other : folder().entryList({QStringLiteral("*.json")})) {
            const Bench& later = benchNamed(other);
            const std::vector<RowDifference> differences = differencesOf(bench, later);
            QVERIFY2(other == file || !differences.empty(), qPrintable(other));
            for (const RowDifference& difference : differences) {
                for (const std::string& said : difference.what) {
                    RETRYSCOPE_VERIFY_TEXT(flawOf, said, difference.id);
                }
            }
            RETRYSCOPE_VERIFY_TEXT(flawOf, progressText(progressOf(bench, later)), other.toStdString());
        }
    }

private:
    static void files()
    {
        QTest::addColumn<QString>("file");
        for (const QString& file : folder().entryList({QStringLiteral("*.json")})) {
            QTest::newRow(qPrintable(file)) << file;
        }
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstKeptBenches)
#include "tst_kept_benches.moc"
