// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/bench_files.h"
#include "core/io/text/utf8.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace retryscope;
using namespace retryscope::io;

class TstBenchFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyShippedBenchIsBuiltInAndRead();
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
        QCOMPARE(toQString(bench.value().boxName), name.section(QLatin1Char('-'), 0, 0));
    }
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
    QVERIFY(unknown.error().message.contains(QStringLiteral("no bench \"iis\"; allowed are ") +
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
