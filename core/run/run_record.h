// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/copy_on_write.h"
#include "core/facts/rare.h"
#include "core/policy/resolve.h"
#include "core/run/import_notes.h"
#include "core/run/outer_loop.h"
#include "core/run/run_event.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace retryscope {

/// An attempt of a record, as indices into calls() and the attempts of that call. attempt -1: the call as a
/// whole. Places are ordered as the record holds them.
struct Place
{
    int call = -1;
    int attempt = -1;
    auto operator<=>(const Place&) const = default;
};

/// One attempt in a record. There can be a million, so small fields lie together, and attempts share common
/// values.
struct AttemptRecord
{
    int attempt = 1;
    bool isRunning = true; ///< started, not judged yet; draw, facts and decision are then not meaningful
    bool assumed = false;
    Duration sendDelay{0};
    Trace admission;
    Instant start{}; ///< after the send delay
    Instant end{};
    Shared<std::string> sentBody;
    Shared<RequestTarget> sentTarget; ///< of a poll; empty: that of the request
    Shared<Headers> addedHeaders;     ///< by the emulated client
    double draw = 0;
    AttemptFacts facts;
    Decision decision;
    std::optional<double> sendRatePerSecond;
    OptionalDuration actualDelay; ///< measured; absent until the delay is over or when there was none
    bool operator==(const AttemptRecord&) const = default;
};

/// How Retryscope knows which attempts form one call.
enum class GroupedBy : std::uint8_t {
    InvocationId, ///< the client gives its calls an id, which every attempt carries
    Timing,       ///< client, target, body and time are those of an attempt that failed
    Hand,         ///< a person says so
    None          ///< a single request without relation to others
};

template <>
struct EnumWords<GroupedBy>
{
    static constexpr Words<GroupedBy, 4> kWords{{{GroupedBy::InvocationId, "invocationId"},
                                                 {GroupedBy::Timing, "timing"},
                                                 {GroupedBy::Hand, "hand"},
                                                 {GroupedBy::None, "none"}}};
};

/// The origin of a recorded client's call.
struct CallSource
{
    GroupedBy groupedBy = GroupedBy::None;
    double confidence = 0;  ///< that these requests, and no others, are its attempts: 0 to 1
    std::string userAgent;  ///< empty where it names none
    std::string operation;  ///< as the client calls it (`ListBuckets`); empty: only the requests tell it
    bool isCounted = false; ///< grouped by timing, and by the numbers that the client gives its attempts
    /// Calls with equal requests ran side by side, so it is unclear which attempt belongs to which call.
    bool isAmbiguous = false;
    /// The client closed the connection of the failed call and sent nothing for three times its longest
    /// delay. The call then ended at the disconnection.
    bool isClientGone = false;
    /// The recording ended so soon after its last attempt, which failed, that another might have come.
    bool isCutByEnd = false;
    bool operator==(const CallSource&) const = default;
};

struct CallRecord
{
    int client = 1;
    int call = 1;
    Instant start{};
    Instant end{};
    CallVerdict verdict = CallVerdict::Running;
    std::optional<StopReason> stopReason;
    /// Above 1: the loop around the client makes the failed call before this one once more.
    int round = 1;
    Rare<CallSource> source; ///< of a recording; else as it is made
    std::vector<AttemptRecord> attempts;
    bool operator==(const CallRecord&) const = default;
};

/// Where a value that is not the preset's came from.
struct PolicyOverrideNote
{
    std::string path;   ///< for example `attempts.max`
    std::string value;  ///< as JSON text
    std::string origin; ///< `--set`, `--max-attempts`, `AWS_MAX_ATTEMPTS`, `profile default in FILE`, …
    bool operator==(const PolicyOverrideNote&) const = default;
};

/// Who ended a TLS handshake with the recorder, and how.
enum class HandshakeEnd : std::uint8_t {
    Alert,        ///< the TLS library names a reason, usually the client's alert
    ClientClosed, ///< the client closed the connection without an alert
    Timeout       ///< the recorder gave up: the client did not complete the handshake in time
};

template <>
struct EnumWords<HandshakeEnd>
{
    static constexpr Words<HandshakeEnd, 3> kWords{{{HandshakeEnd::Alert, "alert"},
                                                    {HandshakeEnd::ClientClosed, "clientClosed"},
                                                    {HandshakeEnd::Timeout, "timeout"}}};
};

/// A connection on which a client broke off the TLS handshake with the recorder; not part of a call, because
/// there was no request.
struct RefusedHandshake
{
    Instant at{};
    std::string host; ///< for which the client opened it
    HandshakeEnd end = HandshakeEnd::Alert;
    std::string reason; ///< as the TLS library says it
    bool operator==(const RefusedHandshake&) const = default;
};

/// What happened to client connections while there were too few file descriptors.
struct DescriptorShortage
{
    int idleClosed = 0; ///< by the recorder, the one that was idle longest first
    int waited = 0;     ///< times that a client had to wait, since none was idle
    bool operator==(const DescriptorShortage&) const = default;
};

struct WholeRun;

/// Everything that was fixed before the run began, and what is known of it as a whole.
struct RunHeader
{
    std::shared_ptr<const ResolvedPolicy> policy;
    std::vector<PolicyOverrideNote> overrides; ///< with where each value came from
    /// Effective retry mode and attempts with their origins, when asked for.
    std::vector<PolicyOverrideNote> settings;
    RequestSpec spec;
    std::string scenarioId; ///< empty for a foreign endpoint
    std::uint64_t seed = 0;
    bool isVirtual = false;
    /// A recording of real clients: nothing was planned or random, and the decisions are observations.
    bool isRecorded = false;
    /// Of an imported record, which counts as recorded: the format of its files, for example `har`.
    std::string importedFrom;
    /// Of a recording: the header field whose value somebody chose as the id of a call; empty: automatic.
    std::string groupBy;
    std::shared_ptr<const ImportNotes> import; ///< of an imported record: how its files were read
    bool isImportedNow = false;                ///< made from those files, not read again; not saved
    /// Of a record that keeps only the first calls of a run that was too large: what the whole run came to.
    std::shared_ptr<const WholeRun> whole;
    bool noWait = false;
    WallTime startedAt{0};
    int clients = 1;
    int callsPerClient = 1;
    OuterLoop loop;
    std::vector<ClientState> startStates; ///< of client 1, 2, …; missing ones start fresh
    /// Of a record that was read from the journal of a run: the program was ended before the run was over.
    bool isCutOff = false;
    bool isEndLost = false; ///< the same, and the end of that file was unreadable; not written again
    std::string createdBy;  ///< of a record that was read: the program that wrote it, `retryscope 0.1.0`
    /// In a recording: complete up to this time, even without further requests. Zero: unknown.
    Instant watchedUntil{};
    /// Of a recording, in order; the first kMostRefusedHandshakes.
    std::vector<RefusedHandshake> refusedHandshakes;
    static constexpr std::size_t kMostRefusedHandshakes = 1000;
    DescriptorShortage shortage; ///< of a recording
};

/// The single source of truth about a run: a header and the events in order, folded into calls and attempts
/// as they arrive. Only a later event of the same attempt or call changes appended data. Copies share the
/// calls until one of them is changed, so a copy for another thread is cheap.
class RunRecord
{
public:
    RunRecord() = default;
    explicit RunRecord(RunHeader header) : m_header(std::move(header)) {}

    using Place = retryscope::Place;

    /// Room for so many calls, when their number is known before they are made.
    void reserveCalls(std::size_t calls) { m_calls.edit().reserve(calls); }
    /// Where the event landed; attempt -1: it concerns the call only.
    Place append(RunEvent&& event);
    Place append(const RunEvent& event) { return append(RunEvent(event)); }
    /// Of a recording: what is known by now of where a call comes from.
    template <typename Change>
    void editSource(Place call, Change change)
    {
        mutableCallAt(call.call).source.edit(std::move(change));
    }
    /// Of a recording.
    void noteRefusedHandshake(RefusedHandshake refused);
    /// Of a recording: adds to what is known.
    void noteShortage(const DescriptorShortage& more);
    /// Of a recording that was made from files of another program.
    void noteImport(std::shared_ptr<const ImportNotes> notes);
    /// Of a recording.
    void noteWatchedUntil(Instant now) { m_header.watchedUntil = now; }

    [[nodiscard]] const RunHeader& header() const { return m_header; }
    [[nodiscard]] const std::vector<CallRecord>& calls() const { return *m_calls; }
    [[nodiscard]] const CallRecord& callAt(int call) const { return calls()[static_cast<std::size_t>(call)]; }
    /// The attempt of a place that has one.
    [[nodiscard]] const AttemptRecord& at(Place place) const
    {
        return callAt(place.call).attempts[static_cast<std::size_t>(place.attempt)];
    }
    [[nodiscard]] int attemptCount() const { return m_attemptCount; }
    [[nodiscard]] bool isEmpty() const { return m_calls->empty(); }
    /// Every call ended in success, in its last round at the latest. False while one is running, and for an
    /// empty record.
    [[nodiscard]] bool allSucceeded() const;
    /// The call failed, and the loop around the client made it once more.
    [[nodiscard]] bool isMadeAgain(std::size_t call) const;
    /// End of the last attempt, delay or call so far.
    [[nodiscard]] Instant end() const { return m_end; }

    /// For readers of saved records: adds a finished call as it stands.
    void adopt(CallRecord call);

private:
    Place begin(const CallBegan& event);
    Place begin(AttemptBegan&& event);
    Place judged(AttemptJudged&& event);
    Place delayed(const DelayEnded& event);
    Place end(const CallEnded& event);
    /// Index of a call that has begun; the latest of a client is found at once.
    [[nodiscard]] int indexOf(int client, int call) const;
    [[nodiscard]] Place placeOf(int client, int call, int attempt) const;
    [[nodiscard]] CallRecord& mutableCallAt(int call)
    {
        return m_calls.edit()[static_cast<std::size_t>(call)];
    }
    void reach(Instant at);

    RunHeader m_header;
    CopyOnWrite<std::vector<CallRecord>> m_calls;
    std::vector<int> m_latestCallOfClient; ///< index by client number
    int m_attemptCount = 0;
    Instant m_end{};
};

/// From the start of the attempt to its end; absent while it runs, and where an imported file does not show
/// it.
[[nodiscard]] OptionalDuration tookOf(const AttemptRecord& attempt);
/// From the start of the call to its end so far; absent where an imported file does not show it.
[[nodiscard]] OptionalDuration tookOf(const CallRecord& call);
/// An imported file shows when its attempts were.
[[nodiscard]] bool hasTimes(const CallRecord& call);

/// Every header of the attempt's first request as far as it is known, else those that were planned.
[[nodiscard]] Headers sentHeaders(const RunHeader& header, const AttemptRecord& attempt);

} // namespace retryscope
