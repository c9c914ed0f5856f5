// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a record of many attempts takes in memory, counted at the allocator.

#include "core/io/documents/default_request.h"
#include "core/io/files/library.h"
#include "core/simulate/simulate.h"

#include "tests/support/strict_main.h"

#include <malloc.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <set>
#include <vector>

namespace {

std::atomic<std::int64_t> bytesInUse{0};

/// With what the allocator adds beside each block of its own.
std::int64_t bytesOf(void* block)
{
    return static_cast<std::int64_t>(malloc_usable_size(block) + sizeof(std::size_t));
}

} // namespace

/// Qt asks in this way, too: what one operator of these gives, the other frees.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    void* block = std::malloc(size);
    bytesInUse += block ? bytesOf(block) : 0;
    return block;
}

void* operator new(std::size_t size)
{
    void* block = operator new(size, std::nothrow);
    if (!block) {
        throw std::bad_alloc();
    }
    return block;
}

void operator delete(void* block) noexcept
{
    if (block) {
        bytesInUse -= bytesOf(block);
        std::free(block);
    }
}

void operator delete(void* block, std::size_t) noexcept
{
    operator delete(block);
}

namespace retryscope::test {

namespace {

/// Bytes that come into use while `work` runs; what it returns is kept until they are counted.
template <typename Work>
std::int64_t bytesTakenBy(const Work& work)
{
    const std::int64_t before = bytesInUse;
    const auto kept = work();
    return bytesInUse - before;
}

std::set<const Response*> responsesOf(const RunRecord& record)
{
    std::set<const Response*> responses;
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            if (attempt.facts.response) {
                responses.insert(attempt.facts.response.get());
            }
        }
    }
    return responses;
}

std::int64_t bytesOfResponses(const RunRecord& record)
{
    const std::set<const Response*> responses = responsesOf(record);
    return bytesTakenBy([&responses] {
        std::vector<std::shared_ptr<const Response>> copies;
        copies.reserve(responses.size());
        for (const Response* response : responses) {
            copies.push_back(std::make_shared<const Response>(*response));
        }
        return copies;
    });
}

RunHeader presetHeader(const io::Library& library, const QString& policy, const Scenario& scenario)
{
    RunHeader header;
    header.spec = io::defaultRequestFor(scenario.service, scenario.operation);
    header.policy =
        std::make_shared<const ResolvedPolicy>(resolve(library.policy(policy).value(), header.spec));
    header.seed = 1;
    header.clients = 530;
    header.callsPerClient = 90;
    return header;
}

} // namespace

class TstRecordMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAttemptTakesLittleBesideItsResponse_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<std::int64_t>("most");
        QTest::newRow("without headers of its own")
            << QStringLiteral("sdk-reference-standard") << std::int64_t{544};
        QTest::newRow("with an id and a count in every attempt")
            << QStringLiteral("botocore-1.43.67-standard") << std::int64_t{1024};
    }

    void anAttemptTakesLittleBesideItsResponse()
    {
        QFETCH(QString, policy);
        QFETCH(std::int64_t, most);
        const io::Library library;
        const Scenario scenario = library.scenario(QStringLiteral("sdk-quota-runs-dry")).value();
        const RunHeader header = presetHeader(library, policy, scenario);

        const std::int64_t before = bytesInUse;
        const RunRecord record = simulate(header, scenario);
        const std::int64_t taken = bytesInUse - before;
        QVERIFY(record.attemptCount() > 50'000);

        const std::int64_t perAttempt = (taken - bytesOfResponses(record)) / record.attemptCount();
        QVERIFY2(perAttempt <= most, qPrintable(QStringLiteral("%1 bytes an attempt").arg(perAttempt)));
        QVERIFY2(perAttempt > 200, "the count is not to be believed");
    }

    void equalResponsesAreKeptOnce()
    {
        const io::Library library;
        const Scenario scenario = library.scenario(QStringLiteral("sdk-quota-runs-dry")).value();
        RunHeader header = presetHeader(library, QStringLiteral("sdk-reference-standard"), scenario);
        header.spec.body = std::string(4000, 'b');
        const RunRecord record = simulate(header, scenario);
        std::set<const Response*> failures; // the successes bear ids of their own
        std::set<WallTime> seconds;
        for (const Response* response : responsesOf(record)) {
            if (response->status == 503) {
                failures.insert(response);
                seconds.insert(response->date.value());
            }
        }
        QVERIFY(failures.size() > 1);
        QCOMPARE(failures.size(), seconds.size()); // all of a second are the same
        const std::vector<AttemptRecord>& attempts = record.calls().front().attempts;
        QCOMPARE(attempts.size(), std::size_t{3});
        QCOMPARE(attempts.front().sentBody->size(), std::size_t{4000});
        QCOMPARE(&*attempts.front().sentBody, &*attempts.back().sentBody);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstRecordMemory)

#include "tst_record_memory.moc"
