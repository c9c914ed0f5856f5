// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/recorder/recorder_plan.h"
#include "core/recording/call_grouping.h"
#include "core/recording/seen_request.h"
#include "core/run/run_record.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace retryscope::io {

/// Traffic with one host that passed unread: only the number of bytes is known.
struct TunnelCount
{
    enum class Kind {
        Connect, ///< through CONNECT
        Upgrade, ///< behind a 101, as that of WebSocket; the request itself is in the record
        Unread,  ///< behind a response that is no HTTP, likewise
    };
    Kind kind = Kind::Connect;
    std::string authority; ///< HOST:PORT as the clients named it
    int tunnels = 0;
    std::int64_t sentBytes = 0;     ///< by the clients
    std::int64_t receivedBytes = 0; ///< by the clients
    bool operator==(const TunnelCount&) const = default;
};

/// A refused request, which is in no call.
struct OutsideRequest
{
    Instant at{}; ///< its first byte
    /// Method, target and host, at most 2 KiB, with secrets unredacted; empty if it was not a request.
    std::string what;
    std::string why; ///< what the client was told
};

/// Stands in for the server of a real client and records its calls: it forwards the requests, or responds
/// from a scenario. Each client connection has its own connection to the server and mirrors it: bytes pass
/// unchanged, closes and resets too. Lives in one thread with an event loop.  If the server cannot be
/// reached, the recorder resets the client's connection; if the client needs to know more (unknown host, TLS
/// failure, client of a proxy), it gets a 502 that names the recorder. In both cases the record has the
/// server's fault.
class Recorder : public QObject
{
    Q_OBJECT
public:
    /// plan: fixed for the lifetime of the recorder.
    explicit Recorder(RecorderPlan plan, QObject* parent = nullptr);
    /// Ends everything without a signal.
    ~Recorder() override;

    /// Starts listening and recording, once. Fails if the plan is invalid (checkPlan()), the address is not
    /// available, or the authority cannot be created.
    Result<Done> start();
    /// Ends the recording: closes all connections, finishes the record, then emits stopped(). Does nothing if
    /// it has ended. Do not call this from a slot of changed(), which is emitted during a change of the
    /// record.
    void stop();
    [[nodiscard]] bool isRecording() const;

    [[nodiscard]] const RecorderPlan& plan() const;
    [[nodiscard]] QString address() const; ///< HOST:PORT; empty before start(), kept after stop()
    [[nodiscard]] QString url() const;     ///< `http://HOST:PORT`: endpoint, or proxy, of the client
    /// PEM file that clients must trust (`AWS_CA_BUNDLE`, `NODE_EXTRA_CA_CERTS`); empty without intercept.
    [[nodiscard]] QString authorityFile() const;

    /// The record so far or at its end; empty before start().
    [[nodiscard]] const RunRecord& record() const;
    [[nodiscard]] std::int64_t requestCount() const; ///< recorded
    [[nodiscard]] int connectionCount() const;       ///< of clients, since the start
    /// Number of refused requests: not HTTP, for another host, or a CONNECT to an unreachable server.
    [[nodiscard]] std::int64_t outsideCount() const;
    /// The first kMostOutside refused requests.
    [[nodiscard]] const std::vector<OutsideRequest>& outside() const;
    /// Tunnels by host, in order of appearance; open ones are counted once a second.
    [[nodiscard]] const std::vector<TunnelCount>& tunnels() const;
    /// Most bytes that waited for the slower side, over all connections and directions; at most
    /// kMostInFlight.
    [[nodiscard]] std::int64_t mostInFlight() const;

    /// Most buffered bytes of a body in one direction; beyond this the faster side waits. The buffers of the
    /// operating system come on top.
    static constexpr std::int64_t kMostInFlight = std::int64_t{256} * 1024;
    /// Bytes that the record keeps of each body; the rest is only counted.
    static constexpr std::int64_t kKeptBody = std::int64_t{1024} * 1024;
    /// Most refused requests that are kept individually.
    static constexpr std::size_t kMostOutside = 200;

Q_SIGNALS:
    /// The record changed at this place.
    void changed(retryscope::Place place);
    /// A complete request was added to the record at this place.
    void requestSeen(const retryscope::SeenRequest& request, const retryscope::SeenAttempt& attempt);
    /// tunnels() or outside() changed.
    void outsideChanged();
    /// A client aborted the TLS handshake after its CONNECT, mostly because it does not trust the authority.
    /// The record contains it.
    void handshakeRefused(const retryscope::RefusedHandshake& refused);
    /// All file descriptors are in use by active connections: a client has to wait.
    void ranShort();
    /// The recording has ended, by stop(), `stopAfter` or `duration`. The record is complete.
    void stopped();
    /// The recording ends early: the server sends the recorder's own requests back, or the record has reached
    /// its limit (RecorderPlan::limits). The record is kept; stopped() follows.
    void failed(const retryscope::io::Error& error);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace retryscope::io
