// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file costs what it weighs (SECURITY.md): one build for each reader (LAW_READER). The input is a
// beginning, a zero byte, a part, a zero byte and an end; the part is repeated until all of it is as long as
// a large file, and half as long. Twice the length may take three times as long at most, and no more memory
// than the law has.

#include "core/io/curl/pasted_request.h"
#include "core/io/documents/bench_json.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_json.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/documents/session_json.h"
#include "core/io/http/error_body.h"
#include "core/io/http/http_message.h"
#include "core/io/http/pasted_response.h"
#include "core/io/import/import.h"
#include "core/io/recorder/request_stream.h"
#include "core/io/redact/redact.h"
#include "core/io/traffic/import_traffic.h"
#include "tests/fuzz/fuzz_check.h"

#include <QBuffer>

#include <algorithm>
#include <array>
#include <atomic>
#include <ctime>
#include <string>

// As in LLVM's sanitizer/allocator_interface.h, which GCC does not have: ./dev alone reads this file with
// GCC.
extern "C" std::size_t __sanitizer_get_allocated_size(const volatile void* memory);
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*taken)(const volatile void*, std::size_t),
                                                         void (*given)(const volatile void*));

namespace {

using namespace retryscope;

constexpr std::size_t kMiB = std::size_t{1} << 20U;

std::atomic<std::int64_t> held = 0; // bytes of the heap
std::atomic<std::int64_t> most = 0;

void noteTaken(const volatile void* /*memory*/, std::size_t size)
{
    const std::int64_t now = held += static_cast<std::int64_t>(size);
    if (now > most) {
        most = now;
    }
}

void noteGiven(const volatile void* memory)
{
    if (memory != nullptr) {
        held -= static_cast<std::int64_t>(__sanitizer_get_allocated_size(memory));
    }
}

QByteArray viewOf(const std::string& bytes)
{
    return QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

template <typename Outcome>
void forget(const Outcome& /*outcome*/)
{
}

struct Reader
{
    std::string_view name;
    std::size_t largest; ///< bytes that it is given
    void (*read)(const std::string& bytes);
};

const QString kPlace = QStringLiteral("input");

void importAs(const char* format, const std::string& bytes)
{
    QByteArray text = viewOf(bytes);
    QBuffer buffer(&text);
    buffer.open(QIODevice::ReadOnly);
    forget(io::importTraffic({{buffer, kPlace}}, QLatin1String(format)));
}

constexpr std::array kReaders{
    Reader{"policy", 2 * kMiB,
           [](const std::string& bytes) {
               forget(io::policyFromJson(viewOf(bytes), kPlace));
           }},
    Reader{"scenario", 2 * kMiB,
           [](const std::string& bytes) {
               forget(io::scenarioFromJson(viewOf(bytes), kPlace));
           }},
    Reader{"record", 2 * kMiB,
           [](const std::string& bytes) {
               forget(io::recordFromJson(viewOf(bytes), kPlace));
           }},
    Reader{"session", 2 * kMiB,
           [](const std::string& bytes) {
               forget(io::sessionFromJson(viewOf(bytes), kPlace));
           }},
    Reader{"bench", 2 * kMiB,
           [](const std::string& bytes) {
               forget(io::benchFromJson(viewOf(bytes), kPlace));
           }},
    Reader{"import", kMiB, // what is longer is refused
           [](const std::string& bytes) {
               forget(io::importPolicy(viewOf(bytes), {}, {}));
           }},
    Reader{"har", 2 * kMiB,
           [](const std::string& bytes) {
               importAs("har", bytes);
           }},
    Reader{"otlp", 2 * kMiB,
           [](const std::string& bytes) {
               importAs("otlp", bytes);
           }},
    Reader{"jaeger", 2 * kMiB,
           [](const std::string& bytes) {
               importAs("jaeger", bytes);
           }},
    Reader{"python_log", 2 * kMiB,
           [](const std::string& bytes) {
               importAs("botocore-log", bytes);
           }},
    Reader{"curl_log", 2 * kMiB,
           [](const std::string& bytes) {
               importAs("curl-log", bytes);
           }},
    Reader{"redact", 2 * kMiB,
           [](const std::string& bytes) {
               forget(io::redactedText(bytes));
           }},
    Reader{"message", 2 * kMiB,
           [](const std::string& bytes) {
               forget(io::redactedMessage(bytes));
           }},
    Reader{"json_body", 2 * kMiB,
           [](const std::string& bytes) {
               forget(io::parseBody(Headers{{{"Content-Type", "application/x-amz-json-1.0"}}}, bytes));
           }},
    Reader{"xml_body", 2 * kMiB,
           [](const std::string& bytes) {
               forget(io::parseBody(Headers{{{"Content-Type", "text/xml"}}}, bytes));
           }},
    Reader{"pasted_request", 2 * kMiB,
           [](const std::string& bytes) {
               forget(io::readPastedRequest(bytes));
           }},
    Reader{"pasted_response", 2 * kMiB,
           [](const std::string& bytes) {
               forget(io::readPastedResponse(bytes, "GET"));
           }},
    Reader{"request", 2 * kMiB,
           [](const std::string& bytes) {
               io::RequestStream stream;
               stream.feed(bytes);
               for (auto event = stream.next(); event != io::RequestStream::Event::NeedsMore &&
                                                event != io::RequestStream::Event::Failed;) {
                   event = stream.next();
               }
           }},
    Reader{"response", 2 * kMiB,
           [](const std::string& bytes) {
               io::ResponseReader reader("GET");
               reader.feed(bytes);
               reader.feedEnd();
           }},
};

const Reader& reader()
{
    static const Reader& found = *std::ranges::find(kReaders, std::string_view(LAW_READER), &Reader::name);
    return found;
}

std::string repeated(std::string_view begin, std::string_view part, std::string_view end, std::size_t size)
{
    std::string bytes(begin);
    bytes.reserve(size);
    while (!part.empty() && bytes.size() + part.size() + end.size() <= size) {
        bytes += part;
    }
    return bytes += end;
}

double processorSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double timeFor(const std::string& bytes)
{
    const double start = processorSeconds();
    reader().read(bytes);
    return processorSeconds() - start;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const int hooked = __sanitizer_install_malloc_and_free_hooks(noteTaken, noteGiven);
    require(hooked != 0, "memory is counted");
    FuzzInput input(data, size);
    std::string_view begin = input.text();
    std::string_view part = input.text();
    if (part.empty()) {
        std::swap(begin, part);
    }
    const std::string half = repeated(begin, part, input.rest(), reader().largest / 2);
    const std::string whole = repeated(begin, part, input.rest(), reader().largest);

    constexpr double kNotMeasured = 0.05; // seconds; below it the clock and the caches decide
    constexpr int kTries = 4;             // another process may have disturbed one
    const std::int64_t before = held;
    most = before;
    double ofHalf = timeFor(half);
    double ofWhole = timeFor(whole);
    const std::int64_t taken = most - before;
    for (int tries = 1; tries < kTries && ofWhole > 3 * std::max(ofHalf, kNotMeasured); ++tries) {
        ofHalf = std::max(ofHalf, timeFor(half));
        ofWhole = std::min(ofWhole, timeFor(whole));
    }
    if (ofWhole > 3 * std::max(ofHalf, kNotMeasured)) {
        std::fprintf(stderr, "%s: %.3f s for %zu bytes, %.3f s for %zu\n", LAW_READER, ofHalf, half.size(),
                     ofWhole, whole.size());
    }
    require(ofWhole <= 3 * std::max(ofHalf, kNotMeasured), "time grows with the length");
    require(taken <= static_cast<std::int64_t>((std::size_t{1} << 30U) + 8 * whole.size()),
            "memory stays within the law");
    return 0;
}
