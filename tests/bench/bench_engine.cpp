// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast the engine decides: one judge(), one whole call in virtual time, record included, and
// the changes that would reverse one verdict, per preset.

#include "core/change/reversing_changes.h"
#include "core/decide/judge.h"
#include "core/io/documents/default_request.h"
#include "core/io/files/library.h"
#include "core/io/http/error_body.h"
#include "core/simulate/simulate.h"
#include "tests/bench/measure.h"

#include <QByteArrayView>

#include <cstdio>
#include <cstdlib>

#include <malloc.h>

namespace {

using namespace retryscope;
using bench::keep;
using bench::nanosecondsPer;

constexpr int kCalls = 100; ///< of one run, so that its beginning does not count

/// Throttled twice, then a response.
Scenario throttledTwice()
{
    EndpointStep slowDown{.status = 503, .reason = "Slow Down", .headers = {}, .body = {}, .repeat = 2};
    slowDown.headers.add("Content-Type", "application/xml");
    slowDown.body = "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>";
    slowDown.parsed = io::parseBody(slowDown.headers, slowDown.body);
    Scenario scenario;
    scenario.id = "bench";
    scenario.service = "s3";
    scenario.steps = {slowDown, EndpointStep{}};
    return scenario;
}

RunHeader headerFor(const Policy& policy)
{
    RunHeader header;
    header.spec = io::defaultRequestFor("s3", "ListObjectsV2");
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
    header.seed = 1;
    header.isVirtual = true;
    header.startedAt = kVirtualStart;
    return header;
}

/// Sums over the presets.
struct Totals
{
    int presets = 0;
    double decision = 0;
    double call = 0;
    double reversingChanges = 0;
};

void measure(const QString& id, const Policy& policy, Totals& totals)
{
    const Scenario scenario = throttledTwice();
    const RunHeader header = headerFor(policy);
    const RunRecord record = simulate(header, scenario);
    const AttemptRecord& first = record.calls().front().attempts.front();
    const RunClockReading clock{.now = first.end, .wallTime = kVirtualStart};

    const double decision = nanosecondsPer([&] {
        keep(judge(*header.policy, header.spec, ClientState{}, RequestState{}, first.facts, clock, 0.5));
    });
    RunHeader many = header;
    many.clients = kCalls; // each with a quota of its own
    const double call = nanosecondsPer([&] { keep(simulate(many, scenario)); }) / kCalls;

    const Situation situation =
        situationUnder(*header.policy, {.spec = header.spec, .facts = first.facts, .tokens = {}});
    const double reversingChanges = nanosecondsPer([&] { keep(reversingChangesOf(situation)); });

    ++totals.presets;
    totals.decision += decision;
    totals.call += call;
    totals.reversingChanges += reversingChanges;
    const double attemptsPerSecond = 1e9 * record.attemptCount() / call;
    std::printf("%-34s %10.0f ns %10.0f ns %10d %12.2f M %10.1f us\n", qPrintable(id), decision, call,
                record.attemptCount(), attemptsPerSecond / 1e6, reversingChanges / 1e3);
}

/// A million calls to be summed up, as `simulate --calls 1000000` makes them; measured by a tenth of them.
bool measureManyCalls(const io::Library& library)
{
    constexpr int kMany = 100'000;
    constexpr double kPerMillion = 1e6 / kMany;
    const auto scenario = library.scenario(QStringLiteral("s3-slowdown-then-ok"));
    const auto policy = library.policy(QStringLiteral("sdk-reference-standard"));
    if (!scenario || !policy) {
        return false;
    }
    RunHeader header = headerFor(policy.value());
    header.callsPerClient = kMany;
    const auto held = [] {
        const struct mallinfo2 now = ::mallinfo2();
        return static_cast<double>(now.uordblks + now.hblkhd);
    };
    const double before = held();
    const auto begin = bench::processorTime();
    const RunRecord record = simulate(header, scenario.value(), {}, ResponsePer::Second);
    const double seconds = std::chrono::duration<double>(bench::processorTime() - begin).count();
    std::printf("a million calls in virtual time: %.1f s (goal: < 10 s with their report), %.0f MiB (goal: < "
                "1024 MiB)\n",
                seconds * kPerMillion, (held() - before) * kPerMillion / 1024 / 1024);
    return true;
}

} // namespace

int main()
{
    const io::Library library;
    if (library.policyEntries().empty()) {
        std::fputs("bench_engine: no presets are built in\n", stderr);
        return EXIT_FAILURE;
    }
    std::puts("engine: a throttled S3 call, judged once, and simulated whole with its record");
    std::printf("%-34s %13s %13s %10s %14s %13s\n", "preset", "one judge()", "virtual call", "attempts",
                "attempts/s", "flipsOf()");
    Totals totals;
    for (const io::Library::Entry& entry : library.policyEntries()) {
        const auto policy = library.policy(entry.id);
        if (!policy) {
            std::fprintf(stderr, "%s\n", qPrintable(policy.error().text()));
            return EXIT_FAILURE;
        }
        measure(entry.id, policy.value(), totals);
    }
    std::printf("%-34s %10.0f ns %10.0f ns %10s %14s %10.1f us\n", "mean", totals.decision / totals.presets,
                totals.call / totals.presets, "", "", totals.reversingChanges / totals.presets / 1e3);
    std::printf("%-34s %13s %13s %10s %14s %13s\n", "goal", "< 250 ns", "< 3000 ns", "", "> 1 M",
                "< 1000 us");
    const bool isDone = measureManyCalls(library);
    std::puts("");
    return isDone ? EXIT_SUCCESS : EXIT_FAILURE;
}
