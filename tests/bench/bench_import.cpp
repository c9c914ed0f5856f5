// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an import costs: 20,000 and 200,000 requests of each shape as a HAR, and of one shape in each format;
// then the two goals, a million requests and 1 GiB of log. Each row runs in a process of its own, which
// gives its peak of memory. A number instead: as many requests as that in the last rows.

#include "core/io/files/opened_file.h"
#include "core/io/traffic/import_traffic.h"
#include "tests/bench/measure.h"
#include "tests/support/traffic_shapes.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QTemporaryFile>

#include <cstdio>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace retryscope;
using namespace retryscope::test;

struct Cost
{
    double seconds = 0; ///< of the processor
    double peak = 0;    ///< MiB, the file in memory included
    qint64 requests = 0;
};

/// What the work takes in a process of its own.
Cost costOf(const std::function<Cost()>& work)
{
    int pipe[2]; // NOLINT(modernize-avoid-c-arrays): as the system call wants it
    if (::pipe(pipe) != 0) {
        return {};
    }
    const pid_t child = fork();
    if (child == 0) {
        Cost cost = work();
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        cost.peak = static_cast<double>(usage.ru_maxrss) / 1024;
        _exit(write(pipe[1], &cost, sizeof cost) == sizeof cost ? 0 : 1);
    }
    Cost cost;
    close(pipe[1]);
    if (read(pipe[0], &cost, sizeof cost) != sizeof cost) {
        cost = {};
    }
    close(pipe[0]);
    waitpid(child, nullptr, 0);
    return cost;
}

Cost importing(const QString& format, const TrafficShape& shape, int count)
{
    QByteArray bytes = trafficOf(format, shape, count);
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    const auto begin = bench::processorTime();
    const auto record = io::importTraffic({{buffer, QStringLiteral("bench")}}, format);
    const std::chrono::duration<double> took = bench::processorTime() - begin;
    return {.seconds = took.count(), .requests = record ? record.value().attemptCount() : 0};
}

void printGrowth(const QString& format, const TrafficShape& shape)
{
    constexpr int kFew = 20'000;
    constexpr int kMany = 200'000;
    const Cost few = costOf([&] { return importing(format, shape, kFew); });
    const Cost many = costOf([&] { return importing(format, shape, kMany); });
    std::printf("%-14s %-46s %7.2f s %7.2f s %6.1f times %6.0f MiB%s\n", qPrintable(format), shape.name,
                few.seconds, many.seconds, many.seconds / few.seconds, many.peak,
                many.requests == kMany ? "" : "  (not all were read)");
    std::fflush(stdout);
}

/// A debug log with a request among so many other lines, on disk.
Cost readingLog(qint64 size)
{
    QTemporaryFile file;
    if (!file.open()) {
        return {};
    }
    const QByteArray other(
        "2026-01-01 00:00:00,000 - botocore.hooks - DEBUG - Event before-parameter-build.s3.GetObject: "
        "calling "
        "handler <function sse_md5 at 0x7f73f3dde020> with what it needs to know about this request\n");
    QByteArray piece = trafficOf(QStringLiteral("botocore-log"), kTrafficShapes.at(0), 1);
    for (int line = 0; line < 40; ++line) {
        piece += other;
    }
    while (file.size() < size) {
        file.write(piece);
    }
    file.close();
    const auto begin = bench::processorTime();
    const auto record = io::openRecord({file.fileName()}, QStringLiteral("botocore-log"));
    const std::chrono::duration<double> took = bench::processorTime() - begin;
    return {.seconds = took.count(), .requests = record ? record.value().attemptCount() : 0};
}

void printGoal(const char* what, const Cost& cost, const char* goal)
{
    std::printf("%-61s %7.2f s %6.0f MiB  %lld requests  %s\n", what, cost.seconds, cost.peak,
                static_cast<long long>(cost.requests), goal);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const int million = argc > 1 ? QByteArray(argv[1]).toInt() : 1'000'000;
    std::printf("%-61s %9s %9s\n", "import", "20,000", "200,000");
    if (argc == 1) {
        for (const TrafficShape& shape : kTrafficShapes) {
            printGrowth(QStringLiteral("har"), shape);
        }
        for (const QString& format : io::trafficFormats()) {
            printGrowth(format, kTrafficShapes.at(0));
        }
    }
    for (const TrafficShape& shape : kTrafficShapes) {
        printGoal(qPrintable(QStringLiteral("as many as can be: %1").arg(QLatin1String(shape.name))),
                  costOf([&] { return importing(QStringLiteral("har"), shape, million); }), "goal 20 s");
    }
    constexpr qint64 kGiB = qint64{1} << 30;
    printGoal("1 GiB of botocore's debug log", costOf([] { return readingLog(kGiB); }), "goal 30 s");
    return 0;
}
