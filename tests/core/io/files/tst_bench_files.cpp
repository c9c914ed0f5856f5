// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/bench_text.h"
#include "core/explain/client_then.h"
#include "core/io/files/bench_files.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "core/probe/bench_difference.h"
#include "core/probe/bench_verdicts.h"
#include "core/probe/side_difference.h"
#include "tests/support/lab.h"
#include "tests/support/sentences.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace retryscope;
using namespace retryscope::io;
using retryscope::test::Flaws;

class TstBenchFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyShippedBenchIsBuiltInAndRead();
    void everyRowIsSaidInWholeSentences();
    void rowsFromSourceSayWhichAndAreCompared();
    void aPolicyThatAFileNamesIsNoFile();
    void aNameIsNoFileAndAFileNeedsNoSuffix();
    void anUnknownNameIsRefusedWithThoseThereAre();
    void aWrongFileIsABadInput();
};

void TstBenchFiles::everyShippedBenchIsBuiltInAndRead()
{
    const QDir shipped(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/resources/proxies"));
    QStringList names = shipped.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
    for (QString& name : names) {
        name.chop(5);
    }
    names.sort();
    QCOMPARE(benchNames(), names);
    QVERIFY(names.contains(QStringLiteral("nginx")) && names.contains(QStringLiteral("haproxy-hardened")));
    for (const QString& name : names) {
        const Result<Bench> bench = benchNamed(name);
        QVERIFY2(bench.ok(), qPrintable(name));
        QVERIFY2(!bench.value().rows.empty(), qPrintable(name));
        QCOMPARE(toQString(bench.value().name), name);
        QCOMPARE(toQString(bench.value().boxName), name.section(QLatin1Char('-'), 0, 0));
    }
}

void TstBenchFiles::everyRowIsSaidInWholeSentences()
{
    Flaws flaws;
    for (const QString& name : benchNames()) {
        const Bench bench = benchNamed(name).value();
        for (const std::string& text : {benchHeadline(bench), benchTotals(bench), unsentText(bench)}) {
            flaws.sentences("probe result", text);
        }
        for (const BenchRow& row : bench.rows) {
            for (const std::string& text :
                 {rowSentence(row), delaySentence(row), arrivalSentence(row), endSentence(row),
                  likenessText(row.client, behavioursLike(bench, row.client))}) {
                flaws.sentences("row of a probe", text);
            }
            std::vector<ThenVerdict> verdicts;
            for (const BenchVerdict& verdict : row.verdicts) {
                BenchVerdict mended = verdict;
                mended.through = verdict.direct;
                verdicts.push_back({.client = verdict.policy, .now = verdict, .then = mended});
                flaws.label("verdict of a probe", verdictCell(verdict));
            }
            flaws.sentences("then", thenText(verdicts));
            for (const std::string& text : flipSentences(row)) {
                flaws.sentences("changed verdict", text);
            }
        }
    }
    flaws.verify();
}

/// Nobody measured them: what a row says of its two sides has to follow from the sides.
void TstBenchFiles::rowsFromSourceSayWhichAndAreCompared()
{
    int fromSource = 0;
    for (const QString& name : benchNames()) {
        const Bench bench = benchNamed(name).value();
        const bool isFromSource = bench.evidence == BenchEvidence::FromSource;
        fromSource += isFromSource ? 1 : 0;
        for (const BenchRow& row : bench.rows) {
            QCOMPARE(row.source.find("https://") != std::string::npos, isFromSource);
            if (!isFromSource) {
                continue;
            }
            const BenchRow again = test::comparedRow(row);
            QVERIFY2(again == row, row.id.c_str());
        }
    }
    QCOMPARE(fromSource, 4);
}

/// Whoever made a probe result must not choose which files of this machine are read.
void TstBenchFiles::aPolicyThatAFileNamesIsNoFile()
{
    const QTemporaryDir folder;
    const QString before = QDir::currentPath();
    const QString path = folder.filePath(QStringLiteral("named.json"));
    QVERIFY(QFile::copy(QStringLiteral(":/retryscope/policies/curl-retry-3.json"), path));
    QVERIFY(QFile::copy(path, folder.filePath(QStringLiteral("bare"))));
    Bench bench = benchNamed(QStringLiteral("nginx")).value();
    for (const std::string& policy :
         {path.toStdString(), std::string("named.json"), std::string("bare"), std::string("-")}) {
        bench.rows.front().saved.push_back({.policy = policy, .direct = {}, .through = {}});
    }

    QVERIFY(QDir::setCurrent(folder.path()));
    const std::vector<Policy> policies = judgeAgain(bench, Library());
    QVERIFY(QDir::setCurrent(before));

    QCOMPARE(policies.size(), usualClients().size());
    QCOMPARE(bench.rows.front().verdicts.size(), usualClients().size() + 4);
    QVERIFY(std::ranges::all_of(bench.rows.front().saved, &BenchVerdict::isSaved));
}

void TstBenchFiles::aNameIsNoFileAndAFileNeedsNoSuffix()
{
    const QTemporaryDir folder;
    const QString plain = folder.filePath(QStringLiteral("nginx"));
    const QString before = QDir::currentPath();
    QVERIFY(QFile::copy(QStringLiteral(":/retryscope/proxies/varnish.json"), plain));
    QVERIFY(QFile::copy(plain, folder.filePath(QStringLiteral("mine"))));

    QVERIFY(QDir::setCurrent(folder.path()));
    const std::string built = benchNamed(QStringLiteral("nginx")).value().boxName;
    const std::string mine = benchNamed(QStringLiteral("mine")).value().boxName;
    QVERIFY(QDir::setCurrent(before));

    QVERIFY(built == "nginx" && mine == "varnish");
    QVERIFY(benchNamed(plain).value().boxName == "varnish");
}

void TstBenchFiles::anUnknownNameIsRefusedWithThoseThereAre()
{
    const Result<Bench> unknown = benchNamed(QStringLiteral("iis"));

    QVERIFY(!unknown.ok() && unknown.error().kind == Error::Kind::BadUsage);
    QVERIFY(unknown.error().message.contains(
        QStringLiteral("no probe result or file is named \"iis\"; available: ") +
        benchNames().join(QStringLiteral(", "))));
}

void TstBenchFiles::aWrongFileIsABadInput()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("bench.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"format\": \"retryscope.bench/1\"}");
    file.close();

    const Result<Bench> wrong = benchNamed(path);

    QVERIFY(!wrong.ok() && wrong.error().kind == Error::Kind::BadInput);
    QVERIFY2(wrong.error().place.contains(path), qPrintable(wrong.error().place));
}

RETRYSCOPE_TEST(TstBenchFiles)
#include "tst_bench_files.moc"
