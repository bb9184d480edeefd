// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The way to the lab with everything that can go wrong on it, on command: the program dies after a write, an
// answer is lost, a write is refused, the server is away, watches lag, break, expire or repeat themselves, a
// list tells of the past. It outlives the engine that uses it, as a network outlives a program; and it sees
// whether the engine keeps to the manners of a client.

#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/client/localtransport.h"
#include "core/lab/apiserver.h"

#include <map>
#include <set>

namespace tests {

struct Fault {
    enum class Kind {
        Crash, ///< the write was carried out; of the program nothing more is heard
        LoseResponse, ///< the write was carried out, its sender sees a broken connection
        LoseRequest, ///< the write was not carried out, its sender sees a broken connection
        Refuse, ///< amount: the HTTP status instead of the write; 429 comes with "Retry-After: 3"
        Outage, ///< for amount seconds every request is answered by 500 or 503, and watches break
        DelayWatches, ///< for amount seconds; then of each object only the newest event comes
        RepeatWatches, ///< for amount seconds they tell again, backwards, what they told before
        CutWatches, ///< broken connections
        ExpireWatches, ///< 410, and again for everybody who has not listed since
        StaleLists, ///< 410, and the next lists are amount revisions old
        CrashIntoThePast, ///< as Crash, and the next program's first lists are amount revisions old
    };
    Kind kind = Kind::Crash;
    int amount = 0;
    std::string plural = {}; ///< whose watches; empty: all

    std::string text() const;
};

class FaultyTransport : public core::client::Transport
{
public:
    FaultyTransport(core::base::Clock &clock, core::lab::ApiServer &lab);
    ~FaultyTransport() override;

    void send(core::api::RequestPtr request, core::client::ResponseCallback callback) override;
    std::unique_ptr<core::api::Watch> watch(core::api::Request request, core::api::WatchSink sink) override;

    /// Writes since the last call of countFromHere().
    std::uint64_t writes() const { return m_writes; }
    void countFromHere();
    /// The fault meets the write of that number (from 1); there may be several for one.
    void strikeAt(std::uint64_t write, Fault fault) { m_faults.emplace(write, std::move(fault)); }
    /// An outage begins now (Fault::Kind::Outage).
    void beginOutage(core::base::Duration duration);
    /// Until the end reads below that path get that code: 404 where a server does not serve them, 403 where
    /// it forbids them.
    void refuseReads(std::string path, int code) { m_refusedReads.emplace_back(std::move(path), code); }
    /// No more faults; those of the past are over.
    void calm();

    /// Lists tell of the past, or did so half a minute ago; while the server is away after that, nobody can
    /// know better.
    bool isPastTold() const;
    bool crashed() const { return !m_way; }
    /// The transport works again, for the next program.
    void revive();
    /// What no client may do, empty while all is well: an empty patch; a heartbeat that was told to come
    /// later (429) before its time; another eviction within 5 s of a refusal; more than a list in two seconds
    /// from a server that can't answer (docs/faults-and-threats.md X3, X4, X36).
    const std::string &complaint() const { return m_complaint; }
    /// What was struck, a line each, for the message of a failure.
    const std::string &history() const { return m_history; }

private:
    class Stream;

    std::vector<Fault> faultsOf(const core::api::Request &write);
    bool isAnsweredHere(const core::api::Request &request, const std::vector<Fault> &faults,
        const core::client::ResponseCallback &callback);
    void apply(const Fault &fault, core::base::Result<core::api::Response> &response);
    void answer(
        core::base::Result<core::api::Response> response, const core::client::ResponseCallback &callback);
    void refuse(int code, const core::api::Request &request, const core::client::ResponseCallback &callback);
    void checkManners(const core::api::Request &request);
    void noteRefusal(const core::api::Request &request, int code);
    void strikeReads(const Fault &fault);
    void tellThePast(int revisions);
    void age(core::api::Request &request);
    bool isHeld(const std::string &path) const;
    bool isOut() const { return m_clock.now() < m_outUntil; }
    bool isRepeating() const { return m_clock.now() < m_repeatingUntil; }

    core::base::Clock &m_clock;
    core::lab::ApiServer &m_lab;
    std::unique_ptr<core::client::LocalTransport> m_way; ///< null after a crash
    std::vector<Stream *> m_streams; ///< in the order of opening
    std::uint64_t m_writes = 0;
    std::multimap<std::uint64_t, Fault> m_faults; ///< by the number of the write
    std::vector<std::pair<std::string, int>> m_refusedReads; ///< path and code
    core::base::Time m_heldUntil;
    std::string m_heldPlural;
    std::uint64_t m_floor = 0; ///< watches from below get 410
    std::uint64_t m_past = 0; ///< the revision that lists tell of
    core::base::Time m_pastUntil;
    std::set<std::string> m_toldPast; ///< paths: each is told once
    core::base::Time m_outSince;
    core::base::Time m_outUntil;
    core::base::Time m_repeatingUntil;
    std::map<std::string, int> m_listsDuringOutage; ///< by path
    std::map<std::string, core::base::Time> m_notBefore; ///< requests that were told to come later
    std::string m_complaint;
    std::string m_history;
    core::base::Scope m_scope;
};

} // namespace tests
