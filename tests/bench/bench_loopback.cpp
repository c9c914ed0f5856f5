// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one attempt on a kept-alive connection costs, decision and record included, beside the same exchange
// with a libcurl easy handle. The server is a process of its own; the two clients take turns, so that both
// meet the same machine. All of it runs on one processor: where the scheduler puts the server decides more
// than either client does, and differs from turn to turn. The median of the turns' ratios counts, and beyond
// kMost the exit code is 1.

#include "core/io/live/event_loop_scheduler.h"
#include "core/io/live/run_controller.h"
#include "core/io/wire/wire_transport.h"
#include "core/policy/resolve.h"
#include "tests/bench/measure.h"

#include <QCoreApplication>

#include <arpa/inet.h>
#include <curl/curl.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace retryscope;
using Clock = std::chrono::steady_clock;

constexpr int kExchanges = 500; ///< per turn
constexpr int kTurns = 50;
constexpr double kGoal = 1.0;
constexpr double kMost = 1.15;      ///< beyond it something has become slow
constexpr double kMostBytes = 2048; ///< of an attempt beside its body

struct Cost
{
    double wallMicroseconds = 0;
    double processorMicroseconds = 0;
};

/// This process, and those that it starts, stay on the processor on which it is.
void stayOnOneProcessor()
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(std::max(::sched_getcpu(), 0)), &one);
    ::sched_setaffinity(0, sizeof one, &one); // not allowed: the figures are noisier
}

/// Reads requests without a body and responds to each with the same bytes, for ever.
[[noreturn]] void serve(int listener)
{
    const std::string body(200, 'x');
    const std::string response =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\n"
        "Content-Length: 200\r\n\r\n" +
        body;
    while (true) {
        const int connection = ::accept(listener, nullptr, nullptr);
        if (::fork() != 0) {
            ::close(connection);
            continue;
        }
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        const int on = 1;
        ::setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        std::array<char, 4096> request{};
        while (::recv(connection, request.data(), request.size(), 0) > 0) {
            if (::send(connection, response.data(), response.size(), MSG_NOSIGNAL) < 0) {
                break;
            }
        }
        std::_Exit(EXIT_SUCCESS);
    }
}

/// Starts the server as a child that dies with this process; its port, or 0.
quint16 startServer()
{
    const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
        ::listen(listener, 8) != 0 ||
        ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        return 0;
    }
    const pid_t child = ::fork();
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        serve(listener);
    }
    ::close(listener);
    return child < 0 ? quint16(0) : ntohs(address.sin_port);
}

template <typename Turn>
Cost costOf(Turn&& turn)
{
    const auto processor = bench::processorTime();
    const Clock::time_point begin = Clock::now();
    turn();
    const double wall = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
    const double busy = std::chrono::duration<double, std::micro>(bench::processorTime() - processor).count();
    return {wall / kExchanges, busy / kExchanges};
}

RunHeader headerFor(const std::string& url)
{
    Policy policy;
    policy.id = "bench";
    RunHeader header;
    header.spec.url = url;
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
    header.callsPerClient = kExchanges;
    return header;
}

void runOurs(io::RunController& controller, const std::string& url)
{
    if (const auto started = controller.start(headerFor(url), std::nullopt); !started) {
        std::fprintf(stderr, "bench_loopback: %s\n", qPrintable(started.error().text()));
        std::exit(EXIT_FAILURE);
    }
    QCoreApplication::exec();
    const auto& calls = controller.record().calls();
    if (calls.size() != kExchanges || !calls.back().attempts.back().facts.wire->reused) {
        std::fputs("bench_loopback: a run was not what it should be\n", stderr);
        std::exit(EXIT_FAILURE);
    }
}

/// What the allocator has given out, and does not count in blocks of its own.
double heldBytes()
{
    const struct mallinfo2 now = ::mallinfo2();
    return static_cast<double>(now.uordblks + now.hblkhd);
}

/// Of a run that is over, the body of 200 bytes not counted. The bytes as they came, which hold it once more,
/// count.
double bytesPerAttempt(io::RunController& controller, const std::string& url)
{
    constexpr double kBody = 200;
    controller.setRecord({});
    QCoreApplication::processEvents();
    const double before = heldBytes();
    runOurs(controller, url);
    QCoreApplication::processEvents();
    return (heldBytes() - before) / kExchanges - kBody;
}

std::size_t collect(char* bytes, std::size_t size, std::size_t count, void* text)
{
    static_cast<std::string*>(text)->append(bytes, size * count);
    return size * count;
}

void runCurl(CURL* handle)
{
    for (int exchange = 0; exchange < kExchanges; ++exchange) {
        std::string head;
        std::string body;
        curl_easy_setopt(handle, CURLOPT_HEADERDATA, &head);
        curl_easy_setopt(handle, CURLOPT_WRITEDATA, &body);
        if (curl_easy_perform(handle) != CURLE_OK || body.size() != 200) {
            std::fputs("bench_loopback: libcurl failed\n", stderr);
            std::exit(EXIT_FAILURE);
        }
    }
}

Cost fastestOf(const std::vector<Cost>& turns)
{
    return *std::min_element(turns.begin(), turns.end(), [](const Cost& left, const Cost& right) {
        return left.wallMicroseconds < right.wallMicroseconds;
    });
}

/// How many times as long ours took, in the middle one of the pairs of turns.
double medianRatio(const std::vector<Cost>& ours, const std::vector<Cost>& curls)
{
    std::vector<double> ratios;
    for (std::size_t turn = 0; turn < ours.size(); ++turn) {
        ratios.push_back(ours[turn].wallMicroseconds / curls[turn].wallMicroseconds);
    }
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    return *middle;
}

void print(const char* name, const Cost& cost)
{
    std::printf("%-42s %9.1f us %9.1f us\n", name, cost.wallMicroseconds, cost.processorMicroseconds);
}

} // namespace

int main(int argc, char** argv)
{
    stayOnOneProcessor();
    const quint16 port = startServer();
    if (port == 0) {
        std::fputs("bench_loopback: cannot listen on loopback\n", stderr);
        return EXIT_FAILURE;
    }
    const QCoreApplication application(argc, argv);
    const std::string url = "http://127.0.0.1:" + std::to_string(port) + "/";
    io::RunController controller({.transport = [] { return std::make_unique<io::WireTransport>(); },
                                  .scheduler =
                                      [] {
                                          return std::make_unique<io::EventLoopScheduler>();
                                      }});
    QObject::connect(&controller, &io::RunController::finished, &application, &QCoreApplication::quit,
                     Qt::QueuedConnection);
    CURL* handle = curl_easy_init();
    curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, &collect);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &collect);

    std::vector<Cost> ours;
    std::vector<Cost> curls;
    for (int turn = 0; turn < kTurns; ++turn) {
        ours.push_back(costOf([&] { runOurs(controller, url); }));
        curls.push_back(costOf([&] { runCurl(handle); }));
    }
    curl_easy_cleanup(handle);

    std::puts("loopback: one exchange on a kept-alive connection, in the fastest of the turns taken one "
              "after another on one processor");
    std::printf("%-42s %12s %12s\n", "", "elapsed", "processor");
    print("one attempt, decision and record included", fastestOf(ours));
    print("the same exchange with libcurl", fastestOf(curls));
    const double ratio = medianRatio(ours, curls);
    std::printf("%-42s %9.2f x    (goal: %.1f x, at most %.2f x)%s\n", "ratio of the elapsed times, median",
                ratio, kGoal, kMost, ratio > kMost ? "  ✕" : "");
    std::printf("%-42s %9.0f/s   libcurl %.0f/s\n", "attempts", 1e6 / fastestOf(ours).wallMicroseconds,
                1e6 / fastestOf(curls).wallMicroseconds);
    const double bytes = bytesPerAttempt(controller, url);
    std::printf("%-42s %9.0f B    (goal: at most %.0f B)%s\n", "memory of an attempt beside its body", bytes,
                kMostBytes, bytes > kMostBytes ? "  ✕" : "");
    return ratio > kMost ? EXIT_FAILURE : EXIT_SUCCESS;
}
