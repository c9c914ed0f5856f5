// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The benches of real proxies that come with the program: judged again they say what they said, and whatever
// is said about them reads as a sentence.

#include "core/explain/bench_report.h"
#include "core/explain/bench_text.h"
#include "core/explain/report_markdown.h"
#include "core/explain/row_difference.h"
#include "core/io/documents/bench_json.h"
#include "core/io/files/bench_files.h"
#include "core/io/files/library.h"
#include "core/probe/bench_difference.h"
#include "core/probe/bench_verdicts.h"
#include "tests/support/sentences.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace retryscope::test {

namespace {

QDir folder()
{
    return QDir(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/resources/proxies"));
}

/// Read and judged once.
const Bench& benchNamed(const QString& file)
{
    static std::map<QString, Bench> read;
    const auto [found, isNew] = read.try_emplace(file);
    QFile json(folder().filePath(file));
    if (isNew && json.open(QIODevice::ReadOnly)) {
        found->second = io::benchFromJson(json.readAll(), file).value();
        io::judgeAgain(found->second, io::Library());
    }
    return found->second;
}

QString lineOf(const BenchRow& row)
{
    std::string line = row.id;
    for (const BenchVerdict& verdict : row.verdicts) {
        const BenchSide& through = verdict.through;
        line += '\t' + std::string(toString(verdict.direct.verdict)) + ' ' + verdict.direct.rule + " > " +
                std::string(toString(through.verdict)) + ' ' + through.rule + ' ' + through.errorName + ' ' +
                (through.requests ? std::to_string(*through.requests) : "any");
    }
    return QString::fromStdString(line);
}

/// The object without one of its members, for each of them and of those within; with the member's path.
std::vector<std::pair<QString, QJsonObject>> withoutEach(const QJsonObject& object)
{
    std::vector<std::pair<QString, QJsonObject>> all;
    for (auto at = object.begin(); at != object.end(); ++at) {
        QJsonObject without = object;
        without.remove(at.key());
        all.emplace_back(at.key(), without);
        const auto within = [&](const QJsonObject& inner, const auto& replaced) {
            for (const auto& [path, smaller] : withoutEach(inner)) {
                QJsonObject changed = object;
                changed[at.key()] = replaced(smaller);
                all.emplace_back(at.key() + QLatin1Char('.') + path, changed);
            }
        };
        if (at->isObject()) {
            within(at->toObject(), [](const QJsonObject& smaller) { return QJsonValue(smaller); });
        }
        const QJsonArray items = at->toArray();
        for (int index = 0; index < items.size(); ++index) {
            within(items[index].toObject(), [&](const QJsonObject& smaller) {
                QJsonArray changed = items;
                changed[index] = smaller;
                return QJsonValue(changed);
            });
        }
    }
    return all;
}

} // namespace

class TstKeptBenches : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(folder().entryList({QStringLiteral("*.json")}).size() >= 18); }

    /// As they were when tests/data/proxy_verdicts.tsv was written: how each of the usual clients decides
    /// without and with the proxy, by which rule, the name it reads, and the most requests at the origin.
    void eachIsJudgedAsItWas_data() { files(); }
    void eachIsJudgedAsItWas()
    {
        QFETCH(QString, file);
        QFile kept(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/proxy_verdicts.tsv"));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QStringList expected = QString::fromUtf8(kept.readAll()).split(QLatin1Char('\n'));
        const QString begin = file + QLatin1Char('\t');
        expected.removeIf([&begin](const QString& line) { return !line.startsWith(begin); });
        const Bench& bench = benchNamed(file);
        QCOMPARE(static_cast<qsizetype>(bench.rows.size()), expected.size());
        for (std::size_t index = 0; index < bench.rows.size(); ++index) {
            QCOMPARE(begin + lineOf(bench.rows[index]), expected[static_cast<qsizetype>(index)]);
        }
    }

    /// A member that could be left out would say something that the rest says already.
    void noMemberFollowsFromTheOthers_data() { files(); }
    void noMemberFollowsFromTheOthers()
    {
        QFETCH(QString, file);
        QFile json(folder().filePath(file));
        QVERIFY(json.open(QIODevice::ReadOnly));
        QJsonObject head = QJsonDocument::fromJson(json.readAll()).object();
        const QJsonArray rows = head.take(QStringLiteral("rows")).toArray();
        int members = 0;
        for (const QJsonValue& row : rows) {
            const auto withRow = [&head](const QJsonObject& one) {
                QJsonObject document = head;
                document[QStringLiteral("rows")] = QJsonArray{one};
                return document;
            };
            const Bench whole = io::benchFromJson(withRow(row.toObject()), file).value();
            QVERIFY(whole.rows.front().saved.empty());
            for (const auto& [path, without] : withoutEach(row.toObject())) {
                const io::Result<Bench> read = io::benchFromJson(withRow(without), file);
                QVERIFY2(!read.ok() || read.value() != whole,
                         qPrintable(row[u"id"].toString() + QStringLiteral(": ") + path));
                ++members;
            }
        }
        QVERIFY(members > 10 * rows.size());
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
        QVERIFY(reportMarkdown(benchReport(bench, {}, 80)).ends_with("\n"));
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
