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

/// What went to and from one host unseen: of it nothing is known but the number of bytes.
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

/// What a client sent that is in no call: it was refused.
struct OutsideRequest
{
    Instant at{}; ///< its first byte
    /// Method, target and host, at most 2 KiB, with the secrets of the target; empty where it was no request.
    std::string what;
    std::string why; ///< what the client was told
};

/// Stands where a real client takes the server to be, and makes a record of its calls: it sends their
/// requests on, or responds as a scenario says. Each connection of a client has one upstream connection of
/// its own, and what that does is done to the client as well: bytes pass unchanged, closes and resets are
/// mirrored. Lives in one thread with an event loop.
///
/// An upstream that cannot be reached is nearest to a connection that fails, so the client's is reset; where
/// the client has to know more (no such host, TLS that fails, a proxy's client) it gets a 502 that says whose
/// it is. The record has the fault of the upstream in both cases.
class Recorder : public QObject
{
    Q_OBJECT
public:
    /// plan: fixed for the life of the recorder.
    explicit Recorder(RecorderPlan plan, QObject* parent = nullptr);
    /// Ends without a signal what is under way.
    ~Recorder() override;

    /// Listens and begins the record, once. An error where the plan is none (checkPlan()), the address is not
    /// to be had, or the authority cannot be made.
    Result<Done> start();
    /// Ends the recording: closes every connection, finishes the record, then stopped(). Nothing if it is
    /// over. Not from inside changed(), which is told in the midst of a change of the record.
    void stop();
    [[nodiscard]] bool isRecording() const;

    [[nodiscard]] const RecorderPlan& plan() const;
    [[nodiscard]] QString address() const; ///< HOST:PORT; empty before start(), kept after stop()
    [[nodiscard]] QString url() const;     ///< `http://HOST:PORT`: endpoint, or proxy, of the client
    /// PEM file that clients must trust (`AWS_CA_BUNDLE`, `NODE_EXTRA_CA_CERTS`); empty without intercept.
    [[nodiscard]] QString authorityFile() const;

    /// So far, or when it ended. Empty before start().
    [[nodiscard]] const RunRecord& record() const;
    [[nodiscard]] std::int64_t requestCount() const; ///< recorded
    [[nodiscard]] int connectionCount() const;       ///< of clients, since the start
    /// What was no request, for another host, or a CONNECT to where nobody is.
    [[nodiscard]] std::int64_t outsideCount() const;
    /// The first kMostOutside of them.
    [[nodiscard]] const std::vector<OutsideRequest>& outside() const;
    /// By host, in order of appearance; those that are open count once a second.
    [[nodiscard]] const std::vector<TunnelCount>& tunnels() const;
    /// Bytes that waited for the slower side at most, of any connection in any direction; bounded by
    /// kMostInFlight.
    [[nodiscard]] std::int64_t mostInFlight() const;

    /// Of a body under way in one direction; beyond it the faster side has to wait. The buffers of the
    /// operating system come on top.
    static constexpr std::int64_t kMostInFlight = std::int64_t{256} * 1024;
    /// What the record keeps of each body; the rest is counted.
    static constexpr std::int64_t kKeptBody = std::int64_t{1024} * 1024;
    /// Of what is in no call, those that are told apart.
    static constexpr std::size_t kMostOutside = 200;

Q_SIGNALS:
    /// The record changed there.
    void changed(retryscope::Place place);
    /// A request is in, and was put into the record as that.
    void requestSeen(const retryscope::SeenRequest& request, const retryscope::SeenAttempt& attempt);
    /// tunnels() or outside() is another one.
    void outsideChanged();
    /// A client broke off the handshake that opens its CONNECT: mostly since it does not trust the authority.
    /// It stands in the record.
    void handshakeRefused(const retryscope::RefusedHandshake& refused);
    /// As many connections are open as there are descriptors for, and none is idle: a client has to wait.
    void ranShort();
    /// The recording is over: stop(), `stopAfter` or `duration`. The record is finished.
    void stopped();
    /// It ends before it was told to, and why: its upstream sends it its own requests back, or the record
    /// holds as much as one may (RecorderPlan::limits). What was recorded stays; stopped() follows.
    void failed(const retryscope::io::Error& error);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace retryscope::io
