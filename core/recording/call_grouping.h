// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/seen_request.h"
#include "core/run/run_record.h"

#include <functional>
#include <memory>
#include <string>

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

/// Groups the requests of recorded clients into calls as they arrive: by a call id (`amz-sdk-invocation-id`
/// and similar), else by client, target, body, time and the client's habits so far (ClientHabits). The result
/// is a record like that of a run, with observations instead of decisions.
class CallGrouping
{
public:
    /// changed: called with the changed place after each change; may be empty.
    using Changed = std::function<void(Place)>;
    /// header: made by recordedHeader() or like it. groupBy: see declaredIn().
    explicit CallGrouping(RunHeader header, Changed changed = {}, std::string groupBy = {});
    ~CallGrouping();
    CallGrouping(const CallGrouping&) = delete;
    CallGrouping& operator=(const CallGrouping&) = delete;

    /// A request arrived. Call this in the order of arrival.
    SeenAttempt begin(const SeenRequest& request);
    /// The request ended: the last byte of the response left, or a connection ended. facts.wire: as our own
    /// transport would fill it in. Call this once for each request that began.
    void end(const SeenAttempt& attempt, Instant at, AttemptFacts facts);
    /// A client connection ended. byClient: the client closed it.
    void endConnection(int connection, Instant at, bool byClient);
    /// A client aborted the TLS handshake on a connection.
    void refuseHandshake(RefusedHandshake refused);
    /// There were too few file descriptors; adds to the totals.
    void noteShortage(const DescriptorShortage& more);
    /// Ends calls whose client disconnected, or has been quiet for so long that it will not send again. Call
    /// this from time to time; otherwise calls end only with the recording.
    void settle(Instant now);
    /// The recording ended. Requests still under way count as cancelled.
    void finish(Instant now);

    [[nodiscard]] const RunRecord& record() const;
    /// The record, which leaves this object; call nothing else afterwards.
    [[nodiscard]] RunRecord takeRecord();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// The header of a new recording: nothing is planned, and no client is emulated. service: as a request names
/// it; empty: taken from the first request that shows its service.
[[nodiscard]] RunHeader recordedHeader(WallTime startedAt, const std::string& service = {});

} // namespace retryscope
