// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/seen_request.h"
#include "core/run/run_record.h"

#include <functional>
#include <memory>

namespace retryscope {

/// Which attempt of which call a request is.
struct SeenAttempt
{
    int client = 1;
    int call = 1;    ///< of that client
    int attempt = 1; ///< of that call, as the requests arrived
    int index = -1;  ///< of the call in the record
    bool operator==(const SeenAttempt&) const = default;
};

/// Puts the requests of foreign clients together to the calls that they are attempts of, as they arrive: by
/// the id that a client gives its calls (`amz-sdk-invocation-id` and its like), else by client, target, body,
/// time, and what this client was seen to do so far (ClientHabits). What comes out is a record like that of a
/// run of ours, with what was seen in place of decisions.
class CallGrouping
{
public:
    /// changed: told where the record changed, after each change; may be empty.
    using Changed = std::function<void(Place)>;
    /// header: made by recordedHeader() or like it.
    explicit CallGrouping(RunHeader header, Changed changed = {});
    ~CallGrouping();
    CallGrouping(const CallGrouping&) = delete;
    CallGrouping& operator=(const CallGrouping&) = delete;

    /// A request is in. Requests are told in the order in which they arrived.
    SeenAttempt begin(const SeenRequest& request);
    /// It was responded to, or came to nothing: the last byte of the response left, or a connection ended.
    /// facts.wire: as a transport of ours would have filled it in. Once for each that has begun.
    void end(const SeenAttempt& attempt, Instant at, AttemptFacts facts);
    /// A connection of clients is over. byClient: it was the client that closed it.
    void endConnection(int connection, Instant at, bool byClient);
    /// A client broke off the TLS handshake on a connection.
    void refuseHandshake(RefusedHandshake refused);
    /// There were too few descriptors; adds to what is known.
    void noteShortage(const DescriptorShortage& more);
    /// Ends calls whose client has gone, or has been quiet for so long that it will not send again; to be
    /// told the time now and then. Without it calls end with the recording only.
    void settle(Instant now);
    /// The recording is over. Requests that are still under way count as cancelled.
    void finish(Instant now);

    [[nodiscard]] const RunRecord& record() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Of a recording that begins: nothing is planned, and no client is emulated. service: as a request names it;
/// empty: that of the first request which tells.
[[nodiscard]] RunHeader recordedHeader(WallTime startedAt, const std::string& service = {});

} // namespace retryscope
