// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A recorder between a client and an upstream that send anything, cut anywhere. The first byte chooses how it
// records; then come steps: a byte that says who does what, the length of what is sent, and those bytes.
// Whatever happens, the recording ends, every attempt with it, and its record is read again.

#include "core/io/documents/record_json.h"
#include "core/io/recorder/recorder.h"
#include "tests/fuzz/fuzz_check.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTcpServer>
#include <QTcpSocket>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <sys/socket.h>

namespace {

using namespace retryscope;

/// A port that is left with a RST can be used again at once.
void leave(QTcpSocket& socket)
{
    const linger atOnce{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(static_cast<int>(socket.socketDescriptor()), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
    socket.abort();
}

void turn()
{
    for (int times = 0; times < 3; ++times) {
        QCoreApplication::processEvents();
    }
}

enum class Act { ClientSends, UpstreamSends, ClientCloses, UpstreamCloses, ClientResets, UpstreamResets };
constexpr unsigned kActs = 6;

struct Lab
{
    explicit Lab(io::RecorderPlan plan)
    {
        require(upstream.listen(QHostAddress::LocalHost), "the upstream listens");
        QObject::connect(&upstream, &QTcpServer::newConnection, &upstream, [this] {
            while (QTcpSocket* socket = upstream.nextPendingConnection()) {
                served.push_back(socket);
            }
        });
        if (!plan.scenario) {
            plan.upstream = "http://127.0.0.1:" + std::to_string(upstream.serverPort());
        }
        recorder = std::make_unique<io::Recorder>(std::move(plan));
        require(recorder->start().ok(), "the recorder starts");
        client.connectToHost(QHostAddress::LocalHost, static_cast<quint16>(QUrl(recorder->url()).port()));
        turn();
    }
    ~Lab()
    {
        leave(client);
        for (QTcpSocket* socket : served) {
            leave(*socket);
        }
    }

    void act(Act act, std::string_view bytes)
    {
        QTcpSocket* const server = served.empty() ? nullptr : served.back();
        const auto send = [bytes](QTcpSocket* socket) {
            if (socket != nullptr && socket->isOpen()) {
                socket->write(bytes.data(), static_cast<qint64>(bytes.size()));
            }
        };
        switch (act) {
        case Act::ClientSends:
            send(&client);
            break;
        case Act::UpstreamSends:
            send(server);
            break;
        case Act::ClientCloses:
            client.disconnectFromHost();
            break;
        case Act::UpstreamCloses:
            if (server != nullptr) {
                server->disconnectFromHost();
            }
            break;
        case Act::ClientResets:
            leave(client);
            break;
        case Act::UpstreamResets:
            if (server != nullptr) {
                leave(*server);
            }
            break;
        }
        turn();
    }

    QTcpServer upstream;
    std::vector<QTcpSocket*> served;
    std::unique_ptr<io::Recorder> recorder;
    QTcpSocket client;
};

io::RecorderPlan planOf(unsigned choice)
{
    io::RecorderPlan plan;
    Scenario scenario;
    scenario.id = "fuzz";
    EndpointStep failing;
    failing.status = 503;
    failing.body = "x";
    failing.beforeBody = choice % 2 == 1;
    scenario.steps = {failing};
    if (choice / 2 % 3 == 1) {
        plan.scenario = scenario;
    } else if (choice / 2 % 3 == 2) {
        scenario.steps.emplace_back();
        scenario.steps.back().pass = true;
        plan.overlay = scenario;
    }
    plan.forwardProxy = !plan.scenario && choice / 8 % 4 == 3;
    return plan;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static int count = 1;
    static char name[] = "fuzz";
    static char* arguments[] = {name, nullptr};
    static const QCoreApplication application(count, arguments);
    constexpr int kMostSteps = 12;
    FuzzInput input(data, size);
    Lab lab(planOf(input.byte()));
    std::string_view rest = input.rest();
    for (int step = 0; step < kMostSteps && rest.size() >= 2; ++step) {
        const auto act = static_cast<Act>(static_cast<unsigned char>(rest[0]) % kActs);
        const std::size_t wanted = static_cast<unsigned char>(rest[1]) * std::size_t{4};
        const std::string_view bytes = rest.substr(2, act <= Act::UpstreamSends ? wanted : 0);
        rest.remove_prefix(2 + bytes.size());
        lab.act(act, bytes);
    }
    QElapsedTimer clock;
    clock.start();
    lab.recorder->stop();
    turn();
    require(clock.elapsed() < 2000, "the recording ends at once");
    require(lab.recorder->mostInFlight() <= io::Recorder::kMostInFlight, "what waits is bounded");
    const RunRecord& record = lab.recorder->record();
    for (const CallRecord& call : record.calls()) {
        require(call.verdict != CallVerdict::Running, "every call has ended");
    }
    if (!record.isEmpty()) {
        require(io::recordFromJson(io::recordBytes(record), {}).ok(), "the record is read again");
    }
    return 0;
}
