// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the recorder costs a client: the time that it adds to a request on a kept-alive connection, and how
// many requests a second it responds to from a scenario, each of which is in the record afterwards. Server
// and clients are processes of their own; requests with and without the recorder take turns.

#include "core/io/recorder/recorder.h"
#include "tests/bench/measure.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
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

constexpr int kExchanges = 400; ///< per turn
constexpr int kTurns = 20;
constexpr int kConnections = 64;
constexpr std::chrono::seconds kLoad{5};
constexpr double kMostAdded = 200;    ///< microseconds
constexpr double kLeastRate = 20'000; ///< a second
constexpr std::string_view kRequest =
    "GET /bucket/key HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\n\r\n";

[[noreturn]] void fail(const char* what)
{
    std::fprintf(stderr, "bench_recorder: %s\n", what);
    std::exit(EXIT_FAILURE);
}

sockaddr_in loopback(quint16 port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

int connectTo(quint16 port)
{
    const int connection = ::socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in address = loopback(port);
    const int on = 1;
    if (::connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        fail("cannot connect");
    }
    ::setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return connection;
}

/// A child that dies with this process.
template <typename Work>
pid_t startChild(Work&& work)
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        work();
        std::_Exit(EXIT_SUCCESS);
    }
    return child;
}

/// Responds to whatever comes with the same bytes, for ever.
void serve(int listener)
{
    const std::string response =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 200\r\n\r\n" + std::string(200, 'x');
    while (true) {
        const int connection = ::accept(listener, nullptr, nullptr);
        startChild([&] {
            const int on = 1;
            ::setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            std::array<char, 4096> request{};
            while (::recv(connection, request.data(), request.size(), 0) > 0 &&
                   ::send(connection, response.data(), response.size(), MSG_NOSIGNAL) > 0) {
            }
        });
        ::close(connection);
    }
}

quint16 startServer()
{
    const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
        ::listen(listener, 8) != 0 ||
        ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        fail("cannot listen");
    }
    startChild([&] { serve(listener); });
    ::close(listener);
    return ntohs(address.sin_port);
}

double microsecondsOfOne(int connection)
{
    std::array<char, 4096> response{};
    const Clock::time_point begin = Clock::now();
    ::send(connection, kRequest.data(), kRequest.size(), MSG_NOSIGNAL);
    if (::recv(connection, response.data(), response.size(), 0) <= 0) {
        fail("a response is missing");
    }
    return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

double medianOf(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

struct Latency
{
    double direct = 0;
    double recorded = 0;
};

/// Medians over all turns.
Latency measureLatency(quint16 server, quint16 recorder)
{
    const int direct = connectTo(server);
    const int recorded = connectTo(recorder);
    std::vector<double> directly;
    std::vector<double> through;
    for (int turn = 0; turn < kTurns; ++turn) {
        for (int exchange = 0; exchange < kExchanges; ++exchange) {
            directly.push_back(microsecondsOfOne(direct));
        }
        for (int exchange = 0; exchange < kExchanges; ++exchange) {
            through.push_back(microsecondsOfOne(recorded));
        }
    }
    return {medianOf(std::move(directly)), medianOf(std::move(through))};
}

/// Responses on many connections, each of which asks again as soon as it has one.
std::int64_t responsesIn(std::chrono::seconds time, quint16 port)
{
    const int poll = ::epoll_create1(0);
    for (int connection = 0; connection < kConnections; ++connection) {
        epoll_event event{.events = EPOLLIN, .data = {.fd = connectTo(port)}};
        ::epoll_ctl(poll, EPOLL_CTL_ADD, event.data.fd, &event);
        ::send(event.data.fd, kRequest.data(), kRequest.size(), MSG_NOSIGNAL);
    }
    std::int64_t responses = 0;
    int open = kConnections;
    const Clock::time_point end = Clock::now() + time;
    std::array<epoll_event, kConnections> events{};
    std::array<char, 4096> response{};
    while (open > 0) {
        const int ready = ::epoll_wait(poll, events.data(), kConnections, 1000);
        const bool goesOn = Clock::now() < end;
        for (int index = 0; index < ready; ++index) {
            const int connection = events[static_cast<std::size_t>(index)].data.fd;
            if (::recv(connection, response.data(), response.size(), 0) <= 0) {
                fail("a connection ended");
            }
            ++responses;
            if (goesOn) {
                ::send(connection, kRequest.data(), kRequest.size(), MSG_NOSIGNAL);
            } else {
                ::close(connection);
                --open;
            }
        }
    }
    return responses;
}

/// Runs the recorder here while the child writes its result into a pipe.
template <typename Result, typename Work>
Result resultOf(Work&& work)
{
    std::array<int, 2> pipe{};
    if (::pipe(pipe.data()) != 0) {
        fail("no pipe");
    }
    const pid_t child = startChild([&] {
        const Result result = work();
        static_cast<void>(::write(pipe[1], &result, sizeof result));
    });
    ::close(pipe[1]);
    ::fcntl(pipe[0], F_SETFL, O_NONBLOCK);
    Result result{};
    const auto isThere = [&] {
        return ::read(pipe[0], &result, sizeof result) == static_cast<ssize_t>(sizeof result);
    };
    while (!isThere()) {
        if (::waitpid(child, nullptr, WNOHANG) == child) { // its last word is in the pipe, or there is none
            if (!isThere()) {
                fail("the client failed");
            }
            break;
        }
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 100);
    }
    ::close(pipe[0]);
    return result;
}

io::Recorder& started(io::Recorder& recorder)
{
    if (const auto done = recorder.start(); !done) {
        fail(qPrintable(done.error().text()));
    }
    return recorder;
}

quint16 portOf(const io::Recorder& recorder)
{
    return static_cast<quint16>(recorder.address().section(QLatin1Char(':'), -1).toUInt());
}

} // namespace

int main(int argc, char** argv)
{
    const quint16 server = startServer();
    const QCoreApplication application(argc, argv);

    io::RecorderPlan proxied;
    proxied.upstream = "http://127.0.0.1:" + std::to_string(server);
    io::Recorder proxy(proxied);
    started(proxy);
    const auto latency = resultOf<Latency>([&] { return measureLatency(server, portOf(proxy)); });
    proxy.stop();

    io::RecorderPlan played;
    EndpointStep step;
    step.reason = "OK";
    step.body = std::string(200, 'x');
    played.scenario = Scenario{.id = "bench", .steps = {step}};
    io::Recorder player(played);
    started(player);
    const auto processor = bench::processorTime();
    QElapsedTimer time;
    time.start();
    const auto responses = resultOf<std::int64_t>([&] { return responsesIn(kLoad, portOf(player)); });
    const double rate = static_cast<double>(responses) * 1000.0 / static_cast<double>(time.elapsed());
    const double busy =
        std::chrono::duration<double, std::micro>(bench::processorTime() - processor).count() /
        static_cast<double>(responses);
    player.stop();
    const std::int64_t lost = responses - player.record().attemptCount();

    const double added = latency.recorded - latency.direct;
    std::puts("recorder: requests on kept-alive connections");
    std::printf("%-42s %9.1f us\n", "median of a request, directly", latency.direct);
    std::printf("%-42s %9.1f us\n", "through the recorder", latency.recorded);
    std::printf("%-42s %9.1f us   (goal: below %.0f us)%s\n", "added", added, kMostAdded,
                added > kMostAdded ? "  ✕" : "");
    std::printf("%-42s %9.0f/s   (goal: %.0f/s)%s\n", "responded to from a scenario", rate, kLeastRate,
                rate < kLeastRate ? "  ✕" : "");
    std::printf("%-42s %9.1f us   (%.0f/s on a processor of its own)\n", "processor time of one", busy,
                1e6 / busy);
    std::printf("%-42s %9lld      of %lld%s\n", "missing in the record", static_cast<long long>(lost),
                static_cast<long long>(responses), lost != 0 ? "  ✕" : "");
    return EXIT_SUCCESS;
}
